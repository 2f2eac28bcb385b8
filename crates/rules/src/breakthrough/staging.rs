use super::{Action, Breakthrough, Position, SOUTH, Square};
use crate::scene::{
    Body, Change, Glyph, Ground, Layout, Mark, MarkKind, Message, Pick, Piece, Place, Scene,
    SeatView, Surface, Transition, ZoneId, ZoneRole,
};
use crate::{Reason, Refusal, Refusing, Seat, Staging};

impl Staging for Breakthrough {
    fn layout(&self) -> Layout {
        let mut layout = Layout::grid(
            Surface::Wood,
            8,
            8,
            |c, r| Square::new(c as u8, r as u8).to_string(),
            Ground::chequered,
        )
        .with_frame(
            ('A'..='H').map(String::from),
            (1..=8).map(|row: u8| row.to_string()),
        );
        for seat in Seat::all(2) {
            layout.add_zone(Some(seat), ZoneRole::Lost);
        }
        layout
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut pieces = Vec::new();
        for square in Square::all() {
            if let Some(seat) = position.owner(square) {
                pieces.push(Piece::on(square.site(), Glyph::Body(Body::Man), seat));
            }
        }
        for seat in Seat::all(2) {
            let lost = 16 - position.men(seat).len() as u8;
            for slot in 0..lost {
                pieces.push(Piece::in_zone(
                    zone(seat),
                    slot,
                    Glyph::Body(Body::Man),
                    seat,
                ));
            }
        }
        let goal = if position.to_act == SOUTH { 0 } else { 7 };
        let won = Square::all().filter(|s| {
            position
                .winner()
                .is_some_and(|w| position.owner(*s) == Some(w))
                && s.row() == 7 - goal
        });
        let marks = match position.winner() {
            Some(_) => vec![Mark::new(MarkKind::Win, won.map(|s| s.site()))],
            None => Vec::new(),
        };
        let prompt = match position.winner() {
            Some(_) => Message::new("rules.over"),
            None => Message::new("breakthrough.prompt"),
        };
        Scene {
            pieces,
            marks,
            seats: vec![SeatView::default(); 2],
            prompt,
        }
    }

    fn picks(&self, _position: &Position, action: Action, path: &mut Vec<Pick>) {
        path.extend([
            Pick::Site(action.from().site()),
            Pick::Site(action.to().site()),
        ]);
    }

    fn preview(&self, position: &Position, action: Action) -> Vec<Mark> {
        let taken = position.owner(action.to()).is_some();
        taken
            .then(|| Mark::new(MarkKind::Hit, [action.to().site()]))
            .into_iter()
            .collect()
    }

    fn reason(&self, position: &Position) -> Reason {
        let winner = position.winner().unwrap_or(position.to_act);
        let loser = winner.next(2);
        if position.men(loser).is_empty() {
            Reason::about("BT4", "breakthrough.end-taken", loser)
        } else {
            Reason::about("BT4", "breakthrough.end-row", winner)
        }
    }

    fn transition(&self, position: &Position, action: Action) -> Transition {
        let slide = Change::Slide {
            from: action.from().site(),
            path: vec![action.to().site()],
        };
        let taken = position.owner(action.to()).map(|seat| Change::Leave {
            from: Place::site(action.to().site()),
            to: Some(zone(seat)),
        });
        Transition::single_step(vec![slide]).then(taken.into_iter().collect())
    }

    fn refused_pick(&self, position: &Position, path: &[Pick]) -> Refusal {
        let square = |pick: &Pick| pick.site().and_then(Square::from_site);
        match path {
            [from, to] => match (square(from), square(to)) {
                (Some(from), Some(to)) => self.refusal(position, Action::new(from, to)),
                _ => Refusal::new("BT2", Message::new("rules.pick-elsewhere")),
            },
            [pick] if square(pick).is_some_and(|s| position.owner(s) == Some(position.to_act)) => {
                Refusal::new("BT2", Message::new("breakthrough.blocked"))
            }
            _ => Refusal::new("BT2", Message::new("breakthrough.pick-a-man")),
        }
    }
}

/// The tray for a seat's lost men.
fn zone(seat: Seat) -> ZoneId {
    ZoneId(seat.index() as u8)
}
