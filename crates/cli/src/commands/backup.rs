//! `tablier backup`.

use std::path::PathBuf;

use tablier_server::store::Sqlite;

use crate::data;
use crate::failure::Failure;

/// Copy all games and accounts to a file, even while the server runs
#[derive(clap::Args)]
pub(crate) struct Args {
    /// File to write; an existing one is not overwritten
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Folder with games and accounts; by default in the system's data folder
    #[arg(long, env = "TABLIER_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let folder = self.data.map_or_else(data::folder, Ok)?;
        Sqlite::backup(&folder, &self.file).map_err(Failure::new)?;
        Ok(format!("{}\n", self.file.display()))
    }
}
