//! Starting a new game: from the shelf, from a game's page, from the end of another.

use crate::router::Router;
use crate::session::{Clock, Player, Session};
use crate::{fit, store, time};

/// Starts a separate game at once.
pub fn begin(spec: &str, start: Option<&str>, players: Vec<Player>, clock: Option<Clock>) {
    begin_with(spec, start, players, Vec::new(), clock);
}

/// The same with the names of the people at this screen.
pub fn begin_with(
    spec: &str,
    start: Option<&str>,
    players: Vec<Player>,
    names: Vec<String>,
    clock: Option<Clock>,
) {
    let Ok(mut session) = Session::new(spec, start, players) else {
        return;
    };
    session.names = names;
    session.clock = clock;
    let id = store::new_id();
    store::set_game(&session.save(&id, time::now()));
    Router::get().go(&format!("/play/{id}"));
}

/// The usual game: a person on the first seat, the computer on the others.
pub fn usual_players(id: &str, seats: usize) -> Vec<Player> {
    let level = fit::level_for(id);
    (0..seats)
        .map(|seat| {
            if seat == 0 {
                Player::Person
            } else {
                Player::Machine(level)
            }
        })
        .collect()
}
