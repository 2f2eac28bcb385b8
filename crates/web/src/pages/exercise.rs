//! A task on a live board: the learner acts, the rules judge, the other side replies. Lessons and
//! puzzles are built from it.

use leptos::prelude::*;
use tablier_books::{Diagram, Step};
use tablier_rules::Status;

use super::table::opponent::play_machines;
use super::table::{pick_buttons, switch_view, turn_board};
use crate::board::{Board, focus_site};
use crate::machine::Machine;
use crate::play::{Mode, Play, result_text};
use crate::session::{Player, Session};
use crate::tree::NodeId;
use crate::words::t;
use crate::{dom, time};

/// The pause after an action, so that it can be seen.
const PAUSE: i32 = 450;
/// The pause before a wrong action is taken back.
const WRONG_PAUSE: i32 = 900;
/// The same once it has been answered.
const ANSWERED_PAUSE: i32 = 1800;

/// The learner's progress.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ExerciseState {
    /// It is the learner's turn.
    Waiting,
    /// Something is being shown.
    Showing,
    /// It is done.
    Done,
}

/// A task on a live board.
#[derive(Copy, Clone)]
pub struct Exercise {
    /// The board.
    pub play: Play,
    /// The learner's progress.
    pub stage: RwSignal<ExerciseState>,
    /// Whether the last answer was wrong.
    pub wrong: RwSignal<bool>,
    /// The last wrong answer and the reply to it, if that was shown.
    pub answered: RwSignal<Option<[String; 2]>>,
    steps: StoredValue<Vec<Step>>,
    /// Wrong answers, each with what refutes it.
    refutations: StoredValue<Vec<Vec<String>>>,
    step: RwSignal<usize>,
    start: NodeId,
    base: RwSignal<NodeId>,
    /// Counts what is shown: a new line ends the one before.
    showing: StoredValue<u32>,
    done: Callback<()>,
    owner: StoredValue<Owner>,
}

impl Exercise {
    /// Sets up a task. The replies of the last step are shown once it is done.
    pub fn new(
        board: &Diagram,
        steps: Vec<Step>,
        done: impl Fn() + Send + Sync + 'static,
    ) -> Option<Self> {
        let exercise = Self::set_up(board, steps, done)?;
        Effect::new(move |_| exercise.judge());
        Some(exercise)
    }

    fn set_up(
        board: &Diagram,
        steps: Vec<Step>,
        done: impl Fn() + Send + Sync + 'static,
    ) -> Option<Self> {
        let mut session = Session::new(&board.spec, board.start.as_deref(), vec![]).ok()?;
        for action in &board.before {
            session.play(action).ok()?;
        }
        let Status::Acts(_) = session.table().status() else {
            return None;
        };
        give_turn(&mut session);
        let base = session.shown();
        Some(Self {
            play: Play::new(session, Mode::Game),
            stage: RwSignal::new(ExerciseState::Waiting),
            wrong: RwSignal::new(false),
            answered: RwSignal::new(None),
            steps: StoredValue::new(steps),
            refutations: StoredValue::new(Vec::new()),
            step: RwSignal::new(0),
            start: base,
            base: RwSignal::new(base),
            showing: StoredValue::new(0),
            done: Callback::new(move |()| done()),
            owner: StoredValue::new(Owner::current()?),
        })
    }

    /// A guided game: the learner plays from where the board begins, the computer at its gentlest
    /// replies, and `done` is called after `moves` of the learner's moves or when it is over. The
    /// second value counts those moves.
    pub fn guided(
        board: &Diagram,
        moves: usize,
        done: impl Fn() + Send + Sync + 'static,
    ) -> Option<(Self, RwSignal<usize>)> {
        let exercise = Self::set_up(board, Vec::new(), done)?;
        let count = RwSignal::new(0);
        play_machines(exercise.play, Machine::new());
        Effect::new(move |before: Option<(NodeId, bool)>| {
            let moment = exercise.play.moment.get();
            let is_mine = moment.player == Some(Player::Person);
            if before.is_some_and(|(at, was_mine)| was_mine && at != moment.at) {
                count.update(|count| *count += 1);
            }
            let is_enough = count.get_untracked() >= moves && is_mine || moment.is_over();
            if is_enough && exercise.stage.get_untracked() != ExerciseState::Done {
                exercise.stage.set(ExerciseState::Done);
                exercise.done.run(());
            }
            (moment.at, is_mine)
        });
        Some((exercise, count))
    }

    /// Judges what was just played.
    fn judge(self) {
        let moment = self.play.moment.get();
        let base = self.base.get_untracked();
        if self.stage.get_untracked() != ExerciseState::Waiting || moment.at == base {
            return;
        }
        let action = moment.tree.action(moment.at);
        let mut before = self.play.with(|session| session.table().fork());
        before.undo();
        let right = self.steps.with_value(|steps| {
            let step = steps.get(self.step.get_untracked());
            step.is_none_or(|step| step.judges(&*before, action))
        });
        self.stage.set(ExerciseState::Showing);
        self.wrong.set(!right);
        self.answered.set(None);
        if right {
            return self.answer();
        }
        let known = self.refutations.with_value(|lines| {
            let begins = |line: &&Vec<String>| line.first().is_some_and(|first| first == action);
            lines.iter().find(begins).cloned()
        });
        match known {
            Some(line) if line.len() > 1 => {
                self.answered.set(Some([line[0].clone(), line[1].clone()]));
                self.refute(line[1..].iter().rev().cloned().collect());
            }
            _ => self.take_back(WRONG_PAUSE),
        }
    }

    /// Plays what refutes a wrong answer, from the end of the list, and takes everything back.
    fn refute(self, mut replies: Vec<String>) {
        match replies.pop() {
            Some(action) => self.later(PAUSE, move || {
                self.play.play(&action);
                self.refute(replies);
            }),
            None => self.take_back(ANSWERED_PAUSE),
        }
    }

    fn take_back(self, pause: i32) {
        let base = self.base.get_untracked();
        self.later(pause, move || {
            self.play.change(|session| {
                session.go(base);
                session.continue_here();
            });
            self.stage.set(ExerciseState::Waiting);
        });
    }

    /// Wrong answers with what refutes them: that is then shown on the board.
    pub fn refuted_by(self, lines: Vec<Vec<String>>) {
        self.refutations.set_value(lines);
    }

    /// Shows a line from the beginning, once the task is done.
    pub fn show(self, line: &[String]) {
        if self.stage.get_untracked() != ExerciseState::Done {
            return;
        }
        self.play.change(|session| {
            session.go(self.start);
            session.continue_here();
        });
        self.reply(line.iter().rev().cloned().collect(), true);
    }

    /// The other side replies; after the last step the rest is shown.
    fn answer(self) {
        let step = self.step.get_untracked();
        let (mut replies, is_last) = self.steps.with_value(|steps| {
            let replies = steps.get(step).map(|step| step.replies.clone());
            (replies.unwrap_or_default(), step + 1 >= steps.len())
        });
        if is_last {
            self.done.run(());
        }
        replies.reverse();
        self.reply(replies, is_last);
    }

    /// Plays the replies, from the end of the list, and gives the turn back.
    fn reply(self, replies: Vec<String>, is_last: bool) {
        self.showing.update_value(|count| *count += 1);
        let round = self.showing.get_value();
        self.go_on(replies, is_last, round);
    }

    fn go_on(self, mut replies: Vec<String>, is_last: bool, round: u32) {
        if is_last {
            self.stage.set(ExerciseState::Done);
        }
        if let Some(action) = replies.pop() {
            return self.later(PAUSE, move || {
                if self.showing.get_value() == round {
                    self.play.play(&action);
                    self.go_on(replies, is_last, round);
                }
            });
        }
        if is_last {
            return;
        }
        self.step.update(|step| *step += 1);
        self.base.set(self.play.with(Session::shown));
        // Another seat may be to act now.
        if !self.play.may_act() {
            self.later(PAUSE, move || {
                self.play.change(give_turn);
                self.stage.set(ExerciseState::Waiting);
            });
        } else {
            self.stage.set(ExerciseState::Waiting);
        }
    }

    /// Does something once the pieces are at rest; nothing if the page has gone.
    fn later(self, pause: i32, then: impl FnOnce() + 'static) {
        let rest = self.play.rest.get_untracked() - time::now();
        dom::after(pause + rest.clamp(0.0, 4000.0) as i32, move || {
            if self.stage.try_get_untracked().is_some() {
                self.owner.get_value().with(then);
            }
        });
    }

    /// Points out the first pick of a right answer.
    pub fn point_out(self) {
        let picks = self.steps.with_value(|steps| {
            let wanted = steps
                .get(self.step.get_untracked())?
                .accept
                .first()?
                .clone();
            self.play.with(|session| session.table().picks_for(&wanted))
        });
        let first = picks.into_iter().flatten().take(1).collect();
        self.play.stage.hint.set(first);
    }

    /// The board below a sentence that says what to do.
    pub fn view(self, task: impl Fn() -> String + Send + 'static) -> impl IntoView {
        let play = self.play;
        let can_go_back = move || !play.stage.path.read().is_empty();
        let ended = move || {
            let moment = play.moment.get();
            result_text(play.stage.surface(), &moment)
        };
        let played = move || {
            let moment = play.moment.get();
            moment.tree.actions(moment.at).join(" ")
        };
        view! {
            <section class="board-area" data-played=played>
                <div class="prompt">
                    <p>{task}</p>
                    {pick_buttons(play)}
                    <Show when=can_go_back>
                        <button type="button" class="quiet" on:click=move |_| play.back()>
                            {move || t("ui.back")}
                        </button>
                    </Show>
                </div>
                <Board stage=play.stage />
                <p class="unseen" role="status" aria-live="polite">
                    {move || play.news.get()}
                    {ended}
                </p>
            </section>
        }
    }

    /// The keys of a task: B to the board, V, F, Escape, and H for a hint.
    pub fn keys(self, hint: impl Fn() + 'static) {
        let play = self.play;
        let handle = window_event_listener(leptos::ev::keydown, move |event| {
            let other = event.ctrl_key() || event.alt_key() || event.meta_key();
            if other || event.default_prevented() {
                return;
            }
            match event.key().as_str() {
                "v" | "V" => switch_view(play),
                "f" | "F" => turn_board(play),
                "h" | "H" => hint(),
                "b" | "B" => focus_site(play.stage, play.stage.focus.get_untracked()),
                "Escape" => play.back(),
                _ => return,
            }
            event.prevent_default();
        });
        on_cleanup(move || handle.remove());
    }
}

/// Only the seat whose turn it is may act.
fn give_turn(session: &mut Session) {
    let acting = session.table().status();
    for (index, player) in session.players.iter_mut().enumerate() {
        *player = match acting {
            Status::Acts(seat) if seat.index() == index => Player::Person,
            _ => Player::Machine(1),
        };
    }
}
