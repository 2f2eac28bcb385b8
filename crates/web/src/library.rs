//! The rulebooks, lessons and puzzles: a separate file, fetched when somebody first wants to read.

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use crate::dom;
use crate::words::t;

/// Whether the texts have arrived.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum State {
    Coming,
    Here,
    Failed,
}

/// Shows a page as soon as the texts have arrived.
pub fn with_books<V: IntoView + 'static>(page: impl Fn() -> V + Send + 'static) -> impl IntoView {
    let state = RwSignal::new(State::Coming);
    let fetch = move || {
        state.set(State::Coming);
        spawn_local(async move {
            let come = tablier_books::library::is_here() || fetch().await.is_some();
            // The page may have gone meanwhile.
            state.try_set(if come { State::Here } else { State::Failed });
        });
    };
    if tablier_books::library::is_here() {
        state.set(State::Here);
    } else {
        fetch();
    }
    move || match state.get() {
        State::Here => page().into_any(),
        State::Coming => view! {
            <section class="page narrow">
                <p class="lead" role="status">{t("book-page.coming")}</p>
            </section>
        }
        .into_any(),
        State::Failed => view! {
            <section class="page narrow">
                <h1>{t("book-page.not-come")}</h1>
                <button type="button" class="primary" on:click=move |_| fetch()>
                    {t("book-page.try-again")}
                </button>
            </section>
        }
        .into_any(),
    }
}

/// Whether the texts are here; they are fetched for what can do without them.
pub fn bring() -> RwSignal<bool> {
    let here = RwSignal::new(tablier_books::library::is_here());
    if !here.get_untracked() {
        spawn_local(async move {
            let come = fetch().await.is_some();
            // The page may have gone meanwhile.
            here.try_set(come);
        });
    }
    here
}

/// Fetches the file and registers its texts.
async fn fetch() -> Option<()> {
    let answer = dom::window().fetch_with_str(&dom::asset("books.txt"));
    let answer: web_sys::Response = JsFuture::from(answer).await.ok()?.dyn_into().ok()?;
    if !answer.ok() {
        return None;
    }
    let text = JsFuture::from(answer.text().ok()?).await.ok()?;
    tablier_books::library::provide(text.as_string()?);
    Some(())
}
