use super::staging::laid;
use super::{Action, Eupdonne, ORDERS, Placement, Setup, Square};
use crate::arranging::{Chosen, acts, draft, of_seat, value};
use crate::scene::draft::{Draft, Model, Range, Setting};
use crate::scene::{Glyph, Message, Piece, Place, State};
use crate::{Arranging, Seat};

/// The hand, as a value of the settings for the action that may not be undone.
const HAND: &str = "hand";
/// The value when there is no such action.
const NOTHING: &str = ".";

impl Arranging for Eupdonne {
    fn models(&self) -> Vec<Model> {
        let bars = |seat: Seat| {
            ORDERS.map(|levels| Model {
                length: 3,
                captor: Some(seat.next(2)),
                ..Model::new(
                    Glyph::Bar {
                        levels,
                        vertical: false,
                    },
                    seat,
                )
            })
        };
        Seat::all(2).flat_map(bars).collect()
    }

    /// Besides who acts, EU7: each seat's last action, which it may not undo, as the bar that it
    /// played and where that bar was before.
    fn settings(&self, draft: &Draft) -> Vec<Setting> {
        let mut settings = vec![acts(2)];
        for seat in Seat::all(2) {
            let own: Vec<Placement> = draft.pieces_of(seat).filter_map(placement).collect();
            let mut bars = vec![
                (NOTHING.to_owned(), Message::new("setup.nothing")),
                (HAND.to_owned(), Message::new("setup.into-hand")),
            ];
            bars.extend(own.iter().map(|&bar| named(bar)));
            let last = of_seat("last", seat, "setup.last-bar", Range::OneOf(bars));
            let played = last.value(draft);
            settings.push(last);
            if played == NOTHING {
                continue;
            }
            let bar = own.iter().copied().find(|bar| bar.to_string() == played);
            let mut before = match bar {
                Some(_) => vec![(HAND.to_owned(), Message::new("setup.from-hand"))],
                None => Vec::new(),
            };
            let in_hand = |order| own.iter().filter(|bar| bar.order() == order).count() < 2;
            let could = |&there: &Placement| match bar {
                Some(bar) => there != bar && there.order() == bar.order(),
                None => in_hand(there.order()),
            };
            before.extend(Placement::all().filter(could).map(named));
            settings.push(of_seat(
                "before",
                seat,
                "setup.before",
                Range::OneOf(before),
            ));
        }
        settings
    }

    fn draft_of(&self, setup: &Setup) -> Draft {
        let bars = Seat::all(2).flat_map(|seat| {
            let own = setup.bars[seat.index()].iter();
            own.map(move |&(placement, captive)| laid(seat, placement, captive))
        });
        let mut values = vec![value("acts", setup.to_act)];
        for seat in Seat::all(2) {
            let Some(undoing) = setup.forbidden[seat.index()] else {
                values.push(value(format!("last-{seat}"), NOTHING));
                continue;
            };
            let name = |place: Option<Placement>| match place {
                Some(placement) => placement.to_string(),
                None => HAND.to_owned(),
            };
            values.push(value(format!("last-{seat}"), name(undoing.from())));
            values.push(value(format!("before-{seat}"), name(undoing.to())));
        }
        draft(bars, values)
    }

    fn setup_from(&self, draft: &Draft) -> Setup {
        let chosen = Chosen::new(&self.settings(draft), draft);
        let bars = |seat: Seat| {
            let bar = |piece: &Piece| {
                let captive = matches!(piece.state, State::Captive(_));
                Some((placement(piece)?, captive))
            };
            draft.pieces_of(seat).filter_map(bar).collect()
        };
        let forbidden = |seat: Seat| {
            let placed = |name: &str| {
                let text = chosen.text(&format!("{name}-{seat}"));
                Placement::all().find(|placement| placement.to_string() == text)
            };
            match (placed("last"), placed("before")) {
                (None, None) => None,
                (None, Some(there)) => Some(Action::introduce(there)),
                (Some(bar), None) => Some(Action::take_off(bar)),
                (Some(bar), Some(there)) => Some(Action::shift(bar, there)),
            }
        };
        let seats = [Seat::new(0), Seat::new(1)];
        Setup {
            bars: seats.map(bars),
            to_act: chosen.to_act(),
            forbidden: seats.map(forbidden),
        }
    }
}

/// How a bar of a draft lies.
fn placement(piece: &Piece) -> Option<Placement> {
    let Glyph::Bar { levels, vertical } = piece.glyph else {
        return None;
    };
    let Place::Sites(sites) = &piece.at else {
        return None;
    };
    Placement::new(levels, Square::from_site(*sites.first()?)?, vertical)
}

fn named(placement: Placement) -> (String, Message) {
    let name = Message::new("setup.text").text("text", placement);
    (placement.to_string(), name)
}
