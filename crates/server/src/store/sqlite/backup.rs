//! Copies of the whole store, made and restored while servers run.

use std::path::Path;

use rusqlite::backup::{Backup, StepResult};
use rusqlite::{Connection, OpenFlags};

use super::{Sqlite, connect, private, schema};

impl Sqlite {
    /// Copies the store of a data folder to a file, as it is at one moment. Servers may keep
    /// writing meanwhile. An existing file is not overwritten.
    pub fn backup(folder: &Path, to: &Path) -> Result<(), String> {
        let path = folder.join(Self::FILE);
        let name =
            |path: &Path, error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        if to.exists() {
            return Err(name(to, &"there is such a file already"));
        }
        if !path.exists() {
            return Err(name(&path, &"there is no store here"));
        }
        let from = connect(&path).map_err(|error| name(&path, &error))?;
        let copied = (|| -> Result<(), String> {
            let mut copy = Connection::open(to).map_err(|error| name(to, &error))?;
            private(to);
            copy_all(&from, &mut copy)?;
            // A copy is one file.
            copy.pragma_update(None, "journal_mode", "delete")
                .map_err(|error| name(to, &error))
        })();
        if copied.is_err() {
            let _ = std::fs::remove_file(to);
        }
        copied
    }

    /// Replaces the store of a data folder with a copy. Running servers notice and make their
    /// clients reload.
    pub fn restore(folder: &Path, from: &Path) -> Result<(), String> {
        let name = |error: &dyn std::fmt::Display| format!("{}: {error}", from.display());
        let source = Connection::open_with_flags(from, OpenFlags::SQLITE_OPEN_READ_ONLY)
            .map_err(|error| name(&error))?;
        let ours: bool = source
            .prepare("SELECT value FROM meta WHERE name = 'generation'")
            .and_then(|mut ask| ask.exists([]))
            .map_err(|_| name(&"this is not a copy that `tablier backup` made"))?;
        if !ours {
            return Err(name(&"this is not a copy that `tablier backup` made"));
        }
        schema::check(&source).map_err(|error| name(&error))?;
        std::fs::create_dir_all(folder).map_err(|error| name(&error))?;
        let mut target = connect(&folder.join(Self::FILE)).map_err(|error| name(&error))?;
        copy_all(&source, &mut target)?;
        schema::migrate(&mut target).map_err(|error| name(&error))?;
        target
            .execute(
                "UPDATE meta SET value = lower(hex(randomblob(16))) WHERE name = 'generation'",
                [],
            )
            .map_err(|error| name(&error))?;
        target
            .pragma_update(None, "journal_mode", "wal")
            .map_err(|error| name(&error))
    }
}

/// All pages in one step, so that other writers cannot make it start over.
fn copy_all(from: &Connection, to: &mut Connection) -> Result<(), String> {
    let text = |error: rusqlite::Error| error.to_string();
    let copy = Backup::new(from, to).map_err(text)?;
    match copy.step(-1).map_err(text)? {
        StepResult::Done => Ok(()),
        StepResult::Busy | StepResult::Locked => {
            Err("another process is writing; try again".to_owned())
        }
        _ => Err("the copy is not complete".to_owned()),
    }
}
