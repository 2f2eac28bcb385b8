//! Who played what, in words: what the list of moves shows beyond the notation.

use tablier_rules::scene::{ActionId, Message};
use tablier_rules::{Seat, Status, Table};

use super::Session;
use crate::tree::NodeId;

/// An action as it is told.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// Who played it.
    pub seat: Seat,
    /// The action in words, where its notation alone would not be understood.
    pub words: Option<Message>,
}

impl Told {
    /// An action that is about to be played.
    pub(super) fn before_playing(table: &dyn Table, action: ActionId) -> Self {
        let seat = match table.status() {
            Status::Acts(seat) => seat,
            Status::Over(_) => Seat::new(0),
        };
        Self {
            seat,
            words: table.action_in_words(action),
        }
    }
}

/// Plays an action given as text; none if it is refused.
pub(super) fn play(table: &mut dyn Table, action: &str) -> Option<Told> {
    let action = table.find(action).ok()?;
    let told = Told::before_playing(table, action);
    table.play_action(action).ok()?;
    Some(told)
}

impl Session {
    /// Who played what, for each node of the tree as far as it is known.
    pub fn told(&self) -> &[Option<Told>] {
        &self.told
    }

    pub(super) fn note(&mut self, node: NodeId, told: Told) {
        if self.told.len() <= node {
            self.told.resize(node + 1, None);
        }
        self.told[node] = Some(told);
    }

    /// Finds out about the nodes that were never shown, such as the branches of a game just opened.
    pub fn learn(&mut self) {
        let count = self.tree.count();
        self.told.resize(count, None);
        if self.told.iter().skip(1).all(Option::is_some) {
            return;
        }
        let mut table = self.table.fork();
        while table.undo() {}
        let mut line: Vec<NodeId> = Vec::new();
        for node in 1..count {
            if self.told[node].is_some() {
                continue;
            }
            let path = self.tree.path(node);
            let common = path.iter().zip(&line).take_while(|(a, b)| a == b).count();
            while line.len() > common && table.undo() {
                line.pop();
            }
            for &next in &path[common..] {
                // What comes after a refused action is not told.
                let Some(told) = play(&mut *table, self.tree.action(next)) else {
                    break;
                };
                self.told[next] = Some(told);
                line.push(next);
            }
        }
    }
}
