//! One's own results by game and by the computer's level, counted from the games kept in this browser.

use std::collections::BTreeMap;

use leptos::prelude::*;
use tablier_rules::{Outcome, Status, Verdict, catalog};

use crate::session::{Player, Saved, Session};
use crate::words::{t, word};

/// Against whom a game was played. The order is that of the list.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Against {
    /// Nobody: a game for one.
    Nobody,
    /// The computer at this level, the highest if there were several.
    Machine(u8),
    /// People at the same screen, who share the result.
    People,
}

/// The results of one game against one opponent.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct Tally {
    played: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    /// The fewest pieces left in a game for one.
    best: Option<u32>,
}

impl Tally {
    fn add(&mut self, players: &[Player], outcome: Outcome) {
        self.played += 1;
        match outcome {
            Outcome::Left(left) => {
                let left = u32::from(left);
                self.best = Some(self.best.map_or(left, |best| best.min(left)));
            }
            Outcome::Seats { verdicts, .. } => {
                let mut seats = players.iter().enumerate();
                let mine = seats.find(|(_, player)| **player == Player::Person);
                match mine.and_then(|(seat, _)| verdicts.get(seat)) {
                    Some(Verdict::Won) => self.won += 1,
                    Some(Verdict::Drew) => self.drawn += 1,
                    Some(Verdict::Lost) => self.lost += 1,
                    None => {}
                }
            }
        }
    }
}

/// Against whom these players' only person played; none if the computer played alone.
fn against(players: &[Player]) -> Option<Against> {
    let people = players.iter().filter(|&&p| p == Player::Person).count();
    let levels = players.iter().filter_map(|player| match player {
        Player::Machine(level) => Some(*level),
        _ => None,
    });
    match (people, players.len()) {
        (0, _) => None,
        (1, 1) => Some(Against::Nobody),
        (1, _) => levels.max().map(Against::Machine),
        _ => Some(Against::People),
    }
}

/// The results of all finished games: by place in the catalog, then by opponent.
fn results(games: &[Saved]) -> BTreeMap<(usize, Against), Tally> {
    let mut all: BTreeMap<(usize, Against), Tally> = BTreeMap::new();
    for saved in games.iter().filter(|saved| saved.over) {
        let Ok(session) = Session::load(saved) else {
            continue;
        };
        let id = session.table().info().id;
        let place = catalog::GAMES.iter().position(|info| info.id == id);
        let (Some(place), Some(against)) = (place, against(&session.players)) else {
            continue;
        };
        if let Status::Over(outcome) = session.table().status() {
            let tally = all.entry((place, against)).or_default();
            tally.add(&session.players, outcome);
        }
    }
    all
}

/// The results of the games kept here; nothing while none is finished.
pub(super) fn statistics(games: RwSignal<Vec<Saved>>) -> impl IntoView {
    move || {
        let results = results(&games.read());
        if results.is_empty() {
            return None;
        }
        let rows = results
            .into_iter()
            .map(|((place, against), tally)| {
                let info = catalog::GAMES[place];
                let opponent = move || match against {
                    Against::Nobody => t("statistics.alone"),
                    Against::Machine(level) => format!("{} {level}", word("ui.level")),
                    Against::People => t("statistics.people"),
                };
                let shared = matches!(against, Against::People | Against::Nobody);
                let count = move |number: u32| {
                    if shared {
                        String::new()
                    } else {
                        number.to_string()
                    }
                };
                let best = move || {
                    tally
                        .best
                        .map(|best| format!(" ({} {best})", t("statistics.best")))
                };
                view! {
                    <tr data-against=format!("{} {against:?}", info.id)>
                        <th scope="row">
                            <a href=format!("/game/{}", info.id)>{info.title}</a>
                        </th>
                        <td class="against">{opponent}{best}</td>
                        <td>{tally.played}</td>
                        <td>{count(tally.won)}</td>
                        <td>{count(tally.drawn)}</td>
                        <td>{count(tally.lost)}</td>
                    </tr>
                }
            })
            .collect_view();
        let head = move |key: &'static str| view! { <th scope="col">{move || t(key)}</th> };
        Some(view! {
            <h2 id="statistics">{move || t("statistics.title")}</h2>
            <div class="statistics">
                <table>
                    <thead>
                        <tr>
                            {head("ui.game")}
                            {head("statistics.against")}
                            {head("statistics.played")}
                            {head("statistics.won")}
                            {head("statistics.drawn")}
                            {head("statistics.lost")}
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(spec: &str, players: &[Player], loser: Option<u8>) -> Saved {
        let mut session = Session::new(spec, None, players.to_vec()).unwrap();
        let ending = match loser {
            Some(seat) => crate::session::EarlyEnd::Resigned(tablier_rules::Seat::new(seat)),
            None => crate::session::EarlyEnd::Draw,
        };
        assert!(session.leave(ending));
        session.save("x", 1.0)
    }

    #[test]
    fn results_are_counted_by_game_and_level() {
        let me = Player::Person;
        let games = [
            finished("d21", &[me, Player::Machine(3)], Some(1)),
            finished("d21", &[Player::Machine(3), me], Some(1)),
            finished("d21", &[me, Player::Machine(3)], None),
            finished("d21", &[me, Player::Machine(7)], Some(0)),
            finished("d21", &[me, me], Some(0)),
            finished("d21", &[Player::Machine(3), Player::Machine(3)], Some(0)),
        ];
        let results = results(&games);
        let place = catalog::GAMES
            .iter()
            .position(|info| info.id == "d21")
            .unwrap();
        let of = |against| results.get(&(place, against)).copied().unwrap_or_default();
        let three = of(Against::Machine(3));
        assert_eq!(
            (three.played, three.won, three.drawn, three.lost),
            (3, 1, 1, 1)
        );
        assert_eq!(of(Against::Machine(7)).lost, 1);
        assert_eq!(of(Against::People).played, 1);
        assert_eq!(results.len(), 3, "the computer's own games are nobody's");
    }
}
