use std::cell::OnceCell;

use crate::scene::draft::{Draft, Model, Setting};
use crate::scene::{
    Choice, Choices, Layout, Mark, MarkKind, Message, Pick, Place, Preview, Scene, SiteId,
    Transition,
};
use crate::{Ending, Game, GameInfo, Leaving, Match, Refusal, Seat, Spec, Status, perft, text};

/// A match seen from outside: text in, text and scenes out. It is the same for every game, so that
/// server, client and command line know none of them.
pub trait Table: Send {
    /// The game's entry in the catalog.
    fn info(&self) -> &'static GameInfo;
    /// The game with its options.
    fn spec(&self) -> &Spec;
    /// How many players there are and who plays with whom.
    fn seating(&self) -> Seating;
    /// Who acts, or how it ended.
    fn status(&self) -> Status;
    /// How it ended, if it is over.
    fn ending(&self) -> Option<Ending>;
    /// How many actions have been played.
    fn ply(&self) -> usize;
    /// The texts of the actions played.
    fn history(&self) -> Vec<String>;
    /// Whether play began from the usual start.
    fn is_usual_start(&self) -> bool;
    /// The position at the beginning.
    fn start_position(&self) -> String;
    /// The texts of the legal actions, in the order of the rules; empty when the game is over.
    fn legal(&self) -> Vec<String>;
    /// Plays an action given as text and returns it in canonical notation.
    fn play(&mut self, action: &str) -> Result<String, Refusal>;
    /// The action in canonical notation, or why it is refused.
    fn explain(&self, action: &str) -> Result<String, Refusal>;
    /// Takes back the last action; false at the start.
    fn undo(&mut self) -> bool;
    /// A seat resigns or runs out of time (C11); false when it cannot.
    fn leave(&mut self, seat: Seat, out_of_time: bool) -> bool;
    /// Whether a seat has left (C11).
    fn has_left(&self, seat: Seat) -> bool;
    /// Who has left, in order (C11).
    fn leavings(&self) -> Vec<Leaving>;
    /// All agree on a draw (C11); false when the game is over.
    fn agree_draw(&mut self) -> bool;
    /// The position as text.
    fn position(&self) -> String;
    /// Starts over from a position given as text.
    fn set_position(&mut self, position: &str) -> Result<(), Refusal>;
    /// Starts over from the usual start.
    fn reset(&mut self);
    /// The kinds of pieces for setting up a position by hand.
    fn models(&self) -> Vec<Model>;
    /// The position as a draft to edit by hand.
    fn draft(&self) -> Draft;
    /// The other settings of a position being set up by hand.
    fn settings(&self, draft: &Draft) -> Vec<Setting>;
    /// A draft as text for [`Table::set_position`].
    fn compose(&self, draft: &Draft) -> String;
    /// The board.
    fn layout(&self) -> Layout;
    /// Everything to draw now.
    fn scene(&self) -> Scene;
    /// What can be picked after these picks; nothing after a path that leads nowhere.
    fn choices(&self, path: &[Pick]) -> Choices;
    /// The picks that mean an action.
    fn picks(&self, action: &str) -> Option<Vec<Pick>>;
    /// Why the last pick of a path is refused.
    fn refused_pick(&self, path: &[Pick]) -> Refusal;
    /// What a legal action would do.
    fn preview(&self, action: &str) -> Option<Preview>;
    /// How the last action led here; none at the start.
    fn last_transition(&self) -> Option<Transition>;
    /// The number of sequences of exactly `depth` actions (C5).
    fn perft(&self, depth: u32) -> u64;
    /// An independent copy.
    fn fork(&self) -> Box<dyn Table>;
}

/// How many players sit at a table and who plays with whom.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    /// The number of each seat's side; partners share it.
    pub sides: Vec<u8>,
}

/// The one adapter from a [`Match`] to a [`Table`].
pub(crate) struct Seated<G: Game> {
    spec: Spec,
    game: Match<G>,
    /// The clicks of all legal actions now, computed on first use.
    paths: OnceCell<Vec<Vec<Pick>>>,
}

impl<G: Game> Clone for Seated<G> {
    fn clone(&self) -> Self {
        Self::new(self.spec.clone(), self.game.clone())
    }
}

impl<G: Game> Seated<G> {
    pub(crate) fn new(spec: Spec, game: Match<G>) -> Self {
        Self {
            spec,
            game,
            paths: OnceCell::new(),
        }
    }

    /// Changes the match and discards what was cached for its position.
    fn change<T>(&mut self, change: impl FnOnce(&mut Match<G>) -> T) -> T {
        self.paths.take();
        change(&mut self.game)
    }

    fn text(&self, action: G::Action) -> String {
        let mut text = String::new();
        self.game
            .rules()
            .write_action(self.game.position(), action, &mut text);
        text
    }

    /// The legal action that a text means.
    fn find(&self, text: &str) -> Result<G::Action, Refusal> {
        let wanted = text::normalise(text);
        if self.game.is_over() {
            return Err(Refusal::new("C5", Message::new("rules.over")));
        }
        let rules = self.game.rules();
        let action = rules.read_action(self.game.position(), &wanted)?;
        if self.game.legal().contains(&action) {
            return Ok(action);
        }
        Err(rules.refusal(self.game.position(), action))
    }

    /// The path of each legal action, omitting a last picture that has no alternative.
    fn paths(&self) -> &[Vec<Pick>] {
        self.paths.get_or_init(|| self.list_paths())
    }

    fn list_paths(&self) -> Vec<Vec<Pick>> {
        let position = self.game.position();
        let mut paths: Vec<Vec<Pick>> = Vec::with_capacity(self.game.legal().len());
        for &action in self.game.legal() {
            let mut path = Vec::new();
            self.game.rules().picks(position, action, &mut path);
            paths.push(path);
        }
        let mut stems = std::collections::HashMap::<Vec<Pick>, u32>::new();
        for path in &paths {
            if let Some((Pick::Picture(_), stem)) = path.split_last() {
                *stems.entry(stem.to_vec()).or_default() += 1;
            }
        }
        for path in &mut paths {
            if let Some((Pick::Picture(_), stem)) = path.split_last()
                && !stem.is_empty()
                && stems.get(stem) == Some(&1)
            {
                path.pop();
            }
        }
        paths
    }
}

impl<G: Game> Table for Seated<G> {
    fn info(&self) -> &'static GameInfo {
        self.spec.info()
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn seating(&self) -> Seating {
        let rules = self.game.rules();
        Seating {
            sides: Seat::all(rules.seats())
                .map(|seat| rules.side(seat))
                .collect(),
        }
    }

    fn status(&self) -> Status {
        self.game.status()
    }

    fn ending(&self) -> Option<Ending> {
        self.game.ending()
    }

    fn ply(&self) -> usize {
        self.game.ply()
    }

    fn history(&self) -> Vec<String> {
        let rules = self.game.rules();
        self.game
            .actions()
            .enumerate()
            .map(|(ply, action)| {
                let mut text = String::new();
                if let Some(position) = self.game.position_at(ply) {
                    rules.write_action(position, action, &mut text);
                }
                text
            })
            .collect()
    }

    fn is_usual_start(&self) -> bool {
        self.game.position_at(0) == Some(&self.game.rules().start())
    }

    fn start_position(&self) -> String {
        let start = self.game.position_at(0).unwrap_or(self.game.position());
        self.game.rules().write_position(start)
    }

    fn legal(&self) -> Vec<String> {
        self.game
            .legal()
            .iter()
            .map(|&action| self.text(action))
            .collect()
    }

    fn play(&mut self, action: &str) -> Result<String, Refusal> {
        let action = self.find(action)?;
        let text = self.text(action);
        self.change(|game| game.play_unchecked(action));
        Ok(text)
    }

    fn explain(&self, action: &str) -> Result<String, Refusal> {
        self.find(action).map(|action| self.text(action))
    }

    fn undo(&mut self) -> bool {
        self.change(Match::undo)
    }

    fn leave(&mut self, seat: Seat, out_of_time: bool) -> bool {
        self.change(|game| game.leave(seat, out_of_time))
    }

    fn has_left(&self, seat: Seat) -> bool {
        self.game.has_left(seat)
    }

    fn leavings(&self) -> Vec<Leaving> {
        self.game.leavings().to_vec()
    }

    fn agree_draw(&mut self) -> bool {
        self.change(Match::agree_draw)
    }

    fn position(&self) -> String {
        self.game.rules().write_position(self.game.position())
    }

    fn set_position(&mut self, position: &str) -> Result<(), Refusal> {
        let rules = self.game.rules();
        let position = rules.read_position(position)?;
        let next = Match::from_position(rules.clone(), position);
        self.change(|game| *game = next);
        Ok(())
    }

    fn reset(&mut self) {
        self.change(|game| *game = Match::new(game.rules().clone()));
    }

    fn models(&self) -> Vec<Model> {
        self.game.rules().models()
    }

    fn draft(&self) -> Draft {
        self.game.rules().draft(self.game.position())
    }

    fn settings(&self, draft: &Draft) -> Vec<Setting> {
        self.game.rules().settings(draft)
    }

    fn compose(&self, draft: &Draft) -> String {
        self.game.rules().compose(draft)
    }

    fn layout(&self) -> Layout {
        self.game.rules().layout()
    }

    fn scene(&self) -> Scene {
        let mut scene = self.game.rules().scene(self.game.position());
        let sites = self
            .last_transition()
            .map(|last| touched(&last))
            .unwrap_or_default();
        if !sites.is_empty() {
            scene.marks.push(Mark::new(MarkKind::Last, sites));
        }
        scene
    }

    fn choices(&self, path: &[Pick]) -> Choices {
        let mut choices = Choices::default();
        for (full, &action) in self.paths().iter().zip(self.game.legal()) {
            if !full.starts_with(path) {
                continue;
            }
            let Some(pick) = full.get(path.len()) else {
                choices.action = Some(self.text(action));
                continue;
            };
            if choices.next.iter().any(|known| known.pick == *pick) {
                continue;
            }
            let action = (full.len() == path.len() + 1).then(|| self.text(action));
            choices.next.push(Choice {
                pick: pick.clone(),
                action,
            });
        }
        choices
    }

    fn picks(&self, action: &str) -> Option<Vec<Pick>> {
        let action = self.find(action).ok()?;
        let at = self
            .game
            .legal()
            .iter()
            .position(|&known| known == action)?;
        self.paths().get(at).cloned()
    }

    fn refused_pick(&self, path: &[Pick]) -> Refusal {
        if self.game.is_over() {
            return Refusal::new("C5", Message::new("rules.over"));
        }
        self.game.rules().refused_pick(self.game.position(), path)
    }

    fn preview(&self, action: &str) -> Option<Preview> {
        let action = self.find(action).ok()?;
        let rules = self.game.rules();
        let position = self.game.position();
        let mut after = position.clone();
        rules.apply(&mut after, action);
        Some(Preview {
            marks: rules.preview(position, action),
            after: rules.scene(&after),
            transition: rules.transition(position, action),
        })
    }

    fn last_transition(&self) -> Option<Transition> {
        let before = self.game.position_at(self.game.ply().checked_sub(1)?)?;
        let action = self.game.actions().next_back()?;
        Some(self.game.rules().transition(before, action))
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::count(&self.game, depth)
    }

    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }
}

/// Where the piece that acted began and where it ended.
fn touched(transition: &Transition) -> Vec<SiteId> {
    use crate::scene::Change;
    let mut sites = Vec::new();
    let mut add = |place: &Place| {
        if let Place::Sites(all) = place {
            sites.extend_from_slice(all);
        }
    };
    for change in transition.steps.iter().flatten() {
        match change {
            Change::Roll { from, path } | Change::Slide { from, path } => {
                add(&Place::site(*from));
                path.last()
                    .into_iter()
                    .for_each(|&site| add(&Place::site(site)));
            }
            Change::Lift { from, to } => {
                add(from);
                add(to);
            }
            Change::Enter { to, .. } => add(to),
            Change::Leave { from, .. } => add(from),
            Change::Flip { at } => add(&Place::site(*at)),
            Change::Turn { at } => add(at),
        }
    }
    sites.sort_unstable();
    sites.dedup();
    sites
}
