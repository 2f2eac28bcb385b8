//! Names of people: those with an account lead to a profile, guests have none.

use std::cell::Cell;
use std::collections::HashMap;

use leptos::prelude::*;
use serde::Deserialize;
use tablier_rooms::PlayerId;
use wasm_bindgen_futures::spawn_local;

use super::api;
use crate::{dom, percent};

/// How many people the server is asked about at a time.
const AT_ONCE: usize = 50;

/// What is known about people: the name of their account, or that they have none.
#[derive(Copy, Clone)]
struct Profiles {
    known: RwSignal<HashMap<PlayerId, Option<String>>>,
    /// Those about whom the server will be asked.
    wanted: StoredValue<Vec<PlayerId>>,
}

// Not a context: what is known outlives the page that asked.
thread_local! {
    static PROFILES: Cell<Option<Profiles>> = const { Cell::new(None) };
}

#[derive(Deserialize)]
struct Accounts {
    players: Vec<Account>,
}

#[derive(Deserialize)]
struct Account {
    id: PlayerId,
    name: String,
}

/// Remembers profiles for as long as the client runs.
pub fn provide() {
    PROFILES.set(Some(Profiles {
        known: RwSignal::new(HashMap::new()),
        wanted: StoredValue::new(Vec::new()),
    }));
}

/// Somebody's name, which becomes a link if they have a profile. It is the account that counts, not
/// the name: a guest may be called what somebody else registers later.
pub fn name(player: PlayerId, name: String) -> impl IntoView {
    let profiles = PROFILES.get().expect("the client provides it first");
    profiles.ask(&player);
    let account = Memo::new(move |_| profiles.known.read().get(&player).cloned().flatten());
    move || match account.get() {
        Some(account) => {
            let address = format!("/player/{}", percent::encode_path(&account));
            view! { <a class="person" href=address>{name.clone()}</a> }.into_any()
        }
        None => view! { <span class="person">{name.clone()}</span> }.into_any(),
    }
}

impl Profiles {
    /// Asks about somebody, together with all others who are shown at the same time.
    fn ask(self, player: &PlayerId) {
        let known = self.known.read_untracked().contains_key(player);
        let mut first = false;
        self.wanted.update_value(|wanted| {
            if !known && !wanted.contains(player) {
                first = wanted.is_empty();
                wanted.push(player.clone());
            }
        });
        if first {
            dom::after(0, move || self.send());
        }
    }

    fn send(self) {
        let mut wanted = Vec::new();
        self.wanted
            .update_value(|asked| wanted = std::mem::take(asked));
        for some in wanted.chunks(AT_ONCE) {
            let some = some.to_vec();
            spawn_local(async move {
                let ids: Vec<&str> = some.iter().map(PlayerId::as_str).collect();
                let path = format!("/api/players?ids={}", ids.join(","));
                // Without an answer nobody is known, and the next page asks again.
                let Ok(came) = api::get::<Accounts>(&path).await else {
                    return;
                };
                self.known.update(|known| {
                    known.extend(some.into_iter().map(|player| (player, None)));
                    let accounts = came.players.into_iter();
                    known.extend(accounts.map(|account| (account.id, Some(account.name))));
                });
            });
        }
    }
}
