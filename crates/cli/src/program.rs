//! Other programs that speak the engine's protocol (docs/engine-protocol.md), as players of matches.

use std::fmt::Write as _;
use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

use tablier_engine::{Guest, Player};
use tablier_rules::Spec;

use crate::failure::Failure;
use crate::input::{self, Input};

/// A started program that plays one game.
pub(crate) struct Program {
    command: String,
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
    game: String,
    go: String,
    /// How many actions the last position had: as many or fewer mean another game.
    seen: usize,
    patience: Duration,
}

/// How much longer it may take than it was told.
const GRACE: Duration = Duration::from_secs(60);
/// How long it may take to end.
const FAREWELL: Duration = Duration::from_secs(10);
/// How long it may take without a time limit.
const LONGEST: Duration = Duration::from_secs(3_600);
/// How many lines may wait to be read; a program that says more waits.
const WAITING: usize = 1_024;

impl Program {
    /// Starts the program of a player that is one.
    pub(crate) fn invite(player: &Player, spec: &Spec) -> Result<Option<Box<dyn Guest>>, Failure> {
        let Some(command) = &player.program else {
            return Ok(None);
        };
        let patience = player.limits.time.map_or(LONGEST, |time| time + GRACE);
        let mut program = Self::start(command, spec, go(player), patience)?;
        program.ask("ugi", "ugiok", GRACE).map_err(Failure::new)?;
        if player.threads > 1 {
            let threads = format!("setoption name Threads value {}", player.threads);
            program.tell(&threads).map_err(Failure::new)?;
        }
        Ok(Some(Box::new(program)))
    }

    fn start(command: &str, spec: &Spec, go: String, patience: Duration) -> Result<Self, Failure> {
        let mut words = command.split_whitespace();
        let mut child = Command::new(words.next().unwrap_or_default())
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| Failure::new(format!("'{command}' cannot be started: {e}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Failure::new(format!("'{command}' has no input or output")));
        };
        let (say, hear) = sync_channel(WAITING);
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let heard = match input::line(&mut output) {
                    Ok(Input::Text(line)) => say.send(line),
                    Ok(Input::NotText) => Ok(()),
                    Ok(Input::End) | Err(_) => break,
                };
                // The listener is gone.
                if heard.is_err() {
                    break;
                }
            }
        });
        Ok(Self {
            command: command.to_owned(),
            child,
            input,
            output: hear,
            game: spec.to_string(),
            go,
            seen: 0,
            patience,
        })
    }

    fn tell(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|e| format!("'{}' does not listen any more: {e}", self.command))
    }

    /// Sends a line and waits for one that begins with a word; returns the rest of it. Other lines
    /// in between do not extend the time.
    fn ask(&mut self, line: &str, word: &str, patience: Duration) -> Result<String, String> {
        self.tell(line)?;
        let until = Instant::now() + patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let heard = match self.output.recv_timeout(left) {
                Ok(_) if left.is_zero() => Err(RecvTimeoutError::Timeout),
                heard => heard,
            };
            let heard = heard.map_err(|e| match e {
                RecvTimeoutError::Timeout => format!("'{}' does not answer", self.command),
                RecvTimeoutError::Disconnected => format!("'{}' has ended", self.command),
            })?;
            let (first, rest) = heard.split_once(' ').unwrap_or((&heard, ""));
            if first == word {
                return Ok(rest.to_owned());
            }
            if first == "error" {
                return Err(format!(
                    "'{}' answers \"{line}\" with: {rest}",
                    self.command
                ));
            }
        }
    }
}

impl Guest for Program {
    fn act(&mut self, actions: &[String]) -> Result<String, String> {
        if actions.len() <= self.seen {
            self.tell("newgame")?;
        }
        self.seen = actions.len();
        let mut position = format!("position {}", self.game);
        if !actions.is_empty() {
            let _ = write!(position, " actions {}", actions.join(" "));
        }
        self.tell(&position)?;
        let go = self.go.clone();
        let answer = self.ask(&go, "bestmove", self.patience)?;
        Ok(answer.split(' ').next().unwrap_or_default().to_owned())
    }
}

impl Drop for Program {
    /// It may have programs of its own to end, so it is killed only if it does not end by itself.
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.tell("quit");
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The `go` line for a player's setting.
fn go(player: &Player) -> String {
    let limits = &player.limits;
    let mut go = "go".to_owned();
    if let Some(time) = limits.time {
        let _ = write!(go, " time {}", time.as_millis());
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(go, " nodes {nodes}");
    }
    if let Some(depth) = limits.depth {
        let _ = write!(go, " depth {depth}");
    }
    if let Some(level) = player.level {
        let _ = write!(go, " level {level}");
    }
    go
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_keeps_talking_runs_out_of_time() {
        let spec = Spec::parse("saute").unwrap();
        let patience = Duration::from_millis(100);
        let mut program = Program::start("yes info", &spec, "go".to_owned(), patience).unwrap();
        let (say, hear) = sync_channel(1);
        std::thread::spawn(move || say.send(program.act(&[])));
        let answer = hear.recv_timeout(Duration::from_secs(20));
        let answer = answer.expect("it is listened to for ever");
        assert_eq!(answer.unwrap_err(), "'yes info' does not answer");
    }
    #[test]
    fn a_program_ends_by_itself() {
        let folder = std::env::temp_dir().join(format!("tablier-farewell-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (script, sign) = (folder.join("script"), folder.join("sign"));
        let text = format!("read line; sleep 0.2; echo $line > {}", sign.display());
        std::fs::write(&script, text).unwrap();
        let spec = Spec::parse("saute").unwrap();
        let command = format!("sh {}", script.display());
        let program = Program::start(&command, &spec, "go".to_owned(), GRACE).unwrap();
        drop(program);
        assert_eq!(std::fs::read_to_string(&sign).unwrap(), "quit\n");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
