use super::{Action, Blocus, Deed, GUARDS, NORTH, Position, SOUTH};
use crate::blockade::board::{self, Square, is_centre};
use crate::scene::{
    Body, Change, Edge, Glyph, Ground, Layout, Mark, MarkKind, Message, Pick, Piece, Place, Scene,
    SeatView, Side, Transition, ZoneId, ZoneRole,
};
use crate::{Reason, Refusal, Refusing, Seat, Staging};

impl Staging for Blocus {
    fn layout(&self) -> Layout {
        let mut layout = board::layout(|square| {
            if is_centre(square) {
                Ground::Centre
            } else {
                Ground::Plain
            }
        });
        for seat in Seat::all(2) {
            layout.add_zone(Some(seat), ZoneRole::Hand);
        }
        layout.edges = vec![
            Edge {
                side: Side::North,
                seat: SOUTH,
            },
            Edge {
                side: Side::South,
                seat: NORTH,
            },
        ];
        layout
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut pieces = Vec::new();
        let mut marks = Vec::new();
        for seat in Seat::all(2) {
            if position.gone() != Some(seat) {
                let king = position.king(seat).site();
                pieces.push(Piece::on(king, Glyph::Body(Body::King), seat));
            }
            let guard = Glyph::Body(Body::Square);
            for square in position.guards(seat).iter() {
                pieces.push(Piece::on(square.site(), guard, seat));
            }
            for slot in 0..position.in_hand(seat) as u8 {
                pieces.push(Piece::in_zone(zone(seat), slot, guard, seat));
            }
            if let Some(way) = position.way_out(seat) {
                match position.gone() {
                    Some(winner) if winner == seat => marks.push(way_mark(MarkKind::Win, &way)),
                    Some(_) => {}
                    None => marks.push(way_mark(MarkKind::Way, &way)),
                }
            }
        }
        Scene {
            pieces,
            marks,
            seats: Seat::all(2).map(|seat| seat_view(position, seat)).collect(),
            prompt: prompt(position),
        }
    }

    fn picks(&self, position: &Position, action: Action, path: &mut Vec<Pick>) {
        match action.deed() {
            Deed::Place(to) => path.push(Pick::Site(to.site())),
            Deed::Move(from, to) => path.extend([Pick::Site(from.site()), Pick::Site(to.site())]),
            Deed::Exit => path.push(Pick::Site(position.king(position.to_act).site())),
        }
    }

    /// The ways that would open, and where one would be cut.
    fn preview(&self, position: &Position, action: Action) -> Vec<Mark> {
        let seat = position.to_act;
        let mut marks = Vec::new();
        let to = match action.deed() {
            Deed::Exit => {
                let way = position.way_out(seat).unwrap_or_default();
                return vec![way_mark(MarkKind::Way, &way)];
            }
            Deed::Place(to) | Deed::Move(_, to) => to,
        };
        let mut after = *position;
        after.play(action);
        for seat in Seat::all(2) {
            match after.way_out(seat) {
                Some(way) => marks.push(way_mark(MarkKind::Way, &way)),
                None if position.has_way(seat) => {
                    marks.push(Mark::new(MarkKind::Hit, [to.site()]));
                }
                None => {}
            }
        }
        marks
    }

    fn reason(&self, position: &Position) -> Reason {
        match position.gone() {
            Some(winner) => Reason::about("BL5", "blocus.end-way", winner),
            None => Reason::stuck("BL9", position.to_act()),
        }
    }

    fn transition(&self, position: &Position, action: Action) -> Transition {
        let seat = position.to_act;
        Transition::single_step(match action.deed() {
            Deed::Place(to) => vec![Change::Enter {
                from: Some((zone(seat), position.in_hand(seat).saturating_sub(1) as u8)),
                to: Place::site(to.site()),
            }],
            Deed::Move(from, to) => vec![Change::Slide {
                from: from.site(),
                path: vec![to.site()],
            }],
            Deed::Exit => {
                let king = position.king(seat).site();
                let way = position.way_out(seat).unwrap_or_default();
                let slide = Change::Slide {
                    from: king,
                    path: way.iter().skip(1).map(|s| s.site()).collect(),
                };
                let leave = Change::Leave {
                    from: Place::site(king),
                    to: None,
                };
                return Transition::single_step(vec![slide]).then(vec![leave]);
            }
        })
    }

    fn refused_pick(&self, position: &Position, path: &[Pick]) -> Refusal {
        let seat = position.to_act;
        let square = |pick: &Pick| pick.site().and_then(Square::from_site);
        let placing = position.in_hand(seat) > 0;
        let refuse = |deed| self.refusal(position, Action::new(deed));
        match path {
            [pick] if position.must_exit() => match square(pick) {
                Some(to) => refuse(Deed::Place(to)),
                None => Refusal::new("BL5", Message::new("blocus.must-exit")),
            },
            [pick] => match square(pick) {
                Some(at) if at == position.king(seat) => refuse(Deed::Exit),
                Some(at) if placing => refuse(Deed::Place(at)),
                Some(at) if position.owner(at) == Some(seat) => {
                    Refusal::new("BL8", Message::new("blocus.stuck").text("from", at))
                }
                Some(at) if position.owner(at).is_none() && at != position.king(seat.next(2)) => {
                    refuse(Deed::Place(at))
                }
                Some(at) => refuse(Deed::Move(at, at)),
                None if placing => Refusal::new("BL6", Message::new("blocus.pick-a-square")),
                None => Refusal::new("BL6", Message::new("blocus.none-in-hand")),
            },
            [from, to] => match (square(from), square(to)) {
                (Some(from), Some(to)) => refuse(Deed::Move(from, to)),
                _ => Refusal::new("BL8", Message::new("rules.pick-elsewhere")),
            },
            _ => Refusal::new("BL6", Message::new("rules.pick-elsewhere")),
        }
    }
}

/// The tray with a seat's guards.
fn zone(seat: Seat) -> ZoneId {
    ZoneId(seat.index() as u8)
}

fn way_mark(kind: MarkKind, way: &[Square]) -> Mark {
    Mark::new(kind, way.iter().map(|square| square.site()))
}

fn seat_view(position: &Position, seat: Seat) -> SeatView {
    let mut view = SeatView::default();
    let hand = position.in_hand(seat);
    if hand > 0 {
        view.notes
            .push(Message::new("blocus.hand").number("count", hand));
    }
    if position.gone().is_none() && position.has_way(seat) {
        view.notes.push(Message::new("blocus.way-open"));
    }
    view
}

/// What can be done now.
fn prompt(position: &Position) -> Message {
    let seat = position.to_act;
    if position.gone {
        return Message::new("rules.over");
    }
    if position.must_exit() {
        return Message::new("blocus.prompt-exit");
    }
    let mut actions = Vec::new();
    position.list(&mut actions);
    if actions.is_empty() {
        return Message::new("blocus.prompt-stuck");
    }
    let danger = position.has_way(seat.next(2));
    Message::new(match (position.in_hand(seat), danger) {
        (0, false) => "blocus.prompt-move",
        (0, true) => "blocus.prompt-move-close",
        (GUARDS, false) => "blocus.prompt-first",
        (GUARDS, true) => "blocus.prompt-first-close",
        (_, false) => "blocus.prompt-place",
        (_, true) => "blocus.prompt-place-close",
    })
}
