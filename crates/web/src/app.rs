//! The page around the pages: header, preferences, live region.

use leptos::prelude::*;
use tablier_rules::scene::Message;
use tablier_words::Language;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::spawn_local;

use crate::icons::icon;
use crate::library::with_books;
use crate::online::link::Link;
use crate::online::profiles;
use crate::pages;
use crate::prefs::{Prefs, Theme};
use crate::router::{Route, Router};
use crate::words::{say, t};
use crate::{dom, notify, store};

/// The whole client.
#[component]
pub fn App() -> impl IntoView {
    Prefs::provide();
    let router = Router::provide();
    let link = Link::provide();
    profiles::provide();
    let settings = RwSignal::new(false);
    let update = RwSignal::new(false);
    let call = Closure::<dyn FnMut()>::new(move || update.set(true));
    let _ = dom::window()
        .add_event_listener_with_callback("tablier-update", call.as_ref().unchecked_ref());
    call.forget();
    let page = move || match router.route.get() {
        Route::Shelf => view! { <pages::shelf::Shelf /> }.into_any(),
        Route::Rules(id) => {
            with_books(move || view! { <pages::rules::Rules id=id.clone() /> }).into_any()
        }
        Route::Learn(id) => {
            with_books(move || view! { <pages::learn::Learn id=id.clone() /> }).into_any()
        }
        Route::Daily => with_books(|| view! { <pages::puzzles::Daily /> }).into_any(),
        Route::Puzzles(id) => {
            with_books(move || view! { <pages::puzzles::Puzzles id=id.clone() /> }).into_any()
        }
        Route::Print(id) => {
            with_books(move || view! { <pages::print::Print id=id.clone() /> }).into_any()
        }
        Route::Play(id) => view! { <pages::table::TablePage id=id /> }.into_any(),
        Route::Game(id) => view! { <pages::game::GamePage id=id /> }.into_any(),
        Route::Analysis => view! { <pages::analysis::Analysis /> }.into_any(),
        Route::Review => view! { <pages::review::ReviewPage /> }.into_any(),
        Route::Games => view! { <pages::games::Games /> }.into_any(),
        Route::About => view! { <pages::credits::Credits /> }.into_any(),
        Route::Online => view! { <pages::online::Online /> }.into_any(),
        Route::Table(id) => view! { <pages::table::online::OnlinePage id=id /> }.into_any(),
        Route::Account => view! { <pages::account::Account /> }.into_any(),
        Route::Player(name) => view! { <pages::player::Profile name=name /> }.into_any(),
        Route::Lost => view! { <pages::lost::Lost /> }.into_any(),
    };
    // The focused element may have gone with its page: the focus then goes to the board, or to the
    // new page.
    Effect::new(move |known: Option<()>| {
        router.route.track();
        if known.is_some() {
            request_animation_frame(|| {
                if dom::is_focus_lost() && !focus_board() {
                    dom::focus("main");
                }
            });
        }
    });
    let at_table = move || {
        matches!(
            router.route.get(),
            Route::Play(_) | Route::Table(_) | Route::Analysis | Route::Review
        )
    };
    view! {
        <a
            class="skip"
            href="#main"
            on:click=move |event| {
                if focus_board() {
                    event.prevent_default();
                }
            }
        >
            {move || if at_table() { t("ui.key-board") } else { t("ui.skip") }}
        </a>
        <header class="top" class:slim=at_table>
            <a class="brand" href="/">
                <img src=dom::asset("icon.svg") alt="" width="32" height="32" />
                <span>"Tablier"</span>
            </a>
            <nav aria-label=move || t("ui.pages")>
                {page_link("/", "shelf", "ui.shelf")}
                {online_link(link)}
                {page_link("/games", "games", "ui.my-games")}
                {page_link("/analysis", "analyse", "ui.analysis")}
                {page_link("/puzzles", "puzzle", "book-page.puzzles")}
            </nav>
            <button
                type="button"
                class="quiet language"
                on:click=move |_| switch_language()
                lang=move || other_language().code()
                aria-label=move || t("ui.switch-language")
            >
                {move || other_language().code().to_uppercase()}
            </button>
            <button
                type="button"
                class="quiet"
                data-tool="settings"
                aria-expanded=move || settings.get().to_string()
                aria-label=move || t("ui.preferences")
                title=move || t("ui.preferences")
                on:click=move |_| settings.update(|open| *open = !*open)
            >
                {icon("settings")}
            </button>
        </header>
        <Show when=move || settings.get()>
            <Settings close=move || settings.set(false) />
        </Show>
        <Show when=move || update.get()>
            <p class="update" role="status">
                {move || t("ui.update-ready")}
                <button
                    type="button"
                    on:click=move |_| {
                        if let Ok(event) = web_sys::CustomEvent::new("tablier-update-accepted") {
                            let _ = dom::window().dispatch_event(&event);
                        }
                    }
                >
                    {move || t("ui.update-now")}
                </button>
            </p>
        </Show>
        <main id="main" tabindex="-1">
            {page}
        </main>
    }
}

/// Moves the focus to the board of a table; false if there is none.
fn focus_board() -> bool {
    let site = dom::document().query_selector(".table-page .site[tabindex='0']");
    let site = site.ok().flatten();
    let site = site.and_then(|site| site.dyn_into::<web_sys::HtmlElement>().ok());
    site.is_some_and(|site| site.focus().is_ok())
}

/// A page in the header: its name, on a phone below an icon.
fn page_link(path: &'static str, picture: &'static str, key: &'static str) -> impl IntoView {
    let route = Router::get().route;
    let current = move || (route.get() == Route::parse(path)).then_some("page");
    view! {
        <a href=path aria-current=current>
            {icon(picture)}
            <span>{move || t(key)}</span>
        </a>
    }
}

/// Where people meet, with the number of games waiting for the player.
fn online_link(link: Link) -> impl IntoView {
    let route = Router::get().route;
    let current = move || (route.get() == Route::Online).then_some("page");
    let waiting = move || Some(link.waiting.get()).filter(|&games| games > 0);
    view! {
        <a href="/online" aria-current=current data-page="online">
            {icon("online")}
            <span>{move || t("online.online")}</span>
            {move || {
                waiting()
                    .map(|games| {
                        let text = say(&Message::new("online.waiting-games").number("count", games));
                        view! {
                            <span class="count" title=text.clone() aria-hidden="true">
                                {games}
                            </span>
                            <span class="unseen">{text}</span>
                        }
                    })
            }}
        </a>
    }
}

fn other_language() -> Language {
    match Prefs::get().language.get() {
        Language::English => Language::French,
        Language::French => Language::English,
    }
}

fn switch_language() {
    let other = untrack(other_language);
    Prefs::get().language.set(other);
}

/// Whether the browser may notify the player of their turn; the browser asks too.
fn notifications() -> impl IntoView {
    let prefs = Prefs::get();
    let change = move |wanted: bool| {
        spawn_local(async move {
            let allowed = wanted && notify::ask().await;
            // Even when nothing changes: the box was clicked.
            prefs.notify.set(allowed);
        });
    };
    view! {
        <label class="choice">
            <input
                type="checkbox"
                data-field="notify"
                prop:checked=move || prefs.notify.get()
                on:change=move |event| change(event_target_checked(&event))
            />
            {move || t("online.notify")}
        </label>
    }
}

/// Preferences in a panel.
#[component]
fn Settings(close: impl Fn() + Copy + 'static) -> impl IntoView {
    let prefs = Prefs::get();
    let theme = move |value: Theme, key: &'static str| {
        view! {
            <label class="choice">
                <input
                    type="radio"
                    name="theme"
                    prop:checked=move || prefs.theme.get() == value
                    on:change=move |_| prefs.theme.set(value)
                />
                {move || t(key)}
            </label>
        }
    };
    let sure = RwSignal::new(false);
    view! {
        <section
            class="panel settings"
            aria-label=move || t("ui.preferences")
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    close();
                }
            }
        >
            <div class="group">
                <fieldset>
                    <legend>{move || t("ui.theme")}</legend>
                    {theme(Theme::System, "ui.theme-system")}
                    {theme(Theme::Light, "ui.theme-light")}
                    {theme(Theme::Dark, "ui.theme-dark")}
                    {theme(Theme::Contrast, "ui.theme-contrast")}
                </fieldset>
                {pages::preferences::looks()}
            </div>
            <div class="group">
                {pages::preferences::playing()}
                <label class="choice">
                    <input
                        type="checkbox"
                        prop:checked=move || prefs.sound.get()
                        on:change=move |event| prefs.sound.set(event_target_checked(&event))
                    />
                    {move || t("ui.sound")}
                </label>
                <label class="choice">
                    <input
                        type="checkbox"
                        prop:checked=move || !prefs.moves()
                        on:change=move |event| {
                            prefs.motion.set(Some(!event_target_checked(&event)));
                        }
                    />
                    {move || t("ui.less-motion")}
                </label>
                <label class="choice">
                    <input
                        type="checkbox"
                        data-field="movable"
                        prop:checked=move || prefs.movable.get()
                        on:change=move |event| prefs.movable.set(event_target_checked(&event))
                    />
                    {move || t("ui.show-movable")}
                </label>
                {notify::is_possible().then(notifications)}
            </div>
            <div class="row">
                <button
                    type="button"
                    data-tool="export"
                    on:click=move |_| {
                        let games = store::games();
                        if let Ok(text) = serde_json::to_string_pretty(&games) {
                            dom::download("tablier.json", "application/json", &text);
                        }
                    }
                >
                    {move || t("ui.export")}
                </button>
                <button
                    type="button"
                    class="danger"
                    data-tool="delete-all"
                    on:click=move |_| {
                        if sure.get_untracked() {
                            store::clear();
                            let _ = dom::window().location().set_href("/");
                        } else {
                            sure.set(true);
                        }
                    }
                >
                    {move || if sure.get() { t("ui.delete-sure") } else { t("ui.delete-all") }}
                </button>
                <button type="button" on:click=move |_| close()>
                    {move || t("ui.close")}
                </button>
            </div>
        </section>
    }
}
