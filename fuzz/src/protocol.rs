//! The engine's line protocol (docs/engine-protocol.md).

use std::io::Write;
use std::sync::{Arc, Mutex};

use tablier_engine::Engine;
use tablier_rules::hash::SplitMix64;

use crate::mutate::mutate;
use crate::source::game;

/// Whatever is said, the engine answers in words of the protocol, one line each, and still says
/// that it is ready; and it ends with the input, even while it thinks.
pub(crate) fn speak(text: &str) {
    // What asks for much memory or many threads is allowed, but not here.
    let heavy = |line: &&str| {
        let line = line.to_ascii_lowercase();
        line.contains("hash") || line.contains("threads")
    };
    let lines: Vec<&str> = text.lines().filter(|line| !heavy(line)).collect();
    let quits = lines.iter().any(|line| line.trim() == "quit");
    let input = format!("{}\nstop\nisready\n", lines.join("\n"));
    let said = Said::default();
    let spoken = tablier_cli::speak(
        Engine::new(1),
        &mut input.as_bytes(),
        Box::new(said.clone()),
    );
    assert!(spoken.is_ok(), "{spoken:?}");
    let said = said.0.lock().unwrap_or_else(|e| e.into_inner()).clone();
    let said = String::from_utf8(said).expect("text");
    assert!(said.is_empty() || said.ends_with('\n'), "{said:?}");
    let ready = said.lines().last() == Some("readyok");
    assert!(ready || quits || input.contains("quit"), "{said:?}");
    let asked = |word: &str| input.split_whitespace().filter(|w| *w == word).count();
    let answers = |word: &str| said.lines().filter(|line| line.starts_with(word)).count();
    assert!(answers("bestmove ") <= asked("go"), "{said}");
    for line in said.lines().filter(|line| line.starts_with("error")) {
        assert!(line.len() > "error ".len(), "{line:?}");
    }
}

#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut said = self.0.lock().unwrap_or_else(|e| e.into_inner());
        said.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A conversation, usually with mistakes.
pub(crate) fn some_lines(random: &mut SplitMix64) -> String {
    let (spec, _, table) = game(random);
    let mut text = String::from("ugi\nisready\n");
    let from = ["", " from "][random.below(2)];
    let start = if from.is_empty() {
        String::new()
    } else {
        table.position()
    };
    let actions = if from.is_empty() {
        table.history().join(" ")
    } else {
        String::new()
    };
    text += &format!("position {spec}{from}{start} actions {actions}\n");
    let go = [
        "nodes 20",
        "depth 1",
        "infinite",
        "level 1",
        "clock 5 increment 1",
        "time 1",
    ];
    text += &format!("moves\nshow\nstatus\ngo {}\n", go[random.below(go.len())]);
    text += [
        "stop\n",
        "newgame\n",
        "quit\n",
        "setoption name Lines value 3\n",
    ][random.below(4)];
    mutate(&text, "go nodes 10\nposition d21\n", random)
}
