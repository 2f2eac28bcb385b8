//! `tablier restore`.

use std::path::PathBuf;

use tablier_server::store::Sqlite;

use crate::configuration::DataFolder;
use crate::failure::Failure;

/// Replace all games and accounts by a copy from `tablier backup`, even while the server runs
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Copy that `tablier backup` made
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    data: DataFolder,
    /// Replace games that are already there; they are lost
    #[arg(long)]
    overwrite: bool,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let folder = self.data.path()?;
        let store = folder.join(Sqlite::FILE);
        if store.exists() && !self.overwrite {
            return Err(Failure::new(format!(
                "{}: there are games already; --overwrite puts the copy in their place (make one of them first: tablier backup FILE)",
                store.display()
            )));
        }
        Sqlite::restore(&folder, &self.file).map_err(Failure::new)?;
        Ok(format!("{}\n", store.display()))
    }
}
