//! The link to a table: to copy, to share, to scan.

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::dom;
use crate::icons::icon;
use crate::online::link::Link;
use crate::online::qr;
use crate::words::t;

/// A link to an address of this server, with the ways to send it to somebody; `lead` is the key of
/// the line above it.
pub fn link_panel(path: String, lead: &'static str) -> impl IntoView {
    let link = untrack(|| format!("{}{path}", Link::get().address()));
    let link_in_code = link.clone();
    let to_copy = link.clone();
    let to_share = link.clone();
    view! {
        <section class="invite" aria-label=move || t("online.invite")>
            <div>
                <p>{move || t(lead)}</p>
                <input
                    type="text"
                    readonly
                    data-field="link"
                    aria-label=move || t("online.link")
                    prop:value=link
                    on:focus=move |event| dom::select_all(&event)
                />
                <div class="row">
                    {copy_button(to_copy, "online.copy", "copy-link", true)}
                    {dom::can_share()
                        .then(|| {
                            view! {
                                <button
                                    type="button"
                                    data-tool="share-link"
                                    on:click=move |_| dom::share(&to_share)
                                >
                                    {icon("share")}
                                    {move || t("ui.share")}
                                </button>
                            }
                        })}
                </div>
            </div>
            {qr_figure(&link_in_code, "online.qr")}
        </section>
    }
}

/// A button that copies a text which stands beside it, and says whether that worked: where it does
/// not, the text can be selected and copied by hand.
pub fn copy_button(
    text: String,
    label: &'static str,
    name: &'static str,
    primary: bool,
) -> impl IntoView {
    let done = RwSignal::new(None::<bool>);
    let copy = move |_| {
        let text = text.clone();
        spawn_local(async move {
            done.try_set(Some(dom::copy(&text).await));
        });
    };
    let result = move || {
        done.get().map(|copied| {
            t(if copied {
                "online.copied"
            } else {
                "online.copy-by-hand"
            })
        })
    };
    view! {
        <button type="button" class:primary=primary data-tool=name on:click=copy>
            {icon("copy")}
            {move || t(if done.get() == Some(true) { "online.copied" } else { label })}
        </button>
        <p class="copy-result" class:unseen=move || done.get() != Some(false) role="status">
            {result}
        </p>
    }
}

/// A link as a picture for another device's camera; none if it is too long for one.
pub fn qr_figure(link: &str, label: &'static str) -> impl IntoView + use<> {
    qr::svg(link).map(|code| {
        view! {
            <figure class="qr">
                <div
                    class="code"
                    role="img"
                    aria-label=move || t(label)
                    inner_html=code
                ></div>
                <figcaption>{move || t("online.scan")}</figcaption>
            </figure>
        }
    })
}
