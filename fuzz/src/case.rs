//! A test case: a game, actions that lead to a position, and a text from outside.

use std::fmt;
use std::path::Path;

/// What reads the text.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    Spec,
    Action,
    Position,
    Record,
    List,
    /// A message of the socket, from either side.
    Message,
    /// The log of a table.
    Log,
}

impl Target {
    pub(crate) const ALL: [Target; 7] = [
        Target::Spec,
        Target::Action,
        Target::Position,
        Target::Record,
        Target::List,
        Target::Message,
        Target::Log,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Target::Spec => "spec",
            Target::Action => "action",
            Target::Position => "position",
            Target::Record => "record",
            Target::List => "list",
            Target::Message => "message",
            Target::Log => "log",
        }
    }
}

/// One input.
#[derive(Clone, Debug, Default)]
pub(crate) struct Case {
    /// A valid game with options.
    pub(crate) spec: String,
    /// Legal actions from its start, separated by blanks.
    pub(crate) setup: String,
    /// The text from outside.
    pub(crate) text: String,
}

/// In the format of the corpus: game, actions, then the text.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}\n{}", self.spec, self.setup, self.text)
    }
}

impl Case {
    fn read(file: &str) -> Self {
        let mut parts = file.splitn(3, '\n').map(str::to_owned);
        let mut next = || parts.next().unwrap_or_default();
        Self {
            spec: next(),
            setup: next(),
            text: next(),
        }
    }
}

/// The cases of `corpus/<target>/`, sorted by file name.
pub(crate) fn corpus() -> Vec<(Target, Case)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut cases = Vec::new();
    for target in Target::ALL {
        let Ok(entries) = std::fs::read_dir(folder.join(target.name())) else {
            continue;
        };
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            if let Ok(bytes) = std::fs::read(path) {
                cases.push((target, Case::read(&String::from_utf8_lossy(&bytes))));
            }
        }
    }
    cases
}
