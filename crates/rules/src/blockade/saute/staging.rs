use super::super::thick_lines;
use super::{Action, Position, Saute, Square};
use crate::scene::{
    Body, Change, Glyph, Ground, Layout, Mark, MarkKind, Message, Pick, Piece, Scene, SeatView,
    SiteId, Surface, Transition,
};
use crate::{Outcome, Reason, Refusal, Refusing, Rules, Seat, Staging, Status, Verdict};

impl Staging for Saute {
    fn layout(&self) -> Layout {
        let is_goal = |c: u16, r: u16| c >= 9 && self.seat_at(usize::from(r / 3)).is_some();
        let mut layout = Layout::grid(
            Surface::Glass,
            12,
            12,
            |c, r| Square::new(c as u8, r as u8).to_string(),
            |c, r| {
                if c % 3 == 1 && r % 3 == 1 {
                    Ground::Centre
                } else if is_goal(c, r) {
                    Ground::Home
                } else {
                    Ground::Plain
                }
            },
        )
        .with_frame(
            ('A'..='L').map(String::from),
            (1..=12).map(|row: u8| row.to_string()),
        );
        for square in Square::all().filter(|square| square.column() >= 9) {
            layout.sites[square.index()].seat = self.seat_of(square);
        }
        layout.strokes.extend(thick_lines([3.0, 6.0, 9.0], 12.0));
        layout
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut pieces = Vec::new();
        for square in Square::all() {
            if let (Some(triangle), Some(seat)) =
                (position.triangle_at(square), self.seat_of(square))
            {
                let body = if triangle {
                    Body::Triangle
                } else {
                    Body::Square
                };
                pieces.push(Piece::on(square.site(), Glyph::Body(body), seat));
            }
        }
        let mut marks = Vec::new();
        let prompt = match self.actions(position, &mut Vec::new()) {
            Status::Over(outcome) => {
                marks.extend(self.winners(outcome));
                "rules.over"
            }
            Status::Acts(seat) if position.is_home(self.place(seat)) => "saute.must-pass",
            Status::Acts(_) if self.expert() => "saute.prompt-expert",
            Status::Acts(_) => "saute.prompt",
        };
        let seats = Seat::all(self.seats())
            .map(|seat| {
                let home = (position.pieces(self.place(seat)) & super::GOAL).count_ones();
                let mut view = SeatView::default();
                view.notes
                    .push(Message::new("saute.arrived").number("count", i64::from(home)));
                view
            })
            .collect();
        Scene {
            pieces,
            marks,
            seats,
            prompt: Message::new(prompt),
        }
    }

    fn picks(&self, _position: &Position, action: Action, path: &mut Vec<Pick>) {
        match action.squares() {
            Some((from, to)) => {
                path.extend([Pick::Site(from.site()), Pick::Site(to.site())]);
            }
            None => path.push(Pick::Button("saute.pass".into())),
        }
    }

    fn preview(&self, position: &Position, action: Action) -> Vec<Mark> {
        let Some((from, to)) = action.squares() else {
            return Vec::new();
        };
        let mut way = vec![from.site()];
        way.extend(self.hops(position, from, to));
        vec![Mark::new(MarkKind::Way, way)]
    }

    fn reason(&self, position: &Position) -> Reason {
        let last = self.last_to_act(position);
        if !self.has_won(position, last) {
            return Reason::by("SA6", "saute.end-nobody");
        }
        match (self.players.teams, self.expert()) {
            (true, _) => Reason::by("SA4", "saute.end-side"),
            (false, false) => Reason::about("SA4", "saute.end-home", last),
            (false, true) => Reason::about("SA5", "saute.end-expert", last),
        }
    }

    fn transition(&self, position: &Position, action: Action) -> Transition {
        let Some((from, to)) = action.squares() else {
            return Transition::default();
        };
        Transition::single_step(vec![Change::Slide {
            from: from.site(),
            path: self.hops(position, from, to),
        }])
    }

    fn refused_pick(&self, position: &Position, path: &[Pick]) -> Refusal {
        let square = |pick: &Pick| pick.site().and_then(Square::from_site);
        let refuse = |key| Refusal::new("SA2", Message::new(key));
        match path {
            [from, to] => match (square(from), square(to)) {
                (Some(from), Some(to)) => self.refusal(position, Action::go(from, to)),
                _ => refuse("saute.goes-east"),
            },
            [Pick::Button(_)] => self.refusal(position, Action::PASS),
            [pick] => match square(pick) {
                Some(_) if position.is_home(self.place(position.to_act())) => {
                    self.refusal(position, Action::go(Square::new(0, 0), Square::new(0, 0)))
                }
                Some(from)
                    if position.triangle_at(from).is_some()
                        && self.seat_of(from) == Some(position.to_act()) =>
                {
                    refuse("saute.blocked")
                }
                Some(from) if position.triangle_at(from).is_some() => {
                    self.refusal(position, Action::go(from, from))
                }
                _ => refuse("saute.pick-a-piece"),
            },
            _ => refuse("saute.pick-a-piece"),
        }
    }
}

impl Saute {
    /// Every square where a piece lands on its way (SA3): the empty ones.
    fn hops(&self, position: &Position, from: Square, to: Square) -> Vec<SiteId> {
        (from.column() + 1..=to.column())
            .map(|column| Square::new(column, from.row()))
            .filter(|&square| position.triangle_at(square).is_none())
            .map(Square::site)
            .collect()
    }

    /// The goals of the winners.
    fn winners(&self, outcome: Outcome) -> impl Iterator<Item = Mark> {
        Seat::all(self.seats())
            .filter(move |&seat| outcome.verdict(seat) == Verdict::Won)
            .map(move |seat| {
                let goal = Square::all().filter(move |square| {
                    square.column() >= 9 && usize::from(square.row() / 3) == self.place(seat)
                });
                Mark::new(MarkKind::Win, goal.map(Square::site))
            })
    }
}
