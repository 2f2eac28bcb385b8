//! The one adapter from a match to a table.

use std::any::Any;
use std::cell::OnceCell;

use super::{Editable, Playable, Seating, Table, Viewable};
use crate::scene::draft::{Draft, Model, Setting};
use crate::scene::{
    ActionId, Change, Choice, Choices, Layout, Mark, MarkKind, Message, Pick, Place, Preview,
    Scene, SiteId, Transition,
};
use crate::{
    Ending, Game, Leaving, Match, Outcome, Reason, Refusal, Seat, Spec, Status, Verdict, perft,
    text,
};

/// The one adapter from a [`Match`] to a [`Table`].
pub(crate) struct Seated<G: Game> {
    spec: Spec,
    game: Match<G>,
    /// The clicks of all legal actions now, computed on first use.
    paths: OnceCell<Vec<Vec<Pick>>>,
    /// How the last action led here, computed on first use.
    last: OnceCell<Option<Transition>>,
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
            last: OnceCell::new(),
        }
    }

    /// The match.
    pub(crate) fn game(&self) -> &Match<G> {
        &self.game
    }

    /// Changes the match and discards what was cached for its position.
    fn change<T>(&mut self, change: impl FnOnce(&mut Match<G>) -> T) -> T {
        self.paths.take();
        self.last.take();
        change(&mut self.game)
    }

    fn text(&self, action: G::Action) -> String {
        let mut text = String::new();
        self.game
            .rules()
            .write_action(self.game.position(), action, &mut text);
        text
    }

    /// The name of the legal action at this place of the list.
    fn id(&self, index: usize) -> ActionId {
        ActionId {
            position: self.game.rules().key(self.game.position()),
            index: index as u32,
        }
    }

    /// The legal action of this name; refused if it belongs to another position.
    fn named(&self, id: ActionId) -> Result<G::Action, Refusal> {
        let here = id.position == self.game.rules().key(self.game.position());
        let action = self.game.legal().get(id.index as usize);
        match action {
            Some(&action) if here => Ok(action),
            _ => Err(Refusal::new("C5", Message::new("rules.other-position"))),
        }
    }

    fn last(&self) -> Option<&Transition> {
        let transition = self.last.get_or_init(|| {
            let before = self.game.position_at(self.game.ply().checked_sub(1)?)?;
            let action = self.game.actions().next_back()?;
            Some(self.game.rules().transition(before, action))
        });
        transition.as_ref()
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
    fn fork(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<G: Game> Playable for Seated<G> {
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

    fn reason(&self) -> Option<Reason> {
        // Points can decide where play was cut short.
        let won = matches!(
            self.game.status(),
            Status::Over(Outcome::Seats { verdicts, .. }) if verdicts.contains(&Verdict::Won)
        );
        Some(match self.game.ending()? {
            Ending::Rules => self.game.rules().reason(self.game.position()),
            Ending::Repetition if won => Reason::by("C8", "rules.end-repetition-points"),
            Ending::Repetition => Reason::by("C8", "rules.end-repetition"),
            Ending::Limit if won => Reason::by("C8", "rules.end-limit-points"),
            Ending::Limit => Reason::by("C8", "rules.end-limit"),
            Ending::Resignation(seat) => Reason::about("C11", "rules.end-resigned", seat),
            Ending::Time(seat) => Reason::about("C11", "rules.end-time", seat),
            Ending::Agreement => Reason::by("C11", "rules.end-agreed"),
        })
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

    fn position(&self) -> String {
        self.game.rules().write_position(self.game.position())
    }

    fn unusual_start(&self) -> Option<String> {
        let rules = self.game.rules();
        let start = self.game.position_at(0)?;
        (*start != rules.start()).then(|| rules.write_position(start))
    }

    fn legal(&self) -> Vec<String> {
        self.game
            .legal()
            .iter()
            .map(|&action| self.text(action))
            .collect()
    }

    fn find(&self, action: &str) -> Result<ActionId, Refusal> {
        let wanted = text::normalise(action);
        if self.game.is_over() {
            return Err(Refusal::new("C5", Message::new("rules.over")));
        }
        let rules = self.game.rules();
        let action = rules.read_action(self.game.position(), &wanted)?;
        let index = self.game.legal().iter().position(|&known| known == action);
        match index {
            Some(index) => Ok(self.id(index)),
            None => Err(rules.refusal(self.game.position(), action)),
        }
    }

    fn action_text(&self, action: ActionId) -> Result<String, Refusal> {
        self.named(action).map(|action| self.text(action))
    }

    fn action_in_words(&self, action: ActionId) -> Option<Message> {
        let action = self.named(action).ok()?;
        self.game.rules().in_words(self.game.position(), action)
    }

    fn play_action(&mut self, action: ActionId) -> Result<String, Refusal> {
        let action = self.named(action)?;
        let text = self.text(action);
        self.change(|game| game.play_unchecked(action));
        Ok(text)
    }

    fn undo(&mut self) -> bool {
        self.change(Match::undo)
    }

    fn leave(&mut self, seat: Seat, out_of_time: bool) -> bool {
        self.change(|game| game.leave(seat, out_of_time))
    }

    fn leavings(&self) -> &[Leaving] {
        self.game.leavings()
    }

    fn agree_draw(&mut self) -> bool {
        self.change(Match::agree_draw)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft::count(&self.game, depth)
    }
}

impl<G: Game> Viewable for Seated<G> {
    fn layout(&self) -> Layout {
        self.game.rules().layout()
    }

    fn scene(&self) -> Scene {
        let mut scene = self.game.rules().scene(self.game.position());
        let sites = self.last().map(touched).unwrap_or_default();
        if !sites.is_empty() {
            scene.marks.push(Mark::new(MarkKind::Last, sites));
        }
        scene
    }

    fn last_transition(&self) -> Option<Transition> {
        self.last().cloned()
    }

    fn choices(&self, path: &[Pick]) -> Choices {
        let mut choices = Choices::default();
        for (index, full) in self.paths().iter().enumerate() {
            if !full.starts_with(path) {
                continue;
            }
            let Some(pick) = full.get(path.len()) else {
                choices.action = Some(self.id(index));
                continue;
            };
            if choices.next.iter().any(|known| known.pick == *pick) {
                continue;
            }
            choices.next.push(Choice {
                pick: pick.clone(),
                action: (full.len() == path.len() + 1).then(|| self.id(index)),
            });
        }
        choices
    }

    fn picks(&self, action: ActionId) -> Option<Vec<Pick>> {
        self.named(action).ok()?;
        self.paths().get(action.index as usize).cloned()
    }

    fn refused_pick(&self, path: &[Pick]) -> Refusal {
        if self.game.is_over() {
            return Refusal::new("C5", Message::new("rules.over"));
        }
        self.game.rules().refused_pick(self.game.position(), path)
    }

    fn preview(&self, action: ActionId) -> Option<Preview> {
        let action = self.named(action).ok()?;
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
}

impl<G: Game> Editable for Seated<G> {
    fn models(&self) -> Vec<Model> {
        self.game.rules().models()
    }

    fn draft(&self) -> Draft {
        let rules = self.game.rules();
        rules.draft_of(&rules.setup_of(self.game.position()))
    }

    fn settings(&self, draft: &Draft) -> Vec<Setting> {
        self.game.rules().settings(draft)
    }

    fn compose(&self, draft: &Draft) -> String {
        let rules = self.game.rules();
        rules.write_setup(&rules.setup_from(draft))
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
}

/// Where the piece that acted began and where it ended.
fn touched(transition: &Transition) -> Vec<SiteId> {
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
