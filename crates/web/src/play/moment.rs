//! What the page shows of a session beside the board, and how a game ended in words.

use std::sync::Arc;

use tablier_rules::scene::Message;
use tablier_rules::{Ending, Outcome, Seat, Status, Verdict};

use crate::session::{Player, Session};
use crate::tree::{NodeId, Tree};
use crate::words::{colour_name, say_on, word};

/// What a session is for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A game with a player on each seat.
    Game,
    /// One person plays all sides and tries anything.
    Analysis,
}

/// What the page shows of a session beside the board.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// Everything that was played and tried.
    pub tree: Arc<Tree>,
    /// The node shown.
    pub at: NodeId,
    /// The current node of the game.
    pub head: NodeId,
    /// Who acts at the node shown, or how it ended.
    pub status: Status,
    /// How it ended.
    pub ending: Option<Ending>,
    /// Who decides now; none when it is over.
    pub player: Option<Player>,
    /// Who sits where.
    pub players: Vec<Player>,
    /// Which seats have left.
    pub left: Vec<bool>,
    /// The position as text.
    pub position: String,
    /// Whether the last action is on its way to the server, and not yet stored.
    pub unstored: bool,
}

impl Moment {
    /// What a session shows.
    pub fn of(session: &Session) -> Self {
        let table = session.table();
        let seats = table.seating().sides.len() as u8;
        Self {
            tree: Arc::new(session.tree().clone()),
            at: session.at(),
            head: session.head(),
            status: table.status(),
            ending: table.ending(),
            player: session.player_to_act(),
            players: session.players.clone(),
            left: Seat::all(seats).map(|seat| table.has_left(seat)).collect(),
            position: table.position(),
            unstored: session.unstored,
        }
    }

    /// Whether the node shown is the current one.
    pub fn is_live(&self) -> bool {
        self.at == self.head
    }

    /// Whether it is over at the node shown.
    pub fn is_over(&self) -> bool {
        matches!(self.status, Status::Over(_))
    }

    /// Who acts at the node shown.
    pub fn to_act(&self) -> Option<Seat> {
        match self.status {
            Status::Acts(seat) => Some(seat),
            Status::Over(_) => None,
        }
    }
}

/// How a game ended, in a sentence.
pub fn result_text(surface: tablier_rules::scene::Surface, moment: &Moment) -> Option<String> {
    let Status::Over(outcome) = moment.status else {
        return None;
    };
    let mut text = match outcome {
        Outcome::Left(left) => {
            let key = match left {
                1 => "ui.left-1",
                2 => "ui.left-2",
                3 => "ui.left-3",
                _ => "ui.left-more",
            };
            let ply = moment.tree.depth(moment.at);
            say_on(
                surface,
                &Message::new(key)
                    .number("left", left)
                    .number("jumps", ply as i64),
            )
        }
        Outcome::Seats { count, verdicts } => {
            let names = |wanted: Verdict| -> Vec<String> {
                Seat::all(count)
                    .filter(|seat| verdicts[seat.index()] == wanted)
                    .map(|seat| colour_name(surface, seat))
                    .collect()
            };
            let winners = names(Verdict::Won);
            if winners.is_empty() {
                word("ui.drawn")
            } else {
                let and = word("ui.and");
                let key = if winners.len() == 1 {
                    "ui.wins"
                } else {
                    "ui.win"
                };
                let who = winners.join(&format!(" {and} "));
                let text = say_on(surface, &Message::new(key).text("who", &who));
                uppercase_first(&text)
            }
        }
    };
    let why = match moment.ending {
        Some(Ending::Repetition) => Some("ui.by-repetition"),
        Some(Ending::Limit) => Some("ui.by-limit"),
        Some(Ending::Resignation(_)) => Some("ui.by-resignation"),
        Some(Ending::Time(_)) => Some("ui.by-time"),
        Some(Ending::Agreement) => Some("ui.by-agreement"),
        _ => None,
    };
    if let Some(why) = why {
        text = format!("{text} {}", word(why));
    }
    Some(text)
}

/// The text with its first letter as a capital.
pub fn uppercase_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}
