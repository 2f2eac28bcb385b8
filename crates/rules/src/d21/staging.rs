use super::refusal::between;
use super::{Action, D21, OUTER, Position, Square};
use crate::scene::{
    Change, Die, DieKind, Glyph, Ground, Layout, Mark, MarkKind, Message, Pick, Piece, Place,
    Scene, SeatView, Surface, Transition,
};
use crate::{Reason, Refusal, Refusing, Rules, Seat, Staging, Status};

impl Staging for D21 {
    fn layout(&self) -> Layout {
        Layout::grid(
            Surface::Baize,
            10,
            10,
            |c, r| Square::new(c as u8, r as u8).to_string(),
            |c, r| {
                if OUTER.contains(Square::new(c as u8, r as u8)) {
                    Ground::Outer
                } else {
                    Ground::Plain
                }
            },
        )
        .with_frame(
            ('A'..='J').map(String::from),
            (1..=10).map(|row: u8| row.to_string()),
        )
    }

    fn scene(&self, position: &Position) -> Scene {
        let pieces = Square::all()
            .filter_map(|square| {
                let seat = position.owner(square)?;
                Some(Piece::on(square.site(), die(position.value(square)), seat))
            })
            .collect();
        let over = matches!(self.actions(position, &mut Vec::new()), Status::Over(_));
        let prompt = if over {
            Message::new("rules.over")
        } else if position.outside(position.to_act()) == 3 {
            Message::new("d21.prompt-full")
        } else {
            Message::new("d21.prompt")
        };
        Scene {
            pieces,
            marks: self.winning(position).into_iter().collect(),
            seats: Seat::all(2).map(|seat| seat_view(position, seat)).collect(),
            prompt,
        }
    }

    fn picks(&self, _position: &Position, action: Action, path: &mut Vec<Pick>) {
        path.extend([action.from(), action.to()].map(|square| Pick::Site(square.site())));
    }

    /// The way; the die, if it turns; the line or series that would win.
    fn preview(&self, position: &Position, action: Action) -> Vec<Mark> {
        let mut marks = vec![Mark::new(
            MarkKind::Way,
            [action.from()]
                .into_iter()
                .chain(between(action.from(), action.to()).unwrap_or_default())
                .chain([action.to()])
                .map(Square::site),
        )];
        if position.value_after(action) != position.value(action.from()) {
            marks.push(Mark::new(MarkKind::Flip, [action.to().site()]));
        }
        let mut after = *position;
        self.apply(&mut after, action);
        marks.extend(self.winning(&after));
        marks
    }

    fn reason(&self, position: &Position) -> Reason {
        let loser = position.to_act();
        if !position.is_won() {
            return Reason::stuck("D11", loser);
        }
        match position.any_line(self.strict) {
            Some(_) => Reason::by("D9", "d21.end-line"),
            None => Reason::about("D10", "d21.end-series", loser.next(2)),
        }
    }

    fn transition(&self, position: &Position, action: Action) -> Transition {
        let slide = Change::Slide {
            from: action.from().site(),
            path: vec![action.to().site()],
        };
        let turns = position.value_after(action) != position.value(action.from());
        let turn = turns.then(|| Change::Turn {
            at: Place::site(action.from().site()),
        });
        Transition::single_step(vec![slide]).then(turn.into_iter().collect())
    }

    fn refused_pick(&self, position: &Position, path: &[Pick]) -> Refusal {
        let square = |pick: &Pick| pick.site().and_then(Square::from_site);
        match path {
            [from, to] => match (square(from), square(to)) {
                (Some(from), Some(to)) => self.refusal(position, Action::new(from, to)),
                _ => Refusal::new("D3", Message::new("rules.pick-elsewhere")),
            },
            [pick] => match square(pick) {
                Some(from) if position.owner(from) == Some(position.to_act()) => {
                    let why = Message::new("d21.blocked").text("from", from);
                    Refusal::new("D4", why)
                }
                Some(from) => self.refusal(position, Action::new(from, from)),
                None => Refusal::new("D3", Message::new("rules.pick-elsewhere")),
            },
            _ => Refusal::new("D3", Message::new("rules.pick-elsewhere")),
        }
    }
}

impl D21 {
    /// The dice by which the seat that has just acted has won.
    fn winning(&self, position: &Position) -> Option<Mark> {
        if !position.is_won() {
            return None;
        }
        if let Some(line) = position.any_line(self.strict) {
            return Some(Mark::new(MarkKind::Win, line.map(Square::site)));
        }
        let dice = position.dice(position.to_act().next(2));
        let series = dice.into_iter();
        Some(Mark::new(MarkKind::Win, series.map(Square::site)))
    }
}

/// D8 and D10 as counters: dice outside, and dice that already fit into two series.
fn seat_view(position: &Position, seat: Seat) -> SeatView {
    let fitting: u8 = (1..=6).map(|v| position.count(seat, v).min(2)).sum();
    SeatView {
        notes: vec![
            Message::new("d21.outside").number("count", position.outside(seat)),
            Message::new("d21.series").number("count", fitting),
        ],
        ..SeatView::default()
    }
}

pub(super) fn die(value: u8) -> Glyph {
    Glyph::Die(Die {
        top: value,
        south: None,
        kind: DieKind::Plain,
    })
}
