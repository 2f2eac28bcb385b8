mod backup;
mod index;
mod leases;
mod logs;
mod people;
mod queries;
mod schema;
mod writer;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};
use tokio::sync::Semaphore;

use super::{StoreError, Stored};
use writer::Writer;

/// How many connections read at the same time.
const READERS: usize = 4;
/// How long to wait for another writing process.
const PATIENCE: Duration = Duration::from_secs(5);
/// Pages in the write-ahead log before they are moved to the file itself, if there is no quiet moment
/// to do so earlier (128 MB). Everybody waits meanwhile, and a page that changed a hundred times is
/// moved once: seldom is better.
const CHECKPOINT: u32 = 32_000;

/// Everything in one SQLite file (write-ahead log, `synchronous=FULL`). One thread writes, others
/// read beside it; several processes may have the file open.
pub struct Sqlite {
    path: PathBuf,
    writer: Writer,
    readers: Arc<Readers>,
    held: leases::Held,
}

struct Readers {
    places: Semaphore,
    idle: Mutex<Vec<Connection>>,
}

impl Sqlite {
    /// The name of the file in a data folder.
    pub const FILE: &str = "tablier.db";

    /// Opens the store in a folder, which is created if it does not exist.
    pub fn open(folder: &Path) -> Result<Self, String> {
        let name = |error: &dyn fmt::Display| format!("{}: {error}", folder.display());
        std::fs::create_dir_all(folder).map_err(|error| name(&error))?;
        let path = folder.join(Self::FILE);
        let name = |error: &dyn fmt::Display| format!("{}: {error}", path.display());
        let mut connection = connect(&path).map_err(|error| name(&error))?;
        private(&path);
        schema::migrate(&mut connection).map_err(|error| name(&error))?;
        let mut idle = Vec::with_capacity(READERS);
        for _ in 0..READERS {
            let reader = connect(&path).map_err(|error| name(&error))?;
            reader
                .pragma_update(None, "query_only", true)
                .map_err(|error| name(&error))?;
            idle.push(reader);
        }
        Ok(Self {
            writer: Writer::start(connection).map_err(|error| name(&error))?,
            readers: Arc::new(Readers {
                places: Semaphore::new(READERS),
                idle: Mutex::new(idle),
            }),
            path,
            held: leases::Held::default(),
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads on a thread where blocking does no harm.
    async fn read<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        let _place = self.readers.places.acquire().await.map_err(unavailable)?;
        let readers = self.readers.clone();
        tokio::task::spawn_blocking(move || {
            let idle = || readers.idle.lock().unwrap_or_else(PoisonError::into_inner);
            let connection = idle()
                .pop()
                .ok_or_else(|| StoreError::Unavailable("no reader is free".into()))?;
            let result = read(&connection);
            idle().push(connection);
            result
        })
        .await
        .map_err(unavailable)?
    }

    /// Reads the index, once it is as new as the log.
    async fn read_index<T: Send + 'static>(
        &self,
        read: impl FnOnce(&Connection) -> Stored<T> + Send + 'static,
    ) -> Stored<T> {
        self.writer.settle().await?;
        self.read(read).await
    }
}

impl fmt::Debug for Sqlite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sqlite")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

fn connect(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "full")?;
    connection.pragma_update(None, "wal_autocheckpoint", CHECKPOINT)?;
    connection.pragma_update(None, "journal_size_limit", 128 << 20)?;
    connection.pragma_update(None, "cache_size", -16_384)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// The file holds hashes of secrets: nobody else on the machine should read it.
fn private(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let _ = std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600));
    }
    #[cfg(not(unix))]
    let _ = path;
}

fn unavailable(error: impl fmt::Display) -> StoreError {
    StoreError::Unavailable(error.to_string())
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode::ConstraintViolation;
        match error.sqlite_error_code() {
            Some(ConstraintViolation) => StoreError::Exists,
            _ => StoreError::Unavailable(error.to_string()),
        }
    }
}
