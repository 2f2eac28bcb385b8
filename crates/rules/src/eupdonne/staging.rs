use super::refusal::order_name;
use super::{Action, Bar, Bitboard, Eupdonne, ORDERS, Placement, Position, Square};
use crate::scene::{
    Change, Glyph, Ground, Layout, Mark, MarkKind, Message, Pick, Piece, Place, Scene, SeatView,
    State, Surface, Transition, ZoneId, ZoneRole,
};
use crate::{Reason, Refusal, Refusing, Rules, Seat, Staging, Status};

/// The button that takes a bar off.
const TAKE_OFF: &str = "eupdonne.take-off";

impl Staging for Eupdonne {
    fn layout(&self) -> Layout {
        let mut layout = Layout::grid(
            Surface::Uniform,
            8,
            8,
            |c, r| Square::new(c as u8, r as u8).to_string(),
            |_, _| Ground::Plain,
        )
        .with_frame(
            ('A'..='H').map(String::from),
            (1..=8).map(|row: u8| row.to_string()),
        );
        for seat in Seat::all(2) {
            layout.add_zone(Some(seat), ZoneRole::Hand);
        }
        layout
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut pieces: Vec<Piece> = position.bars().map(piece).collect();
        for seat in Seat::all(2) {
            for (order, levels) in ORDERS.into_iter().enumerate() {
                for copy in 0..position.in_hand(seat, order) {
                    let glyph = Glyph::Bar {
                        levels,
                        vertical: false,
                    };
                    let slot = slot(order) + copy;
                    pieces.push(Piece::in_zone(zone(seat), slot, glyph, seat));
                }
            }
        }
        let mut marks = Vec::new();
        for bar in position.bars() {
            for other in position.bars().filter(|other| other.number > bar.number) {
                if position.links(bar.number) >> other.number & 1 == 1 {
                    marks.extend(clasps(bar.placement, other.placement));
                }
            }
        }
        marks.extend(winning(position));
        Scene {
            pieces,
            marks,
            seats: Seat::all(2).map(|seat| seat_view(position, seat)).collect(),
            prompt: self.prompt(position),
        }
    }

    fn picks(&self, position: &Position, action: Action, path: &mut Vec<Pick>) {
        let seat = position.to_act();
        path.push(match (action.from(), action.to()) {
            (Some(from), _) => Pick::Site(from.squares()[0].site()),
            (None, to) => Pick::Slot(zone(seat), to.map_or(0, |to| slot(to.order()))),
        });
        match action.to() {
            Some(to) => path.extend([Pick::Site(to.squares()[1].site()), Pick::Picture(glyph(to))]),
            None => path.push(Pick::Button(TAKE_OFF.into())),
        }
    }

    /// The links the bar would have, what it would capture, and the chain that would win.
    fn preview(&self, position: &Position, action: Action) -> Vec<Mark> {
        let mut after = *position;
        self.apply(&mut after, action);
        let mut marks = Vec::new();
        let put = action
            .to()
            .and_then(|to| after.number_of(position.to_act(), to));
        if let Some(bar) = put.and_then(|number| after.bar(number)) {
            let linked = after
                .bars()
                .filter(|other| after.links(bar.number) >> other.number & 1 == 1);
            for other in linked {
                marks.extend(clasps(bar.placement, other.placement));
            }
        }
        let captured = changed(position, &after).filter(|bar| bar.captive);
        marks.extend(captured.map(|bar| {
            let sites = bar.placement.squares().map(Square::site);
            Mark::new(MarkKind::Hit, sites)
        }));
        marks.extend(winning(&after));
        marks
    }

    fn reason(&self, position: &Position) -> Reason {
        match position.winner() {
            Some(winner) => Reason::about("EU12", "eupdonne.end-chain", winner),
            None => Reason::stuck("EU13", position.to_act()),
        }
    }

    fn transition(&self, position: &Position, action: Action) -> Transition {
        let seat = position.to_act();
        let first = match (action.from(), action.to()) {
            (Some(from), Some(to)) => Change::Lift {
                from: place(from),
                to: place(to),
            },
            (Some(from), None) => Change::Leave {
                from: place(from),
                to: Some(zone(seat)),
            },
            (None, Some(to)) => {
                let copies = position.in_hand(seat, to.order()).max(1);
                Change::Enter {
                    from: Some((zone(seat), slot(to.order()) + copies - 1)),
                    to: place(to),
                }
            }
            (None, None) => return Transition::default(),
        };
        let mut after = *position;
        self.apply(&mut after, action);
        let turned = changed(position, &after).map(|bar| Change::Turn {
            at: place(bar.placement),
        });
        Transition::single_step(vec![first]).then(turned.collect())
    }

    fn refused_pick(&self, position: &Position, path: &[Pick]) -> Refusal {
        let elsewhere = || Refusal::new("EU3", Message::new("eupdonne.pick-a-bar"));
        let square = |pick: &Pick| pick.site().and_then(Square::from_site);
        match path {
            [pick] => match square(pick).and_then(|square| position.bar_on(square)) {
                Some(bar) => {
                    // What is wrong with this bar shows when it is taken off; if nothing is,
                    // another of its squares was meant.
                    let action = Action::take_off(bar.placement);
                    if bar.seat != position.to_act() || bar.captive {
                        return self.refusal(position, action);
                    }
                    elsewhere()
                }
                None => match pick {
                    Pick::Slot(tray, slot) if *tray == zone(position.to_act()) => {
                        let order = usize::from(slot / 2).min(2);
                        let why = Message::new(if position.in_hand(position.to_act(), order) > 0 {
                            "eupdonne.no-room"
                        } else {
                            "eupdonne.none-in-hand"
                        });
                        Refusal::new("EU3", why.text("order", order_name(order)))
                    }
                    _ => elsewhere(),
                },
            },
            [first, Pick::Button(_)] => match square(first).and_then(|s| position.bar_on(s)) {
                Some(bar) => self.refusal(position, Action::take_off(bar.placement)),
                None => elsewhere(),
            },
            [first, second, rest @ ..] => {
                let from = square(first)
                    .and_then(|square| position.bar_on(square))
                    .map(|bar| bar.placement);
                let order = match (from, first) {
                    (Some(from), _) => from.order(),
                    (None, Pick::Slot(_, slot)) => usize::from(slot / 2).min(2),
                    _ => return elsewhere(),
                };
                let Some(middle) = square(second) else {
                    return elsewhere();
                };
                let wanted = match rest {
                    [Pick::Picture(Glyph::Bar { levels, vertical })] => {
                        Placement::around(*levels, middle, *vertical)
                    }
                    _ => likeliest(position, from, order, middle),
                };
                match wanted {
                    Some(to) => {
                        let action = match from {
                            Some(from) => Action::shift(from, to),
                            None => Action::introduce(to),
                        };
                        self.refusal(position, action)
                    }
                    None => {
                        let why = Message::new("eupdonne.over-the-edge").text("at", middle);
                        Refusal::new("EU3", why)
                    }
                }
            }
            [] => elsewhere(),
        }
    }
}

impl Eupdonne {
    fn prompt(&self, position: &Position) -> Message {
        if matches!(self.actions(position, &mut Vec::new()), Status::Over(_)) {
            return Message::new("rules.over");
        }
        let seat = position.to_act();
        let in_hand: u8 = (0..3).map(|order| position.in_hand(seat, order)).sum();
        Message::new(match (in_hand, position.movable(seat).next()) {
            (0, _) => "eupdonne.prompt-move",
            (_, None) => "eupdonne.prompt-introduce",
            _ => "eupdonne.prompt",
        })
    }
}

/// The placement of a bar around a square that is nearest to being allowed: one that does not cross
/// other bars, if there is one.
fn likeliest(
    position: &Position,
    from: Option<Placement>,
    order: usize,
    middle: Square,
) -> Option<Placement> {
    let [a, b, c] = ORDERS[order];
    let ways = [false, true].into_iter().flat_map(|vertical| {
        [[a, b, c], [c, b, a]]
            .into_iter()
            .filter_map(move |levels| Placement::around(levels, middle, vertical))
    });
    let lifted = from.map_or(Bitboard::EMPTY, Placement::covered);
    let all = (position.covered(super::LIGHT) | position.covered(super::DARK)) & !lifted;
    ways.min_by_key(|way| (way.covered() & all).len())
}

/// The bars that an action captures or frees, as they are afterwards.
fn changed<'a>(before: &'a Position, after: &'a Position) -> impl Iterator<Item = Bar> + 'a {
    after.bars().filter(|bar| {
        let number = before.number_of(bar.seat, bar.placement);
        number
            .and_then(|number| before.bar(number))
            .is_some_and(|was| was.captive != bar.captive)
    })
}

/// The winning chain.
fn winning(position: &Position) -> Option<Mark> {
    let chain = position.chain(position.winner()?)?;
    let bars = chain.into_iter().filter_map(|number| position.bar(number));
    let squares = bars.flat_map(|bar| bar.placement.squares());
    Some(Mark::new(MarkKind::Win, squares.map(Square::site)))
}

/// A clasp over every edge where two linked bars touch.
fn clasps(one: Placement, other: Placement) -> impl Iterator<Item = Mark> {
    one.touching(other)
        .into_iter()
        .map(|((a, _), (b, _))| Mark::new(MarkKind::Link, [a.site(), b.site()]))
}

fn seat_view(position: &Position, seat: Seat) -> SeatView {
    let held = position
        .bars()
        .filter(|bar| bar.captive && bar.seat != seat)
        .count();
    let mut view = SeatView::default();
    if held > 0 {
        let note = if held == 1 {
            Message::new("eupdonne.holds-one")
        } else {
            Message::new("eupdonne.holds").number("count", held as i64)
        };
        view.notes.push(note);
    }
    view
}

fn piece(bar: Bar) -> Piece {
    laid(bar.seat, bar.placement, bar.captive)
}

/// A bar on the board.
pub(super) fn laid(seat: Seat, placement: Placement, captive: bool) -> Piece {
    Piece {
        glyph: glyph(placement),
        seat: Some(seat),
        at: place(placement),
        state: if captive {
            State::Captive(seat.next(2))
        } else {
            State::Free
        },
    }
}

fn glyph(placement: Placement) -> Glyph {
    Glyph::Bar {
        levels: placement.levels(),
        vertical: placement.is_vertical(),
    }
}

fn place(placement: Placement) -> Place {
    Place::Sites(placement.squares().map(Square::site).to_vec())
}

/// The hand of a seat.
fn zone(seat: Seat) -> ZoneId {
    ZoneId(seat.index() as u8)
}

/// The first slot of an order.
fn slot(order: usize) -> u8 {
    order as u8 * 2
}
