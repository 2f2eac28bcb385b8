use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use tablier_rules::Match;
use tablier_rules::scene::Message;

use crate::{Ask, Limits, Line, Memory, Method, Mind, mind::side_count, think};

/// Why an action is good, as far as that can be told honestly.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Hint {
    /// The reason; `tablier-words` puts it into a language.
    pub why: Message,
}

/// So many nodes show whether the other actions lose.
const LOOK: u64 = 20_000;

/// The reason for an action of the seat to act, with the line that the search expects.
pub(crate) fn reason<M: Mind>(
    game: &Match<M>,
    action: M::Action,
    line: &Line<M::Action>,
    memory: &Memory,
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
    } else if stops_a_threat(game, action, memory) {
        Message::new("engine.stops-a-threat")
    } else if let Some(key) = game.rules().reason(game.position(), action) {
        Message::new(key)
    } else {
        Message::new("engine.improves").number("percent", (line.chance * 100.0).round() as i64)
    };
    Hint { why }
}

/// Whether most of the other actions lose by force at once.
fn stops_a_threat<M: Mind>(game: &Match<M>, action: M::Action, memory: &Memory) -> bool {
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
    let never = AtomicBool::new(false);
    let Some(found) = think(game, &ask, &limits, memory, &never, &mut |_| {}) else {
        return false;
    };
    let losing = found
        .lines
        .iter()
        .filter(|line| line.actions[0] != action && line.score.loses_in().is_some())
        .count();
    // What was pruned loses too.
    let losing = losing + game.legal().len().saturating_sub(found.lines.len());
    found.depth == 2 && losing * 2 > others
}
