//! `tablier move-store`.

use std::fmt::Write as _;

use tablier_server::store::transfer;

use crate::configuration::DataFolder;
use crate::failure::Failure;
use crate::progress::Progress;

/// Move all games and accounts from a data folder to an empty PostgreSQL database
///
/// Stop the server first. What was interrupted goes on when the command is given again. At the end both
/// sides are read and compared, table by table, by the number of rows and a checksum; the folder stays as
/// it is.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Database to fill, such as postgres://tablier@db.example.org/tablier
    #[arg(long, value_name = "URL")]
    to: String,
    #[command(flatten)]
    data: DataFolder,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let folder = self.data.path()?;
        let runtime = tokio::runtime::Runtime::new()
            .map_err(|error| Failure::new(format!("cannot start: {error}")))?;
        let bar = Progress::new();
        let mut told = |table: &'static str, done: f64| bar.show(done, table);
        let moved = runtime.block_on(transfer(&folder, &self.to, &mut told));
        drop(bar);
        let mut text = String::new();
        for moved in moved.map_err(Failure::new)? {
            let _ = writeln!(
                text,
                "{:<10} {:>10} rows  {}",
                moved.table, moved.rows, moved.checksum
            );
        }
        Ok(text)
    }
}
