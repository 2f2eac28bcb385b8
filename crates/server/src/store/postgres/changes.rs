//! What others may have written.

use super::{Postgres, index, number, unreadable, unsigned};
use crate::store::{Change, Changes, Stored};

impl Postgres {
    /// The mark is the oldest transaction that was still running: what it or a later one writes
    /// becomes visible after this question and is found by the next one. Whatever was already
    /// finished is seen now.
    pub(super) async fn changes_since(&self, since: Option<u64>) -> Stored<Changes> {
        let mark = "SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint";
        let Some(since) = since else {
            let row = self.row(mark, &[]).await?;
            let row = row.ok_or_else(|| unreadable("the database does not say where it is"))?;
            return Ok(Changes {
                mark: unsigned(row.try_get(0).map_err(unreadable)?),
                rooms: Some(Vec::new()),
            });
        };
        // One statement sees one state of the database: mark and rows belong together.
        let sql = "SELECT r.id, r.seq, r.due, now.mark
                   FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS mark) now
                   LEFT JOIN rooms r ON r.changed >= $1 ORDER BY r.id";
        let rows = self.rows(sql, &[&number(since)]).await?;
        let mut mark = since;
        let mut rooms = Vec::with_capacity(rows.len());
        for row in &rows {
            mark = unsigned(row.try_get(3).map_err(unreadable)?);
            let id: Option<&str> = row.try_get(0).map_err(unreadable)?;
            if id.is_some() {
                let due: Option<i64> = row.try_get(2).map_err(unreadable)?;
                rooms.push(Change {
                    room: index::room_of(row)?,
                    seq: unsigned(row.try_get(1).map_err(unreadable)?),
                    due: due.map(unsigned),
                });
            }
        }
        Ok(Changes {
            mark,
            rooms: Some(rooms),
        })
    }
}
