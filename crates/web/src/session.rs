//! A game being played or analysed: a table, everything tried at it, and the current node.

use serde::{Deserialize, Serialize};
use tablier_rules::scene::Message;
use tablier_rules::{Ending, Refusal, Seat, Status, Table, catalog};

use crate::share::{self, FIRST_REVISION};
use crate::tree::{NodeId, ROOT, Tree};

/// Who sits on a seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Player {
    /// A person at this screen.
    Person,
    /// A person at another screen, or nobody yet.
    Elsewhere,
    /// The computer at a level from 1 to 10.
    Machine(u8),
}

/// How a game ended other than by its rules (C11).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Leaving {
    /// A seat resigned.
    Resigned(Seat),
    /// A seat ran out of time.
    OutOfTime(Seat),
    /// All agreed on a draw.
    Draw,
}

/// A game as it is saved in the browser.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Saved {
    /// Its id among the saved games.
    pub id: String,
    /// The game with its options.
    pub spec: String,
    /// The revision of its rules.
    #[serde(default = "first_revision")]
    pub rules: u32,
    /// The position at the beginning, if it is not the usual one.
    pub start: Option<String>,
    /// Everything that was played.
    pub tree: Tree,
    /// The current node.
    pub head: NodeId,
    /// Who sits where.
    pub players: Vec<Player>,
    /// What happened from outside the rules, and at which node.
    #[serde(default)]
    pub leavings: Vec<(NodeId, Leaving)>,
    /// When it was last touched, in milliseconds since 1970.
    pub touched: f64,
    /// Whether it is over.
    pub over: bool,
    /// Milliseconds that each seat has left, if a clock runs.
    #[serde(default)]
    pub clock: Option<Clock>,
}

fn first_revision() -> u32 {
    FIRST_REVISION
}

/// The seats' time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Clock {
    /// Milliseconds that each seat has left.
    pub left: Vec<f64>,
    /// Milliseconds that each seat had at the beginning.
    #[serde(default)]
    pub whole: f64,
    /// Milliseconds added after each action.
    pub increment: f64,
}

impl Clock {
    /// The same clock for `seats` seats, even if the saved one does not fit: a seat without a time
    /// gets the whole time. None if a value is not a time.
    fn fitted(&self, seats: usize) -> Option<Self> {
        let is_time = |time: f64| time.is_finite() && time >= 0.0;
        let mut clock = self.clone();
        clock.left.resize(seats, self.whole);
        let times = is_time(clock.whole) && is_time(clock.increment);
        (times && clock.left.iter().copied().all(is_time)).then_some(clock)
    }
}

/// A game being played or analysed.
pub struct Session {
    table: Box<dyn Table>,
    tree: Tree,
    head: NodeId,
    at: NodeId,
    /// Who sits where.
    pub players: Vec<Player>,
    leavings: Vec<(NodeId, Leaving)>,
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
            head: ROOT,
            at: ROOT,
            players,
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
        if saved.tree.contains(saved.head) {
            session.go(saved.head);
            session.head = session.at;
        }
        Ok(session)
    }

    /// Its saved form.
    pub fn save(&self, id: &str, now: f64) -> Saved {
        Saved {
            id: id.to_owned(),
            spec: self.table.spec().to_string(),
            rules: self.table.info().revision,
            start: (!self.table.is_usual_start()).then(|| self.table.start_position()),
            tree: self.tree.clone(),
            head: self.head,
            players: self.players.clone(),
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
    pub fn at(&self) -> NodeId {
        self.at
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
            if self.table.play(self.tree.action(next)).is_err() {
                return false;
            }
            self.at = next;
            self.say_leavings(next);
        }
        true
    }

    fn say_leavings(&mut self, node: NodeId) {
        for &(at, leaving) in &self.leavings {
            if at == node {
                match leaving {
                    Leaving::Resigned(seat) => self.table.leave(seat, false),
                    Leaving::OutOfTime(seat) => self.table.leave(seat, true),
                    Leaving::Draw => self.table.agree_draw(),
                };
            }
        }
    }

    /// Plays an action at the node shown and makes the new node current.
    pub fn play(&mut self, action: &str) -> Result<String, Refusal> {
        let seat = self.to_act();
        let text = self.table.play(action)?;
        if let (Some(seat), Some(clock)) = (seat, &mut self.clock)
            && let Some(left) = clock.left.get_mut(seat.index())
        {
            *left += clock.increment;
        }
        self.at = self.tree.add(self.at, &text);
        self.head = self.at;
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
    pub fn leave(&mut self, leaving: Leaving) -> bool {
        self.go(self.head);
        let done = match leaving {
            Leaving::Resigned(seat) => self.table.leave(seat, false),
            Leaving::OutOfTime(seat) => self.table.leave(seat, true),
            Leaving::Draw => self.table.agree_draw(),
        };
        if done {
            self.leavings.push((self.head, leaving));
        }
        done
    }

    /// Makes the game match what it is elsewhere: these actions, and what happened from outside the
    /// rules with the number of actions before it. The node shown stays if it can; true if it was
    /// on this line, so that what is new comes after it.
    pub fn follow(&mut self, line: &[String], leavings: &[(usize, Leaving)]) -> bool {
        let mut nodes = vec![ROOT];
        for action in line {
            let last = nodes[nodes.len() - 1];
            nodes.push(self.tree.add(last, action));
        }
        let left: Vec<(NodeId, Leaving)> = leavings
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
            self.at = at;
            self.head = at;
            self.leavings.clear();
        }
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
mod tests {
    use super::*;

    fn session(players: [Player; 2]) -> Session {
        Session::new("d21", None, players.to_vec()).unwrap()
    }

    #[test]
    fn taking_back_against_a_machine_leads_to_ones_own_decision() {
        let mut game = session([Player::Person, Player::Machine(3)]);
        game.play("C3-C6").unwrap();
        game.play("C8-C7").unwrap();
        assert!(game.undo());
        assert_eq!(game.table().ply(), 0);
        assert!(game.redo());
        assert_eq!(game.table().history(), ["C3-C6", "C8-C7"]);
        assert!(!game.redo());
    }

    #[test]
    fn a_game_survives_being_kept_with_its_variations_and_its_end() {
        let mut game = session([Player::Person, Player::Person]);
        game.play("C3-C6").unwrap();
        game.play("C8-C7").unwrap();
        game.undo();
        game.play("D8-D7").unwrap();
        assert!(game.leave(Leaving::Resigned(Seat::new(0))));
        let saved = game.save("x", 1.0);
        assert!(saved.over);
        let text = serde_json::to_string(&saved).unwrap();
        let mut again = Session::load(&serde_json::from_str(&text).unwrap()).unwrap();
        assert_eq!(again.table().history(), ["C3-C6", "D8-D7"]);
        assert_eq!(again.ending(), Some(Ending::Resignation(Seat::new(0))));
        // Looking back, nobody has resigned yet.
        again.go(ROOT);
        assert!(!again.is_over());
        again.go(again.head());
        assert!(again.is_over());
        assert!(again.undo());
        assert!(!again.is_over());
    }

    #[test]
    fn a_clock_fits_the_seats_whatever_was_kept() {
        let clock = |left: &[f64]| Clock {
            left: left.to_vec(),
            whole: 60.0,
            increment: 2.0,
        };
        for (kept, read) in [
            (clock(&[]), Some(clock(&[60.0, 60.0]))),
            (clock(&[5.0]), Some(clock(&[5.0, 60.0]))),
            (clock(&[5.0, 6.0, 7.0]), Some(clock(&[5.0, 6.0]))),
            (clock(&[f64::NAN, 6.0]), None),
            (clock(&[-1.0, 6.0]), None),
        ] {
            let mut saved = session([Player::Person, Player::Person]).save("x", 1.0);
            saved.clock = Some(kept);
            let mut game = Session::load(&saved).unwrap();
            assert_eq!(game.clock, read);
            game.play("C3-C6").unwrap();
            game.play("C8-C7").unwrap();
        }
    }

    #[test]
    fn a_kept_game_goes_on_by_the_rules_of_its_time() {
        let old = r#"{"id":"x","spec":"eupdonne","start":null,"tree":"TREE","head":0,
            "players":["Person","Person"],"touched":1.0,"over":false}"#;
        let tree = serde_json::to_string(&Tree::default()).unwrap();
        let old: Saved = serde_json::from_str(&old.replace("\"TREE\"", &tree)).unwrap();
        let game = Session::load(&old).unwrap();
        assert_eq!(game.table().spec().to_string(), "eupdonne:release=captors");
        let again = game.save("x", 2.0);
        assert_eq!(again.rules, 2);
        let game = Session::load(&again).unwrap();
        assert_eq!(game.table().spec().to_string(), "eupdonne:release=captors");
        let new = Session::new("eupdonne", None, vec![]).unwrap();
        let new = Session::load(&new.save("y", 1.0)).unwrap();
        assert_eq!(new.table().spec().to_string(), "eupdonne");
    }

    #[test]
    fn what_the_rules_refuse_is_left_out() {
        let mut saved = session([Player::Person, Player::Person]).save("x", 1.0);
        saved.tree = Tree::line(["C3-C6", "A1-A2"].map(String::from));
        saved.head = 2;
        let game = Session::load(&saved).unwrap();
        assert_eq!(game.table().history(), ["C3-C6"]);
        assert!(game.is_live());
    }
}
