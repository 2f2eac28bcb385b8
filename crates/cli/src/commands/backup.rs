//! `tablier backup`.

use std::path::PathBuf;

use tablier_server::store::Sqlite;

use crate::configuration::DataFolder;
use crate::failure::Failure;

/// Copy all games and accounts to a file, even while the server runs
#[derive(clap::Args)]
pub(crate) struct Args {
    /// File to write; an existing one is not overwritten
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    data: DataFolder,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let folder = self.data.path()?;
        Sqlite::backup(&folder, &self.file).map_err(Failure::new)?;
        Ok(format!("{}\n", self.file.display()))
    }
}
