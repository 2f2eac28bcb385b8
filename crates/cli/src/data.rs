//! Where made things are kept on this machine.

use std::path::PathBuf;

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
