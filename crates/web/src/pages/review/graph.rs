//! The chances over a game as a drawing that leads to its positions.

use leptos::html;
use leptos::prelude::*;
use tablier_advice::review::{Fault, Review};
use tablier_rules::Seat;
use tablier_rules::scene::Message;

use super::Reviewed;
use super::run::Run;
use crate::words::{colour_name, say, t};

/// The size of the drawing; it keeps its proportions.
const WIDE: f32 = 320.0;
const HIGH: f32 = 104.0;
/// Room for the marks at the edges.
const EDGE: f32 = 7.0;

/// Where the position after so many moves lies across the drawing.
fn x_of(ply: usize, last: usize) -> f32 {
    EDGE + (WIDE - 2.0 * EDGE) * ply as f32 / last.max(1) as f32
}

/// The position nearest to a part of the width, from 0 to 1.
fn ply_at(part: f32, last: usize) -> usize {
    let across = (part * WIDE - EDGE) / (WIDE - 2.0 * EDGE);
    (across.clamp(0.0, 1.0) * last as f32).round() as usize
}

/// Where a part of the height lies, from 0 at the bottom to 1 at the top.
fn y_of(part: f32) -> f32 {
    HIGH - EDGE - (HIGH - 2.0 * EDGE) * part.clamp(0.0, 1.0)
}

/// A curve through one value of each position.
fn curve(values: &[f32]) -> String {
    let last = values.len().saturating_sub(1);
    let points = values.iter().enumerate().map(|(ply, &value)| {
        let letter = if ply == 0 { 'M' } else { 'L' };
        format!("{letter}{:.1} {:.1}", x_of(ply, last), y_of(value))
    });
    points.collect()
}

/// The area below a curve.
fn area(values: &[f32]) -> String {
    let last = values.len().saturating_sub(1);
    let (left, right, floor) = (x_of(0, last), x_of(last, last), y_of(0.0));
    format!(
        "{}L{right:.1} {floor:.1}L{left:.1} {floor:.1}Z",
        curve(values)
    )
}

/// The height of each position: a seat's chances, or in a game for one how few pieces can be left.
fn heights(review: &Review, seat: usize) -> Vec<f32> {
    if !review.is_solo() {
        let of = |chances: &Vec<f32>| chances.get(seat).copied().unwrap_or(0.0);
        return review
            .points
            .iter()
            .map(|point| of(&point.chances))
            .collect();
    }
    let left = |left: Option<u8>| f32::from(left.unwrap_or(1));
    let most = review.points.iter().map(|point| left(point.left));
    let most = most.fold(4.0, f32::max);
    let points = review.points.iter();
    points
        .map(|point| 1.0 - (left(point.left) - 1.0) / most)
        .collect()
}

/// The first seat of each side.
fn leaders(sides: &[u8]) -> Vec<usize> {
    let first = |&seat: &usize| !sides[..seat].contains(&sides[seat]);
    (0..sides.len()).filter(first).collect()
}

/// The mark of a fault: each has its own shape.
fn mark(fault: Fault, x: f32, y: f32) -> String {
    match fault {
        Fault::Inaccuracy => format!("M{:.1} {y:.1}a3 3 0 1 0 6 0a3 3 0 1 0-6 0Z", x - 3.0),
        Fault::Mistake => format!("M{x:.1} {:.1}l4.600 8h-9.200Z", y - 5.0),
        Fault::Blunder => format!(
            "M{x:.1} {:.1}l5.400 5.400l-5.400 5.400l-5.400-5.400Z",
            y - 5.4
        ),
    }
}

/// The name of a fault in the style sheet and in the words.
pub(super) fn name(fault: Fault) -> &'static str {
    match fault {
        Fault::Inaccuracy => "inaccuracy",
        Fault::Mistake => "mistake",
        Fault::Blunder => "blunder",
    }
}

/// The drawing, with the position shown and the marks of the mistakes.
pub(super) fn graph(reviewed: Reviewed, run: Run, whose: RwSignal<Option<Seat>>) -> impl IntoView {
    let root = NodeRef::<html::Div>::new();
    let sides = reviewed
        .play
        .with(|session| session.table().seating().sides);
    let leaders = StoredValue::new(leaders(&sides));
    let click = move |event: web_sys::MouseEvent| {
        let (Some(root), Some(review)) = (root.get_untracked(), run.review.get_untracked()) else {
            return;
        };
        let place = root.get_bounding_client_rect();
        let part = (f64::from(event.client_x()) - place.left()) / place.width().max(1.0);
        reviewed.go(ply_at(part as f32, review.points.len() - 1));
    };
    let shapes = move || {
        let review = run.review.get()?;
        let leaders = leaders.get_value();
        let curves = match leaders.len() {
            1 => view! { <path class="pieces" d=area(&heights(&review, 0)) /> }.into_any(),
            2 => view! {
                <rect class=format!("s{}", leaders[1]) x=EDGE y=EDGE width=WIDE - 2.0 * EDGE height=HIGH - 2.0 * EDGE />
                <path class=format!("s{}", leaders[0]) d=area(&heights(&review, leaders[0])) />
            }
            .into_any(),
            _ => leaders
                .iter()
                .map(|&seat| {
                    let d = curve(&heights(&review, seat));
                    view! { <path class=format!("curve s{seat}") d=d /> }
                })
                .collect_view()
                .into_any(),
        };
        let last = review.points.len() - 1;
        let shown = review.mistakes().into_iter();
        let marks = shown
            .filter(|mistake| whose.get().is_none_or(|seat| seat == mistake.seat))
            .map(|mistake| {
                let curve = match leaders.len() {
                    1 | 2 => leaders[0],
                    _ => mistake.seat.index(),
                };
                let at = mistake.ply + 1;
                let y = y_of(heights(&review, curve)[at]).clamp(EDGE, HIGH - EDGE);
                let d = mark(mistake.fault, x_of(at, last), y);
                view! { <path class=format!("fault {}", name(mistake.fault)) d=d /> }
            })
            .collect_view();
        let halves = [0.0_f32, 0.5, 1.0]
            .map(|part| format!("M{EDGE} {y:.1}H{:.1}", WIDE - EDGE, y = y_of(part)));
        Some(view! {
            {curves}
            <path class="halves" d=halves.concat() />
            {marks}
        })
    };
    let at = move || {
        let last = reviewed.line.with_value(Vec::len) - 1;
        format!("M{:.1} 0V{HIGH}", x_of(reviewed.ply(), last))
    };
    let label = move || match leaders.with_value(Vec::len) {
        1 => t("review.pieces"),
        _ => t("review.chances"),
    };
    view! {
        <Show when=move || run.review.read().is_some()>
            <figure class="graph">
                <div node_ref=root title=move || t("review.graph-help") on:click=click>
                    <svg viewBox=format!("0 0 {WIDE} {HIGH}") role="img" aria-label=label>
                        {shapes}
                        <path class="now" d=at />
                    </svg>
                </div>
                <figcaption class="facts" aria-live="polite">
                    {move || caption(reviewed, run)}
                </figcaption>
            </figure>
        </Show>
    }
}

/// What the drawing says of the position shown.
fn caption(reviewed: Reviewed, run: Run) -> Option<String> {
    let review = run.review.get()?;
    let ply = reviewed.ply();
    let point = review.points.get(ply)?;
    let count = ply as i64;
    if let Some(left) = point.left {
        let message = Message::new("review.pieces-now");
        return Some(say(&message.number("count", count).number("left", left)));
    }
    let surface = reviewed.play.stage.surface();
    let chances: Vec<String> = point
        .chances
        .iter()
        .enumerate()
        .map(|(seat, chance)| {
            let who = colour_name(surface, Seat::new(seat as u8));
            let percent = (chance * 100.0).round() as i64;
            let message = Message::new("review.chance-of");
            say(&message.text("who", who).number("percent", percent))
        })
        .collect();
    let message = Message::new("review.chances-now").number("count", count);
    Some(say(&message.text("chances", chances.join(", "))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_click_leads_to_the_nearest_position() {
        for last in [1, 7, 90] {
            for ply in 0..=last {
                assert_eq!(ply_at(x_of(ply, last) / WIDE, last), ply);
            }
            assert_eq!(ply_at(0.0, last), 0);
            assert_eq!(ply_at(1.0, last), last);
        }
        assert_eq!(ply_at(0.5, 0), 0);
    }

    #[test]
    fn more_is_higher_and_everything_is_inside() {
        assert!(y_of(1.0) < y_of(0.5) && y_of(0.5) < y_of(0.0));
        assert_eq!(y_of(2.0), y_of(1.0));
        assert_eq!(curve(&[0.0, 1.0]), "M7.0 97.0L313.0 7.0");
        assert_eq!(area(&[1.0, 1.0]), "M7.0 7.0L313.0 7.0L313.0 97.0L7.0 97.0Z");
    }

    #[test]
    fn partners_share_a_curve() {
        assert_eq!(leaders(&[0, 1]), [0, 1]);
        assert_eq!(leaders(&[0, 1, 0, 1]), [0, 1]);
        assert_eq!(leaders(&[0, 1, 2]), [0, 1, 2]);
        assert_eq!(leaders(&[0]), [0]);
    }
}
