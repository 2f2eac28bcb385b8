//! The review being made: position by position in the worker, stopped and continued, and kept.

use std::sync::Arc;

use leptos::prelude::*;
use tablier_advice::review::{Review, Reviewer};

use super::labelled;
use crate::machine::Machine;
use crate::play::Play;
use crate::store;
use crate::words::t;

/// The review of a page.
#[derive(Copy, Clone)]
pub(super) struct Run {
    play: Play,
    machine: Machine,
    reviewer: StoredValue<Option<Reviewer>>,
    /// How much is done, from 0 to 1.
    done: RwSignal<f32>,
    /// Whether somebody stopped it.
    stopped: RwSignal<bool>,
    /// The finished review.
    pub(super) review: RwSignal<Option<Arc<Review>>>,
}

impl Run {
    pub(super) fn new(play: Play) -> Self {
        Self {
            play,
            machine: Machine::new(),
            reviewer: StoredValue::new(None),
            done: RwSignal::new(0.0),
            stopped: RwSignal::new(false),
            review: RwSignal::new(None),
        }
    }

    /// Shows the kept review, or makes one.
    pub(super) fn begin(self) {
        let kept = self.play.with(|session| {
            let table = session.table();
            let (game, start) = (table.spec().to_string(), table.unusual_start());
            store::review(
                &game,
                start.as_deref(),
                &session.tree().actions(session.head()),
            )
        });
        match kept {
            Some(review) => self.review.set(Some(Arc::new(review))),
            None => self.restart(),
        }
    }

    /// Makes it anew.
    pub(super) fn restart(self) {
        let known = self.review.get_untracked();
        let made = match known {
            Some(review) => Reviewer::new(&review.game, review.start.as_deref(), &review.actions),
            None => self.play.with(|session| {
                let table = session.table();
                let actions = session.tree().actions(session.head());
                Reviewer::new(
                    &table.spec().to_string(),
                    table.unusual_start().as_deref(),
                    &actions,
                )
            }),
        };
        self.reviewer.set_value(made.ok());
        self.review.set(None);
        self.done.set(0.0);
        self.go_on();
    }

    /// Asks the next question.
    fn go_on(self) {
        self.stopped.set(false);
        let next = |reviewer: &Option<Reviewer>| reviewer.as_ref().and_then(Reviewer::ask);
        if let Some(request) = self.reviewer.with_value(next) {
            self.machine.ask(&request, move |answer| {
                self.reviewer.update_value(|reviewer| {
                    if let Some(reviewer) = reviewer {
                        reviewer.hear(&answer);
                        self.done.set(reviewer.progress());
                    }
                });
                self.go_on();
            });
            return;
        }
        let review = self
            .reviewer
            .with_value(|reviewer| reviewer.as_ref()?.finished().cloned());
        if let Some(review) = review {
            store::set_review(&review);
            self.review.set(Some(Arc::new(review)));
        }
    }

    fn stop(self) {
        self.machine.stop();
        self.stopped.set(true);
    }
}

/// How far it is, with a way to stop it and to go on.
pub(super) fn progress(run: Run) -> impl IntoView {
    let begun = move || run.review.read().is_none() && run.reviewer.with_value(Option::is_some);
    let text = move || {
        if run.machine.failed.get() {
            return t("review.failed");
        }
        t(if run.stopped.get() {
            "review.stopped"
        } else {
            "review.working"
        })
    };
    let rests = move || run.stopped.get() || run.machine.failed.get();
    let percent = move || (run.done.get() * 100.0).round();
    view! {
        <Show when=begun>
            <div class="reviewing">
                <p role="status">{text}</p>
                <progress max="100" aria-label=move || t("review.progress") prop:value=percent></progress>
                <Show
                    when=rests
                    fallback=move || labelled("stop", "stop", "review.stop", move || run.stop())
                >
                    {labelled("go-on", "play", "review.continue", move || run.go_on())}
                </Show>
            </div>
        </Show>
    }
}
