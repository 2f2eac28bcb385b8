//! The engine's line protocol under more than a thousand lines, most of them randomly spoilt: a
//! wrong line gets one line that begins with `error` and nothing else, and what the engine plays is
//! always legal.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use tablier_rules::catalog;
use tablier_rules::hash::SplitMix64;

/// The program, and what it says.
struct Engine {
    child: Child,
    input: ChildStdin,
    said: Receiver<String>,
}

impl Engine {
    fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_tablier"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (tell, said) = channel();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if tell.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, input, said }
    }

    fn tell(&mut self, line: &[u8]) {
        self.input.write_all(line).unwrap();
        self.input.write_all(b"\n").unwrap();
        self.input.flush().unwrap();
    }

    /// Its output up to and including a line with this beginning.
    fn until(&self, start: &str, after: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.said.recv_timeout(Duration::from_secs(60));
            let line = line.unwrap_or_else(|_| {
                let after = String::from_utf8_lossy(after);
                panic!("no '{start}' after '{after}', only {lines:?}")
            });
            let is_last = line.starts_with(start);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// Its answer to a line. An error is always alone.
    fn ask(&mut self, line: &[u8]) -> Vec<String> {
        self.tell(line);
        self.tell(b"isready");
        let mut lines = self.until("readyok", line);
        lines.pop();
        if lines.iter().any(|line| line.starts_with("error")) {
            assert_eq!(lines.len(), 1, "{}", String::from_utf8_lossy(line));
        }
        lines
    }

    /// Asks for an action and stops the search at once; false if it was refused.
    fn go(&mut self, line: &[u8]) -> bool {
        let mut lines = self.ask(line);
        if lines.iter().any(|line| line.starts_with("error")) {
            return false;
        }
        if !lines.iter().any(|line| line.starts_with("bestmove")) {
            self.tell(b"stop");
            lines = self.until("bestmove", line);
        }
        let played = lines.last().unwrap().split(' ').nth(1).unwrap().to_owned();
        let legal = self.ask(b"moves").concat();
        assert!(
            legal.split(' ').any(|action| action == played),
            "{played} is not among {legal}"
        );
        true
    }

    /// It must end without complaints.
    fn end(mut self) {
        self.tell(b"quit");
        let mut troubles = String::new();
        let mut errors = self.child.stderr.take().unwrap();
        errors.read_to_string(&mut troubles).unwrap();
        assert!(self.child.wait().unwrap().success());
        assert_eq!(troubles, "");
    }
}

const LINES: [&str; 14] = [
    "setoption name Hash value 2",
    "setoption name Threads value 2",
    "setoption name Lines value 3",
    "setoption name Seed value 5",
    "newgame",
    "moves",
    "show",
    "status",
    "stop",
    "go nodes 200",
    "go time 20 lines 2",
    "go clock 100 increment 5",
    "go level 2",
    "go depth 2 nodes 500",
];

const STRANGE: [&str; 18] = [
    "",
    "0",
    "1",
    "-1",
    "3.5",
    "99999999999999999999",
    "18446744073709551615",
    "infinite",
    "go",
    "name",
    "from",
    "actions",
    "position",
    "players=9",
    "@@@@",
    "A1-A1",
    "é\u{301}\u{202e}",
    "(((",
];

/// A spoilt line, which may be right by chance.
fn spoilt(line: &str, random: &mut SplitMix64) -> String {
    let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
    for _ in 0..1 + random.below(3) {
        let at = random.below(words.len());
        match random.below(5) {
            0 if words.len() > 1 => drop(words.remove(at)),
            1 => words.insert(at, STRANGE[random.below(STRANGE.len())].to_owned()),
            2 => words[at] = STRANGE[random.below(STRANGE.len())].to_owned(),
            3 => words.push(words[at].clone()),
            _ => {
                let keep = random.below(words[at].len() + 1);
                if words[at].is_char_boundary(keep) {
                    words[at].truncate(keep);
                }
            }
        }
    }
    words.join(" ")
}

#[test]
fn wrong_lines_get_one_error_and_no_illegal_action_is_played() {
    let mut random = SplitMix64::new(11);
    let mut engine = Engine::start();
    assert_eq!(engine.ask(b"ugi").last().unwrap(), "ugiok");
    assert!(!engine.go(b"go nodes 10"), "there is no position yet");
    let (mut played, mut refused) = (0, 0);
    for game in catalog::GAMES {
        let position = format!("position {}", game.id);
        assert_eq!(engine.ask(position.as_bytes()), [""; 0]);
        let mut actions: Vec<String> = Vec::new();
        for _ in 0..120 {
            // Continue the game now and then.
            if random.below(8) == 0 {
                let legal = engine.ask(b"moves").concat();
                let legal: Vec<&str> = legal.split(' ').filter(|word| !word.is_empty()).collect();
                if !legal.is_empty() {
                    actions.push(legal[random.below(legal.len())].to_owned());
                }
            }
            let set = format!("{position} actions {}", actions.join(" "));
            let line = match random.below(LINES.len() + 3) {
                at if at < LINES.len() => LINES[at],
                _ => &set,
            };
            let line = match random.below(3) {
                0 => line.to_owned(),
                _ => spoilt(line, &mut random),
            };
            if line.trim_start().starts_with("go") {
                match engine.go(line.as_bytes()) {
                    true => played += 1,
                    false => refused += 1,
                }
            } else if !line.trim().is_empty() && !line.trim_start().starts_with("quit") {
                engine.ask(line.as_bytes());
            }
            // Errors changed nothing that would be in the way now.
            assert_eq!(engine.ask(set.as_bytes()), [""; 0], "{set}");
        }
    }
    let not_text = engine.ask(b"position \xff\xfe");
    assert_eq!(not_text, ["error the input is not UTF-8"]);
    assert!(played > 100 && refused > 50, "{played} {refused}");
    engine.end();
}
