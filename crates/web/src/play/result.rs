//! How a game ended, told to the person who reads it.

use tablier_rules::scene::{Message, Surface};
use tablier_rules::{Outcome, Seat, Status, Verdict};

use super::moment::{Moment, uppercase_first};
use crate::words::{colour_name, say, say_on, word};

/// How a game ended and why, in a sentence: "You win: your commander holds the king’s throne."
pub fn result_text(surface: Surface, moment: &Moment) -> Option<String> {
    let Status::Over(outcome) = moment.status else {
        return None;
    };
    let reader = moment.reader();
    let why = moment.reason.as_ref().map(|reason| {
        let why = reason.told_to(reader);
        say_on(surface, &why)
    });
    Some(match outcome {
        Outcome::Left(left) => {
            let pieces = left_over(left, moment.tree.depth(moment.at));
            let why = why.map(|why| format!(" {}.", uppercase_first(&why)));
            pieces + &why.unwrap_or_default()
        }
        Outcome::Seats { count, verdicts } => {
            let head = who_won(surface, count, &verdicts, reader);
            match why {
                Some(why) => say(&Message::new("ui.end-told")
                    .text("head", head)
                    .text("why", why)),
                None => head + ".",
            }
        }
    })
}

/// The end of a game for one.
fn left_over(left: u8, jumps: usize) -> String {
    let key = match left {
        1 => "ui.left-1",
        2 => "ui.left-2",
        3 => "ui.left-3",
        _ => "ui.left-more",
    };
    let message = Message::new(key).number("left", left);
    say(&message.number("jumps", jumps as i64))
}

/// Who won, as the reader sees it.
fn who_won(surface: Surface, count: u8, verdicts: &[Verdict], reader: Option<Seat>) -> String {
    let verdict = |seat: Seat| verdicts[seat.index()];
    let winners: Vec<Seat> = Seat::all(count)
        .filter(|&seat| verdict(seat) == Verdict::Won)
        .collect();
    let names = |without: Option<Seat>| {
        let seats = winners.iter().filter(|&&seat| Some(seat) != without);
        let names: Vec<String> = seats.map(|&seat| colour_name(surface, seat)).collect();
        names.join(&format!(" {} ", word("ui.and")))
    };
    match reader.map(verdict) {
        Some(Verdict::Won) if winners.len() > 1 => {
            say(&Message::new("ui.you-win-with").text("who", names(reader)))
        }
        Some(Verdict::Won) => word("ui.you-win"),
        Some(Verdict::Lost) => word("ui.you-lose"),
        _ if winners.is_empty() => word("ui.drawn"),
        _ => {
            let key = if winners.len() == 1 {
                "ui.wins"
            } else {
                "ui.win"
            };
            uppercase_first(&say(&Message::new(key).text("who", names(None))))
        }
    }
}
