//! Everything in a PostgreSQL database, which any number of servers share.
//!
//! What differs from SQLite: the index is written in the same transaction as the log, so that every
//! server reads the same lists; and what the database asks to be tried again is tried again, for a
//! few seconds at most ([`retry`]).

mod access;
mod changes;
mod index;
mod leases;
mod logs;
mod people;
mod queries;
mod retry;
mod schema;
#[cfg(test)]
mod tests;
mod writer;

use std::fmt;
use std::time::Duration;

use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, Row};

use super::{StoreError, Stored};
pub(crate) use access::Access;
use retry::{Tries, Trouble};
use writer::Writer;

/// Connections for everything but the log; the writer has its own.
const CONNECTIONS: usize = 8;
/// No question takes longer, and nobody waits longer for a connection.
const PATIENCE: Duration = Duration::from_secs(5);

/// What a statement is given.
type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Everything in a PostgreSQL database.
pub struct Postgres {
    pool: Pool,
    writer: Writer,
    name: String,
}

impl Postgres {
    /// Connects to a database, as in `postgres://user:password@host/name`, and brings its schema up
    /// to date.
    pub async fn open(url: &str) -> Result<Self, String> {
        let store = Self::make(url).await?;
        let sql = "SELECT 1 FROM meta WHERE name = 'moving'";
        let moving = store.row(sql, &[]).await;
        match moving.map_err(|error| format!("{}: {error}", store.name))? {
            Some(_) => Err(format!(
                "{}: moving a store here is not finished; run tablier move-store again",
                store.name
            )),
            None => Ok(store),
        }
    }

    /// The same, even if it is not yet complete.
    pub(super) async fn make(url: &str) -> Result<Self, String> {
        let access = Access::read(url)?;
        let name = describe(&access.config);
        let named = |error: &dyn fmt::Display| format!("{name}: {error}");
        let manager = Manager::from_config(
            access.config.clone(),
            access.tls.clone(),
            ManagerConfig {
                recycling_method: RecyclingMethod::Fast,
            },
        );
        let pool = Pool::builder(manager)
            .max_size(CONNECTIONS)
            .runtime(Runtime::Tokio1)
            .wait_timeout(Some(PATIENCE))
            .create_timeout(Some(PATIENCE))
            .build()
            .map_err(|error| named(&error))?;
        let mut tries = Tries::begin();
        loop {
            let migrated = async {
                let mut client = pool.get().await.map_err(Trouble::from)?;
                schema::migrate(&mut client, schema::STEPS).await
            };
            match migrated.await {
                Ok(()) => break,
                Err(trouble) => {
                    // Done twice it does no harm.
                    let trouble = trouble.before_the_end();
                    tries.after(trouble).await.map_err(|error| named(&error))?;
                }
            }
        }
        Ok(Self {
            pool,
            writer: Writer::start(access),
            name,
        })
    }

    async fn client(&self) -> Result<Object, Trouble> {
        self.pool.get().await.map_err(Trouble::from)
    }

    /// The rows of a question. It changes nothing, so that it can be asked again.
    async fn rows(&self, sql: &str, values: Values<'_>) -> Stored<Vec<Row>> {
        let mut tries = Tries::begin();
        loop {
            let asked = async {
                let client = self.client().await?;
                let statement = client.prepare_cached(sql).await?;
                Ok(client.query(&statement, values).await?)
            };
            match within(asked).await {
                Ok(rows) => return Ok(rows),
                Err(trouble) => tries.after(trouble.before_the_end()).await?,
            }
        }
    }

    async fn row(&self, sql: &str, values: Values<'_>) -> Stored<Option<Row>> {
        Ok(self.rows(sql, values).await?.into_iter().next())
    }

    /// Carries out one statement that is a whole transaction; returns its rows.
    async fn change(&self, sql: &str, values: Values<'_>) -> Stored<Vec<Row>> {
        let mut tries = Tries::begin();
        loop {
            let prepared = async {
                let client = self.client().await?;
                let statement = client.prepare_cached(sql).await?;
                Ok((client, statement))
            };
            let changed = match within(prepared).await {
                // From here on a lost connection leaves open whether it was done.
                Ok((client, statement)) => {
                    within(async { Ok(client.query(&statement, values).await?) }).await
                }
                Err(trouble) => Err(trouble.before_the_end()),
            };
            match changed {
                Ok(rows) => return Ok(rows),
                Err(trouble) => tries.after(trouble).await?,
            }
        }
    }
}

impl fmt::Debug for Postgres {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Postgres")
            .field("database", &self.name)
            .finish_non_exhaustive()
    }
}

/// Which database it is, without a secret.
fn describe(config: &Config) -> String {
    let host = config.get_hosts().first().map(|host| match host {
        tokio_postgres::config::Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        tokio_postgres::config::Host::Unix(path) => path.display().to_string(),
    });
    let port = config.get_ports().first().copied().unwrap_or(5432);
    format!(
        "database {} on {}:{port}",
        config.get_dbname().unwrap_or("of the user"),
        host.as_deref().unwrap_or("localhost"),
    )
}

/// Nobody waits for ever, even if the other side has vanished without a word.
async fn within<T>(work: impl Future<Output = Result<T, Trouble>>) -> Result<T, Trouble> {
    match tokio::time::timeout(2 * PATIENCE, work).await {
        Ok(result) => result,
        Err(_) => Err(Trouble::Unknown("it took too long".into())),
    }
}

/// Numbers are stored with a sign; none of ours comes near the limit, except "everything".
fn number(n: u64) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

fn unsigned(n: i64) -> u64 {
    u64::try_from(n).unwrap_or(0)
}

fn unreadable(error: impl fmt::Display) -> StoreError {
    StoreError::Unavailable(error.to_string())
}
