//! `tablier restore`.

use std::path::PathBuf;

use tablier_server::store::Sqlite;

use crate::data;
use crate::failure::Failure;

/// Put a copy of `tablier backup` in place of all games and accounts, also while the server runs
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The copy
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The folder with the games; otherwise the system's usual one
    #[arg(long, env = "TABLIER_DATA", value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Really: what is there now is lost
    #[arg(long)]
    overwrite: bool,
}

impl Args {
    pub(crate) fn run(self) -> Result<String, Failure> {
        let folder = self.data.map_or_else(data::folder, Ok)?;
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
