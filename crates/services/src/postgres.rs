use std::fs;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use rustix::process::Signal;
use tempfile::TempDir;

use crate::certificate::Certificate;
use crate::process::{Process, wait_for};
use crate::{Missing, free_port};

/// Where Debian keeps the programs of its versions.
const DEBIAN: &str = "/usr/lib/postgresql";

/// A PostgreSQL of its own.
#[derive(Debug)]
pub struct Postgres {
    programs: PathBuf,
    owner: Option<(u32, u32)>,
    port: u16,
    process: Option<Process>,
    /// Dropped last: the server is in it.
    folder: TempDir,
}

impl Postgres {
    /// Starts one that forgets everything if the machine fails: right for tests.
    pub fn start() -> Result<Self, Missing> {
        Self::start_with(false)
    }

    /// Starts one; `durable` if it is to wait for the disk, as a real one does.
    pub fn start_with(durable: bool) -> Result<Self, Missing> {
        let programs = Self::programs().map_err(Missing::NotInstalled)?;
        let failed = |error: std::io::Error| Missing::Failed(error.to_string());
        let folder = tempfile::tempdir().map_err(failed)?;
        let owner = owner();
        if let Some((user, group)) = owner {
            std::os::unix::fs::chown(folder.path(), Some(user), Some(group)).map_err(failed)?;
        }
        let mut postgres = Self {
            programs,
            owner,
            port: free_port().map_err(failed)?,
            process: None,
            folder,
        };
        let data = postgres.data();
        let made = postgres
            .command("initdb")
            .args(["--username=tablier", "--auth=trust", "--encoding=UTF8"])
            .args(["--locale=C", "--no-sync", "--pgdata"])
            .arg(&data)
            .output()
            .map_err(failed)?;
        if !made.status.success() {
            let said = String::from_utf8_lossy(&made.stderr);
            return Err(Missing::Failed(format!("initdb: {said}")));
        }
        let fsync = if durable { "on" } else { "off" };
        let settings = format!(
            "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = {fsync}\n\
             shared_buffers = 64MB\nmax_connections = 100\nrestart_after_crash = on\n"
        );
        let file = data.join("postgresql.auto.conf");
        fs::write(file, settings).map_err(failed)?;
        postgres.start_again().map_err(Missing::Failed)?;
        Ok(postgres)
    }

    pub(crate) fn programs() -> Result<PathBuf, &'static str> {
        programs().ok_or("apt-get install postgresql")
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// From now on it answers over TLS too; returns the file with its certificate, which is for
    /// 127.0.0.1.
    pub fn encrypt(&mut self) -> Result<PathBuf, String> {
        let made = Certificate::make(self.folder.path(), |name| self.any_command(name.as_ref()))?;
        let settings = self.data().join("postgresql.auto.conf");
        let text = fs::read_to_string(&settings).map_err(|error| error.to_string())?;
        let text = format!(
            "{text}ssl = on\nssl_cert_file = '{}'\nssl_key_file = '{}'\n",
            made.file.display(),
            made.key.display()
        );
        fs::write(&settings, text).map_err(|error| error.to_string())?;
        self.stop();
        self.start_again()?;
        Ok(made.file)
    }

    /// A program of PostgreSQL, as a user who is not root.
    fn command(&self, name: &str) -> Command {
        self.any_command(&self.programs.join(name))
    }

    fn any_command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(self.folder.path()).stdin(Stdio::null());
        command.env("LC_ALL", "C");
        if let Some((user, group)) = self.owner {
            command.uid(user).gid(group);
        }
        command
    }

    /// The address of its first database.
    pub fn url(&self) -> String {
        self.url_of("postgres")
    }

    fn url_of(&self, database: &str) -> String {
        format!("postgres://tablier@127.0.0.1:{}/{database}", self.port)
    }

    /// Its port on this machine.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Its process, while it runs.
    pub fn pid(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// Makes an empty database and returns its address.
    pub fn database(&self, name: &str) -> Result<String, String> {
        self.sql(&format!("CREATE DATABASE {name}"))?;
        Ok(self.url_of(name))
    }

    /// Carries out SQL in the first database; returns what it prints.
    pub fn sql(&self, sql: &str) -> Result<String, String> {
        let output = self
            .command("psql")
            .args([
                "--no-psqlrc",
                "--tuples-only",
                "--no-align",
                "--quiet",
                "--command",
                sql,
            ])
            .arg(self.url())
            .output()
            .map_err(|error| error.to_string())?;
        if output.status.success() {
            Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }

    /// Kills it, as a failing machine would.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.end(Signal::KILL);
        }
    }

    /// Stops it: connections are cut, what is committed stays.
    pub fn stop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.end(Signal::INT);
        }
    }

    /// Starts it on the same data and waits until it answers.
    pub fn start_again(&mut self) -> Result<(), String> {
        wait_for(|| {
            let mut over = true;
            if let Some(process) = &mut self.process {
                over = process.is_over();
            }
            if over {
                // After a kill, its parts take a moment to notice.
                let log = fs::File::create(self.folder.path().join("log"));
                let log = log.map_err(|error| error.to_string())?;
                let mut command = self.command("postgres");
                command.arg("-D").arg(self.data());
                command.args(["-p", &self.port.to_string()]);
                command.stdout(Stdio::null()).stderr(log);
                self.process = Some(Process::start(&mut command)?);
            }
            let mut ready = self.command("pg_isready");
            ready.args(["--quiet", "--host=127.0.0.1", "--username=tablier"]);
            ready.args(["--dbname=postgres", &format!("--port={}", self.port)]);
            let ready = ready.status().map_err(|error| error.to_string())?;
            Ok(ready.success())
        })
        .map_err(|error| {
            let log = fs::read_to_string(self.folder.path().join("log")).unwrap_or_default();
            format!("{error}\n{log}")
        })
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.end(Signal::QUIT);
        }
    }
}

/// The folder with the programs: the one that `TABLIER_POSTGRES_BIN` names, or the newest of
/// Debian's.
fn programs() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("TABLIER_POSTGRES_BIN") {
        return Some(PathBuf::from(folder));
    }
    let version = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let versions = fs::read_dir(DEBIAN)
        .ok()?
        .flatten()
        .map(|entry| entry.path());
    let newest = versions.max_by_key(|path| version(path))?;
    let programs = newest.join("bin");
    programs.join("postgres").exists().then_some(programs)
}

/// The user and group to run as: PostgreSQL refuses to run as root.
fn owner() -> Option<(u32, u32)> {
    if !rustix::process::geteuid().is_root() {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    let ids = |name: &str| {
        let line = users
            .lines()
            .find(|line| line.split(':').next() == Some(name))?;
        let mut parts = line.split(':').skip(2);
        Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
    };
    ids("postgres").or_else(|| ids("nobody"))
}
