//! Other programs that speak the engine's protocol (docs/engine-protocol.md), as players of matches.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use tablier_engine::{Guest, Player};
use tablier_rules::Spec;

use crate::failure::Failure;

/// A program that was started and plays one game.
pub(crate) struct Program {
    command: String,
    child: Child,
    input: ChildStdin,
    output: Receiver<String>,
    game: String,
    go: String,
    /// How many actions the last position had: fewer or as many are another game.
    seen: usize,
    patience: Duration,
}

/// It may take so much longer than it was told.
const GRACE: Duration = Duration::from_secs(60);
/// Without a time it may take so long.
const LONGEST: Duration = Duration::from_secs(3_600);

impl Program {
    /// Starts the program of a player who is one.
    pub(crate) fn invite(player: &Player, spec: &Spec) -> Result<Option<Box<dyn Guest>>, Failure> {
        let Some(command) = &player.program else {
            return Ok(None);
        };
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
        let (say, hear) = channel();
        std::thread::spawn(move || {
            let lines = BufReader::new(output).lines().map_while(Result::ok);
            // Whoever listened may be gone.
            lines.map_while(|line| say.send(line).ok()).for_each(drop);
        });
        let mut program = Self {
            command: command.clone(),
            child,
            input,
            output: hear,
            game: spec.to_string(),
            go: go(player),
            seen: 0,
            patience: player.limits.time.map_or(LONGEST, |time| time + GRACE),
        };
        program.ask("ugi", "ugiok", GRACE).map_err(Failure::new)?;
        if player.threads > 1 {
            let threads = format!("setoption name Threads value {}", player.threads);
            program.tell(&threads).map_err(Failure::new)?;
        }
        Ok(Some(Box::new(program)))
    }

    fn tell(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|e| format!("'{}' does not listen any more: {e}", self.command))
    }

    /// Tells it a line and waits for one that begins with a word; the rest of that.
    fn ask(&mut self, line: &str, word: &str, patience: Duration) -> Result<String, String> {
        self.tell(line)?;
        loop {
            let heard = self.output.recv_timeout(patience).map_err(|e| match e {
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
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.tell("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How it is told what the player is to do.
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
