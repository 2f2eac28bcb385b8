//! Moves the pieces on the screen as `motion` says, with the browser's own animations.

use std::collections::HashMap;

use leptos::prelude::*;
use tablier_picture::geometry::{Plan, Pose};
use tablier_rules::scene::Piece;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;

use super::figures::{FigureId, Figures};
use super::motion::{Frame, Motion, Moving, Sound};
use super::pieces::figure_id;
use super::rolling::cube;
use super::{Items, Stage};
use crate::prefs::Prefs;
use crate::{dom, sound};

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
            let pace = prefs.taste.get_untracked().pace.factor();
            let motions = moving.motions(transition, pace);
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
    let pace = Prefs::get().taste.get_untracked().pace.factor();
    let motions = moving.motions(transition, pace);
    motions
        .iter()
        .map(|motion| motion.delay + motion.duration)
        .fold(0.0, f32::max)
}

/// A part of a piece, by its selector.
fn part(figure: FigureId, selector: &str) -> Option<web_sys::Element> {
    let element = dom::by_id(&figure_id(figure))?;
    element.query_selector(selector).ok().flatten()
}

fn run(motion: &Motion) {
    let easing = if motion.sound == Sound::Roll {
        "cubic-bezier(.45,.05,.6,.95)"
    } else {
        "ease-in-out"
    };
    let times = (motion.delay, motion.duration);
    let start = |element: &web_sys::Element, property: &str, frames: &[(f32, String)]| {
        animate_element(element, &keyframes(property, easing, frames), times);
    };
    let path = |seen: fn(Frame) -> String| -> Vec<(f32, String)> {
        let frames = motion.frames.iter();
        frames.map(|frame| (frame.time, seen(*frame))).collect()
    };
    if let Some(mover) = part(motion.figure, ".mover") {
        start(&mover, "transform", &path(Frame::body));
    }
    if let Some(shadow) = part(motion.figure, ".shadow") {
        start(&shadow, "transform", &path(Frame::ground));
    }
    let roller = show_cube(motion);
    if let (Some(roller), Some(roll)) = (roller, &motion.roll) {
        if let Ok(Some(body)) = roller.query_selector(".cube") {
            start(&body, "transform", &roll.cube);
        }
        for (number, lights) in (1..).zip(&roll.lights) {
            let Ok(Some(face)) = roller.query_selector(&format!(".face.f{number}")) else {
                continue;
            };
            let colours: Vec<_> = lights
                .iter()
                .map(|(time, light)| (*time, format!("var({light})")))
                .collect();
            start(&face, "backgroundColor", &colours);
        }
    }
}

/// Marks a piece as moving and, if it rolls, puts a cube in its place until it has come to rest.
fn show_cube(motion: &Motion) -> Option<web_sys::Element> {
    let element = dom::by_id(&figure_id(motion.figure))?;
    let roller = motion.roll.as_ref().and_then(|roll| {
        let roller = dom::document().create_element("div").ok()?;
        let _ = roller.set_attribute("class", "roller");
        roller.set_inner_html(&cube(roll.kind));
        element.append_child(&roller).ok()?;
        Some(roller)
    });
    let how = if roller.is_some() { "roll" } else { "lift" };
    let _ = element.set_attribute("data-moving", how);
    let rolled = roller.clone();
    dom::after((motion.delay + motion.duration) as i32 + 40, move || {
        if let Some(roller) = rolled {
            roller.remove();
        }
        if element.query_selector(".roller").ok().flatten().is_none() {
            let _ = element.remove_attribute("data-moving");
        }
    });
    roller
}

fn fade(figure: FigureId) {
    let Some(mover) = part(figure, ".mover") else {
        return;
    };
    let frames = [(0.0, "0".to_owned()), (1.0, "1".to_owned())];
    animate_element(
        &mover,
        &keyframes("opacity", "linear", &frames),
        (0.0, 150.0),
    );
}

fn keyframes(property: &str, easing: &str, frames: &[(f32, String)]) -> js_sys::Array {
    let all = js_sys::Array::new();
    for (offset, value) in frames {
        let frame = js_sys::Object::new();
        set(&frame, "offset", &JsValue::from_f64(f64::from(*offset)));
        set(&frame, property, &JsValue::from_str(value));
        set(&frame, "easing", &JsValue::from_str(easing));
        all.push(&frame);
    }
    all
}

fn set(object: &js_sys::Object, name: &str, value: &JsValue) {
    let _ = js_sys::Reflect::set(object, &JsValue::from_str(name), value);
}

/// Calls the browser's `animate`, which the bindings lack.
fn animate_element(
    element: &web_sys::Element,
    frames: &js_sys::Array,
    (delay, duration): (f32, f32),
) {
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
