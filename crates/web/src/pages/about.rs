//! About a game: where it comes from, what is known about it, and the player's results.

use leptos::prelude::*;
use tablier_rules::scene::Message;
use tablier_rules::{GameInfo, Outcome, Status, Verdict, catalog};
use tablier_words::Language;

use crate::session::{Player, Session};
use crate::words::{language, say, t};
use crate::{dom, store};

/// Where the game comes from, what is known about it, and the player's results.
pub fn about(info: &'static GameInfo, game: Memo<String>) -> impl IntoView {
    let text = move |what: &str| language().text(&format!("about.{}-{what}", info.id));
    let first_actions = move || {
        let table = catalog::open(&game.get()).ok()?;
        let count = table.legal().len() as i64;
        Some(say(&Message::new("ui.first-actions").number("count", count)))
    };
    let results = Scorecard::for_game(info.id);
    view! {
        <section class="about">
            {move || text("origin").map(|origin| view! {
                <h2>{t("ui.origin")}</h2>
                <p>{origin}</p>
            })}
            <h2>{move || t("ui.known")}</h2>
            <p>{move || text("known")} " " {first_actions}</p>
            {matches!(info.id, "alignement" | "solitaire").then(|| proofs(info.id))}
            <h2>{move || t("ui.results")}</h2>
            <p>
                {move || results.text()}
                " "
                <a href="/games">{move || t("ui.all-results")}</a>
            </p>
        </section>
    }
}

/// Where the proofs are explained, and how anyone can repeat them.
fn proofs(id: &'static str) -> impl IntoView {
    let document = move || match language() {
        Language::English => dom::asset("solved.md"),
        Language::French => dom::asset("solved.fr.md"),
    };
    view! {
        <p>
            <a href=format!("/rules/{id}#proved")>{move || t("ui.how-proved")}</a>
            " · "
            <a href=document target="_blank">{move || t("ui.repeat-proof")}</a>
        </p>
    }
}

/// How a person fared in a game so far.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
struct Scorecard {
    won: u32,
    drawn: u32,
    lost: u32,
    /// Finished games for one player, and the fewest pieces left.
    alone: u32,
    best: Option<u32>,
}

impl Scorecard {
    /// The finished games of one kind that are kept here.
    fn for_game(id: &str) -> Self {
        let mut card = Self::default();
        let finished = store::games()
            .into_iter()
            .filter(|saved| saved.over && saved.spec.split(':').next() == Some(id));
        for saved in finished {
            let Ok(session) = Session::load(&saved) else {
                continue;
            };
            if let Status::Over(outcome) = session.table().status() {
                card.add(&session.players, outcome);
            }
        }
        card
    }

    /// Counts a game for the person against the computer; people playing each other share the
    /// screen.
    fn add(&mut self, players: &[Player], outcome: Outcome) {
        let persons = players.iter().filter(|&&p| p == Player::Person).count();
        match outcome {
            Outcome::Left(left) => {
                self.alone += 1;
                self.best = Some(self.best.map_or(left.into(), |best| best.min(left.into())));
            }
            Outcome::Seats { verdicts, .. } if persons == 1 => {
                let seat = players.iter().position(|&p| p == Player::Person);
                match seat.map(|seat| verdicts[seat]) {
                    Some(Verdict::Won) => self.won += 1,
                    Some(Verdict::Drew) => self.drawn += 1,
                    Some(Verdict::Lost) => self.lost += 1,
                    None => {}
                }
            }
            Outcome::Seats { .. } => {}
        }
    }

    fn text(self) -> String {
        if let Some(best) = self.best {
            return say(&Message::new("ui.tally-solo")
                .number("count", i64::from(self.alone))
                .number("best", i64::from(best)));
        }
        if self.won + self.drawn + self.lost == 0 {
            return t("ui.no-results");
        }
        say(&Message::new("ui.tally")
            .number("won", i64::from(self.won))
            .number("drawn", i64::from(self.drawn))
            .number("lost", i64::from(self.lost)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_says_where_it_comes_from_and_what_is_known() {
        for info in catalog::COLLECTION {
            for what in ["origin", "known"] {
                let key = format!("about.{}-{what}", info.id);
                assert!(
                    Language::ALL.iter().all(|l| l.text(&key).is_some()),
                    "{key}"
                );
            }
        }
    }

    #[test]
    fn results_are_counted_for_the_person() {
        let mut card = Scorecard::default();
        let first_wins = Outcome::won_by(2, |seat| seat.index() == 0);
        let machine = Player::Machine(3);
        card.add(&[Player::Person, machine], first_wins);
        card.add(&[machine, Player::Person], first_wins);
        card.add(&[Player::Person, Player::Person], first_wins);
        assert_eq!((card.won, card.drawn, card.lost), (1, 0, 1));
        card.add(&[Player::Person], Outcome::Left(5));
        card.add(&[Player::Person], Outcome::Left(2));
        assert_eq!((card.alone, card.best), (2, Some(2)));
    }
}
