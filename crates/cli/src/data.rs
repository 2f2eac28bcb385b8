//! Where generated data is kept on this machine.

use std::io::ErrorKind;
use std::path::PathBuf;

use tablier_engine::use_alignement_values;
use tablier_solvers::alignement::file::Reader;

use crate::failure::Failure;

/// The user's data folder for Tablier: `TABLIER_DATA`, or the system's usual place.
pub(crate) fn folder() -> Result<PathBuf, Failure> {
    if let Some(folder) = std::env::var_os("TABLIER_DATA").filter(|value| !value.is_empty()) {
        return Ok(folder.into());
    }
    dirs::data_dir()
        .map(|folder| folder.join("tablier"))
        .ok_or_else(|| {
            Failure::new(
                "no data folder is known here; name one in TABLIER_DATA or a file with --out",
            )
        })
}

/// The solution of Alignement.
pub(crate) fn alignement() -> Result<PathBuf, Failure> {
    Ok(folder()?.join("alignement.values"))
}

/// Gives the engine the solution of Alignement, if it has been made.
pub(crate) fn let_machine_know_alignement() {
    let Ok(path) = alignement() else { return };
    match Reader::open(&path) {
        Ok(reader) => use_alignement_values(move |position| reader.value(position).ok().flatten()),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => eprintln!("{}: {error}; the machine does without it", path.display()),
    }
}
