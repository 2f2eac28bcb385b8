//! The pieces on the table, what would happen to them, and how they move.

use std::collections::HashMap;

use leptos::prelude::*;
use tablier_picture::geometry::{Plan, Pose, is_upright};
use tablier_rules::scene::{Body, Glyph, Pick, Piece, Place, State};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use super::figures::{FigureId, Figures};
use super::motion::{Motion, Moving, Sound};
use super::solids::{Shape, solid};
use super::{Items, Stage};
use crate::prefs::Prefs;
use crate::{dom, sound};

fn figure_id(figure: FigureId) -> String {
    format!("figure-{figure}")
}

/// All pieces and the ghosts of a preview.
pub(super) fn pieces(stage: Stage, plan: Memo<Plan>, items: Memo<Items>) -> impl IntoView {
    let ids = Memo::new(move |_| {
        let mut ids: Vec<FigureId> = items.read().keys().copied().collect();
        ids.sort_unstable();
        ids
    });
    let ghosts = Memo::new(move |_| ghosts(stage, &plan.read()));
    view! {
        <For
            each=move || ids.get()
            key=|id| *id
            children=move |id| {
                let item = Memo::new(move |known: Option<&Option<(Piece, Pose)>>| {
                    let now = items.read().get(&id).cloned();
                    // A piece that is leaving the page keeps its last appearance.
                    now.or_else(|| known.cloned().flatten())
                });
                piece(stage, plan, item, Some(id))
            }
        />
        {move || {
            ghosts
                .get()
                .into_iter()
                .map(|ghost| piece(stage, plan, Memo::new(move |_| Some(ghost.clone())), None))
                .collect_view()
        }}
    }
}

fn piece(
    stage: Stage,
    plan: Memo<Plan>,
    item: Memo<Option<(Piece, Pose)>>,
    id: Option<FigureId>,
) -> impl IntoView {
    let layout = stage.layout.get_value();
    let with_pose = move |f: fn(Pose) -> f32| {
        move || {
            item.read()
                .as_ref()
                .map_or(0.0, |(_, pose)| f(*pose))
                .to_string()
        }
    };
    let shape = {
        let layout = layout.clone();
        Memo::new(move |_| {
            let item = item.read();
            let (piece, _) = item.as_ref()?;
            Some(Shape::of(piece.glyph, is_upright(&layout, &piece.at)))
        })
    };
    let die = Signal::derive(move || match item.read().as_ref()?.0.glyph {
        Glyph::Die(die) => Some(die),
        _ => None,
    });
    // Bodies are turned by the style sheet, dice by their own rotation.
    let turn = Signal::derive(move || item.read().as_ref().map_or(0, |(_, pose)| pose.heading));
    let class = move || {
        let item = item.read();
        let Some((piece, _)) = item.as_ref() else {
            return "piece".to_owned();
        };
        let seat = piece
            .seat
            .map_or("s-none".to_owned(), |s| format!("s{}", s.index()));
        let state = match piece.state {
            State::Free => String::new(),
            State::Captive(captor) => format!(" captive by-{}", captor.index()),
            State::Orphan => " orphan".to_owned(),
            State::Immune => " immune".to_owned(),
        };
        let ghost = if id.is_none() { " ghost" } else { "" };
        let place = match piece.at {
            Place::Zone(..) => " in-tray",
            Place::Sites(_) => "",
        };
        format!("piece {seat}{state}{ghost}{place}")
    };
    let pick = Memo::new(move |_| {
        let item = item.read();
        match &item.as_ref()?.0.at {
            Place::Sites(sites) => sites.first().copied().map(Pick::Site),
            Place::Zone(zone, slot) => Some(Pick::Slot(*zone, *slot)),
        }
    });
    let picked = move || {
        let path = stage.path.read();
        id.is_some() && pick.read().as_ref().is_some_and(|pick| path.contains(pick))
    };
    let movable = move || {
        let choices = stage.choices.read();
        let pick = pick.read();
        let pick = pick.as_ref().filter(|_| stage.path.read().is_empty());
        pick.is_some_and(|pick| choices.next.iter().any(|choice| choice.pick == *pick))
    };
    let site = move || match pick.get()? {
        Pick::Site(site) => id.map(|_| site.0.to_string()),
        _ => None,
    };
    // For a piece on several sites, the one nearest to the pointer is meant.
    let sites = move || match &item.read().as_ref()?.0.at {
        Place::Sites(sites) if sites.len() > 1 => {
            let sites: Vec<String> = sites.iter().map(|site| site.0.to_string()).collect();
            Some(sites.join(" "))
        }
        _ => None,
    };
    let slot = move || match pick.get()? {
        Pick::Slot(zone, slot) => Some(format!("{}:{slot}", zone.0)),
        _ => None,
    };
    // In perspective, the sides facing the middle of the table are visible.
    let west = move || {
        let item = item.read();
        let middle = plan.read().width / 2.0;
        item.as_ref().is_some_and(|(_, pose)| pose.x < middle)
    };
    view! {
        <div
            class=class
            class:picked=picked
            class:movable=movable
            class:west=west
            id=id.map(figure_id)
            data-site=site
            data-sites=sites
            data-slot=slot
            aria-hidden="true"
            style=("--x", with_pose(|pose| pose.x))
            style=("--y", with_pose(|pose| pose.y))
            style=("--s", with_pose(|pose| pose.scale))
            style=("--heading", move || format!("{}deg", u32::from(turn.get()) * 90))
        >
            <i class=move || shadow(shape.get())></i>
            <div class="mover">{move || shape.get().map(|shape| solid(shape, die, turn))}</div>
        </div>
    }
}

/// The class of a piece's shadow: long pieces have long ones.
fn shadow(shape: Option<Shape>) -> &'static str {
    match shape {
        Some(Shape::Bar(_, false)) => "shadow long-3",
        Some(Shape::Bar(_, true)) => "shadow long-3 upright",
        Some(Shape::Body(Body::Shield, false)) => "shadow long-2",
        Some(Shape::Body(Body::Shield, true)) => "shadow long-2 upright",
        _ => "shadow",
    }
}

/// The pieces of a preview that are not there yet.
fn ghosts(stage: Stage, plan: &Plan) -> Vec<(Piece, Pose)> {
    let preview = stage.preview.read();
    let Some(preview) = preview.as_ref() else {
        return Vec::new();
    };
    let layout = stage.layout.get_value();
    let shown = stage.shown.read();
    let poses = plan.poses(&layout, &preview.after.pieces);
    preview
        .after
        .pieces
        .iter()
        .zip(poses)
        .filter(|(piece, _)| matches!(piece.at, Place::Sites(_)))
        .filter(|(piece, _)| !shown.scene.pieces.contains(piece))
        .map(|(piece, pose)| (piece.clone(), pose))
        .collect()
}

/// Moves the pieces whenever a scene comes with a transition.
pub(super) fn animate(stage: Stage, plan: Memo<Plan>, items: Memo<Items>) {
    let prefs = Prefs::get();
    Effect::new(move |before: Option<HashMap<FigureId, Pose>>| {
        let shown = stage.shown.read();
        let now = items.read_untracked();
        let poses = now.iter().map(|(id, (_, pose))| (*id, *pose)).collect();
        if let (Some(before), Some((figures, transition))) = (before, &shown.motion) {
            let layout = stage.layout.get_value();
            let moving = Moving {
                layout: &layout,
                plan: &plan.read_untracked(),
                before: figures,
                poses: &before,
                after: &now,
            };
            let motions = moving.motions(transition);
            let moves = prefs.moves();
            let aloud = prefs.sound.get_untracked();
            request_animation_frame(move || {
                for motion in &motions {
                    if moves {
                        run(motion);
                    } else {
                        fade(motion.figure);
                    }
                    if aloud {
                        let when = if moves {
                            motion.delay + motion.duration
                        } else {
                            0.0
                        };
                        sound::play(motion.sound, when);
                    }
                }
            });
        }
        poses
    });
}

/// How long a transition takes on the screen, in milliseconds.
pub fn duration(
    stage: Stage,
    before: &Figures,
    transition: &tablier_rules::scene::Transition,
) -> f32 {
    if !Prefs::get().moves() {
        return 150.0;
    }
    let layout = stage.layout.get_value();
    let plan = Plan::new(&layout, true, 0);
    let shown = stage.shown.read_untracked();
    let items = |figures: &Figures| -> Items {
        let pieces: Vec<Piece> = figures
            .all()
            .iter()
            .map(|(_, piece)| piece.clone())
            .collect();
        let poses = plan.poses(&layout, &pieces);
        let all = figures.all().iter().zip(poses);
        all.map(|((id, piece), pose)| (*id, (piece.clone(), pose)))
            .collect()
    };
    let poses = items(before)
        .into_iter()
        .map(|(id, (_, pose))| (id, pose))
        .collect();
    let moving = Moving {
        layout: &layout,
        plan: &plan,
        before,
        poses: &poses,
        after: &items(&shown.figures),
    };
    let motions = moving.motions(transition);
    motions
        .iter()
        .map(|motion| motion.delay + motion.duration)
        .fold(0.0, f32::max)
}

fn mover(figure: FigureId) -> Option<web_sys::Element> {
    let element = dom::by_id(&figure_id(figure))?;
    element.query_selector(".mover").ok().flatten()
}

fn run(motion: &Motion) {
    let Some(mover) = mover(motion.figure) else {
        return;
    };
    let frames = js_sys::Array::new();
    for (offset, transform) in &motion.frames {
        let frame = js_sys::Object::new();
        set(&frame, "offset", &JsValue::from_f64(f64::from(*offset)));
        set(&frame, "transform", &JsValue::from_str(transform));
        let easing = if motion.sound == Sound::Roll {
            "cubic-bezier(.45,.05,.6,.95)"
        } else {
            "ease-in-out"
        };
        set(&frame, "easing", &JsValue::from_str(easing));
        frames.push(&frame);
    }
    mark_moving(motion.figure, motion.delay + motion.duration);
    start(&mover, &frames, motion.delay, motion.duration);
}

/// While a piece moves all its faces are drawn; at rest, the hidden ones are not.
fn mark_moving(figure: FigureId, milliseconds: f32) {
    let Some(element) = dom::by_id(&figure_id(figure)) else {
        return;
    };
    let _ = element.set_attribute("data-moving", "");
    dom::after(milliseconds as i32 + 40, move || {
        let _ = element.remove_attribute("data-moving");
    });
}

fn fade(figure: FigureId) {
    let Some(mover) = mover(figure) else { return };
    let frames = js_sys::Array::new();
    for opacity in [0.0, 1.0] {
        let frame = js_sys::Object::new();
        set(&frame, "opacity", &JsValue::from_f64(opacity));
        frames.push(&frame);
    }
    start(&mover, &frames, 0.0, 150.0);
}

fn set(object: &js_sys::Object, name: &str, value: &JsValue) {
    let _ = js_sys::Reflect::set(object, &JsValue::from_str(name), value);
}

/// Calls the browser's `animate`, which the bindings lack.
fn start(element: &web_sys::Element, frames: &js_sys::Array, delay: f32, duration: f32) {
    let options = js_sys::Object::new();
    set(&options, "delay", &JsValue::from_f64(f64::from(delay)));
    set(
        &options,
        "duration",
        &JsValue::from_f64(f64::from(duration)),
    );
    set(&options, "fill", &JsValue::from_str("backwards"));
    let animate = js_sys::Reflect::get(element, &JsValue::from_str("animate"));
    if let Some(animate) = animate
        .ok()
        .and_then(|f| f.dyn_into::<js_sys::Function>().ok())
    {
        let _ = animate.call2(element, frames, &options);
    }
}
