//! Where a game lives: in this browser, or at a table on the server. The board, the moves, the
//! seats and the prompt are the same; only what counts, and who is asked, differs.

use leptos::prelude::*;
use tablier_rooms::{Command, Offer};
use tablier_rules::Seat;
use tablier_rules::scene::ActionId;

use crate::online::table::OnlineTable;
use crate::play::Play;
use crate::session::EarlyEnd;

/// Where a game lives.
#[derive(Copy, Clone)]
pub enum Home {
    /// In this browser: what is done here counts at once.
    Here,
    /// On the server: what is done here counts once it is stored there.
    Online(OnlineTable),
}

impl Home {
    /// The table on the server, if it lives there.
    pub fn online(self) -> Option<OnlineTable> {
        match self {
            Home::Here => None,
            Home::Online(table) => Some(table),
        }
    }

    /// A person at this screen plays an action.
    pub fn act(self, play: Play, action: ActionId) {
        match self {
            Home::Here => {
                play.play_action(action);
            }
            // The server reads text.
            Home::Online(table) => {
                if let Ok(action) = play.with(|session| session.table().action_text(action)) {
                    table.command(Command::Act { action });
                }
            }
        }
    }

    /// Takes back, or asks the others to agree.
    pub fn undo(self, play: Play) {
        match self {
            Home::Here => {
                play.undo();
            }
            Home::Online(table) => table.command(Command::Offer {
                offer: Offer::TakeBack,
            }),
        }
    }

    /// Redoes what was taken back; online there is no redo.
    pub fn redo(self, play: Play) {
        if let Home::Here = self {
            play.redo();
        }
    }

    /// A person at this screen resigns.
    pub fn resign(self, play: Play, seat: Option<Seat>) {
        match self {
            Home::Here => {
                if let Some(seat) = seat {
                    play.leave(EarlyEnd::Resigned(seat));
                }
            }
            Home::Online(table) => table.command(Command::Resign),
        }
    }

    /// The player's seat at an online table while the game is on.
    pub fn my_seat(self) -> Option<Seat> {
        let around = self.online()?.around;
        around.with_untracked(|around| {
            let around = around.as_ref().filter(|around| around.in_game)?;
            around.my_seat
        })
    }
}
