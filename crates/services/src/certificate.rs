use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the certificate is for: this machine by its address, and no authority for others.
const SETTINGS: &str = "[req]
distinguished_name = name
x509_extensions = extensions
prompt = no
[name]
CN = tablier
[extensions]
subjectAltName = IP:127.0.0.1
basicConstraints = critical,CA:FALSE
";

/// A certificate that vouches for itself, and its key.
#[derive(Clone, Debug)]
pub(crate) struct Certificate {
    pub(crate) file: PathBuf,
    pub(crate) key: PathBuf,
}

impl Certificate {
    /// Makes one in a folder with `openssl`, which `command` starts as the right user.
    pub(crate) fn make(
        folder: &Path,
        command: impl FnOnce(&str) -> Command,
    ) -> Result<Self, String> {
        let settings = folder.join("certificate.cnf");
        fs::write(&settings, SETTINGS).map_err(|error| error.to_string())?;
        let file = folder.join("certificate.pem");
        let key = folder.join("key.pem");
        let output = command("openssl")
            .args(["req", "-x509", "-nodes", "-days", "2", "-newkey", "ec"])
            .args(["-pkeyopt", "ec_paramgen_curve:prime256v1", "-config"])
            .arg(&settings)
            .arg("-keyout")
            .arg(&key)
            .arg("-out")
            .arg(&file)
            .output()
            .map_err(|error| format!("openssl: {error} (apt-get install openssl)"))?;
        if output.status.success() {
            Ok(Self { file, key })
        } else {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(format!("openssl: {said}"))
        }
    }
}
