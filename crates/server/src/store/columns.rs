//! How values stand in the columns of a database, whichever it is.

use tablier_protocol::TableState;
use tablier_rooms::{PlayerId, RoomId, TimeControl};

use super::{StoreError, Stored};

/// The number of a state. It is in databases and never changes its meaning.
pub(super) fn state_number(state: TableState) -> u8 {
    match state {
        TableState::Open => 0,
        TableState::Playing => 1,
        TableState::Over => 2,
        TableState::Aborted => 3,
    }
}

pub(super) fn time_text(time: TimeControl) -> Stored<String> {
    serde_json::to_string(&time).map_err(unreadable)
}

pub(super) fn player_id(text: String) -> Stored<PlayerId> {
    PlayerId::try_from(text).map_err(unreadable)
}

pub(super) fn room_id(text: String) -> Stored<RoomId> {
    RoomId::try_from(text).map_err(unreadable)
}

/// A value that is not what belongs there.
fn unreadable(error: impl std::fmt::Display) -> StoreError {
    StoreError::Unavailable(error.to_string())
}
