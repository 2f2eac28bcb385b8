//! A person's preferences, kept in the browser.

use std::cell::Cell;

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use tablier_words::Language;

use crate::taste::Taste;
use crate::{dom, store};

/// How the page is coloured.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Theme {
    /// Same as the system.
    System,
    /// Warm paper.
    Light,
    /// Evening.
    Dark,
    /// Black, white and yellow with thick outlines.
    Contrast,
}

/// How a board is viewed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum View {
    /// From a chair: in perspective, everything has its height.
    Table,
    /// Straight from above, with the side faces of dice as numerals.
    Flat,
}

/// The preferences as signals; there is one set for the whole page.
#[derive(Copy, Clone)]
pub struct Prefs {
    /// The language.
    pub language: RwSignal<Language>,
    /// The colours.
    pub theme: RwSignal<Theme>,
    /// The view of boards; none until chosen, then each board has its own default.
    pub view: RwSignal<Option<View>>,
    /// Whether there is sound.
    pub sound: RwSignal<bool>,
    /// Whether things move; none means same as the system.
    pub motion: RwSignal<Option<bool>>,
    /// Whether pieces that can move are shown.
    pub movable: RwSignal<bool>,
    /// The last chosen level of the computer.
    pub level: RwSignal<u8>,
    /// Whether the computer's level is the one that fits the person's results.
    pub adapts: RwSignal<bool>,
    /// Whether the browser notifies the player of their turn online while they look elsewhere.
    pub notify: RwSignal<bool>,
    /// How tables look and behave.
    pub taste: RwSignal<Taste>,
}

// Not a context: picks, answers and timers come from outside the component tree.
thread_local! {
    static PREFS: Cell<Option<Prefs>> = const { Cell::new(None) };
}

#[derive(Serialize, Deserialize)]
struct Kept {
    language: String,
    theme: Theme,
    view: Option<View>,
    sound: bool,
    motion: Option<bool>,
    #[serde(default = "yes")]
    movable: bool,
    #[serde(default = "usual_level")]
    level: u8,
    #[serde(default = "yes")]
    adapts: bool,
    #[serde(default)]
    notify: bool,
    #[serde(default)]
    taste: Taste,
}

fn usual_level() -> u8 {
    3
}

fn yes() -> bool {
    true
}

impl Prefs {
    /// Reads what is saved, makes the signals available to the page, and saves every change.
    pub fn provide() -> Self {
        let kept: Option<Kept> = store::prefs();
        let code = kept
            .as_ref()
            .map_or_else(dom::browser_language, |kept| kept.language.clone());
        let language = if code.starts_with("fr") {
            Language::French
        } else {
            Language::English
        };
        let prefs = Self {
            language: RwSignal::new(language),
            theme: RwSignal::new(kept.as_ref().map_or(Theme::System, |kept| kept.theme)),
            view: RwSignal::new(kept.as_ref().and_then(|kept| kept.view)),
            sound: RwSignal::new(kept.as_ref().is_some_and(|kept| kept.sound)),
            motion: RwSignal::new(kept.as_ref().and_then(|kept| kept.motion)),
            movable: RwSignal::new(kept.as_ref().is_none_or(|kept| kept.movable)),
            level: RwSignal::new(kept.as_ref().map_or(usual_level(), |kept| kept.level)),
            adapts: RwSignal::new(kept.as_ref().is_none_or(|kept| kept.adapts)),
            notify: RwSignal::new(kept.as_ref().is_some_and(|kept| kept.notify)),
            taste: RwSignal::new(kept.as_ref().map(|kept| kept.taste).unwrap_or_default()),
        };
        PREFS.set(Some(prefs));
        Effect::new(move |first: Option<()>| {
            let kept = Kept {
                language: prefs.language.get().code().to_owned(),
                theme: prefs.theme.get(),
                view: prefs.view.get(),
                sound: prefs.sound.get(),
                motion: prefs.motion.get(),
                movable: prefs.movable.get(),
                level: prefs.level.get(),
                adapts: prefs.adapts.get(),
                notify: prefs.notify.get(),
                taste: prefs.taste.get(),
            };
            kept.taste.show();
            dom::set_root_attribute("lang", &kept.language);
            dom::set_root_attribute(
                "data-theme",
                match kept.theme {
                    Theme::System => "system",
                    Theme::Light => "light",
                    Theme::Dark => "dark",
                    Theme::Contrast => "contrast",
                },
            );
            dom::set_root_attribute(
                "data-motion",
                if prefs.moves() { "full" } else { "reduced" },
            );
            dom::set_root_attribute(
                "data-movable",
                if kept.movable { "shown" } else { "hidden" },
            );
            if first.is_some() {
                store::set_prefs(&kept);
            }
        });
        prefs
    }

    /// The preferences of the page.
    pub fn get() -> Self {
        PREFS.get().expect("the client provides them first")
    }

    /// Whether things may move.
    pub fn moves(self) -> bool {
        self.motion
            .get()
            .unwrap_or_else(|| !dom::prefers_reduced_motion())
    }
}
