//! One game in several tabs: only the tab that opened it last plays it, the others say so.
//! Otherwise each would overwrite what the other has saved.

use leptos::prelude::*;
use tablier_picture as picture;
use tablier_rules::scene::Message;

use crate::icons::icon;
use crate::session::{Saved, Session};
use crate::store;
use crate::words::{say, t};

/// A tab's right to save a game.
#[derive(Copy, Clone)]
pub struct Hold {
    /// When the game was last touched, as far as this tab knows: another time means another tab.
    known: StoredValue<f64>,
    /// Whether another tab has taken the game over.
    pub lost: RwSignal<bool>,
}

impl Hold {
    /// The hold on a game; it is lost when another tab touches the game.
    pub fn new(id: &str) -> Self {
        let hold = Self {
            known: StoredValue::new(0.0),
            lost: RwSignal::new(false),
        };
        let key = store::game_key(id);
        let handle = window_event_listener(leptos::ev::storage, move |event| {
            // A game deleted elsewhere may go on here.
            if event.key().as_ref() == Some(&key) && event.new_value().is_some() {
                hold.lost.set(true);
            }
        });
        on_cleanup(move || handle.remove());
        hold
    }

    /// This tab continues from what was saved.
    pub fn begin(self, saved: &Saved) {
        self.known.set_value(saved.touched);
    }

    /// Saves the game, unless another tab has.
    pub fn keep(self, mut saved: Saved) {
        let known = self.known.get_value();
        let kept = store::game(&saved.id);
        if self.lost.get_untracked() || kept.is_some_and(|kept| kept.touched != known) {
            return self.lost.set(true);
        }
        // No two states of a game have the same time.
        saved.touched = saved.touched.max(known + 1.0);
        self.known.set_value(saved.touched);
        store::set_game(&saved);
    }
}

/// Says that the game goes on in another tab, and offers to play on here.
pub fn elsewhere(id: &str, hold: Hold) -> impl IntoView {
    let session = store::game(id).and_then(|saved| Session::load(&saved).ok());
    let title = session.as_ref().map(|session| session.table().info().title);
    let drawing = session.as_ref().map(|session| {
        let table = session.table();
        picture::board(&table.layout(), &table.scene(), false, 0)
    });
    let ply = session.map_or(0, |session| session.table().ply());
    view! {
        <section class="page narrow elsewhere">
            <h1>{title}</h1>
            <p class="lead" role="status">{move || t("ui.elsewhere")}</p>
            <span class="drawing" aria-hidden="true" inner_html=drawing></span>
            <p class="facts">
                {move || say(&Message::new("ui.count-actions").number("count", ply as i64))}
            </p>
            <p>
                <button
                    type="button"
                    class="primary large"
                    data-tool="take-over"
                    on:click=move |_| hold.lost.set(false)
                >
                    {icon("play")}
                    {move || t("ui.play-here")}
                </button>
            </p>
        </section>
    }
}
