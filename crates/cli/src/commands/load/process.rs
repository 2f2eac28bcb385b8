use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
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
    pub(super) fn of(pid: u32) -> Option<Self> {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // The name in brackets may hold anything; the numbers follow it.
        let numbers: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let ticks = |at: usize| numbers.get(at)?.parse::<f64>().ok();
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let memory = status.lines().find(|line| line.starts_with("VmRSS:"))?;
        Some(Self {
            seconds: (ticks(11)? + ticks(12)?) / TICKS_PER_SECOND,
            memory_kb: memory.split_whitespace().nth(1)?.parse().ok()?,
        })
    }
}

/// A server of one's own, with a data folder that is new. Dropping it ends both.
pub(super) struct Own {
    child: Child,
    port: u16,
    data: PathBuf,
}

impl Own {
    pub(super) fn start() -> Result<Self, String> {
        // A port that was free a moment ago.
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))
            .and_then(|listener| listener.local_addr())
            .map_err(|error| format!("no port is free: {error}"))?
            .port();
        let data = std::env::temp_dir().join(format!("tablier-load-{}", std::process::id()));
        let child = launch(port, &data)?;
        Ok(Self { child, port, data })
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
            self.child = launch(self.port, &self.data)?;
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
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

fn launch(port: u16, data: &PathBuf) -> Result<Child, String> {
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
        .args(["serve", "--port", &port.to_string(), "--data"])
        .arg(data)
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
