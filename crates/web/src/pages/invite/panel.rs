//! The link to a table: to copy, to share, to scan.

use leptos::prelude::*;

use crate::dom;
use crate::icons::icon;
use crate::online::qr;
use crate::words::t;

/// A link to an address of this server, with the ways to send it to somebody.
pub fn link_panel(path: String) -> impl IntoView {
    let origin = dom::window().location().origin().unwrap_or_default();
    let link = format!("{origin}{path}");
    let copied = RwSignal::new(false);
    let code = qr::svg(&link);
    let to_copy = link.clone();
    let to_share = link.clone();
    view! {
        <section class="invite" aria-label=move || t("online.invite")>
            <div>
                <p>{move || t("online.invite-more")}</p>
                <input
                    type="text"
                    readonly
                    data-field="link"
                    aria-label=move || t("online.link")
                    prop:value=link
                    on:focus=move |event| dom::select_all(&event)
                />
                <div class="row">
                    <button
                        type="button"
                        class="primary"
                        data-tool="copy-link"
                        on:click=move |_| {
                            dom::copy(&to_copy);
                            copied.set(true);
                        }
                    >
                        {icon("copy")}
                        {move || t(if copied.get() { "online.copied" } else { "online.copy" })}
                    </button>
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
            {code
                .map(|code| {
                    view! {
                        <figure class="qr">
                            <div
                                class="code"
                                role="img"
                                aria-label=move || t("online.qr")
                                inner_html=code
                            ></div>
                            <figcaption>{move || t("online.scan")}</figcaption>
                        </figure>
                    }
                })}
            <p class="unseen" role="status">
                {move || copied.get().then(|| t("ui.link-copied"))}
            </p>
        </section>
    }
}
