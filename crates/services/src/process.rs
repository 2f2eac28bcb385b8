//! A child process that is ended with its owner.

use std::process::{Child, Command};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// How long a service may take to start or to stop.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// A running service.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
}

impl Process {
    pub(crate) fn start(command: &mut Command) -> Result<Self, String> {
        let child = command.spawn().map_err(|error| error.to_string())?;
        Ok(Self { child })
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether it has ended.
    pub(crate) fn is_over(&mut self) -> bool {
        !matches!(self.child.try_wait(), Ok(None))
    }

    /// Sends a signal and waits for the end.
    pub(crate) fn end(&mut self, signal: Signal) {
        let Some(pid) = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw) else {
            return;
        };
        if self.is_over() {
            return;
        }
        let _ = kill_process(pid, signal);
        let began = Instant::now();
        while !self.is_over() && began.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until something holds.
pub(crate) fn wait_for(mut holds: impl FnMut() -> Result<bool, String>) -> Result<(), String> {
    let began = Instant::now();
    while !holds()? {
        if began.elapsed() > PATIENCE {
            return Err("it does not answer".to_owned());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}
