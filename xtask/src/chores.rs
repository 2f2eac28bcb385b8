//! Chores that run another program of the workspace: what is measured, drawn or written anew.

use std::process::{Command, Stdio};

/// A chore that runs another program of the workspace.
pub(crate) struct Chore {
    /// Its name.
    pub(crate) name: &'static str,
    /// How it is called.
    pub(crate) usage: &'static str,
    /// What it does.
    pub(crate) what: &'static str,
    /// What cargo is told; the words given come after it.
    cargo: &'static [&'static str],
    /// The variables it needs.
    variables: &'static [(&'static str, &'static str)],
    /// The file that its output replaces, if it prints one.
    writes: Option<&'static str>,
}

/// All of them.
pub(crate) const CHORES: &[Chore] = &[
    Chore {
        name: "playthroughs",
        usage: "playthroughs [GAME]",
        what: "write the golden games of the rules anew (then read the difference)",
        cargo: &["test", "-p", "tablier-rules", "--lib"],
        variables: &[("UPDATE_EXPECT", "1")],
        writes: None,
    },
    Chore {
        name: "perft",
        usage: "perft GAME DEPTH",
        what: "count sequences of moves, for perft.txt",
        cargo: &["run", "--release", "-p", "tablier", "--", "perft"],
        variables: &[("TABLIER_SKIP_CLIENT", "1")],
        writes: None,
    },
    Chore {
        name: "facts",
        usage: "facts GAME",
        what: "measure a game for its page, a line of crates/books/text/facts.txt",
        cargo: &[
            "run",
            "--release",
            "-p",
            "tablier",
            "--",
            "stats",
            "--player",
            "nodes=20000",
            "--games",
            "30",
            "--opening",
            "2",
            "--seed",
            "1",
            "--hash",
            "4",
            "--line",
        ],
        variables: &[("TABLIER_SKIP_CLIENT", "1")],
        writes: None,
    },
    Chore {
        name: "gallery",
        usage: "gallery [FOLDER [games|online]]",
        what: "draw every game and online play in Chromium for docs/gallery",
        cargo: &[
            "run",
            "--release",
            "-p",
            "tablier-browser-tests",
            "--bin",
            "gallery",
            "--",
        ],
        variables: &[],
        writes: None,
    },
    Chore {
        name: "shelf",
        usage: "shelf [GAME]",
        what: "draw the pictures of the shelf in Chromium, crates/web/assets/shelf",
        cargo: &[
            "run",
            "--release",
            "-p",
            "tablier-browser-tests",
            "--bin",
            "shelf",
            "--",
        ],
        variables: &[],
        writes: None,
    },
    Chore {
        name: "page",
        usage: "page [MEASURE]",
        what: "measure the page in Chromium, for bench/page: load, click, roll or engine",
        cargo: &[
            "run",
            "--release",
            "-p",
            "tablier-browser-tests",
            "--bin",
            "page",
            "--",
        ],
        variables: &[],
        writes: None,
    },
    Chore {
        name: "short-games",
        usage: "short-games",
        what: "find short games of every variant for the browser tests",
        cargo: &[
            "run",
            "--release",
            "-p",
            "tablier-browser-tests",
            "--bin",
            "short-games",
            "--",
        ],
        variables: &[("TABLIER_SKIP_CLIENT", "1")],
        writes: Some("crates/browser-tests/games.txt"),
    },
    Chore {
        name: "fuzz",
        usage: "fuzz [--seconds N]",
        what: "check the laws under random input",
        cargo: &["run", "--release", "-p", "tablier-fuzz", "--"],
        variables: &[],
        writes: None,
    },
    Chore {
        name: "simulate",
        usage: "simulate worlds COUNT",
        what: "check the laws of online play by seed; also: histories COUNT",
        cargo: &["run", "--release", "-p", "tablier-simulation", "--"],
        variables: &[],
        writes: None,
    },
];

impl Chore {
    /// Does it. A file is replaced only if the program succeeds.
    pub(crate) fn run(&self, given: &[String]) -> Result<(), String> {
        if let (Some(file), [word, ..]) = (self.writes, given) {
            return Err(format!(
                "{} writes all of {file}; '{word}' is one word too many",
                self.name
            ));
        }
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.current_dir(crate::root());
        command.args(self.cargo).args(given);
        command.envs(self.variables.iter().copied());
        if self.writes.is_some() {
            command.stdout(Stdio::piped());
        }
        let failed = |error: std::io::Error| format!("cargo {}: {error}", self.cargo.join(" "));
        let output = command
            .spawn()
            .and_then(|child| child.wait_with_output())
            .map_err(failed)?;
        if !output.status.success() {
            return Err(format!("{} failed ({})", self.name, output.status));
        }
        match self.writes {
            Some(file) => {
                std::fs::write(crate::root().join(file), &output.stdout).map_err(failed)?;
                println!("{file} is written");
                Ok(())
            }
            None => Ok(()),
        }
    }
}
