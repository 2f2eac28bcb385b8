//! Opening an account, logging in, coming back with a recovery code.

use leptos::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tablier_rules::scene::Message;
use wasm_bindgen_futures::spawn_local;

use super::Desk;
use crate::online::api;
use crate::online::link::Link;
use crate::words::t;

#[derive(Serialize)]
struct Secrets {
    name: String,
    password: String,
}

impl Secrets {
    fn from_fields(name: RwSignal<String>, password: RwSignal<String>) -> Self {
        Self {
            name: name.get_untracked(),
            password: password.get_untracked(),
        }
    }
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
    games: Games,
}

/// Somebody who has logged in.
#[derive(Deserialize)]
struct LoggedIn {
    games: Games,
}

/// What became of the games of the guest that somebody was.
#[derive(Deserialize)]
struct Games {
    moved: u32,
    stayed: u32,
}

impl Games {
    /// Tells it after something else.
    fn after(&self, first: &'static str) -> Vec<Message> {
        let mut said = vec![Message::new(first)];
        for (key, count) in [
            ("online.games-came", self.moved),
            ("online.games-stayed", self.stayed),
        ] {
            if count > 0 {
                said.push(Message::new(key).number("count", i64::from(count)));
            }
        }
        said
    }
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

/// What a form does when it is sent: asks the server, and goes on with its answer.
fn sender<Q: Serialize + 'static, A: DeserializeOwned + 'static>(
    desk: Desk,
    path: &'static str,
    asked: impl Fn() -> Q + 'static,
    then: impl Fn(A) + Copy + 'static,
) -> impl Fn(web_sys::SubmitEvent) + 'static {
    move |event| {
        event.prevent_default();
        let asked = asked();
        spawn_local(async move {
            match api::call::<A>("POST", path, Some(&asked)).await {
                Ok(answer) => then(answer),
                Err(fault) => desk.failed(fault),
            }
        });
    }
}

/// An account for a guest, who keeps their games.
pub(super) fn open_account(desk: Desk) -> impl IntoView {
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let secrets = move || Secrets::from_fields(name, password);
    let send = sender(desk, "/api/accounts", secrets, move |opened: Opened| {
        let said = opened.games.after("online.account-opened");
        desk.code.try_set(Some(opened.recovery));
        desk.changed(said);
    });
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
    let secrets = move || Secrets::from_fields(name, password);
    let send = sender(desk, "/api/sessions", secrets, move |now: LoggedIn| {
        desk.changed(now.games.after("online.logged-in"));
    });
    view! {
        <form class="form" data-form="log-in" on:submit=send>
            <h2>{move || t("online.log-in")}</h2>
            <Show when=move || Link::get().me.get().is_some_and(|you| !you.account)>
                <p class="facts">{move || t("online.guest-games-come")}</p>
            </Show>
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
    let rescue = move || Rescue {
        name: name.get_untracked(),
        code: code.get_untracked(),
        password: password.get_untracked(),
    };
    let send = sender(desk, "/api/recovery", rescue, move |opened: Opened| {
        let said = opened.games.after("online.logged-in");
        desk.code.try_set(Some(opened.recovery));
        desk.changed(said);
    });
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
