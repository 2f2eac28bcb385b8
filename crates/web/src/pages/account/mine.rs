//! The player's own: name, other devices, data.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tablier_protocol::Me;
use tablier_rules::scene::Message;
use wasm_bindgen_futures::spawn_local;

use super::Desk;
use super::forms::field;
use crate::dom;
use crate::icons::icon;
use crate::online::api::{self, Nothing};
use crate::pages::invite::{copy_button, qr_figure};
use crate::percent;
use crate::words::t;

#[derive(Serialize)]
struct Change {
    name: String,
}

#[derive(Serialize)]
struct Farewell {
    password: Option<String>,
}

#[derive(Deserialize)]
struct DeviceLink {
    url: String,
}

/// A guest: the name, and what is theirs.
pub(super) fn guest(desk: Desk, me: Me) -> impl IntoView {
    let name = RwSignal::new(me.name);
    let send = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        let change = Change {
            name: name.get_untracked(),
        };
        spawn_local(async move {
            match api::call::<Me>("PATCH", "/api/me", Some(&change)).await {
                Ok(_) => desk.changed(vec![Message::new("online.name-kept")]),
                Err(fault) => desk.failed(fault),
            }
        });
    };
    view! {
        <form class="form" data-form="guest-name" on:submit=send>
            <h2>{move || t("online.you-are-guest")}</h2>
            <p>{move || t("online.guest-more")}</p>
            {field("online.your-name", "guest-name", "text", "nickname", name)}
            <button type="submit">{move || t("online.keep-name")}</button>
        </form>
        {belongings(desk, false)}
    }
}

/// An account.
pub(super) fn account(desk: Desk, me: Me) -> impl IntoView {
    let profile = format!("/player/{}", percent::encode_path(&me.name));
    let leave = move |_| {
        spawn_local(async move {
            match api::call::<Nothing>("DELETE", "/api/sessions", None::<&Nothing>).await {
                Ok(_) => desk.changed(vec![Message::new("online.logged-out")]),
                Err(fault) => desk.failed(fault),
            }
        });
    };
    view! {
        <p class="who-i-am">
            {icon("person")}
            <strong data-field="account-name">{me.name}</strong>
            <a href=profile>{move || t("online.profile")}</a>
        </p>
        <div class="row">
            <button type="button" data-tool="log-out" on:click=leave>
                {move || t("online.log-out")}
            </button>
        </div>
        {belongings(desk, true)}
    }
}

/// Another device, data export, deletion.
fn belongings(desk: Desk, with_password: bool) -> impl IntoView {
    view! {
        {another_device(desk)}
        <section>
            <h2>{move || t("online.your-data")}</h2>
            <div class="row">
                <button type="button" data-tool="export-me" on:click=move |_| export(desk)>
                    {icon("download")}
                    {move || t("online.export")}
                </button>
            </div>
            {forget(desk, with_password)}
        </section>
    }
}

/// A link that logs the player in on another device, once.
fn another_device(desk: Desk) -> impl IntoView {
    let link = RwSignal::new(None::<String>);
    let make = move |_| {
        spawn_local(async move {
            match api::call::<DeviceLink>("POST", "/api/me/links", None::<&Nothing>).await {
                Ok(made) => {
                    link.try_set(Some(made.url));
                }
                Err(fault) => desk.failed(fault),
            }
        });
    };
    view! {
        <section>
            <h2>{move || t("online.other-device")}</h2>
            <p>{move || t("online.other-device-more")}</p>
            <button type="button" data-tool="device-link" on:click=make>
                {icon("key")}
                {move || t("online.make-link")}
            </button>
            {move || {
                link.get()
                    .map(|link| {
                        let code = qr_figure(&link, "online.other-device");
                        let to_copy = link.clone();
                        view! {
                            <div class="invite">
                                <div>
                                    <input
                                        type="text"
                                        readonly
                                        data-field="device-link"
                                        aria-label=t("online.other-device")
                                        prop:value=link
                                        on:focus=move |event| dom::select_all(&event)
                                    />
                                    <div class="row">
                                        {copy_button(to_copy, "online.copy", "copy-device-link", false)}
                                    </div>
                                </div>
                                {code}
                            </div>
                        }
                    })
            }}
        </section>
    }
}

fn export(desk: Desk) {
    spawn_local(async move {
        match api::get::<Value>("/api/me/export").await {
            Ok(data) => {
                let text = serde_json::to_string_pretty(&data).unwrap_or_default();
                dom::download("tablier-online.json", "application/json", &text);
            }
            Err(fault) => desk.failed(fault),
        }
    });
}

/// Forgets everything about the player; asked twice, and with the password for an account.
fn forget(desk: Desk, with_password: bool) -> impl IntoView {
    let password = RwSignal::new(String::new());
    let sure = RwSignal::new(false);
    let send = move |event: web_sys::SubmitEvent| {
        event.prevent_default();
        if !sure.get_untracked() {
            return sure.set(true);
        }
        let farewell = Farewell {
            password: with_password.then(|| password.get_untracked()),
        };
        spawn_local(async move {
            match api::call::<Nothing>("DELETE", "/api/me", Some(&farewell)).await {
                Ok(_) => desk.changed(vec![Message::new("online.forgotten")]),
                Err(fault) => desk.failed(fault),
            }
        });
    };
    view! {
        <details>
            <summary>{move || t("online.forget-me")}</summary>
            <form class="form" data-form="forget" on:submit=send>
                <p>{move || t("online.forget-more")}</p>
                {with_password
                    .then(|| {
                        field("online.password", "farewell", "password", "current-password", password)
                    })}
                <button type="submit" class="danger">
                    {move || {
                        t(if sure.get() { "online.forget-sure" } else { "online.forget-me" })
                    }}
                </button>
            </form>
        </details>
    }
}
