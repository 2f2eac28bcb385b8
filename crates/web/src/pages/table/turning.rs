//! One screen passed round: the board turns to the person whose turn it is.

use leptos::prelude::*;
use tablier_rules::{Seat, catalog};

use crate::play::{Play, turn_towards};
use crate::prefs::Prefs;
use crate::session::{Player, Session};
use crate::{dom, time};

/// How long a move stays in sight before the board turns, in milliseconds.
const BREATH: f64 = 450.0;

/// Turns the board to whoever plays at this screen, if that is wanted and several people share it.
pub(super) fn turn_to_whoever_plays(play: Play) {
    let turns = play.with(sides);
    let people = play.with(|session| {
        let person = |player: &&Player| **player == Player::Person;
        session.players.iter().filter(person).count()
    });
    if people < 2 || turns.iter().all(|&turn| turn == turns[0]) {
        return;
    }
    let prefs = Prefs::get();
    let wanted = Memo::new(move |_| prefs.taste.read().passed_round);
    Effect::new(move |before: Option<bool>| {
        if !wanted.get() {
            // Switched off, the board lies as it lay at the beginning.
            if before == Some(true) {
                play.stage.turn.set(0);
            }
            return false;
        }
        let moment = play.moment.get();
        let seat = moment.to_act().filter(|_| moment.is_live());
        let Some(seat) = seat.filter(|_| moment.player == Some(Player::Person)) else {
            return true;
        };
        let turn = turns[seat.index()];
        if play.stage.turn.get_untracked() == turn {
            return true;
        }
        let rest = (play.rest.get_untracked() - time::now()).max(0.0);
        let first = before.is_none();
        dom::after(if first { 0 } else { (rest + BREATH) as i32 }, move || {
            // The page may be gone, or the game elsewhere.
            let now = play.moment.try_get_untracked();
            let same = now.is_some_and(|now| now.at == moment.at && now.is_live());
            if same && wanted.try_get_untracked() == Some(true) {
                play.stage.turn.set(turn);
            }
        });
        true
    });
}

/// The quarter turns that bring each seat's side of the board before its player, as the game begins.
fn sides(session: &Session) -> Vec<u8> {
    let table = session.table();
    let spec = table.spec().to_string();
    let seats = table.seating().sides.len() as u8;
    let Ok(fresh) = catalog::open(&spec) else {
        return vec![0; usize::from(seats)];
    };
    let (layout, scene) = (fresh.layout(), fresh.scene());
    Seat::all(seats)
        .map(|seat| turn_towards(&layout, &scene, seat))
        .collect()
}
