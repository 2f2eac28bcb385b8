//! Why an action is refused.

use super::{Action, Monstrodechecs, Phase, Position, Reach, Square, reach};
use crate::scene::Message;
use crate::scene::dice::Orientation;
use crate::{Refusal, Refusing, Seat};

impl Refusing for Monstrodechecs {
    fn refusal(&self, position: &Position, action: Action) -> Refusal {
        let message = Message::new;
        match position.phase {
            Phase::Over => return Refusal::new("C5", message("rules.over")),
            Phase::SetUp if self.has_devils() && !matches!(action, Action::Devil { .. }) => {
                return Refusal::new("MO19", message("monstrodechecs.devil-first"));
            }
            Phase::SetUp if self.has_corners() && !matches!(action, Action::Side(_)) => {
                return Refusal::new("MO20", message("monstrodechecs.side-first"));
            }
            Phase::Flips if !matches!(action, Action::Turn { .. }) => {
                if let Some((seat, at)) = position.next_choice() {
                    return Refusal::new(
                        "MO14",
                        message("monstrodechecs.turn-first")
                            .seat("seat", seat)
                            .text("at", at),
                    );
                }
            }
            _ => {}
        }
        match action {
            Action::Roll {
                from,
                to,
                orientation,
            } => self.explain_roll(position, from, to, orientation),
            Action::Turn { at, .. } => explain_turn(position, at),
            Action::Devil { .. } if !self.has_devils() => {
                Refusal::new("MO19", message("monstrodechecs.no-devils"))
            }
            Action::Devil { .. } if position.phase != Phase::SetUp => {
                Refusal::new("MO19", message("monstrodechecs.devils-chosen"))
            }
            Action::Devil { at } => Refusal::new(
                "MO19",
                message("monstrodechecs.devil-nearest-line").text("at", at),
            ),
            Action::Side(_) if !self.has_corners() => {
                Refusal::new("MO20", message("monstrodechecs.no-corners"))
            }
            Action::Side(_) if position.phase != Phase::SetUp => {
                Refusal::new("MO20", message("monstrodechecs.sides-chosen"))
            }
            Action::Side(side) => Refusal::new(
                "MO20",
                message("monstrodechecs.side-at-corner").word("side", side_key(side)),
            ),
            Action::Pass => Refusal::new("MO16", message("monstrodechecs.can-roll")),
        }
    }
}

impl Monstrodechecs {
    /// Whether a seat may roll the die on a square at all; if not, why.
    pub(super) fn explain_die(&self, position: &Position, from: Square) -> Option<Refusal> {
        let turn = position.turn;
        match position.owner(from) {
            None => Some(Refusal::new(
                "MO6",
                Message::new("monstrodechecs.no-die").text("at", from),
            )),
            Some(owner) if owner != turn => Some(if position.plays(owner) {
                Refusal::new(
                    "MO6",
                    Message::new("monstrodechecs.not-yours")
                        .text("at", from)
                        .seat("seat", owner),
                )
            } else {
                Refusal::new(
                    "MO19",
                    Message::new("monstrodechecs.orphan")
                        .text("at", from)
                        .seat("seat", owner),
                )
            }),
            Some(_) if position.reach(turn, from).squares().is_empty() => Some(Refusal::new(
                "MO6",
                Message::new("monstrodechecs.hemmed-in").text("at", from),
            )),
            Some(_) => None,
        }
    }

    /// Why a die cannot end on a square, in any orientation.
    pub(super) fn explain_end(
        &self,
        position: &Position,
        from: Square,
        to: Square,
    ) -> Option<Refusal> {
        if from == to {
            return Some(Refusal::new(
                "MO6",
                Message::new("monstrodechecs.must-leave").text("at", from),
            ));
        }
        if position.owner(to).is_some() {
            return Some(Refusal::new(
                "MO6",
                Message::new("monstrodechecs.occupied").text("at", to),
            ));
        }
        let seat = position.turn;
        if position.reach(seat, from).squares().contains(to) {
            return None;
        }
        let steps = Orientation::all()
            .filter_map(|end| self.steps(position, from, (to, end)))
            .min();
        Some(match steps {
            Some(steps) => self.too_far(position, seat, from, to, steps),
            None => Refusal::new(
                "MO6",
                Message::new("monstrodechecs.no-way")
                    .text("from", from)
                    .text("to", to),
            ),
        })
    }

    fn explain_roll(
        &self,
        position: &Position,
        from: Square,
        to: Square,
        orientation: Orientation,
    ) -> Refusal {
        if let Some(refusal) = self
            .explain_die(position, from)
            .or_else(|| self.explain_end(position, from, to))
        {
            return refusal;
        }
        let seat = position.turn;
        match self.steps(position, from, (to, orientation)) {
            Some(steps) if steps > usize::from(position.range(seat, from)) => {
                self.too_far(position, seat, from, to, steps)
            }
            _ => Refusal::new(
                "MO6",
                Message::new("monstrodechecs.never-so")
                    .text("from", from)
                    .text("to", to),
            ),
        }
    }

    /// How many squares the die would need, regardless of its range.
    fn steps(
        &self,
        position: &Position,
        from: Square,
        end: (Square, Orientation),
    ) -> Option<usize> {
        let die = position.die(from)?;
        let empty = !position.all_dice();
        let anywhere = Reach::new(from, die.orientation(), u8::MAX, empty);
        if !anywhere.contains(end.0, end.1) {
            return None;
        }
        reach::path((from, die.orientation()), end, empty).map(|path| path.len())
    }

    fn too_far(
        &self,
        position: &Position,
        seat: Seat,
        from: Square,
        to: Square,
        steps: usize,
    ) -> Refusal {
        Refusal::new(
            "MO5",
            Message::new("monstrodechecs.too-far")
                .text("from", from)
                .text("to", to)
                .number("steps", steps as i64)
                .number("range", position.range(seat, from)),
        )
    }
}

fn explain_turn(position: &Position, at: Square) -> Refusal {
    let Some((seat, next)) = position.next_choice() else {
        return Refusal::new(
            "MO14",
            Message::new("monstrodechecs.not-flipped").text("at", at),
        );
    };
    if at != next {
        return Refusal::new(
            "MO14",
            Message::new("monstrodechecs.turn-first")
                .seat("seat", seat)
                .text("at", next),
        );
    }
    let (top, kind) = position
        .die(at)
        .map_or((0, 0), |die| (die.top(), die.kind()));
    Refusal::new(
        "MO14",
        Message::new("monstrodechecs.other-top")
            .text("at", at)
            .text("top", super::notation::face(top, kind)),
    )
}

/// The word for a side.
pub(super) fn side_key(side: crate::scene::Side) -> &'static str {
    use crate::scene::Side;
    match side {
        Side::North => "monstrodechecs.north",
        Side::East => "monstrodechecs.east",
        Side::South => "monstrodechecs.south",
        Side::West => "monstrodechecs.west",
    }
}
