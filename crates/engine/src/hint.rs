use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use tablier_rules::Match;
use tablier_rules::scene::Message;

use crate::{Ask, Limits, Line, Memory, Method, Mind, side_count, think};

/// Why an action is good, as far as can honestly be said.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hint {
    /// The reason; `tablier-words` translates it.
    pub why: Message,
}

/// How many nodes tell whether the other actions lose.
const LOOK: u64 = 20_000;

/// The reason for an action of the seat to act, with the line that the search expects; `stop` ends
/// the search of the other actions.
pub(crate) fn reason<M: Mind>(
    game: &Match<M>,
    action: M::Action,
    line: &Line<M::Action>,
    stop: &AtomicBool,
) -> Hint {
    let why = if let Some(actions) = line.score.wins_in() {
        if actions <= 1 {
            Message::new("engine.wins-now")
        } else {
            Message::new("engine.wins-by-force").number("actions", actions)
        }
    } else if game.legal().len() == 1 {
        Message::new("engine.only-action")
    } else if line.score.loses_in().is_some() {
        Message::new("engine.resists-longest")
    } else if stops_a_threat(game, action, stop) {
        Message::new("engine.stops-a-threat")
    } else if let Some(key) = game.rules().reason(game.position(), action) {
        Message::new(key)
    } else if game.rules().noisy(game.position(), action) {
        Message::new("engine.captures")
    } else {
        Message::new("engine.improves").number("percent", (line.chance * 100.0).round() as i64)
    };
    Hint { why }
}

/// Whether most of the other actions lose by force at once. Nothing is claimed after an early stop,
/// and the main search's table is left alone: this search uses a small one of its own.
fn stops_a_threat<M: Mind>(game: &Match<M>, action: M::Action, stop: &AtomicBool) -> bool {
    if side_count(game.rules()) != 2 {
        return false;
    }
    let others = game.legal().len() - 1;
    let ask = Ask {
        method: Some(Method::Pvs),
        lines: usize::MAX,
        exact: true,
        ..Ask::default()
    };
    let limits = Limits {
        nodes: Some(LOOK),
        depth: Some(2),
        ..Limits::default()
    };
    let Some(found) = think(game, &ask, &limits, &Memory::new(1), stop, &mut |_| {}) else {
        return false;
    };
    let losing = found
        .lines
        .iter()
        .filter(|line| line.actions[0] != action && line.score.loses_in().is_some())
        .count();
    // Pruned actions lose too.
    let losing = losing + game.legal().len().saturating_sub(found.lines.len());
    found.depth == 2 && losing * 2 > others
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tablier_rules::Notation as _;
    use tablier_rules::breakthrough::Breakthrough;

    use super::*;
    use crate::{Engine, Request};

    const START: &str = "A1 C1 D1 E1 F1 G1 H1 A2 E2 F2 G2 H2 \
        (B2 A8 B8 C8 D8 E8 F8 G8 H8 C7 D7 E7 F7) 1";

    /// The man on B2 reaches the last row unless A1 or C1 takes it.
    fn threatened() -> Match<Breakthrough> {
        let position = Breakthrough.read_position(START);
        Match::from_position(Breakthrough, position.unwrap())
    }

    fn hinted(engine: &Engine, stop: bool) -> String {
        let request = Request {
            limits: Limits::time(Duration::from_millis(20)),
            hint: true,
            ..Request::default()
        };
        let stop = AtomicBool::new(stop);
        let game = threatened();
        let answer = engine.think("breakthrough", &game, &request, &stop, &mut |_| {});
        answer.unwrap().hint.unwrap().why.key.to_string()
    }

    #[test]
    fn a_hint_keeps_what_was_searched() {
        let engine = Engine::new(1);
        let before = engine.generation();
        assert_eq!(hinted(&engine, false), "engine.stops-a-threat");
        assert_eq!(engine.generation(), before);
    }

    #[test]
    fn a_hint_that_is_stopped_claims_nothing() {
        assert_ne!(hinted(&Engine::new(1), true), "engine.stops-a-threat");
    }
}
