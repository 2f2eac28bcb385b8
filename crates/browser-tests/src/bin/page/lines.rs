//! What the lines of the engine's protocol (docs/engine-protocol.md) order, as far as a player in the page
//! obeys them.

use std::time::Duration;

use tablier_engine::{Limits, ranges};
use tablier_rules::{Status, catalog};
use tablier_words::Language;

/// The longest search: it cannot be stopped, and somebody waits for it.
pub(crate) const LONGEST: Duration = Duration::from_secs(60);

/// What a line orders.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Order {
    /// Nothing: an empty line, or `stop`, as a search ends by itself.
    Nothing,
    /// To introduce oneself and end with this word.
    Introduce(&'static str),
    /// To say that one listens.
    Ready,
    /// To forget earlier searches.
    Forget,
    /// To look at a position.
    Look(Position),
    /// To think, never for longer than [`LONGEST`].
    Think(Limits),
    /// To end.
    Quit,
}

/// A position: legal actions since the start of a game.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Position {
    /// The game with its options.
    pub(crate) game: String,
    /// The actions.
    pub(crate) actions: Vec<String>,
    /// Whether they have ended the game.
    pub(crate) is_over: bool,
}

/// Reads a line; the error says what is wrong with it.
pub(crate) fn read(line: &str) -> Result<Order, String> {
    let mut words = line.split_whitespace();
    let Some(word) = words.next() else {
        return Ok(Order::Nothing);
    };
    let rest: Vec<&str> = words.collect();
    Ok(match word {
        "ugi" => Order::Introduce("ugiok"),
        "uci" => Order::Introduce("uciok"),
        "isready" => Order::Ready,
        "newgame" | "uginewgame" | "ucinewgame" => Order::Forget,
        "position" => Order::Look(position(&rest)?),
        "go" => Order::Think(limits(&rest)?),
        "stop" => Order::Nothing,
        "quit" => Order::Quit,
        _ => return Err(format!("unknown command '{}'", word.escape_debug())),
    })
}

/// `GAME [actions A B …]`.
fn position(words: &[&str]) -> Result<Position, String> {
    let (game, actions) = match words {
        [game] => (game, &[][..]),
        [game, "actions", actions @ ..] => (game, actions),
        _ => return Err("write position GAME [actions …]".to_owned()),
    };
    let mut table = catalog::open(game).map_err(|error| error.to_string())?;
    for action in actions {
        table.play(action).map_err(|refusal| {
            format!(
                "'{}' is refused ({}): {}",
                action.escape_debug(),
                refusal.rule,
                Language::English.say(&refusal.why)
            )
        })?;
    }
    Ok(Position {
        game: (*game).to_owned(),
        actions: actions.iter().map(ToString::to_string).collect(),
        is_over: matches!(table.status(), Status::Over(_)),
    })
}

/// `[time MS] [nodes N]`, at least one of them.
fn limits(words: &[&str]) -> Result<Limits, String> {
    let mut limits = Limits::default();
    let (pairs, alone) = words.as_chunks::<2>();
    if words.is_empty() || !alone.is_empty() {
        return Err("write go [time MS] [nodes N]".to_owned());
    }
    for [word, value] in pairs {
        let number = |least: u64, most: u64| {
            let number = value.parse().ok().filter(|n| (least..=most).contains(n));
            number.ok_or_else(|| format!("{word} must be a whole number from {least} to {most}"))
        };
        match *word {
            "time" | "movetime" => {
                let time = number(0, LONGEST.as_millis() as u64)?;
                limits.time = Some(Duration::from_millis(time));
            }
            "nodes" => limits.nodes = Some(number(*ranges::NODES.start(), *ranges::NODES.end())?),
            _ => return Err(format!("unknown word '{}'", word.escape_debug())),
        }
    }
    limits.time.get_or_insert(LONGEST);
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_has_legal_actions_only() {
        let read = |line| match read(line) {
            Ok(Order::Look(position)) => Ok((position.actions.len(), position.is_over)),
            Ok(other) => panic!("{other:?}"),
            Err(error) => Err(error),
        };
        assert_eq!(read("position cubulus"), Ok((0, false)));
        assert_eq!(
            read("position alignement actions S@B2 T@C3"),
            Ok((2, false))
        );
        let refused = read("position alignement actions S@B2 S@Z9").unwrap_err();
        assert!(refused.starts_with("'S@Z9' is refused ("), "{refused}");
        assert!(read("position chess").is_err());
        assert!(read("position").is_err());
        assert!(read("position cubulus S@B2").is_err());
    }

    #[test]
    fn a_search_always_has_an_end() {
        let think = |line| match read(line) {
            Ok(Order::Think(limits)) => Ok(limits),
            Ok(other) => panic!("{other:?}"),
            Err(error) => Err(error),
        };
        let tenth = Limits::time(Duration::from_millis(100));
        assert_eq!(think("go time 100"), Ok(tenth));
        let nodes = think("go nodes 2000").unwrap();
        assert_eq!((nodes.nodes, nodes.time), (Some(2_000), Some(LONGEST)));
        for line in [
            "go",
            "go infinite",
            "go time",
            "go time -1",
            "go time 60001",
            "go nodes 0",
            "go depth 3",
        ] {
            assert!(think(line).is_err(), "{line}");
        }
    }

    #[test]
    fn other_lines_are_understood_or_refused() {
        assert_eq!(read("  "), Ok(Order::Nothing));
        assert_eq!(read("stop"), Ok(Order::Nothing));
        assert_eq!(read("ugi"), Ok(Order::Introduce("ugiok")));
        assert_eq!(read("isready"), Ok(Order::Ready));
        assert_eq!(read("newgame"), Ok(Order::Forget));
        assert_eq!(read("quit"), Ok(Order::Quit));
        let refused = read("setoption name Hash value 64");
        assert_eq!(refused, Err("unknown command 'setoption'".to_owned()));
    }
}
