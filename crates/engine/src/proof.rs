//! Forced wins, proved by trying everything: the same as [`minimax::wins`](crate::minimax::wins),
//! faster.
//!
//! Nothing is skipped and nothing but the rules is used. Two things save time: a reply that refuted
//! the last attempt is tried first against the next one, and what was settled about a position is
//! remembered together with the whole position.

use rustc_hash::FxHashMap;
use tablier_rules::{Rules, Status, Verdict};

use crate::sides::verdict_of;

/// A search for the forced wins of one side.
pub struct Proof<'a, R: Rules> {
    rules: &'a R,
    side: u8,
    left: u64,
    /// For each number of actions left, the last actions that settled a position.
    killers: Vec<[Option<R::Action>; 2]>,
    known: FxHashMap<u64, Entry<R::Position>>,
    buffers: Vec<Vec<R::Action>>,
}

/// What is known about a position.
struct Entry<P> {
    position: P,
    /// Won within this many actions.
    won: u32,
    /// Not won within this many.
    open: u32,
}

impl<'a, R: Rules> Proof<'a, R> {
    /// A search for the side to act in a position, visiting at most `budget` positions. None if the
    /// game is over.
    pub fn new(rules: &'a R, position: &R::Position, budget: u64) -> Option<Self> {
        let mut actions = Vec::new();
        let Status::Acts(acts) = rules.actions(position, &mut actions) else {
            return None;
        };
        Some(Self::for_side(rules, rules.side(acts), budget))
    }

    /// A search for the forced wins of this side, whoever acts, visiting at most `budget`
    /// positions.
    pub fn for_side(rules: &'a R, side: u8, budget: u64) -> Self {
        Self {
            rules,
            side,
            left: budget,
            killers: Vec::new(),
            known: FxHashMap::default(),
            buffers: Vec::new(),
        }
    }

    /// Whether the side wins by force within `within` actions. None when the budget is used up.
    pub fn wins(&mut self, position: &R::Position, within: u32) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let mut actions = self.buffers.pop().unwrap_or_default();
        let answer = match self.rules.actions(position, &mut actions) {
            Status::Over(outcome) => {
                Some(verdict_of(self.rules, outcome, self.side) == Verdict::Won)
            }
            Status::Acts(_) if within == 0 => Some(false),
            Status::Acts(acts) => {
                let own = self.rules.side(acts) == self.side;
                self.settle(position, &mut actions, own, within)
            }
        };
        self.buffers.push(actions);
        answer
    }

    /// The fewest actions in which the side wins, up to `most`. The outer none: the budget is used
    /// up.
    pub fn wins_in(&mut self, position: &R::Position, most: u32) -> Option<Option<u32>> {
        for within in 1..=most {
            if self.wins(position, within)? {
                return Some(Some(within));
            }
        }
        Some(None)
    }

    /// All actions of the side after which it wins within `within` actions, the action included.
    pub fn keys(&mut self, position: &R::Position, within: u32) -> Option<Vec<R::Action>> {
        let mut keys = Vec::new();
        for (action, next) in self.after(position) {
            if self.wins(&next, within - 1)? {
                keys.push(action);
            }
        }
        Some(keys)
    }

    /// The win in `within` actions played out: the side's quickest way against the longest defence.
    /// Empty if there is no such win.
    pub fn line(&mut self, position: &R::Position, within: u32) -> Option<Vec<R::Action>> {
        let mut line = Vec::new();
        let mut at = position.clone();
        let mut within = within;
        while within > 0 {
            let mut actions = Vec::new();
            let Status::Acts(acts) = self.rules.actions(&at, &mut actions) else {
                break;
            };
            let own = self.rules.side(acts) == self.side;
            // How many more actions each one takes; the side hurries, the others delay.
            let mut best: Option<(u32, R::Action, R::Position)> = None;
            for (action, next) in self.after(&at) {
                let needs = if self.wins(&next, 0)? {
                    Some(0)
                } else {
                    self.wins_in(&next, within - 1)?
                };
                let Some(needs) = needs else {
                    continue;
                };
                let better = match &best {
                    None => true,
                    Some((known, ..)) if own => needs < *known,
                    Some((known, ..)) => needs > *known,
                };
                if better {
                    best = Some((needs, action, next));
                }
            }
            let Some((needs, action, next)) = best else {
                break;
            };
            line.push(action);
            at = next;
            within = needs;
        }
        Some(line)
    }

    /// The actions of a position, and the positions they lead to.
    pub fn after(&self, position: &R::Position) -> Vec<(R::Action, R::Position)> {
        let mut actions = Vec::new();
        self.rules.actions(position, &mut actions);
        actions
            .into_iter()
            .map(|action| {
                let mut next = position.clone();
                self.rules.apply(&mut next, action);
                (action, next)
            })
            .collect()
    }

    fn settle(
        &mut self,
        position: &R::Position,
        actions: &mut [R::Action],
        own: bool,
        within: u32,
    ) -> Option<bool> {
        // The last two actions are quicker to try than to remember.
        let key = (within > 2).then(|| self.rules.key(position));
        if let Some(known) = key.and_then(|key| self.known.get(&key))
            && known.position == *position
        {
            if within >= known.won {
                return Some(true);
            }
            if within <= known.open {
                return Some(false);
            }
        }
        let depth = within as usize;
        if self.killers.len() <= depth {
            self.killers.resize(depth + 1, [None; 2]);
        }
        let killers = self.killers[depth];
        for (place, killer) in killers.into_iter().flatten().enumerate() {
            if let Some(at) = actions.iter().position(|&action| action == killer)
                && place < at
            {
                actions.swap(place, at);
            }
        }
        let mut answer = !own;
        for &action in actions.iter() {
            let mut next = position.clone();
            self.rules.apply(&mut next, action);
            // One action is enough to win, one reply is enough to refute it.
            if self.wins(&next, within - 1)? == own {
                answer = own;
                if killers[0] != Some(action) {
                    self.killers[depth] = [Some(action), killers[0]];
                }
                break;
            }
        }
        if let Some(key) = key {
            let known = self.known.entry(key).or_insert_with(|| Entry {
                position: position.clone(),
                won: u32::MAX,
                open: 0,
            });
            if known.position == *position {
                if answer {
                    known.won = known.won.min(within);
                } else {
                    known.open = known.open.max(within);
                }
            }
        }
        Some(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, TranspositionTable, minimax, open};
    use tablier_rules::{Spec, catalog, with_game};

    /// Near the end of short games, the answers are those of plain minimax.
    #[test]
    fn it_proves_what_plain_minimax_proves() {
        let (mut won, mut open_still) = (0, 0);
        for info in catalog::GAMES.iter().filter(|info| info.id != "solitaire") {
            let spec = Spec::parse(info.id).unwrap();
            with_game!(&spec, |rules| {
                let table = TranspositionTable::new(1);
                let never = std::sync::atomic::AtomicBool::new(false);
                for seed in [3, 4] {
                    let mut game = open(rules.clone(), 6, seed);
                    while !game.is_over() && game.ply() < 120 {
                        let limits = Limits::nodes(60);
                        let options = crate::SearchOptions {
                            method: Some(crate::Method::Pvs),
                            ..Default::default()
                        };
                        let Some(found) =
                            crate::think(&game, &options, &limits, &table, &never, &mut |_| {})
                        else {
                            break;
                        };
                        let position = game.position();
                        let small = game.legal().len() < 40;
                        let deepest = if small { 3 } else { 1 };
                        if game.ply() % 5 == 0 || found.lines[0].chance > 0.9 {
                            let mut proof = Proof::new(&rules, position, u64::MAX).unwrap();
                            for within in 0..=deepest {
                                let side = proof.side;
                                let plain = minimax::wins(&rules, position, side, within);
                                assert_eq!(proof.wins(position, within), Some(plain));
                                if plain {
                                    won += 1;
                                } else {
                                    open_still += 1;
                                }
                            }
                        }
                        game.play_unchecked(found.best());
                    }
                }
            })
            .unwrap();
        }
        assert!(won > 20 && open_still > 100, "{won} {open_still}");
    }
}
