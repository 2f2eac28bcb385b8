//! A board on display: the table view without trays, and nobody plays at it.

use std::sync::Arc;

use leptos::prelude::*;
use tablier_rules::Table;
use tablier_rules::scene::{Change, Place, Scene, Transition};

use super::sample::Sample;
use crate::board::{Board, Stage, duration};
use crate::dom;
use crate::prefs::View;

/// Before the first action of a sample game and between two of them, in milliseconds.
const PAUSE: f32 = 450.0;

/// The table of a game as it is now.
pub fn stage(table: &dyn Table) -> Stage {
    let mut layout = table.layout();
    layout.zones.clear();
    let view = Signal::derive(|| View::Table);
    Stage::new(Arc::new(layout), scene(table), view)
}

/// What is on the board, without the trays.
fn scene(table: &dyn Table) -> Scene {
    let mut scene = table.scene();
    scene
        .pieces
        .retain(|piece| matches!(piece.at, Place::Sites(_)));
    scene
}

/// How the last action led here, for a table without trays.
fn transition(table: &dyn Table) -> Option<Transition> {
    let mut transition = table.last_transition()?;
    for change in transition.steps.iter_mut().flatten() {
        match change {
            Change::Leave { to, .. } => *to = None,
            Change::Enter { from, .. } => *from = None,
            _ => {}
        }
    }
    Some(transition)
}

/// A board that neither pointer nor keyboard nor screen reader meets.
pub fn on_display(stage: Stage) -> impl IntoView {
    view! {
        <div class="on-display" inert=true aria-hidden="true">
            <Board stage=stage />
        </div>
    }
}

/// Plays the actions of a sample game on a board, one after another, for as long as `wanted`.
pub fn play(sample: Sample, stage: Stage, wanted: impl Fn() -> bool + Copy + 'static) {
    let Some(table) = sample.open() else { return };
    let actions: Vec<&str> = sample.actions().collect();
    step(table, actions, 0, stage, wanted);
}

fn step(
    mut table: Box<dyn Table>,
    actions: Vec<&'static str>,
    at: usize,
    stage: Stage,
    wanted: impl Fn() -> bool + Copy + 'static,
) {
    let Some(action) = actions.get(at) else {
        return;
    };
    if !wanted() || table.play(action).is_err() {
        return;
    }
    let transition = transition(&*table);
    let before = stage.shown.get_untracked();
    stage
        .shown
        .set(before.next(scene(&*table), transition.clone()));
    let moving = transition.map_or(0.0, |moved| duration(stage, &before.figures, &moved));
    dom::after((moving + PAUSE) as i32, move || {
        step(table, actions, at + 1, stage, wanted);
    });
}
