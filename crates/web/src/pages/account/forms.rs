//! Opening an account, logging in, coming back with a recovery code.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use tablier_protocol::Me;
use wasm_bindgen_futures::spawn_local;

use super::Desk;
use crate::online::api;
use crate::words::t;

#[derive(Serialize)]
struct Secrets {
    name: String,
    password: String,
}

#[derive(Serialize)]
struct Rescue {
    name: String,
    code: String,
    password: String,
}

/// An account that was opened or recovered.
#[derive(Deserialize)]
struct Opened {
    recovery: String,
}

/// A field with its label.
pub(super) fn field(
    key: &'static str,
    name: &'static str,
    kind: &'static str,
    complete: &'static str,
    value: RwSignal<String>,
) -> impl IntoView {
    let least = if complete == "new-password" { "8" } else { "1" };
    view! {
        <label class="field">
            <span>{move || t(key)}</span>
            <input
                type=kind
                required
                data-field=name
                minlength=least
                autocomplete=complete
                prop:value=move || value.get()
                on:input=move |event| value.set(event_target_value(&event))
            />
        </label>
    }
}

/// An account for a guest, who keeps their games.
pub(super) fn open_account(desk: Desk) -> impl IntoView {
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let send = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let secrets = Secrets {
            name: name.get_untracked(),
            password: password.get_untracked(),
        };
        spawn_local(async move {
            match api::call::<Opened>("POST", "/api/accounts", Some(&secrets)).await {
                Ok(opened) => {
                    desk.code.try_set(Some(opened.recovery));
                    desk.changed(Some("online.account-opened"));
                }
                Err(fault) => desk.failed(fault),
            }
        });
    };
    view! {
        <form class="form" data-form="open-account" on:submit=send>
            <h2>{move || t("online.open-account")}</h2>
            <p>{move || t("online.open-account-more")}</p>
            {field("online.name", "name", "text", "username", name)}
            {field("online.password", "password", "password", "new-password", password)}
            <button type="submit" class="primary">
                {move || t("online.open-account")}
            </button>
        </form>
    }
}

/// Somebody who has an account.
pub(super) fn log_in(desk: Desk) -> impl IntoView {
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let send = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let secrets = Secrets {
            name: name.get_untracked(),
            password: password.get_untracked(),
        };
        spawn_local(async move {
            match api::call::<Me>("POST", "/api/sessions", Some(&secrets)).await {
                Ok(_) => desk.changed(None),
                Err(fault) => desk.failed(fault),
            }
        });
    };
    view! {
        <form class="form" data-form="log-in" on:submit=send>
            <h2>{move || t("online.log-in")}</h2>
            {field("online.name", "name", "text", "username", name)}
            {field("online.password", "password", "password", "current-password", password)}
            <button type="submit">{move || t("online.log-in")}</button>
        </form>
    }
}

/// Somebody who forgot the password and kept the code.
pub(super) fn recover(desk: Desk) -> impl IntoView {
    let name = RwSignal::new(String::new());
    let (code, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let send = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let rescue = Rescue {
            name: name.get_untracked(),
            code: code.get_untracked(),
            password: password.get_untracked(),
        };
        spawn_local(async move {
            match api::call::<Opened>("POST", "/api/recovery", Some(&rescue)).await {
                Ok(opened) => {
                    desk.code.try_set(Some(opened.recovery));
                    desk.changed(None);
                }
                Err(fault) => desk.failed(fault),
            }
        });
    };
    view! {
        <details>
            <summary>{move || t("online.forgot")}</summary>
            <form class="form" data-form="recover" on:submit=send>
                {field("online.name", "name", "text", "username", name)}
                {field("online.recovery-code", "code", "text", "off", code)}
                {field("online.new-password", "password", "password", "new-password", password)}
                <button type="submit">{move || t("online.recover")}</button>
            </form>
        </details>
    }
}
