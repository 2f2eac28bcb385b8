use super::{Action, Eupdonne, ORDERS, Placement, Position, Square};
use crate::arranging::{acts, chosen, of_seat, value, words};
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

    fn values(&self, position: &Position) -> Vec<(String, String)> {
        let mut values = vec![value("acts", position.to_act())];
        for seat in Seat::all(2) {
            let undoing = position.forbidden(seat);
            if undoing == Action::NONE {
                values.push(value(format!("last-{seat}"), NOTHING));
                continue;
            }
            let name = |place: Option<Placement>| match place {
                Some(placement) => placement.to_string(),
                None => HAND.to_owned(),
            };
            values.push(value(format!("last-{seat}"), name(undoing.from())));
            values.push(value(format!("before-{seat}"), name(undoing.to())));
        }
        values
    }

    fn compose(&self, draft: &Draft) -> String {
        let bars = |seat| {
            words(draft, Seat::new(seat), |piece, _| {
                let held = matches!(piece.state, State::Captive(_));
                Some(format!(
                    "{}{}",
                    placement(piece)?,
                    if held { "*" } else { "" }
                ))
            })
        };
        let chosen = chosen(&self.settings(draft), draft);
        let undoing = |seat: u8| {
            let last = chosen[&format!("last-{seat}")].as_str();
            let before = chosen
                .get(&format!("before-{seat}"))
                .map_or("", String::as_str);
            match (last, before) {
                (NOTHING, _) => NOTHING.to_owned(),
                (HAND, there) => format!("+{there}"),
                (bar, HAND) => format!("-{bar}"),
                (bar, there) => format!("{bar}>{there}"),
            }
        };
        let [light, dark] = [bars(0), bars(1)];
        format!(
            "{light} ({dark}) {} {} {}",
            chosen["acts"],
            undoing(1),
            undoing(2)
        )
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
