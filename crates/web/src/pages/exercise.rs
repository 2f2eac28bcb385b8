//! A task on a live board: the learner acts, the rules judge, the other side replies. Lessons and
//! puzzles are built from it.

use leptos::prelude::*;
use tablier_books::{Diagram, Step};
use tablier_rules::Status;

use super::table::{pick_buttons, switch_view, turn_board};
use crate::board::{Board, focus_site};
use crate::play::{Mode, Play, result_text};
use crate::session::{Player, Session};
use crate::tree::NodeId;
use crate::words::t;
use crate::{dom, time};

/// The pause after an action, so that it can be seen.
const PAUSE: i32 = 450;
/// The pause before a wrong action is taken back.
const WRONG_PAUSE: i32 = 900;

/// The learner's progress.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stage {
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
    pub stage: RwSignal<Stage>,
    /// Whether the last answer was wrong.
    pub wrong: RwSignal<bool>,
    steps: StoredValue<Vec<Step>>,
    step: RwSignal<usize>,
    base: RwSignal<NodeId>,
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
        let mut session = Session::new(&board.spec, board.start.as_deref(), vec![]).ok()?;
        for action in &board.before {
            session.play(action).ok()?;
        }
        let Status::Acts(_) = session.table().status() else {
            return None;
        };
        give_turn(&mut session);
        let base = session.at();
        let exercise = Self {
            play: Play::new(session, Mode::Game),
            stage: RwSignal::new(Stage::Waiting),
            wrong: RwSignal::new(false),
            steps: StoredValue::new(steps),
            step: RwSignal::new(0),
            base: RwSignal::new(base),
            done: Callback::new(move |()| done()),
            owner: StoredValue::new(Owner::current()?),
        };
        Effect::new(move |_| exercise.judge());
        Some(exercise)
    }

    /// Judges what was just played.
    fn judge(self) {
        let moment = self.play.moment.get();
        let base = self.base.get_untracked();
        if self.stage.get_untracked() != Stage::Waiting || moment.at == base {
            return;
        }
        let action = moment.tree.action(moment.at);
        let mut before = self.play.with(|session| session.table().fork());
        before.undo();
        let right = self.steps.with_value(|steps| {
            let step = steps.get(self.step.get_untracked());
            step.is_none_or(|step| step.judges(&*before, action))
        });
        self.stage.set(Stage::Showing);
        self.wrong.set(!right);
        if right {
            self.answer();
        } else {
            self.later(WRONG_PAUSE, move || {
                self.play.change(|session| {
                    session.go(base);
                    session.continue_here();
                });
                self.stage.set(Stage::Waiting);
            });
        }
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
    fn reply(self, mut replies: Vec<String>, is_last: bool) {
        if is_last {
            self.stage.set(Stage::Done);
        }
        if let Some(action) = replies.pop() {
            return self.later(PAUSE, move || {
                self.play.play(&action);
                self.reply(replies, is_last);
            });
        }
        if is_last {
            return;
        }
        self.step.update(|step| *step += 1);
        self.base.set(self.play.with(Session::at));
        // Another seat may be to act now.
        if !self.play.may_act() {
            self.later(PAUSE, move || {
                self.play.change(give_turn);
                self.stage.set(Stage::Waiting);
            });
        } else {
            self.stage.set(Stage::Waiting);
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
            self.play.with(|session| session.table().picks(&wanted))
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
        view! {
            <section class="board-area">
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
