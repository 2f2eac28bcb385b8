use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tokio::time::sleep;

/// Processor time is counted in these by Linux.
const TICKS_PER_SECOND: f64 = 100.0;

/// What a process has used.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Usage {
    /// Seconds of processor time.
    pub(super) seconds: f64,
    /// Memory that is in use, in kilobytes.
    pub(super) memory_kb: u64,
}

impl Usage {
    /// Of a process, where the system tells (Linux).
    pub(super) fn of_process(pid: u32) -> Option<Self> {
        let stat = Stat::of_process(pid)?;
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let memory = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        Some(Self {
            seconds: stat.seconds,
            memory_kb: memory.split_whitespace().nth(1)?.parse().ok()?,
        })
    }

    /// Seconds of processor time of a process and of the processes it started.
    pub(super) fn of_family(pid: u32) -> Option<f64> {
        let mut seconds = Stat::of_process(pid)?.seconds;
        for entry in std::fs::read_dir("/proc").ok()?.flatten() {
            let name = entry.file_name();
            let child = name.to_str().and_then(|name| name.parse().ok());
            let stat = child
                .and_then(Stat::of_process)
                .filter(|stat| stat.parent == pid);
            seconds += stat.map_or(0.0, |stat| stat.seconds);
        }
        Some(seconds)
    }
}

/// What the system tells of a process.
struct Stat {
    parent: u32,
    seconds: f64,
}

impl Stat {
    fn of_process(pid: u32) -> Option<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name in brackets may hold anything; the numbers follow it.
        let numbers: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |at: usize| numbers.get(at)?.parse::<f64>().ok();
        Some(Self {
            parent: numbers.get(1)?.parse().ok()?,
            seconds: (ticks(11)? + ticks(12)?) / TICKS_PER_SECOND,
        })
    }
}

/// A server of one's own. Dropping it ends it.
pub(super) struct Own {
    child: Child,
    port: u16,
    /// Where it keeps everything, as options of `tablier serve`.
    place: Vec<String>,
    /// A data folder that is new, and goes with it.
    folder: Option<PathBuf>,
}

impl Own {
    /// One with a data folder that is new.
    pub(super) fn start() -> Result<Self, String> {
        static FOLDERS: AtomicU32 = AtomicU32::new(0);
        let number = FOLDERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("tablier-load-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let place = vec!["--data".to_owned(), folder.display().to_string()];
        let mut own = Self::start_on(place)?;
        own.folder = Some(folder);
        Ok(own)
    }

    /// One that keeps everything in a place that others may share.
    pub(super) fn start_on(place: Vec<String>) -> Result<Self, String> {
        let port = tablier_services::free_port();
        let port = port.map_err(|error| format!("no port is free: {error}"))?;
        Ok(Self {
            child: launch(port, &place)?,
            port,
            place,
            folder: None,
        })
    }

    /// Another one that shares everything with this one.
    pub(super) fn another(&self) -> Result<Self, String> {
        Self::start_on(self.place.clone())
    }

    pub(super) fn url(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    pub(super) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Kills it in the middle of whatever it does, and starts it anew on the same data; so often
    /// within a time.
    pub(super) async fn kill_again_and_again(
        &mut self,
        times: u32,
        time: Duration,
    ) -> Result<(), String> {
        for _ in 0..times {
            sleep(time / (times + 1)).await;
            self.end();
            self.child = launch(self.port, &self.place)?;
        }
        Ok(())
    }

    fn end(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        self.end();
        if let Some(folder) = &self.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

fn launch(port: u16, place: &[String]) -> Result<Child, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let unlimited = [
        "--rate-limit",
        "--connections",
        "--connections-per-address",
        "--tables",
        "--hosted",
    ];
    let mut command = Command::new(program);
    command
        .args(["serve", "--port", &port.to_string()])
        .args(place)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    for limit in unlimited {
        command.args([limit, "0"]);
    }
    command
        .spawn()
        .map_err(|error| format!("the server cannot be started: {error}"))
}
