//! What people are told of the chances. The search and the levels do without.

use std::iter;

use tablier_rules::{Match, Seat, Status};

use crate::sides::{chance, side_count};
use crate::{Method, Mind, Profile, RootMove, SearchResult, network};

/// Each seat's chance.
type Chances = [f32; Seat::MOST];

/// Tells the chances in one position of a match, as measured by `tablier chances`.
pub(crate) struct Telling<'a, G: Mind> {
    game: &'a Match<G>,
    profile: Profile,
    /// Principal-variation search gives a score to the side that acts, and not a chance to each seat.
    by_score: bool,
    sides: usize,
    /// What was searched with a forecast takes the seat that acts for the only one that looks ahead: what the forecast says
    /// without that, and what it says with it.
    forecast: Option<[Chances; 2]>,
}

impl<'a, G: Mind> Telling<'a, G> {
    /// For what this method finds, with a network where the game has one or `plain`.
    pub(crate) fn new(
        game: &'a Match<G>,
        profile: Profile,
        method: Option<Method>,
        plain: bool,
    ) -> Self {
        let method = method.unwrap_or(profile.method);
        let rules = game.rules();
        let forecast = match game.status() {
            Status::Acts(acts) if method == Method::Mcts && !plain => network::forecast(rules)
                .map(|forecast| network::fairly(rules, forecast, game.position(), acts)),
            _ => None,
        };
        Self {
            game,
            profile,
            by_score: method == Method::Pvs,
            sides: side_count(rules),
            forecast,
        }
    }

    /// The chance of the seat that acts, as the search sees it.
    pub(crate) fn searched(&self, line: &RootMove<G::Action>) -> f32 {
        match self.by_score && self.sides == 2 {
            true => self.of_two(line),
            false => line.chance,
        }
    }

    /// The chance of the seat that acts if it plays this line, with the best line found.
    pub(crate) fn of_line(&self, line: &RootMove<G::Action>, best: &RootMove<G::Action>) -> f32 {
        let Status::Acts(acts) = self.game.status() else {
            return line.chance;
        };
        match self.sides {
            1 => line.chance,
            2 => self.of_both(self.searched(line))[0],
            // Only how much worse a line scores than the best says anything.
            _ if self.by_score => {
                let own = self.tell(self.of_several(best))[acts.index()];
                let behind = (best.score.0 - line.score.0).max(0) as f32 / self.profile.scale;
                let less = (-self.profile.sureness_at(self.game.ply()) * behind).exp();
                own * less / (1.0 - own + own * less)
            }
            sides => {
                // The others share the rest.
                let chance = self.fair_chance(acts, line.chance);
                let mut chances = [0.0; Seat::MOST];
                chances[..sides].fill((1.0 - chance) / (sides - 1) as f32);
                chances[0] = chance;
                self.tell(chances)[0]
            }
        }
    }

    /// The chance of every seat.
    pub(crate) fn of_seats(&self, found: &SearchResult<G::Action>) -> Vec<f32> {
        let rules = self.game.rules();
        let Status::Acts(acts) = self.game.status() else {
            return Vec::new();
        };
        let best = &found.lines[0];
        let by_score = self.by_score && !found.certain;
        let told: Chances = match self.sides {
            1 => found.chances,
            2 => {
                let ours = match by_score {
                    true => self.searched(best),
                    false => found.chances[acts.index()],
                };
                let [ours, theirs] = self.of_both(ours);
                let mut chances = [theirs; Seat::MOST];
                for seat in Seat::all(rules.seats()) {
                    if rules.side(seat) == rules.side(acts) {
                        chances[seat.index()] = ours;
                    }
                }
                chances
            }
            _ if by_score => self.tell(self.of_several(best)),
            _ => self.tell(self.fair(found.chances)),
        };
        told[..usize::from(rules.seats())].to_vec()
    }

    /// The chances that were searched, as if any seat might look ahead.
    fn fair(&self, mut chances: Chances) -> Chances {
        let Some([fair, searching]) = self.forecast else {
            return chances;
        };
        let ratios = fair.into_iter().zip(searching);
        for (chance, (fair, searching)) in chances.iter_mut().zip(ratios) {
            *chance *= fair / searching.max(1e-6);
        }
        let all: f32 = chances.iter().sum();
        chances.map(|chance| chance / all.max(1e-6))
    }

    /// The same for the chance of the seat that acts.
    fn fair_chance(&self, acts: Seat, chance: f32) -> f32 {
        let Some(both) = self.forecast else {
            return chance;
        };
        let [fair, searching] = both.map(|chances| chances[acts.index()].clamp(1e-6, 1.0 - 1e-6));
        let own = chance * fair / searching;
        let rest = (1.0 - chance) * (1.0 - fair) / (1.0 - searching);
        own / (own + rest)
    }

    /// What is told of two sides, of which one has this chance.
    fn of_both(&self, ours: f32) -> [f32; 2] {
        let mut chances = [ours, 1.0 - ours];
        self.profile.tell(self.game.ply(), &mut chances);
        chances
    }

    /// What is told of several.
    fn tell(&self, mut chances: Chances) -> Chances {
        self.profile.tell(self.game.ply(), &mut chances);
        chances
    }

    /// The chance that a line promises to one of two sides. The [zest](crate::Evaluation::zest) of its end says
    /// what the searching side likes and not who gains by it: it does not count. If what is left claims a win that the
    /// search did not find, the evaluation of the end counts, or of what comes before it. A draw is
    /// worth half, whatever the searching side thinks of draws.
    fn of_two(&self, line: &RootMove<G::Action>) -> f32 {
        let rules = self.game.rules();
        let scale = self.profile.scale;
        let forced = line.score.wins_in().or(line.score.loses_in()).is_some();
        let Status::Acts(ours) = self.game.status() else {
            return line.chance;
        };
        if line.score.0 == self.profile.draw {
            return 0.5;
        }
        let positions = self.positions(line);
        let mut actions = Vec::new();
        let end = &positions[positions.len() - 1];
        let over = matches!(rules.actions(end, &mut actions), Status::Over(_));
        if forced || over || rules.zest(end) == 0 {
            return line.chance;
        }
        let evaluations = positions.iter().rev().filter_map(|position| {
            match rules.actions(position, &mut actions) {
                Status::Acts(acts) => {
                    Some(rules.evaluate(position, acts, &actions, rules.side(ours)))
                }
                Status::Over(_) => None,
            }
        });
        let likely = iter::once(line.score.0 - rules.zest(end))
            .chain(evaluations)
            .find(|score| score.abs() < (CLAIMS * scale) as i32);
        chance(likely.unwrap_or(0), scale)
    }

    /// The chances of three or four seats, each for itself, from the evaluation of the position. The search
    /// takes all others for one enemy: neither its score nor the end of its line says who of them wins.
    fn of_several(&self, best: &RootMove<G::Action>) -> Chances {
        let (rules, position) = (self.game.rules(), self.game.position());
        let Status::Acts(acts) = self.game.status() else {
            return [0.0; Seat::MOST];
        };
        if best.score.wins_in().is_some() {
            let mut chances = [0.0; Seat::MOST];
            chances[acts.index()] = 1.0;
            return chances;
        }
        rules.chances(self.profile.scale, position, acts, self.game.legal())
    }

    /// The position now and after each action of a line.
    fn positions(&self, line: &RootMove<G::Action>) -> Vec<G::Position> {
        let mut positions = vec![self.game.position().clone()];
        for &action in &line.actions {
            let mut next = positions[positions.len() - 1].clone();
            self.game.rules().apply(&mut next, action);
            positions.push(next);
        }
        positions
    }
}

/// An evaluation of so many times its scale claims a win.
const CLAIMS: f32 = 10.0;

#[cfg(test)]
mod tests {
    use tablier_rules::{Spec, with_game};

    use super::*;
    use crate::Score;

    /// What is told of a line with this score and chance at the start of a game.
    fn told(spec: &str, score: i32, chance: f32, sureness: f32) -> (f32, Vec<f32>) {
        let spec = Spec::parse(spec).unwrap();
        with_game!(&spec, |rules| {
            let game = Match::new(rules);
            let profile = Profile {
                sureness,
                ..game.rules().profile().telling_plainly()
            };
            let telling = Telling::new(&game, profile, None, false);
            let line = RootMove {
                score: Score(score),
                chance,
                actions: vec![game.legal()[0]],
            };
            let found = SearchResult {
                chances: [chance, 1.0 - chance, 0.0, 0.0],
                lines: vec![line.clone()],
                depth: 1,
                nodes: 1,
                certain: false,
            };
            let best = &found.lines[0];
            (telling.of_line(&line, best), telling.of_seats(&found))
        })
        .unwrap()
    }

    /// However sure the engine is of itself.
    #[test]
    fn only_what_is_certain_is_told_to_be() {
        for chance in [0.9, 0.99, 0.9999] {
            assert!(told("saute", 7, chance, 30.0).0 < 0.999);
            assert!(told("saute", 7, 1.0 - chance, 30.0).0 > 0.001);
        }
    }

    #[test]
    fn what_is_told_keeps_its_side_and_what_is_certain() {
        let told = |chance, sureness| told("saute", 7, chance, sureness).0;
        assert_eq!((told(0.0, 0.5), told(1.0, 0.5)), (0.0, 1.0));
        assert!((told(0.5, 0.3) - 0.5).abs() < 1e-6);
        assert!((told(0.9, 1.0) - 0.9).abs() < 1e-6);
        let (high, low) = (told(0.995, 0.5), told(0.005, 0.5));
        assert!(
            high < 0.94 && (high + low - 1.0).abs() < 1e-5,
            "{high} {low}"
        );
    }

    /// A search that dislikes draws says little for one; people are told that it is half a win.
    #[test]
    fn a_draw_is_half_a_win() {
        for spec in ["blocus", "d21", "empire", "porte"] {
            let spec_of = Spec::parse(spec).unwrap();
            let draw = with_game!(&spec_of, |rules| rules.profile().draw).unwrap();
            assert!(draw < 0, "{spec}");
            assert_eq!(told(spec, draw, 0.03, 1.0), (0.5, vec![0.5, 0.5]), "{spec}");
        }
    }

    /// Before anything has happened, nobody of three or four is called lost.
    #[test]
    fn one_against_several_is_not_called_lost() {
        for (spec, seats) in [("empire:players=3", 3), ("empire:players=4", 4)] {
            let (line, chances) = told(spec, -700, 0.005, 0.3);
            assert_eq!(chances.len(), seats);
            assert!(
                (chances.iter().sum::<f32>() - 1.0).abs() < 1e-3,
                "{chances:?}"
            );
            assert!(
                chances.iter().all(|chance| (0.1..0.5).contains(chance)),
                "{chances:?}"
            );
            assert!((line - chances[0]).abs() < 1e-3, "{line} {chances:?}");
        }
    }
}
