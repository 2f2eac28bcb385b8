//! Which tables are wanted, in SQL.

use tokio_postgres::types::ToSql;

use super::number;
use crate::store::columns::time_text;
use crate::store::{Query, Stored};

/// A query: its conditions, its order and its values.
pub(super) struct Clauses {
    pub(super) from: &'static str,
    pub(super) order: &'static str,
    values: Vec<Box<dyn ToSql + Sync + Send>>,
}

impl Clauses {
    pub(super) fn values(&self) -> Vec<&(dyn ToSql + Sync)> {
        self.values
            .iter()
            .map(|value| value.as_ref() as &(dyn ToSql + Sync))
            .collect()
    }
}

pub(super) fn clauses(query: Query) -> Stored<Clauses> {
    let newest = "r.at DESC";
    let (from, order, values): (_, _, Vec<Box<dyn ToSql + Sync + Send>>) = match query {
        Query::Open { seen_since, .. } => (
            "WHERE r.listed AND r.state = 0 AND (r.by_days OR r.host_seen >= $1)",
            newest,
            vec![Box::new(number(seen_since))],
        ),
        Query::Playing { .. } => ("WHERE r.listed AND r.state = 1", newest, Vec::new()),
        Query::Current { player, .. } => (
            "JOIN sitting s ON s.room = r.id WHERE s.player = $1 AND r.state < 2",
            "(r.acts IS NOT NULL AND r.acts = s.player) DESC, r.at DESC",
            vec![Box::new(String::from(player))],
        ),
        Query::Finished { player, before, .. } => (
            "JOIN sitting s ON s.room = r.id WHERE s.player = $1 AND r.state = 2 AND r.at < $2",
            newest,
            vec![Box::new(String::from(player)), Box::new(number(before))],
        ),
        Query::Waiting { player } => (
            "WHERE r.acts = $1 AND r.state = 1",
            newest,
            vec![Box::new(String::from(player))],
        ),
        Query::Pairs {
            game,
            time,
            rated,
            seen_since,
        } => (
            "WHERE r.pairs AND r.state = 0 AND r.game = $1 AND r.time = $2 AND r.rated = $3
                 AND (r.by_days OR r.host_seen >= $4)",
            "r.opened",
            vec![
                Box::new(game),
                Box::new(time_text(time)?),
                Box::new(rated),
                Box::new(number(seen_since)),
            ],
        ),
        Query::Hosted { host } => (
            "WHERE r.host = $1 AND r.state = 0",
            newest,
            vec![Box::new(String::from(host))],
        ),
        Query::Stale { before, after, .. } => {
            let (at, id) = after.map_or((0, String::new()), |(at, id)| (at, id.into()));
            (
                "WHERE r.state < 2 AND r.at < $1 AND (r.at, r.id) > ($2, $3)",
                "r.at, r.id",
                vec![Box::new(number(before)), Box::new(number(at)), Box::new(id)],
            )
        }
        Query::Aborted { before, .. } => (
            "WHERE r.state = 3 AND r.at < $1",
            "r.at",
            vec![Box::new(number(before))],
        ),
    };
    Ok(Clauses {
        from,
        order,
        values,
    })
}
