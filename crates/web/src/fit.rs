//! The level that the computer plays at: the one that fits the person's results, or the last one chosen.

use leptos::prelude::*;
use tablier_advice::fitting_level;
use tablier_rules::scene::Message;
use tablier_rules::{Outcome, Status, Verdict};

use crate::begin::usual_players;
use crate::prefs::Prefs;
use crate::session::{Player, Session};
use crate::store;
use crate::words::{say, t, word};

/// How many games count: the last ones.
const COUNTED: usize = 30;

/// The level to propose for a game.
pub(crate) fn level_for(id: &str) -> u8 {
    let prefs = Prefs::get();
    if prefs.adapts.get_untracked() {
        fitting_level(results(id))
    } else {
        prefs.level.get_untracked()
    }
}

/// The players of another game: where one person plays the computer and it adapts, the computer is as
/// strong as fits now.
pub(crate) fn again(id: &str, mut players: Vec<Player>) -> Vec<Player> {
    let persons = players.iter().filter(|&&one| one == Player::Person).count();
    if persons == 1 && Prefs::get().adapts.get_untracked() {
        let level = level_for(id);
        for player in &mut players {
            if let Player::Machine(machine) = player {
                *machine = level;
            }
        }
    }
    players
}

/// The person's finished games against the computer, oldest first: the level, and the share won.
fn results(id: &str) -> Vec<(u8, f32)> {
    let finished = store::games().into_iter().filter(|saved| {
        saved.over && saved.start.is_none() && saved.spec.split(':').next() == Some(id)
    });
    let mut results: Vec<_> = finished
        .filter_map(|saved| {
            let session = Session::load(&saved).ok()?;
            match session.table().status() {
                Status::Over(outcome) => result(&session.players, outcome),
                Status::Acts(_) => None,
            }
        })
        .take(COUNTED)
        .collect();
    results.reverse();
    results
}

/// What a game says of the one person in it: the strongest computer and the share won.
fn result(players: &[Player], outcome: Outcome) -> Option<(u8, f32)> {
    let mut person = None;
    let mut level = None;
    for (seat, player) in players.iter().enumerate() {
        match player {
            Player::Machine(machine) => level = level.max(Some(*machine)),
            Player::Person if person.is_none() => person = Some(seat),
            _ => return None,
        }
    }
    let Outcome::Seats { verdicts, .. } = outcome else {
        return None;
    };
    let share = match verdicts[person?] {
        Verdict::Won => 1.0,
        Verdict::Drew => 0.5,
        Verdict::Lost => 0.0,
    };
    Some((level?, share))
}

/// Says which level fits and why, and lets the person switch that off.
pub(crate) fn note(id: &'static str, players: RwSignal<Vec<Player>>) -> impl IntoView {
    let adapts = Prefs::get().adapts;
    let played = results(id);
    let level = fitting_level(played.iter().copied());
    let text = move || {
        let key = if played.is_empty() {
            "engine.fit-new"
        } else {
            "engine.fit"
        };
        say(&Message::new(key)
            .number("count", played.len() as i64)
            .number("level", level)
            .text("name", word(&format!("engine.level-{level}"))))
    };
    view! {
        <label class="line">
            {move || t("engine.fit-adapt")}
            <input
                type="checkbox"
                data-field="adapts"
                prop:checked=move || adapts.get()
                on:change=move |event| {
                    adapts.set(event_target_checked(&event));
                    players.set(usual_players(id, 4));
                }
            />
        </label>
        {move || adapts.get().then(|| view! { <p class="fit">{text()}</p> })}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_games_of_one_person_against_the_computer_count() {
        let first_wins = Outcome::won_by(2, |seat| seat.index() == 0);
        let machine = Player::Machine(3);
        assert_eq!(
            result(&[Player::Person, machine], first_wins),
            Some((3, 1.0))
        );
        assert_eq!(
            result(&[machine, Player::Person], first_wins),
            Some((3, 0.0))
        );
        assert_eq!(result(&[Player::Person, Player::Person], first_wins), None);
        assert_eq!(result(&[machine, machine], first_wins), None);
        assert_eq!(result(&[Player::Person], Outcome::Left(2)), None);
        let drawn = Outcome::drawn_by(3, |_| true);
        let strongest = [Player::Machine(2), Player::Person, Player::Machine(7)];
        assert_eq!(result(&strongest, drawn), Some((7, 0.5)));
    }
}
