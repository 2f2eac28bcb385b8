//! What the browser keeps: preferences, games in progress and finished ones, and what is not yet
//! stored on the server for online tables. Nothing leaves it.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tablier_rooms::RoomId;

use crate::online::mirror::Kept;
use crate::session::Saved;

const GAME: &str = "tablier.game.";
const PREFS: &str = "tablier.prefs";
const PROGRESS: &str = "tablier.progress";
const OUTBOX: &str = "tablier.outbox.";
const ONLINE: &str = "tablier.online";
const SEEN: &str = "tablier.seen";
/// How many online tables are remembered as seen.
const MOST_SEEN: usize = 60;

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok()?
}

fn read<T: DeserializeOwned>(key: &str) -> Option<T> {
    let text = storage()?.get_item(key).ok()??;
    serde_json::from_str(&text).ok()
}

fn write<T: Serialize>(key: &str, value: &T) {
    if let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(value)) {
        // Full or disabled storage must not stop a game.
        let _ = storage.set_item(key, &text);
    }
}

/// The saved preferences, if there are any.
pub fn prefs<T: DeserializeOwned>() -> Option<T> {
    read(PREFS)
}

/// Saves the preferences.
pub fn set_prefs<T: Serialize>(prefs: &T) {
    write(PREFS, prefs);
}

/// What was learnt and solved, if there is anything.
pub fn progress<T: DeserializeOwned>() -> Option<T> {
    read(PROGRESS)
}

/// Saves what was learnt and solved.
pub fn set_progress<T: Serialize>(progress: &T) {
    write(PROGRESS, progress);
}

/// The storage key of a game.
pub fn game_key(id: &str) -> String {
    format!("{GAME}{id}")
}

/// A saved game.
pub fn game(id: &str) -> Option<Saved> {
    read(&game_key(id))
}

/// Saves a game.
pub fn set_game(saved: &Saved) {
    write(&game_key(&saved.id), saved);
}

/// Forgets a game.
pub fn remove_game(id: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&game_key(id));
    }
}

/// All saved games, the last touched first.
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

/// What was sent to an online table and is not answered yet. It belongs to one browser tab.
pub fn outbox(room: &RoomId) -> Vec<Kept> {
    let read = || {
        let text = tab_storage()?.get_item(&format!("{OUTBOX}{room}")).ok()??;
        serde_json::from_str(&text).ok()
    };
    read().unwrap_or_default()
}

/// Saves what is on its way to an online table.
pub fn set_outbox(room: &RoomId, outbox: &[Kept]) {
    let Some(storage) = tab_storage() else { return };
    let key = format!("{OUTBOX}{room}");
    if outbox.is_empty() {
        let _ = storage.remove_item(&key);
    } else if let Ok(text) = serde_json::to_string(outbox) {
        let _ = storage.set_item(&key, &text);
    }
}

fn tab_storage() -> Option<web_sys::Storage> {
    web_sys::window()?.session_storage().ok()?
}

/// Whether this browser was ever at an online table.
pub fn has_been_online() -> bool {
    read::<bool>(ONLINE).unwrap_or(false)
}

/// Records that this browser is at an online table, or wants to be.
pub fn set_been_online() {
    write(ONLINE, &true);
}

/// How much of an online game has been seen.
#[derive(Serialize, Deserialize)]
struct Seen {
    room: String,
    ply: usize,
}

/// How many actions of an online game were seen here, if any.
pub fn seen(room: &RoomId) -> Option<usize> {
    let all: Vec<Seen> = read(SEEN).unwrap_or_default();
    let known = all.iter().find(|seen| seen.room == room.as_str());
    known.map(|seen| seen.ply)
}

/// Records how many actions of an online game have been seen.
pub fn set_seen(room: &RoomId, ply: usize) {
    let mut all: Vec<Seen> = read(SEEN).unwrap_or_default();
    all.retain(|seen| seen.room != room.as_str());
    all.push(Seen {
        room: room.to_string(),
        ply,
    });
    let surplus = all.len().saturating_sub(MOST_SEEN);
    write(SEEN, &all.split_off(surplus));
}

/// An id for a new game.
pub fn new_id() -> String {
    let letters = b"abcdefghjkmnpqrstuvwxyz23456789";
    (0..8)
        .map(|_| {
            let at = (js_sys::Math::random() * letters.len() as f64) as usize;
            char::from(letters[at.min(letters.len() - 1)])
        })
        .collect()
}
