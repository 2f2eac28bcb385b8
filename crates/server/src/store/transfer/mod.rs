//! Moving everything from a SQLite file to a PostgreSQL database: table by table in the order of
//! their keys, so that an interrupted move goes on where it was, and then checked by counts and
//! checksums of both sides.

mod rows;
#[cfg(test)]
mod tests;

use std::path::Path;

use rusqlite::OpenFlags;
use sha2::{Digest, Sha256};
use tokio_postgres::Client;

use super::{Access, Leases as _, Postgres, Sqlite};
use rows::{Kind, Row, TABLES, Table};

/// How many rows are moved in one transaction.
const CHUNK: usize = 2_000;

/// A table that was moved and is the same on both sides.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    /// Its name.
    pub table: &'static str,
    /// How many rows it has.
    pub rows: u64,
    /// The SHA-256 of all of them, in hexadecimal.
    pub checksum: String,
}

/// Moves the store of a data folder into an empty database, or goes on with a move that was
/// interrupted. No server may be running on either; `told` hears of the
/// progress: which table, and how much of it, from 0 to 1.
pub async fn transfer(
    folder: &Path,
    url: &str,
    told: &mut (dyn FnMut(&'static str, f64) + Send),
) -> Result<Vec<Moved>, String> {
    let file = folder.join(Sqlite::FILE);
    if !file.exists() {
        return Err(format!("{}: there is no store here", file.display()));
    }
    // Brings an old file up to date, and shows whether a server has it.
    let guard = Sqlite::open(folder)?;
    let free = guard.lease("house", "transfer", u64::from(u32::MAX)).await;
    if free != Ok(true) {
        return Err(format!(
            "{}: a server is using it; stop it first",
            file.display()
        ));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let source = rusqlite::Connection::open_with_flags(&file, flags).map_err(text)?;
    let generation: String = source
        .query_row(
            "SELECT value FROM meta WHERE name = 'generation'",
            [],
            |row| row.get(0),
        )
        .map_err(text)?;
    let mut target = prepare(url, &generation).await?;
    let mut moved = Vec::new();
    for table in TABLES {
        fill(&source, &mut target, table, told).await?;
        moved.push(compare(&source, &target, table).await?);
    }
    let done = target.transaction().await.map_err(said)?;
    let sql = "UPDATE meta SET value = $1 WHERE name = 'generation'";
    done.execute(sql, &[&generation]).await.map_err(said)?;
    done.execute("DELETE FROM meta WHERE name = 'moving'", &[])
        .await
        .map_err(said)?;
    done.commit().await.map_err(said)?;
    Ok(moved)
}

/// An empty database, or one into which this very store is being moved.
async fn prepare(url: &str, generation: &str) -> Result<Client, String> {
    Postgres::make(url).await?;
    let (client, connection) = Access::read(url)?.connect().await.map_err(said)?;
    tokio::spawn(connection);
    let sql = "SELECT value FROM meta WHERE name = 'moving'";
    let moving = client.query_opt(sql, &[]).await.map_err(said)?;
    let moving: Option<String> = moving.map(|row| row.get(0));
    match moving {
        Some(moving) if moving == generation => return Ok(client),
        Some(_) => return Err("another store is being moved into this database".to_owned()),
        None => {}
    }
    for table in TABLES {
        let sql = format!("SELECT 1 FROM {} LIMIT 1", table.name);
        if !client.query(&sql, &[]).await.map_err(said)?.is_empty() {
            return Err("the database is not empty; give an empty one".to_owned());
        }
    }
    let sql = "INSERT INTO meta (name, value) VALUES ('moving', $1)";
    client.execute(sql, &[&generation]).await.map_err(said)?;
    Ok(client)
}

/// Adds what is missing; the last key that is there says where to go on.
async fn fill(
    source: &rusqlite::Connection,
    target: &mut Client,
    table: &Table,
    told: &mut (dyn FnMut(&'static str, f64) + Send),
) -> Result<(), String> {
    let mut last = table.last(target).await.map_err(said)?;
    let sql = format!("SELECT count(*) FROM {}", table.name);
    let there = target.query_one(&sql, &[]).await.map_err(said)?;
    let mut count: i64 = there.get(0);
    let all: i64 = source.query_row(&sql, [], |row| row.get(0)).map_err(text)?;
    loop {
        let rows = table.read(source, last.as_ref(), CHUNK).map_err(text)?;
        let Some(end) = rows.last() else {
            return Ok(());
        };
        last = Some(table.key(end));
        table.write(target, &rows).await.map_err(said)?;
        count += rows.len() as i64;
        told(table.name, count as f64 / all.max(1) as f64);
    }
}

/// Reads both sides from the beginning.
async fn compare(
    source: &rusqlite::Connection,
    target: &Client,
    table: &Table,
) -> Result<Moved, String> {
    let (mut old, mut new) = (Sum::default(), Sum::default());
    let mut last = None;
    loop {
        let rows = table.read(source, last.as_ref(), CHUNK).map_err(text)?;
        let Some(end) = rows.last() else { break };
        last = Some(table.key(end));
        rows.iter().for_each(|row| old.add(row));
    }
    let mut last = None;
    loop {
        let rows = table.read_there(target, last.as_ref(), CHUNK).await;
        let rows = rows.map_err(said)?;
        let Some(end) = rows.last() else { break };
        last = Some(table.key(end));
        rows.iter().for_each(|row| new.add(row));
    }
    let ((rows, checksum), there) = (old.end(), new.end());
    if (rows, &checksum) != (there.0, &there.1) {
        return Err(format!(
            "{} differs: {rows} rows with checksum {checksum} here, {} with {} there",
            table.name, there.0, there.1
        ));
    }
    Ok(Moved {
        table: table.name,
        rows,
        checksum,
    })
}

/// The count and checksum of rows.
#[derive(Default)]
struct Sum {
    rows: u64,
    hash: Sha256,
}

impl Sum {
    fn add(&mut self, row: &Row) {
        self.rows += 1;
        for value in row {
            value.feed(|bytes| self.hash.update(bytes));
        }
    }

    fn end(self) -> (u64, String) {
        let digest = self.hash.finalize();
        let hex = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        (self.rows, hex)
    }
}

fn text(error: rusqlite::Error) -> String {
    error.to_string()
}

/// What the database says, with the reason.
fn said(error: tokio_postgres::Error) -> String {
    match error.as_db_error() {
        Some(said) => said.message().to_owned(),
        None => error.to_string(),
    }
}

/// The kinds of a table's columns.
fn kinds(table: &Table) -> Vec<Kind> {
    table.columns.iter().map(|(_, kind)| *kind).collect()
}
