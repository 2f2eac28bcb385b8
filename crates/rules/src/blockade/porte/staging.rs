use super::{Action, Porte, Position, Shape};
use crate::blockade::board::{self, Set, Square, centre, is_centre, part};
use crate::scene::{
    Body, Change, Glyph, Ground, Layout, Mark, MarkKind, Message, Pick, Piece, Place, Scene,
    SeatView, Surface, Transition, ZoneId, ZoneRole,
};
use crate::{Reason, Refusal, Refusing, Seat, Staging};

impl Staging for Porte {
    fn layout(&self) -> Layout {
        let mut layout = board::layout(|square| {
            if is_centre(square) {
                Ground::Centre
            } else {
                Ground::Plain
            }
        });
        // PO1: colours belong to corners, and the second player's is green for two and in teams.
        if self.players.count == 2 || self.players.teams {
            layout.surface = Surface::Opposite;
        }
        for seat in Seat::all(self.players.count) {
            layout.add_zone(Some(seat), ZoneRole::Hand);
        }
        layout
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut pieces = Vec::new();
        for seat in Seat::all(self.players.count) {
            let mut slot = 0;
            for shape in Shape::ALL {
                for square in position.shaped(seat, shape).iter() {
                    pieces.push(Piece::on(square.site(), glyph(shape), seat));
                }
                for _ in 0..position.in_hand(seat, shape) {
                    pieces.push(Piece::in_zone(zone(seat), slot, glyph(shape), seat));
                    slot += 1;
                }
            }
        }
        let duty = self.duty(position, position.to_act);
        let mut marks = Vec::new();
        if let Some(winner) = self.winner(position) {
            let side = [Some(winner), self.partner(winner)];
            let pieces = side.into_iter().flatten().flat_map(|seat| {
                let shapes = Shape::ALL.into_iter();
                shapes.flat_map(move |shape| position.shaped(seat, shape).iter())
            });
            marks.push(Mark::new(MarkKind::Win, pieces.map(|square| square.site())));
        }
        if self.winner(position).is_none() && !duty.is_empty() {
            marks.push(Mark::new(MarkKind::Duty, duty.iter().map(|s| s.site())));
        }
        Scene {
            pieces,
            marks,
            seats: Seat::all(self.players.count)
                .map(|seat| seat_view(position, seat))
                .collect(),
            prompt: self.prompt(position, duty),
        }
    }

    /// Where a move gives the right to an entry, the last pick is a piece from the hand, or the
    /// button that forgoes it.
    fn picks(&self, position: &Position, action: Action, path: &mut Vec<Pick>) {
        let Some((from, to)) = action.squares() else {
            path.push(Pick::Button("porte.pass".into()));
            return;
        };
        path.extend([Pick::Site(from.site()), Pick::Site(to.site())]);
        let seat = position.to_act;
        match action.entry() {
            Some(shape) => path.push(Pick::Slot(zone(seat), first_slot(position, seat, shape))),
            None if self.entries(position, from, to).next().is_some() => {
                path.push(Pick::Button("porte.no-entry".into()));
            }
            None => {}
        }
    }

    /// The three pieces in line, where a move gives the right to an entry.
    fn preview(&self, position: &Position, action: Action) -> Vec<Mark> {
        let Some((from, to)) = action.squares() else {
            return Vec::new();
        };
        if self.entries(position, from, to).next().is_none() {
            return Vec::new();
        }
        let meeting = self.meeting(position, from, to);
        meeting
            .map(|(a, b)| Mark::new(MarkKind::Link, [a, to, b].map(|s| s.site())))
            .into_iter()
            .collect()
    }

    fn reason(&self, position: &Position) -> Reason {
        match self.winner(position) {
            Some(winner) if !self.players.teams => Reason::about("PO5", "porte.end-all", winner),
            _ => Reason::by("PO5", "porte.end-side"),
        }
    }

    fn transition(&self, position: &Position, action: Action) -> Transition {
        let Some((from, to)) = action.squares() else {
            return Transition::default();
        };
        let seat = position.to_act;
        let slide = Change::Slide {
            from: from.site(),
            path: vec![to.site()],
        };
        // The last of its kind leaves the tray, so that the others stay where they are.
        let enters = action.entry().map(|shape| Change::Enter {
            from: Some((
                zone(seat),
                (first_slot(position, seat, shape) + position.in_hand(seat, shape))
                    .saturating_sub(1),
            )),
            to: Place::site(centre(part(to)).site()),
        });
        Transition::single_step(vec![slide]).then(enters.into_iter().collect())
    }

    fn refused_pick(&self, position: &Position, path: &[Pick]) -> Refusal {
        let seat = position.to_act;
        let square = |pick: &Pick| pick.site().and_then(Square::from_site);
        let refuse = |from, to, entry| self.refusal(position, Action::new(from, to, entry));
        let elsewhere = || Refusal::new("PO2", Message::new("rules.pick-elsewhere"));
        match path {
            [pick] => match square(pick) {
                Some(at) if position.owner(at) == Some(seat) => {
                    let duty = self.duty(position, seat);
                    if duty.is_empty() || duty.contains(at) {
                        Refusal::new("PO2", Message::new("porte.stuck").text("from", at))
                    } else {
                        refuse(at, at, None)
                    }
                }
                Some(at) if position.owner(at).is_some() => refuse(at, at, None),
                Some(_) => Refusal::new("PO2", Message::new("porte.pick-a-piece")),
                None => Refusal::new("PO4", Message::new("porte.move-first")),
            },
            [from, to] => match (square(from), square(to)) {
                (Some(from), Some(to)) => refuse(from, to, None),
                _ => Refusal::new("PO4", Message::new("porte.move-first")),
            },
            [from, to, Pick::Slot(_, slot)] => match (square(from), square(to)) {
                (Some(from), Some(to)) => {
                    let is_triangle = *slot < position.in_hand(seat, Shape::Triangle);
                    let shape = if is_triangle {
                        Shape::Triangle
                    } else {
                        Shape::Square
                    };
                    refuse(from, to, Some(shape))
                }
                _ => elsewhere(),
            },
            [_, _, _] => Refusal::new("PO4", Message::new("porte.pick-an-entry")),
            _ => elsewhere(),
        }
    }
}

impl Porte {
    /// What can be done now.
    fn prompt(&self, position: &Position, duty: Set) -> Message {
        if self.winner(position).is_some() {
            return Message::new("rules.over");
        }
        let mut actions = Vec::new();
        self.list(position, &mut actions);
        Message::new(if actions == [Action::PASS] {
            "porte.prompt-pass"
        } else if !duty.is_empty() {
            "porte.prompt-duty"
        } else if actions.iter().any(|action| action.entry().is_some()) {
            "porte.prompt-entry"
        } else {
            "porte.prompt"
        })
    }
}

pub(super) fn glyph(shape: Shape) -> Glyph {
    Glyph::Body(match shape {
        Shape::Cylinder => Body::Cylinder,
        Shape::Triangle => Body::Triangle,
        Shape::Square => Body::Square,
    })
}

/// The tray with a seat's hand: triangles first, then squares.
fn zone(seat: Seat) -> ZoneId {
    ZoneId(seat.index() as u8)
}

fn first_slot(position: &Position, seat: Seat, shape: Shape) -> u8 {
    match shape {
        Shape::Square => position.in_hand(seat, Shape::Triangle),
        _ => 0,
    }
}

fn seat_view(position: &Position, seat: Seat) -> SeatView {
    let mut view = SeatView::default();
    view.notes.push(match position.left(seat) {
        0 => Message::new("porte.done"),
        left => Message::new("porte.left").number("count", left),
    });
    view
}
