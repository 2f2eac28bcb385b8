//! What the browser keeps: preferences, games in progress and finished ones, and what is not yet
//! stored on the server for online tables. Nothing leaves it.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tablier_rooms::{CommandId, RoomId};

use tablier_advice::review::Review;

use crate::online::mirror::Kept;
use crate::session::Saved;

const GAME: &str = "tablier.game.";
const PREFS: &str = "tablier.prefs";
const PROGRESS: &str = "tablier.progress";
const NAMES: &str = "tablier.names";
const OUTBOX: &str = "tablier.outbox.";
const ONLINE: &str = "tablier.online";
const REVIEW: &str = "tablier.review.";
const INVITATIONS: &str = "tablier.invitations";
const SEEN: &str = "tablier.seen";
const MET: &str = "tablier.met";
/// How many online tables are remembered as seen, or with the key of their invitation.
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

fn remove(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}

/// The keys that begin so.
fn keys(prefix: &str) -> Vec<String> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let count = storage.length().unwrap_or(0);
    (0..count)
        .filter_map(|index| storage.key(index).ok()?)
        .filter(|key| key.starts_with(prefix))
        .collect()
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

/// The names of the people who last shared this screen.
pub fn names() -> Vec<String> {
    read(NAMES).unwrap_or_default()
}

/// Saves them.
pub fn set_names(names: &[String]) {
    write(NAMES, &names);
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
    remove(&game_key(id));
}

/// A kept review.
#[derive(Serialize, Deserialize)]
struct KeptReview {
    /// When it was made, in milliseconds since 1970.
    made: f64,
    review: Review,
}

/// How many reviews are kept; the oldest go first.
const MOST_REVIEWS: usize = 60;

/// The storage key of a game's review: the same game always has the same.
fn review_key(game: &str, start: Option<&str>, actions: &[String]) -> String {
    let parts = [game, start.unwrap_or_default()].into_iter();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for part in parts.chain(actions.iter().map(String::as_str)) {
        for byte in part.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    format!("{REVIEW}{hash:016x}")
}

/// The kept review of a game.
pub fn review(game: &str, start: Option<&str>, actions: &[String]) -> Option<Review> {
    let kept: KeptReview = read(&review_key(game, start, actions))?;
    Some(kept.review).filter(|review| review.is_of(game, start, actions))
}

/// Keeps a review.
pub fn set_review(review: &Review) {
    let mut kept: Vec<(f64, String)> = keys(REVIEW)
        .into_iter()
        .map(|key| (read::<KeptReview>(&key).map_or(0.0, |kept| kept.made), key))
        .collect();
    kept.sort_by(|a, b| a.0.total_cmp(&b.0));
    let surplus = (kept.len() + 1).saturating_sub(MOST_REVIEWS);
    kept.iter().take(surplus).for_each(|(_, key)| remove(key));
    let key = review_key(&review.game, review.start.as_deref(), &review.actions);
    let review = review.clone();
    let made = crate::time::now();
    write(&key, &KeptReview { made, review });
}

/// Forgets the review of a game.
pub fn remove_review(game: &str, start: Option<&str>, actions: &[String]) {
    remove(&review_key(game, start, actions));
}

/// All saved games, the last touched first.
pub fn games() -> Vec<Saved> {
    let mut games: Vec<Saved> = keys(GAME)
        .iter()
        .filter_map(|key| game(key.strip_prefix(GAME)?))
        .collect();
    games.sort_by(|a, b| b.touched.total_cmp(&a.touched));
    games
}

/// Forgets everything.
pub fn clear() {
    for key in keys("tablier.") {
        remove(&key);
    }
}

thread_local! {
    /// The name of this tab in the keys of its outboxes.
    static TAB: String = new_id();
}

/// What this browser sent to an online table and is not answered yet, from whichever tab, open or
/// closed. A command that two tabs send is carried out once.
pub fn outbox(room: &RoomId) -> Vec<Kept> {
    let mut all: Vec<Kept> = Vec::new();
    for key in outbox_keys(room) {
        for kept in read::<Vec<Kept>>(&key).unwrap_or_default() {
            if !all.iter().any(|known| known.is(kept.id())) {
                all.push(kept);
            }
        }
    }
    all
}

/// Takes over what any tab left behind on its way to an online table.
pub fn adopt_outbox(room: &RoomId) -> Vec<Kept> {
    let all = outbox(room);
    set_outbox(room, &all);
    let mine = outbox_key(room);
    for key in outbox_keys(room).into_iter().filter(|key| *key != mine) {
        remove(&key);
    }
    all
}

/// Saves what is on its way from this tab to an online table.
pub fn set_outbox(room: &RoomId, outbox: &[Kept]) {
    save_outbox(&outbox_key(room), outbox);
}

/// The online tables to which something is on its way.
pub fn outboxes() -> Vec<RoomId> {
    let mut rooms: Vec<RoomId> = keys(OUTBOX)
        .iter()
        .filter_map(|key| key.strip_prefix(OUTBOX)?.split_once('.'))
        .filter_map(|(room, _)| RoomId::new(room).ok())
        .collect();
    rooms.sort_unstable();
    rooms.dedup();
    rooms
}

/// Something sent to an online table is answered.
pub fn settle(room: &RoomId, id: &CommandId) {
    for key in outbox_keys(room) {
        let mut outbox: Vec<Kept> = read(&key).unwrap_or_default();
        outbox.retain(|kept| !kept.is(id));
        save_outbox(&key, &outbox);
    }
}

fn save_outbox(key: &str, outbox: &[Kept]) {
    if outbox.is_empty() {
        remove(key);
    } else {
        write(key, &outbox);
    }
}

fn outbox_key(room: &RoomId) -> String {
    TAB.with(|tab| format!("{OUTBOX}{room}.{tab}"))
}

fn outbox_keys(room: &RoomId) -> Vec<String> {
    keys(&format!("{OUTBOX}{room}."))
}

/// Whether this browser was ever at an online table.
pub fn has_been_online() -> bool {
    read::<bool>(ONLINE).unwrap_or(false)
}

/// Records that this browser is at an online table, or wants to be.
pub fn set_been_online() {
    write(ONLINE, &true);
}

/// The key of the kept seats of a table that was opened here.
pub fn invitation(room: &RoomId) -> Option<String> {
    let all: Vec<(String, String)> = read(INVITATIONS).unwrap_or_default();
    let known = all.into_iter().find(|(known, _)| known == room.as_str());
    known.map(|(_, key)| key)
}

/// Saves it: the server tells it once.
pub fn set_invitation(room: &RoomId, key: &str) {
    let mut all: Vec<(String, String)> = read(INVITATIONS).unwrap_or_default();
    all.push((room.to_string(), key.to_owned()));
    let surplus = all.len().saturating_sub(MOST_SEEN);
    write(INVITATIONS, &all.split_off(surplus));
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

/// Whether the player knows a game: they were told once what it is about.
pub fn has_met(game: &str) -> bool {
    let met: Vec<String> = read(MET).unwrap_or_default();
    met.iter().any(|known| known == game)
}

/// Records that the player has been told what a game is about.
pub fn set_met(game: &str) {
    let mut met: Vec<String> = read(MET).unwrap_or_default();
    if !met.iter().any(|known| known == game) {
        met.push(game.to_owned());
        write(MET, &met);
    }
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
