use super::refusal::word;
use super::{Action, Alignement, Circle, Position, Shape, line_in};
use crate::scene::{
    Body, Change, Glyph, Ground, Layout, Mark, MarkKind, Message, Pick, Piece, Place, Scene,
    SeatView, SiteId, Surface, Transition, ZoneId, ZoneRole,
};
use crate::{Reason, Refusal, Refusing, Rules, Seat, Staging, Status};

impl Staging for Alignement {
    fn layout(&self) -> Layout {
        let mut layout = Layout::grid(
            Surface::Circles,
            4,
            4,
            |c, r| Circle::new(c as u8, r as u8).to_string(),
            |_, _| Ground::Centre,
        )
        .with_frame(
            ('A'..='D').map(String::from),
            (1..=4).map(|row: u8| row.to_string()),
        );
        for seat in Seat::all(2) {
            layout.add_zone(Some(seat), ZoneRole::Hand);
        }
        layout
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut pieces = Vec::new();
        for circle in Circle::all() {
            if let Some((seat, shape)) = position.piece_at(circle) {
                pieces.push(Piece::on(circle.site(), glyph(shape), seat));
            }
        }
        for seat in Seat::all(2) {
            for shape in Shape::ALL {
                let first = slot(position, seat, shape);
                for slot in first..first + position.in_hand(seat, shape) as u8 {
                    pieces.push(Piece::in_zone(zone(seat), slot, glyph(shape), seat));
                }
            }
        }
        let status = self.actions(position, &mut Vec::new());
        let mover = position.to_act().next(2);
        let marks = match line_in(position.all_of(mover)) {
            Some(line) => vec![Mark::new(MarkKind::Win, sites(line))],
            None if position.places() => Vec::new(),
            None => {
                let due = position.mask(position.to_act(), position.shape());
                vec![Mark::new(MarkKind::Duty, sites(due))]
            }
        };
        let prompt = match status {
            Status::Over(_) => Message::new("rules.over"),
            Status::Acts(_) => Message::new(if position.places() {
                "alignement.prompt-place"
            } else {
                "alignement.prompt-move"
            })
            .word("shape", word(position.shape())),
        };
        let seats = Seat::all(2)
            .map(|seat| {
                let mut view = SeatView::default();
                if matches!(status, Status::Acts(_)) {
                    view.notes.push(
                        Message::new("alignement.next").word("shape", word(next(position, seat))),
                    );
                }
                view
            })
            .collect();
        Scene {
            pieces,
            marks,
            seats,
            prompt,
        }
    }

    /// The shape from hand is not a choice (AL2): the circle says it all.
    fn picks(&self, _position: &Position, action: Action, path: &mut Vec<Pick>) {
        path.extend(action.from().map(|from| Pick::Site(from.site())));
        path.push(Pick::Site(action.to().site()));
    }

    fn preview(&self, position: &Position, action: Action) -> Vec<Mark> {
        let mut after = *position;
        after.play(action);
        line_in(after.all_of(position.to_act()))
            .map(|line| Mark::new(MarkKind::Win, sites(line)))
            .into_iter()
            .collect()
    }

    fn reason(&self, position: &Position) -> Reason {
        let mover = position.to_act().next(2);
        match line_in(position.all_of(mover)) {
            Some(_) => Reason::about("AL5", "alignement.end-line", mover),
            None => Reason::about("AL6", "alignement.end-shut-in", position.to_act()),
        }
    }

    fn transition(&self, position: &Position, action: Action) -> Transition {
        let to = action.to().site();
        Transition::single_step(vec![match action.from() {
            Some(from) => Change::Slide {
                from: from.site(),
                path: vec![to],
            },
            None => {
                let (seat, shape) = (position.to_act(), position.shape());
                let equal = position.in_hand(seat, shape).max(1) as u8;
                Change::Enter {
                    from: Some((zone(seat), slot(position, seat, shape) + equal - 1)),
                    to: Place::site(to),
                }
            }
        }])
    }

    fn refused_pick(&self, position: &Position, path: &[Pick]) -> Refusal {
        let circle = |pick: &Pick| pick.site().and_then(Circle::from_site);
        let shape = position.shape();
        let refuse = |rule, key: &'static str| {
            Refusal::new(rule, Message::new(key).word("shape", word(shape)))
        };
        match path {
            [from, to] => match (circle(from), circle(to)) {
                (Some(from), Some(to)) => self.refusal(position, Action::go(from, to)),
                _ => refuse("AL4", "alignement.prompt-move"),
            },
            [pick] => match circle(pick) {
                Some(to) if position.places() => self.refusal(position, Action::place(shape, to)),
                None if position.places() => refuse("AL3", "alignement.prompt-place"),
                Some(from) if position.piece_at(from) == Some((position.to_act(), shape)) => {
                    refuse("AL4", "alignement.stuck")
                }
                Some(from) => self.refusal(position, Action::go(from, from)),
                None => refuse("AL4", "alignement.prompt-move"),
            },
            _ => refuse("AL2", "alignement.other-shape"),
        }
    }
}

pub(super) fn glyph(shape: Shape) -> Glyph {
    Glyph::Body(match shape {
        Shape::Square => Body::Square,
        Shape::Triangle => Body::Triangle,
        Shape::Cylinder => Body::Cylinder,
    })
}

/// The tray for a seat's hand.
fn zone(seat: Seat) -> ZoneId {
    ZoneId(seat.index() as u8)
}

/// The first slot of a shape in a hand: squares lie first, the cylinder last.
fn slot(position: &Position, seat: Seat, shape: Shape) -> u8 {
    let before = Shape::ALL.into_iter().take_while(|&other| other != shape);
    before
        .map(|other| position.in_hand(seat, other) as u8)
        .sum()
}

/// AL2: the shape that a seat plays now or on its next turn.
fn next(position: &Position, seat: Seat) -> Shape {
    let wait = u8::from(position.to_act() != seat);
    Shape::ALL[usize::from((position.turn() + wait) % 3)]
}

fn sites(mask: u16) -> impl Iterator<Item = SiteId> {
    Circle::all()
        .filter(move |circle| mask >> circle.index() & 1 == 1)
        .map(Circle::site)
}
