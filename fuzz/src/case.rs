//! A test case: a game, actions that lead to a position, and a text from outside.

use std::fmt;
use std::path::Path;

/// What reads the text.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// The name of a game with its options.
    Spec,
    /// An action.
    Action,
    /// A position.
    Position,
    /// A written game.
    Record,
    /// Actions as on the command line.
    List,
    /// A message of the socket, from either side.
    Message,
    /// The log of a table.
    Log,
    /// A link to a game.
    Link,
    /// A game as the browser keeps it.
    Saved,
    /// Lines of the engine's protocol.
    Protocol,
    /// Damage to a file of values.
    Values,
}

impl Target {
    /// All of them.
    pub const ALL: [Target; 11] = [
        Target::Spec,
        Target::Action,
        Target::Position,
        Target::Record,
        Target::List,
        Target::Message,
        Target::Log,
        Target::Link,
        Target::Saved,
        Target::Protocol,
        Target::Values,
    ];

    /// Its name, that of its folder in the corpus too.
    pub fn name(self) -> &'static str {
        match self {
            Target::Spec => "spec",
            Target::Action => "action",
            Target::Position => "position",
            Target::Record => "record",
            Target::List => "list",
            Target::Message => "message",
            Target::Log => "log",
            Target::Link => "link",
            Target::Saved => "saved",
            Target::Protocol => "protocol",
            Target::Values => "values",
        }
    }
}

/// One input.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// A valid game with options.
    pub spec: String,
    /// Legal actions from its start, separated by blanks.
    pub setup: String,
    /// The text from outside.
    pub text: String,
}

/// In the format of the corpus: game, actions, then the text.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}\n{}", self.spec, self.setup, self.text)
    }
}

impl Case {
    /// Reads a file of the corpus.
    pub fn read(file: &str) -> Self {
        let mut parts = file.splitn(3, '\n').map(str::to_owned);
        let mut next = || parts.next().unwrap_or_default();
        Self {
            spec: next(),
            setup: next(),
            text: next(),
        }
    }
}

/// A game of the catalog, a few legal actions, and a text.
#[cfg(feature = "arbitrary")]
impl<'a> arbitrary::Arbitrary<'a> for Case {
    fn arbitrary(bytes: &mut arbitrary::Unstructured<'a>) -> arbitrary::Result<Self> {
        static VARIANTS: std::sync::LazyLock<Vec<String>> =
            std::sync::LazyLock::new(tablier_rules::catalog::variants);
        let spec = bytes.choose(&VARIANTS)?.clone();
        let mut setup = Vec::new();
        if let Ok(mut table) = tablier_rules::catalog::open(&spec) {
            for _ in 0..bytes.int_in_range(0..=12)? {
                let legal = table.legal();
                if legal.is_empty() {
                    break;
                }
                let action = bytes.choose(&legal)?;
                if table.play(action).is_ok() {
                    setup.push(action.clone());
                }
            }
        }
        let text = String::arbitrary(bytes)?;
        Ok(Self {
            spec,
            setup: setup.join(" "),
            text,
        })
    }
}

/// The cases of `corpus/<target>/`, sorted by file name.
pub fn corpus() -> Vec<(Target, Case)> {
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
