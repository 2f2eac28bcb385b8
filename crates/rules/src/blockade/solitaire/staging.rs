use super::super::thick_lines;
use super::{Action, Colour, Position, Solitaire, Square, between};
use crate::scene::{
    Body, Change, Glyph, Ground, Layout, Mark, MarkKind, Message, Pick, Piece, Place, Scene,
    SeatView, Surface, Transition, ZoneId, ZoneRole,
};
use crate::{Reason, Refusal, Refusing, Rules, Seat, Staging, Status};

/// Where the pieces that were jumped over go.
const GONE: ZoneId = ZoneId(0);
pub(super) const PIECE: Glyph = Glyph::Body(Body::Man);

impl Staging for Solitaire {
    fn layout(&self) -> Layout {
        // The field lies on the board of twelve by twelve so that the pieces fill four of its parts.
        let centre = |n: u16| n % 3 == 2;
        let mut layout = Layout::grid(
            Surface::Glass,
            8,
            8,
            |c, r| Square::new(7 - r as u8, c as u8).to_string(),
            |c, r| {
                if centre(c) && centre(r) {
                    Ground::Centre
                } else {
                    Ground::Plain
                }
            },
        )
        .with_frame(
            ('A'..='H').map(String::from),
            (1..=8).rev().map(|row: u8| row.to_string()),
        );
        layout.strokes.extend(thick_lines([1.0, 4.0, 7.0], 8.0));
        layout.add_zone(None, ZoneRole::Lost);
        layout
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut pieces = Vec::new();
        for square in Square::all() {
            if let Some(colour) = position.colour_at(square) {
                pieces.push(Piece::on(square.site(), PIECE, seat(colour)));
            }
        }
        let mut slot = 0;
        for colour in Colour::ALL {
            for _ in position.mask(colour).count_ones()..9 {
                pieces.push(Piece::in_zone(GONE, slot, PIECE, seat(colour)));
                slot += 1;
            }
        }
        let left = i64::from(position.count());
        let over = matches!(self.actions(position, &mut Vec::new()), Status::Over(_));
        let prompt = match (over, left) {
            (false, _) => "solitaire.prompt",
            (true, 1) => "solitaire.one-left",
            (true, 2) => "solitaire.two-left",
            (true, 3) => "solitaire.three-left",
            (true, _) => "solitaire.many-left",
        };
        let mut view = SeatView::default();
        view.notes
            .push(Message::new("solitaire.left").number("left", left));
        let end = Mark::new(
            MarkKind::Win,
            Square::in_mask(position.occupied()).map(Square::site),
        );
        Scene {
            pieces,
            marks: (over && left == 1).then_some(end).into_iter().collect(),
            seats: vec![view],
            prompt: Message::new(prompt).number("left", left),
        }
    }

    fn picks(&self, _position: &Position, action: Action, path: &mut Vec<Pick>) {
        path.extend([Pick::Site(action.from.site()), Pick::Site(action.to.site())]);
    }

    fn preview(&self, _position: &Position, action: Action) -> Vec<Mark> {
        let jumped = Square::in_mask(between(action.from, action.to));
        vec![Mark::new(MarkKind::Hit, jumped.map(Square::site))]
    }

    fn reason(&self, _position: &Position) -> Reason {
        Reason::by("SO3", "solitaire.end")
    }

    fn transition(&self, _position: &Position, action: Action) -> Transition {
        let slide = Change::Slide {
            from: action.from.site(),
            path: vec![action.to.site()],
        };
        let gone = Square::in_mask(between(action.from, action.to)).map(|square| Change::Leave {
            from: Place::site(square.site()),
            to: Some(GONE),
        });
        Transition::single_step(vec![slide]).then(gone.collect())
    }

    fn refused_pick(&self, position: &Position, path: &[Pick]) -> Refusal {
        let square = |pick: &Pick| pick.site().and_then(Square::from_site);
        let refuse = |key| Refusal::new("SO2", Message::new(key));
        match path {
            [from, to] => match (square(from), square(to)) {
                (Some(from), Some(to)) => self.refusal(position, Action { from, to }),
                _ => refuse("solitaire.pick-a-square"),
            },
            [pick] if square(pick).is_some_and(|s| position.colour_at(s).is_some()) => {
                refuse("solitaire.blocked")
            }
            _ => refuse("solitaire.pick-a-piece"),
        }
    }
}

/// The seat whose colour a piece has.
pub(super) fn seat(colour: Colour) -> Seat {
    Seat::new(colour as u8)
}
