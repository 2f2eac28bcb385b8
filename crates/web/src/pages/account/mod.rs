//! The player's identity online: a guest with a name, or an account that lasts.

mod forms;
mod mine;

use leptos::prelude::*;
use tablier_protocol::Me;
use tablier_rules::scene::Message;
use wasm_bindgen_futures::spawn_local;

use crate::dom;
use crate::online::api::{self, Fault, Nothing};
use crate::online::fault_text;
use crate::online::link::Link;
use crate::pages::invite::copy_button;
use crate::router::Router;
use crate::words::{say, t};

/// What the server says about the player: nothing yet, nobody, or somebody.
type Myself = RwSignal<Option<Result<Option<Me>, Fault>>>;

/// The state of the page: the player, and what happened last.
#[derive(Copy, Clone)]
pub(super) struct Desk {
    me: Myself,
    fault: RwSignal<Option<Fault>>,
    /// The recovery code, shown once.
    code: RwSignal<Option<String>>,
    said: RwSignal<Vec<Message>>,
}

impl Desk {
    /// Asks the server who the player is.
    fn read(self) {
        spawn_local(async move {
            let me = api::get::<Option<Me>>("/api/me").await;
            self.me.try_set(Some(me));
        });
    }

    /// The player's identity has changed: reconnects.
    fn changed(self, said: Vec<Message>) {
        self.fault.try_set(None);
        self.said.try_set(said);
        Link::get().renew();
        self.read();
    }

    fn failed(self, fault: Fault) {
        self.said.try_set(Vec::new());
        self.fault.try_set(Some(fault));
    }
}

/// Name, account, devices, data.
#[component]
pub fn Account() -> impl IntoView {
    Effect::new(|_| dom::set_title(&format!("{} · Tablier", t("online.account"))));
    let desk = Desk {
        me: RwSignal::new(None),
        fault: RwSignal::new(None),
        code: RwSignal::new(None),
        said: RwSignal::new(Vec::new()),
    };
    desk.read();
    let link = move || {
        let fragment = Router::get().fragment.get();
        fragment.strip_prefix("link=").map(str::to_owned)
    };
    let body = move || match desk.me.get() {
        None => view! { <p class="lead" role="status">{t("online.one-moment")}</p> }.into_any(),
        Some(Err(fault)) => {
            view! { <p class="notice" role="status">{fault_text(&fault)}</p> }.into_any()
        }
        Some(Ok(Some(me))) if me.account => mine::account(desk, me).into_any(),
        Some(Ok(me)) => view! {
            {me.map(|me| mine::guest(desk, me))}
            {forms::open_account(desk)}
            {forms::log_in(desk)}
            {forms::recover(desk)}
        }
        .into_any(),
    };
    view! {
        <section class="page narrow account-page">
            <h1>{move || t("online.account")}</h1>
            {move || link().map(|token| redeem(desk, token))}
            {code_panel(desk)}
            <p class="notice" role="status">{move || {
                let sentences: Vec<String> = desk.said.read().iter().map(say).collect();
                sentences.join(" ")
            }}</p>
            <p class="problem" role="alert">
                {move || desk.fault.get().map(|fault| fault_text(&fault))}
            </p>
            {body}
        </section>
    }
}

/// A personal link was opened on this device: one click logs this browser in as that person.
fn redeem(desk: Desk, token: String) -> impl IntoView {
    let take = move |_| {
        let path = format!("/api/links/{token}");
        spawn_local(async move {
            match api::call::<Me>("POST", &path, None::<&Nothing>).await {
                Ok(_) => {
                    Router::get().go("/account");
                    desk.changed(vec![Message::new("online.device-joined")]);
                }
                Err(Fault::Refused { status: 404, .. }) => desk.failed(Fault::Refused {
                    status: 404,
                    code: "old-link".to_owned(),
                    message: String::new(),
                }),
                Err(fault) => desk.failed(fault),
            }
        });
    };
    view! {
        <section class="panel redeem">
            <p>{move || t("online.use-link")}</p>
            <button type="button" class="primary" data-tool="redeem" on:click=take>
                {move || t("online.use-link-here")}
            </button>
        </section>
    }
}

/// The recovery code: shown once, until the person has saved it.
fn code_panel(desk: Desk) -> impl IntoView {
    move || {
        desk.code.get().map(|code| {
            let to_copy = code.clone();
            view! {
                <section class="panel recovery" role="alert">
                    <h2>{t("online.recovery-code")}</h2>
                    <p>{t("online.recovery-more")}</p>
                    <p class="code-text" data-field="recovery">{code}</p>
                    <div class="row">
                        {copy_button(to_copy, "online.copy-code", "copy-code", false)}
                        <button
                            type="button"
                            class="primary"
                            data-tool="code-kept"
                            on:click=move |_| desk.code.set(None)
                        >
                            {t("online.code-kept")}
                        </button>
                    </div>
                </section>
            }
        })
    }
}
