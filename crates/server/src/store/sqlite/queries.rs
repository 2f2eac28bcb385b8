//! Which tables are wanted, in SQL.

use rusqlite::Connection;
use rusqlite::types::Value;
use tablier_rooms::PlayerId;

use crate::store::{Query, Stored, columns};

/// A query in SQL: its conditions, its order and its values.
pub(super) fn clauses(query: Query) -> Stored<(String, &'static str, Vec<Value>)> {
    let text = |id: PlayerId| Value::Text(id.into());
    let number = |n: u64| Value::Integer(i64::try_from(n).unwrap_or(i64::MAX));
    let newest = "r.at DESC";
    let (from, order, values) = match query {
        Query::Open { seen_since, .. } => (
            "WHERE r.listed = 1 AND r.state = 0 AND (r.by_days = 1 OR r.host_seen >= ?1)",
            newest,
            vec![number(seen_since)],
        ),
        Query::Playing { .. } => ("WHERE r.listed = 1 AND r.state = 1", newest, Vec::new()),
        Query::Current { player, .. } => (
            "JOIN sitting s ON s.room = r.id WHERE s.player = ?1 AND r.state < 2",
            "(r.acts IS NOT NULL AND r.acts = s.player) DESC, r.at DESC",
            vec![text(player)],
        ),
        Query::Finished { player, before, .. } => (
            "JOIN sitting s ON s.room = r.id WHERE s.player = ?1 AND r.state = 2 AND r.at < ?2",
            newest,
            vec![text(player), number(before)],
        ),
        Query::Waiting { player } => (
            "WHERE r.acts = ?1 AND r.state = 1",
            newest,
            vec![text(player)],
        ),
        Query::Pairs {
            game,
            time,
            rated,
            seen_since,
        } => (
            "WHERE r.pairs = 1 AND r.state = 0 AND r.game = ?1 AND r.time = ?2 AND r.rated = ?3
                 AND (r.by_days = 1 OR r.host_seen >= ?4)",
            "r.opened",
            vec![
                Value::Text(game),
                Value::Text(columns::time_text(time)?),
                Value::Integer(rated.into()),
                number(seen_since),
            ],
        ),
        Query::Hosted { host } => (
            "WHERE r.host = ?1 AND r.state = 0",
            newest,
            vec![text(host)],
        ),
        Query::Stale { before, after, .. } => {
            let (at, id) = after.map_or((0, String::new()), |(at, id)| (at, id.into()));
            (
                "WHERE r.state < 2 AND r.at < ?1 AND (r.at, r.id) > (?2, ?3)",
                "r.at, r.id",
                vec![number(before), number(at), Value::Text(id)],
            )
        }
        Query::Aborted { before, .. } => (
            "WHERE r.state = 3 AND r.at < ?1",
            "r.at",
            vec![number(before)],
        ),
    };
    Ok((from.to_owned(), order, values))
}

/// All rows of a query.
pub(super) fn rows<T>(
    connection: &Connection,
    sql: &str,
    values: impl rusqlite::Params,
    read: impl Fn(&rusqlite::Row<'_>) -> Stored<T>,
) -> Stored<Vec<T>> {
    let mut ask = connection.prepare_cached(sql)?;
    let mut rows = ask.query(values)?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        found.push(read(row)?);
    }
    Ok(found)
}
