//! Which page is shown, by the path of the address. Links are ordinary links; clicks on those that
//! stay inside are handled here, without asking the server.

use std::cell::Cell;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use crate::{dom, percent};

/// A page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Route {
    /// All games.
    Shelf,
    /// A game's own page.
    Game(String),
    /// A game being played, by its id among the saved ones.
    Play(String),
    /// The analysis table; the address carries a game after `#`.
    Analysis,
    /// The review of a game; the address carries it after `#`.
    Review,
    /// The games kept in this browser.
    Games,
    /// Open tables, games being played, the player's online games.
    Online,
    /// An online table, by its id.
    Table(String),
    /// The player's identity online.
    Account,
    /// Somebody's profile, by name.
    Player(String),
    /// A game's rulebook; the address carries the number of a rule after `#`.
    Rules(String),
    /// A game's lesson.
    Learn(String),
    /// The puzzle of the day.
    Daily,
    /// A game's puzzles.
    Puzzles(String),
    /// A game's board and pieces on paper.
    Print(String),
    /// Thanks, makers, rulings and the licence.
    About,
    /// There is no such page.
    Lost,
}

impl Route {
    /// The page that a path names.
    pub fn parse(path: &str) -> Self {
        let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        match parts[..] {
            [] | ["index.html"] => Route::Shelf,
            ["game", id] => Route::Game(id.to_owned()),
            ["play", id] => Route::Play(id.to_owned()),
            ["analysis"] => Route::Analysis,
            ["review"] => Route::Review,
            ["games"] => Route::Games,
            ["online"] => Route::Online,
            ["t", id] => Route::Table(id.to_owned()),
            ["account"] => Route::Account,
            ["player", name] => {
                Route::Player(percent::decode(name).unwrap_or_else(|| name.to_owned()))
            }
            ["rules", id] => Route::Rules(id.to_owned()),
            ["learn", id] => Route::Learn(id.to_owned()),
            ["print", id] => Route::Print(id.to_owned()),
            ["about"] => Route::About,
            ["puzzles"] => Route::Daily,
            ["puzzles", id] => Route::Puzzles(id.to_owned()),
            _ => Route::Lost,
        }
    }

    /// The path of a page.
    pub fn path(&self) -> String {
        match self {
            Route::Shelf | Route::Lost => "/".to_owned(),
            Route::Game(id) => format!("/game/{id}"),
            Route::Play(id) => format!("/play/{id}"),
            Route::Analysis => "/analysis".to_owned(),
            Route::Review => "/review".to_owned(),
            Route::Games => "/games".to_owned(),
            Route::Online => "/online".to_owned(),
            Route::Table(id) => format!("/t/{id}"),
            Route::Account => "/account".to_owned(),
            Route::Player(name) => format!("/player/{}", percent::encode_path(name)),
            Route::Rules(id) => format!("/rules/{id}"),
            Route::Learn(id) => format!("/learn/{id}"),
            Route::Print(id) => format!("/print/{id}"),
            Route::About => "/about".to_owned(),
            Route::Daily => "/puzzles".to_owned(),
            Route::Puzzles(id) => format!("/puzzles/{id}"),
        }
    }
}

/// The page shown; there is one for the whole client.
#[derive(Copy, Clone)]
pub struct Router {
    /// The page shown.
    pub route: RwSignal<Route>,
    /// The part of the address after `#`.
    pub fragment: RwSignal<String>,
}

thread_local! {
    static ROUTER: Cell<Option<Router>> = const { Cell::new(None) };
}

impl Router {
    /// Reads the address and follows it.
    pub fn provide() -> Self {
        let router = Self {
            route: RwSignal::new(Route::Shelf),
            fragment: RwSignal::new(String::new()),
        };
        router.read();
        ROUTER.set(Some(router));
        for event in ["popstate", "hashchange"] {
            let read = Closure::<dyn FnMut()>::new(move || router.read());
            let _ = dom::window()
                .add_event_listener_with_callback(event, read.as_ref().unchecked_ref());
            read.forget();
        }
        let click =
            Closure::<dyn FnMut(web_sys::MouseEvent)>::new(move |event| router.click(event));
        let _ = dom::document()
            .add_event_listener_with_callback("click", click.as_ref().unchecked_ref());
        click.forget();
        router
    }

    /// The router of the page.
    pub fn get() -> Self {
        ROUTER.get().expect("the client provides it first")
    }

    fn read(self) {
        let location = dom::window().location();
        let route = Route::parse(&location.pathname().unwrap_or_default());
        let fragment = location.hash().unwrap_or_default();
        self.fragment
            .set(fragment.trim_start_matches('#').to_owned());
        if self.route.get_untracked() != route {
            self.route.set(route);
        }
    }

    /// Goes to a page.
    pub fn go(self, address: &str) {
        if let Ok(history) = dom::window().history() {
            let _ = history.push_state_with_url(&JsValue::NULL, "", Some(address));
        }
        self.read();
        dom::window().scroll_to_with_x_and_y(0.0, 0.0);
    }

    /// Changes the part after `#`, without a new entry in the history.
    pub fn set_fragment(self, fragment: &str) {
        if let Ok(history) = dom::window().history() {
            let address = format!("{}#{fragment}", self.route.get_untracked().path());
            let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
        }
    }

    fn click(self, event: web_sys::MouseEvent) {
        let plain = event.button() == 0
            && !event.ctrl_key()
            && !event.meta_key()
            && !event.shift_key()
            && !event.default_prevented();
        let link = dom::around(event.target(), "href");
        let Some(link) = link.filter(|_| plain) else {
            return;
        };
        let href = link.get_attribute("href").unwrap_or_default();
        let elsewhere = link.has_attribute("download") || link.has_attribute("target");
        if href.starts_with('/') && !elsewhere {
            event.prevent_default();
            self.go(&href);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_its_address() {
        for route in [
            Route::Shelf,
            Route::Game("x".to_owned()),
            Route::Play("abc".to_owned()),
            Route::Analysis,
            Route::Review,
            Route::Games,
            Route::Online,
            Route::Table("abc".to_owned()),
            Route::Account,
            Route::Player("Zoé / 1.0 % +".to_owned()),
            Route::Rules("x".to_owned()),
            Route::Learn("x".to_owned()),
            Route::Daily,
            Route::About,
            Route::Puzzles("x".to_owned()),
            Route::Print("x".to_owned()),
        ] {
            assert_eq!(Route::parse(&route.path()), route);
        }
        assert_eq!(Route::parse("/nowhere/at/all"), Route::Lost);
        assert_eq!(Route::parse("/player/50%"), Route::Player("50%".to_owned()));
    }
}
