//! The index over the logs: how cards and turns become rows, and rows listings.

use tablier_protocol::{SeatView, TableLine};
use tablier_rooms::{RoomId, TimeControl};
use tablier_rules::Verdict;
use tokio_postgres::Row;

use super::{number, unreadable, unsigned};
use crate::store::columns::{player_id, room_id, state_number, time_text};
use crate::store::{Card, Listing, Stored, Turn};

/// The columns that [`listing`] reads.
pub(super) const LISTING: &str = "SELECT c.line, r.host, r.seq, r.acts, r.ply, r.at, r.listed \
     FROM rooms r JOIN cards c ON c.room = r.id";

/// The number of the transaction that writes.
macro_rules! this_transaction {
    () => {
        "pg_current_xact_id()::text::bigint"
    };
}

/// Writes the whole index of a table, unless it is newer. One statement, so that it can be sent
/// without waiting for the one before.
pub(super) const PUT: &str = concat!(
    "WITH room AS (
         INSERT INTO rooms (id, seq, state, game, time, by_days, rated, listed, pairs, host,
             host_seen, opened, at, ply, acts, due, house, changed)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $11, $12, $13, $14, $15, ",
    this_transaction!(),
    ")
         ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, state = excluded.state,
             listed = excluded.listed, pairs = excluded.pairs, host = excluded.host,
             at = excluded.at, ply = excluded.ply, acts = excluded.acts, due = excluded.due,
             house = excluded.house, changed = excluded.changed
         WHERE rooms.seq < excluded.seq RETURNING id),
     card AS (
         INSERT INTO cards (room, line) SELECT id, $16::text FROM room
         ON CONFLICT (room) DO UPDATE SET line = excluded.line),
     gone AS (
         DELETE FROM sitting USING room
         WHERE sitting.room = room.id AND NOT sitting.player = ANY($17::text[]))
     INSERT INTO sitting (player, room, game, verdict)
     SELECT s.player, room.id, $4::text, s.verdict
     FROM room, unnest($17::text[], $18::smallint[]) AS s (player, verdict)
     ON CONFLICT (player, room) DO UPDATE SET verdict = excluded.verdict"
);

/// Writes the turns of many tables, except those whose index is newer.
pub(super) const PUT_TURNS: &str = concat!(
    "UPDATE rooms r SET seq = t.seq, at = t.at, ply = t.ply, acts = t.acts, due = t.due,
         house = t.house, changed = ",
    this_transaction!(),
    " FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::integer[], $5::text[],
         $6::bigint[], $7::boolean[]) AS t (id, seq, at, ply, acts, due, house)
     WHERE r.id = t.id AND r.seq < t.seq"
);

/// The values of [`PUT`].
pub(super) struct Put {
    id: String,
    seq: i64,
    state: i16,
    game: String,
    time: String,
    by_days: bool,
    rated: bool,
    listed: bool,
    pairs: bool,
    host: String,
    at: i64,
    ply: i32,
    acts: Option<String>,
    due: Option<i64>,
    house: bool,
    line: String,
    players: Vec<String>,
    verdicts: Vec<Option<i16>>,
}

impl Put {
    pub(super) fn new(room: &RoomId, seq: u64, card: &Card, turn: &Turn) -> Stored<Self> {
        let line = &card.line;
        let mut players: Vec<String> = Vec::new();
        let mut verdicts = Vec::new();
        for (at, seat) in line.seats.iter().enumerate() {
            if let SeatView::Person { player, .. } = seat {
                let verdict = card.verdicts.get(at).map(|verdict| match verdict {
                    Verdict::Lost => 0,
                    Verdict::Drew => 1,
                    Verdict::Won => 2,
                });
                let name = player.as_str();
                // Nobody sits twice at a table in the index; the last place counts.
                match players.iter().position(|known| known == name) {
                    Some(known) => verdicts[known] = verdict,
                    None => {
                        players.push(name.to_owned());
                        verdicts.push(verdict);
                    }
                }
            }
        }
        Ok(Self {
            id: room.as_str().to_owned(),
            seq: number(seq),
            state: state_number(line.state).into(),
            game: line.game.clone(),
            time: time_text(line.time)?,
            by_days: matches!(line.time, TimeControl::Days(_)),
            rated: line.rated,
            listed: card.listed,
            pairs: card.pairs,
            host: card.host.as_str().to_owned(),
            at: number(turn.at),
            ply: ply(turn),
            acts: acts(turn),
            due: turn.due.map(number),
            house: turn.house,
            line: serde_json::to_string(line).map_err(unreadable)?,
            players,
            verdicts,
        })
    }

    pub(super) fn values(&self) -> [&(dyn tokio_postgres::types::ToSql + Sync); 18] {
        [
            &self.id,
            &self.seq,
            &self.state,
            &self.game,
            &self.time,
            &self.by_days,
            &self.rated,
            &self.listed,
            &self.pairs,
            &self.host,
            &self.at,
            &self.ply,
            &self.acts,
            &self.due,
            &self.house,
            &self.line,
            &self.players,
            &self.verdicts,
        ]
    }
}

/// The values of [`PUT_TURNS`].
#[derive(Default)]
pub(super) struct PutTurns {
    ids: Vec<String>,
    seqs: Vec<i64>,
    ats: Vec<i64>,
    plies: Vec<i32>,
    acts: Vec<Option<String>>,
    dues: Vec<Option<i64>>,
    houses: Vec<bool>,
}

impl PutTurns {
    pub(super) fn push(&mut self, room: &RoomId, seq: u64, turn: &Turn) {
        self.ids.push(room.as_str().to_owned());
        self.seqs.push(number(seq));
        self.ats.push(number(turn.at));
        self.plies.push(ply(turn));
        self.acts.push(acts(turn));
        self.dues.push(turn.due.map(number));
        self.houses.push(turn.house);
    }

    pub(super) fn values(&self) -> [&(dyn tokio_postgres::types::ToSql + Sync); 7] {
        [
            &self.ids,
            &self.seqs,
            &self.ats,
            &self.plies,
            &self.acts,
            &self.dues,
            &self.houses,
        ]
    }
}

fn ply(turn: &Turn) -> i32 {
    i32::try_from(turn.ply).unwrap_or(i32::MAX)
}

fn acts(turn: &Turn) -> Option<String> {
    turn.acts.as_ref().map(|player| player.as_str().to_owned())
}

/// A row of [`LISTING`].
pub(super) fn listing(row: &Row) -> Stored<Listing> {
    let text: &str = row.try_get(0).map_err(unreadable)?;
    let mut line: TableLine = serde_json::from_str(text).map_err(unreadable)?;
    let ply: i32 = row.try_get(4).map_err(unreadable)?;
    line.ply = ply.unsigned_abs();
    line.touched = unsigned(row.try_get(5).map_err(unreadable)?);
    line.waits_for_me = false;
    let acts: Option<String> = row.try_get(3).map_err(unreadable)?;
    Ok(Listing {
        line,
        host: player_id(row.try_get(1).map_err(unreadable)?)?,
        seq: unsigned(row.try_get(2).map_err(unreadable)?),
        acts: acts.map(player_id).transpose()?,
        listed: row.try_get(6).map_err(unreadable)?,
    })
}

/// The table that a row begins with.
pub(super) fn room_of(row: &Row) -> Stored<RoomId> {
    let text: String = row.try_get(0).map_err(unreadable)?;
    room_id(text)
}
