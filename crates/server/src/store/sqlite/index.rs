//! The index over the logs: how cards and turns become rows, and rows listings.

use rusqlite::{Connection, Row, params};
use tablier_protocol::{SeatView, TableLine};
use tablier_rooms::{PlayerId, RoomId, TimeControl};
use tablier_rules::Verdict;

use super::unavailable;
use crate::store::columns::{player_id, state_number, time_text};
use crate::store::{Card, Listing, Stored, Turn};

/// The columns that [`listing`] reads.
pub(super) const LISTING: &str = "SELECT c.line, r.host, r.seq, r.acts, r.ply, r.at, r.listed \
     FROM rooms r JOIN cards c ON c.room = r.id";

/// Writes the whole index of a table.
pub(super) fn put(
    connection: &Connection,
    room: &RoomId,
    seq: u64,
    card: &Card,
    turn: &Turn,
) -> Stored<()> {
    let line = &card.line;
    let time = time_text(line.time)?;
    let by_days = matches!(line.time, TimeControl::Days(_));
    let changed = connection
        .prepare_cached(
            "INSERT INTO rooms (id, seq, state, game, time, by_days, rated, listed, pairs, host,
                 host_seen, opened, at, ply, acts, due, house)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?11, ?11, ?12, ?13, ?14, ?15)
             ON CONFLICT (id) DO UPDATE SET seq = ?2, state = ?3, listed = ?8, pairs = ?9,
                 host = ?10, at = ?11, ply = ?12, acts = ?13, due = ?14, house = ?15
             WHERE seq < ?2",
        )?
        .execute(params![
            room.as_str(),
            seq,
            state_number(line.state),
            line.game,
            time,
            by_days,
            line.rated,
            card.listed,
            card.pairs,
            card.host.as_str(),
            turn.at,
            turn.ply,
            turn.acts.as_ref().map(PlayerId::as_str),
            turn.due,
            turn.house,
        ])?;
    if changed == 0 {
        return Ok(());
    }
    connection
        .prepare_cached("INSERT OR REPLACE INTO cards (room, line) VALUES (?1, ?2)")?
        .execute(params![
            room.as_str(),
            serde_json::to_string(line).map_err(unavailable)?
        ])?;
    connection
        .prepare_cached("DELETE FROM sitting WHERE room = ?1")?
        .execute([room.as_str()])?;
    let mut sit = connection.prepare_cached(
        "INSERT OR REPLACE INTO sitting (player, room, game, verdict) VALUES (?1, ?2, ?3, ?4)",
    )?;
    for (at, seat) in line.seats.iter().enumerate() {
        if let SeatView::Person { player, .. } = seat {
            let verdict = card.verdicts.get(at).map(|verdict| match verdict {
                Verdict::Lost => 0,
                Verdict::Drew => 1,
                Verdict::Won => 2,
            });
            sit.execute(params![player.as_str(), room.as_str(), line.game, verdict])?;
        }
    }
    Ok(())
}

/// Writes the turn, unless the index is newer.
pub(super) fn put_turn(
    connection: &Connection,
    room: &RoomId,
    seq: u64,
    turn: &Turn,
) -> Stored<()> {
    connection
        .prepare_cached(
            "UPDATE rooms SET seq = ?2, at = ?3, ply = ?4, acts = ?5, due = ?6, house = ?7
             WHERE id = ?1 AND seq < ?2",
        )?
        .execute(params![
            room.as_str(),
            seq,
            turn.at,
            turn.ply,
            turn.acts.as_ref().map(PlayerId::as_str),
            turn.due,
            turn.house,
        ])?;
    Ok(())
}

/// A row of [`LISTING`].
pub(super) fn listing(row: &Row<'_>) -> Stored<Listing> {
    let text: String = row.get(0)?;
    let mut line: TableLine = serde_json::from_str(&text).map_err(unavailable)?;
    line.ply = row.get(4)?;
    line.touched = row.get(5)?;
    line.waits_for_me = false;
    let acts: Option<String> = row.get(3)?;
    Ok(Listing {
        line,
        host: player_id(row.get(1)?)?,
        seq: row.get(2)?,
        acts: acts.map(player_id).transpose()?,
        listed: row.get(6)?,
    })
}
