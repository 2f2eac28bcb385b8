//! What the browser keeps: preferences, games in progress and finished ones. Nothing leaves it.

use serde::{Serialize, de::DeserializeOwned};

use crate::session::Saved;

const GAME: &str = "tablier.game.";
const PREFS: &str = "tablier.prefs";
const PROGRESS: &str = "tablier.progress";

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

fn read<T: DeserializeOwned>(key: &str) -> Option<T> {
    let text = storage()?.get_item(key).ok()??;
    serde_json::from_str(&text).ok()
}

fn write<T: Serialize>(key: &str, value: &T) {
    if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(value)) {
        // A full or closed storage must not stop a game.
        let _ = storage.set_item(key, &text);
    }
}

/// The preferences kept, if there are any.
pub fn prefs<T: DeserializeOwned>() -> Option<T> {
    read(PREFS)
}

/// Keeps the preferences.
pub fn set_prefs<T: Serialize>(prefs: &T) {
    write(PREFS, prefs);
}

/// What was learnt and solved, if there is anything.
pub fn progress<T: DeserializeOwned>() -> Option<T> {
    read(PROGRESS)
}

/// Keeps what was learnt and solved.
pub fn set_progress<T: Serialize>(progress: &T) {
    write(PROGRESS, progress);
}

/// Under which name of the storage a game is kept.
pub fn game_key(id: &str) -> String {
    format!("{GAME}{id}")
}

/// A kept game.
pub fn game(id: &str) -> Option<Saved> {
    read(&game_key(id))
}

/// Keeps a game.
pub fn set_game(saved: &Saved) {
    write(&game_key(&saved.id), saved);
}

/// Forgets a game.
pub fn remove_game(id: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&game_key(id));
    }
}

/// All kept games, the last touched first.
pub fn games() -> Vec<Saved> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let count = storage.length().unwrap_or(0);
    let mut games: Vec<Saved> = (0..count)
        .filter_map(|index| storage.key(index).ok()?)
        .filter_map(|key| game(key.strip_prefix(GAME)?))
        .collect();
    games.sort_by(|a, b| b.touched.total_cmp(&a.touched));
    games
}

/// Forgets everything.
pub fn clear() {
    if let Some(storage) = storage() {
        let count = storage.length().unwrap_or(0);
        let keys: Vec<String> = (0..count)
            .filter_map(|index| storage.key(index).ok()?)
            .filter(|key| key.starts_with("tablier."))
            .collect();
        for key in keys {
            let _ = storage.remove_item(&key);
        }
    }
}

/// A name for a new game.
pub fn new_id() -> String {
    let letters = b"abcdefghjkmnpqrstuvwxyz23456789";
    (0..8)
        .map(|_| {
            let at = (js_sys::Math::random() * letters.len() as f64) as usize;
            char::from(letters[at.min(letters.len() - 1)])
        })
        .collect()
}
