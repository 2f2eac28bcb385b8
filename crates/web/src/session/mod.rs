//! A game being played or analysed: a table, everything tried at it, and the current node.

mod clock;
mod saved;
mod told;

use tablier_rules::scene::{ActionId, Message};
use tablier_rules::{Ending, Refusal, Seat, Status, Table, catalog};

use crate::note::Note;
use crate::share;
use crate::tree::{NodeId, ROOT, Tree};

pub use clock::{Clock, Share};
pub use saved::{EarlyEnd, Player, Saved};
pub use told::Told;

/// A game being played or analysed.
pub struct Session {
    table: Box<dyn Table>,
    tree: Tree,
    /// Who played what, in words, for each node that was ever shown.
    told: Vec<Option<Told>>,
    head: NodeId,
    at: NodeId,
    /// Who sits where.
    pub players: Vec<Player>,
    /// What the people at this screen are called; empty where nobody said.
    pub names: Vec<String>,
    leavings: Vec<(NodeId, EarlyEnd)>,
    /// The seats' time, if a clock runs.
    pub clock: Option<Clock>,
    /// Whether the last action is on its way to the server, and not yet stored.
    pub unstored: bool,
}

impl Session {
    /// A new game from the usual start, or from a position.
    pub fn new(spec: &str, start: Option<&str>, players: Vec<Player>) -> Result<Self, Message> {
        let mut table = catalog::open(spec).map_err(|error| error.message())?;
        if let Some(start) = start {
            table.set_position(start).map_err(|refusal| refusal.why)?;
        }
        let mut players = players;
        players.resize(table.seating().sides.len(), Player::Person);
        Ok(Self {
            table,
            tree: Tree::default(),
            told: Vec::new(),
            head: ROOT,
            at: ROOT,
            players,
            names: Vec::new(),
            leavings: Vec::new(),
            clock: None,
            unstored: false,
        })
    }

    /// Loads a saved game. Actions that the rules no longer allow are dropped with everything after
    /// them.
    pub fn load(saved: &Saved) -> Result<Self, Message> {
        let spec = share::game_as_of(&saved.spec, saved.rules);
        let spec = spec.as_ref().unwrap_or(&saved.spec);
        let mut session = Self::new(spec, saved.start.as_deref(), saved.players.clone())?;
        session.tree = saved.tree.clone();
        session.names = saved.names.clone();
        session.leavings = saved
            .leavings
            .iter()
            .copied()
            .filter(|(node, _)| saved.tree.contains(*node))
            .collect();
        session.clock = saved
            .clock
            .as_ref()
            .and_then(|clock| clock.fitted(session.players.len()));
        // A head that does not exist is the beginning, with whoever left there.
        let head = Some(saved.head).filter(|head| saved.tree.contains(*head));
        session.go(head.unwrap_or(ROOT));
        session.head = session.at;
        Ok(session)
    }

    /// Its saved form.
    pub fn save(&self, id: &str, now: f64) -> Saved {
        Saved {
            id: id.to_owned(),
            spec: self.table.spec().to_string(),
            rules: self.table.info().revision,
            start: self.table.unusual_start(),
            tree: self.tree.clone(),
            head: self.head,
            players: self.players.clone(),
            names: self.names.clone(),
            leavings: self.leavings.clone(),
            touched: now,
            over: self.is_over(),
            clock: self.clock.clone(),
        }
    }

    /// The table at the node shown.
    pub fn table(&self) -> &dyn Table {
        &*self.table
    }

    /// Everything that was played and tried.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The node shown.
    pub fn shown(&self) -> NodeId {
        self.at
    }

    /// What the person on a seat is called, if they said.
    pub fn name(&self, seat: Seat) -> Option<&str> {
        let name = self.names.get(seat.index())?;
        let person = self.players.get(seat.index()) == Some(&Player::Person);
        (person && !name.is_empty()).then_some(name)
    }

    /// The current node of the game.
    pub fn head(&self) -> NodeId {
        self.head
    }

    /// Whether anything was played.
    pub fn has_begun(&self) -> bool {
        self.head != ROOT
    }

    /// Whether the node shown is the current one.
    pub fn is_live(&self) -> bool {
        self.at == self.head
    }

    /// Who acts at the node shown.
    pub fn to_act(&self) -> Option<Seat> {
        match self.table.status() {
            Status::Acts(seat) => Some(seat),
            Status::Over(_) => None,
        }
    }

    /// Whether play is over at the node shown.
    pub fn is_over(&self) -> bool {
        matches!(self.table.status(), Status::Over(_))
    }

    /// How play ended at the node shown.
    pub fn ending(&self) -> Option<Ending> {
        self.table.ending()
    }

    /// Who decides for the seat to act: the computer plays on for a seat that has left (C11).
    pub fn player_to_act(&self) -> Option<Player> {
        let seat = self.to_act()?;
        if self.table.has_left(seat) {
            return Some(Player::Machine(5));
        }
        self.players.get(seat.index()).copied()
    }

    /// Shows another node. False if an action on the way is refused; then the last possible node is
    /// shown.
    pub fn go(&mut self, node: NodeId) -> bool {
        let wanted = self.tree.path(node);
        let present = self.tree.path(self.at);
        let common = wanted
            .iter()
            .zip(&present)
            .take_while(|(a, b)| a == b)
            .count();
        // Leaving is not undone ply by ply: the game is then replayed from its start.
        let common = if self.leavings.is_empty() { common } else { 0 };
        let whole = !self.leavings.is_empty();
        while (whole || self.table.ply() > common) && self.table.undo() {}
        self.at = if common == 0 {
            ROOT
        } else {
            wanted[common - 1]
        };
        self.say_leavings(self.at);
        for &next in &wanted[common..] {
            let Some(told) = told::play(&mut *self.table, self.tree.action(next)) else {
                return false;
            };
            self.note(next, told);
            self.at = next;
            self.say_leavings(next);
        }
        true
    }

    fn say_leavings(&mut self, node: NodeId) {
        for &(at, leaving) in &self.leavings {
            if at == node {
                leaving.happen(&mut *self.table);
            }
        }
    }

    /// Plays an action given as text.
    pub fn play(&mut self, action: &str) -> Result<String, Refusal> {
        let action = self.table.find(action)?;
        self.play_action(action)
    }

    /// Plays an action at the node shown and makes the new node current.
    pub fn play_action(&mut self, action: ActionId) -> Result<String, Refusal> {
        let timed = self.clock.as_ref().and(self.to_act());
        let told = Told::before_playing(&*self.table, action);
        let text = self.table.play_action(action)?;
        if let (Some(seat), Some(clock)) = (timed, &mut self.clock)
            && let Some(left) = clock.left.get_mut(seat.index())
        {
            *left += clock
                .shares
                .get(seat.index())
                .map_or(clock.increment, |s| s.increment);
        }
        self.at = self.tree.add(self.at, &text);
        self.head = self.at;
        self.note(self.at, told);
        Ok(text)
    }

    /// Makes the node shown the current one.
    pub fn continue_here(&mut self) {
        self.head = self.at;
    }

    /// Takes back the last action; with the computer at the table, back to a person's decision.
    pub fn undo(&mut self) -> bool {
        let Some(mut target) = self.tree.parent(self.head) else {
            return false;
        };
        self.leavings.retain(|&(node, _)| node != self.head);
        self.go(target);
        let persons = self.players.contains(&Player::Person);
        while persons && matches!(self.player_to_act(), Some(Player::Machine(_))) {
            let Some(before) = self.tree.parent(target) else {
                break;
            };
            target = before;
            self.go(target);
        }
        self.head = self.at;
        true
    }

    /// Redoes what was taken back; with the computer at the table, up to a person's decision.
    pub fn redo(&mut self) -> bool {
        let Some(&next) = self.tree.children(self.head).last() else {
            return false;
        };
        self.go(next);
        while matches!(self.player_to_act(), Some(Player::Machine(_))) {
            let Some(&next) = self.tree.children(self.at).last() else {
                break;
            };
            if !self.go(next) {
                break;
            }
        }
        self.head = self.at;
        true
    }

    /// Something from outside the rules ends the game or a seat's part in it (C11).
    pub fn leave(&mut self, leaving: EarlyEnd) -> bool {
        self.go(self.head);
        let done = leaving.happen(&mut *self.table);
        if done {
            self.leavings.push((self.head, leaving));
        }
        done
    }

    /// Makes the game match what it is elsewhere: these actions, and what happened from outside the
    /// rules with the number of actions before it. The node shown stays if it can; true if it was
    /// on this line, so that what is new comes after it.
    pub fn follow(&mut self, line: &[String], leavings: &[(usize, EarlyEnd)]) -> bool {
        let mut nodes = vec![ROOT];
        for action in line {
            let last = nodes[nodes.len() - 1];
            nodes.push(self.tree.add(last, action));
        }
        let left: Vec<(NodeId, EarlyEnd)> = leavings
            .iter()
            .filter_map(|&(ply, leaving)| Some((*nodes.get(ply)?, leaving)))
            .collect();
        let other = left != self.leavings;
        self.head = nodes[nodes.len() - 1];
        let on_line = nodes.contains(&self.at);
        if other {
            // Leaving is not undone ply by ply: the game is replayed from its start.
            let at = self.at;
            self.go(ROOT);
            self.leavings = left;
            self.go(at);
        }
        on_line
    }

    /// Removes a node and everything after it.
    pub fn remove(&mut self, node: NodeId) {
        if let Some(parent) = self.tree.parent(node) {
            if self.tree.path(self.at).contains(&node) {
                self.go(parent);
            }
            let (tree, at) = self.tree.without(node, self.at);
            self.tree = tree;
            self.told.clear();
            self.at = at;
            self.head = at;
            self.leavings.clear();
        }
    }

    /// Says or draws something about the node shown.
    pub fn annotate(&mut self, change: impl FnOnce(&mut Note)) {
        let mut note = self.tree.note(self.at).clone();
        change(&mut note);
        self.tree.set_note(self.at, note);
    }

    /// Makes the branch of a node the main one.
    pub fn promote(&mut self, node: NodeId) {
        for step in self.tree.path(node) {
            self.tree.promote(step);
        }
    }

    /// Replaces the tree and shows the start.
    pub fn replace_tree(&mut self, tree: Tree) {
        self.go(ROOT);
        self.leavings.clear();
        self.tree = tree;
        self.told.clear();
        self.head = ROOT;
    }

    /// Adds a whole line to the tree; returns how many of its actions were possible.
    pub fn add_line<'a>(
        &mut self,
        actions: impl IntoIterator<Item = &'a str>,
    ) -> Result<usize, (usize, Refusal)> {
        let mut count = 0;
        for action in actions {
            self.play(action).map_err(|refusal| (count, refusal))?;
            count += 1;
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests;
