//! What is above the board: the pictures of several outcomes, and refusals.

use leptos::html;
use leptos::prelude::*;
use tablier_picture as picture;
use tablier_rules::Seat;
use tablier_rules::scene::{Pick, Piece, Place};

use super::{Stage, describe, site_id};
use crate::dom;
use crate::words::{say_on, t};

/// Where something is on the screen, relative to the board: its middle and its size.
fn place_of(root: NodeRef<html::Div>, pick: &Pick) -> Option<(f64, f64, f64, f64)> {
    let root = root.get_untracked()?;
    let element = match pick {
        Pick::Site(site) => dom::by_id(&site_id(*site))?.into(),
        Pick::Slot(zone, slot) => root
            .query_selector(&format!("[data-slot='{}:{slot}']", zone.0))
            .ok()??,
        _ => return None,
    };
    let (outer, inner) = (
        root.get_bounding_client_rect(),
        element.get_bounding_client_rect(),
    );
    Some((
        inner.left() - outer.left() + inner.width() / 2.0,
        inner.top() - outer.top() + inner.height() / 2.0,
        outer.width(),
        outer.height(),
    ))
}

/// The seat whose piece was picked, for the colour of the pictures.
fn seat_of_path(stage: Stage) -> Option<Seat> {
    let shown = stage.shown.read();
    let path = stage.path.read();
    let is_at = |piece: &&Piece, pick: &Pick| match (pick, &piece.at) {
        (Pick::Site(site), Place::Sites(sites)) => sites.contains(site),
        (Pick::Slot(zone, slot), Place::Zone(z, s)) => zone == z && slot == s,
        _ => false,
    };
    path.iter().find_map(|pick| {
        let mut pieces = shown.scene.pieces.iter();
        pieces.find(|piece| is_at(piece, pick))?.seat
    })
}

/// Pictures of what an end can mean, fanned out around it; `laid` changes when the board was laid out
/// anew.
pub(super) fn fan(stage: Stage, root: NodeRef<html::Div>, laid: RwSignal<u32>) -> impl IntoView {
    let surface = stage.surface();
    move || {
        let glyphs: Vec<_> = stage
            .choices
            .read()
            .next
            .iter()
            .filter_map(|choice| match &choice.pick {
                Pick::Picture(glyph) => Some(*glyph),
                _ => None,
            })
            .collect();
        if glyphs.is_empty() {
            return None;
        }
        let seat = seat_of_path(stage);
        let wide = 36.0 * glyphs.len().min(6) as f64;
        let place = Memo::new(move |_| {
            laid.track();
            let path = stage.path.read();
            let anchor = path.iter().rev().find_map(|pick| place_of(root, pick));
            anchor.map_or((50.0, 50.0), |(x, y, w, h)| {
                let low = if y > h * 0.55 { y - 90.0 } else { y + 60.0 };
                (
                    x.clamp(wide.min(w / 2.0), (w - wide).max(w / 2.0)),
                    low.clamp(46.0, (h - 46.0).max(46.0)),
                )
            })
        });
        let pictures = glyphs
            .into_iter()
            .map(|glyph| {
                let pick = Pick::Picture(glyph);
                let pointed = pick.clone();
                let focused = pick.clone();
                view! {
                    <button
                        type="button"
                        class="outcome"
                        title=describe::glyph(glyph)
                        aria-label=describe::glyph(glyph)
                        inner_html=picture::piece(surface, glyph, seat)
                        on:click=move |event| {
                            event.stop_propagation();
                            stage.pick(pick.clone());
                        }
                        on:pointerenter=move |_| stage.point(Some(&pointed))
                        on:focus=move |_| stage.point(Some(&focused))
                    ></button>
                }
            })
            .collect_view();
        Some(view! {
            <div
                class="fan"
                role="group"
                aria-label=move || t("ui.which-outcome")
                style:left=move || format!("{}px", place.get().0)
                style:top=move || format!("{}px", place.get().1)
                on:pointerdown=|event| event.stop_propagation()
                on:pointerover=|event| event.stop_propagation()
            >
                {pictures}
            </div>
        })
    }
}

/// Why a pick was refused, beside its place.
pub(super) fn remark(stage: Stage, root: NodeRef<html::Div>) -> impl IntoView {
    let surface = stage.surface();
    move || {
        let remark = stage.remark.get()?;
        let (x, y, w, h) = place_of(root, &remark.at)?;
        let below = y < h * 0.6;
        let x = x.clamp(130.0_f64.min(w / 2.0), (w - 130.0).max(w / 2.0));
        Some(view! {
            <p
                class="remark"
                class:below=below
                style:left=format!("{x}px")
                style:top=format!("{}px", if below { y + 30.0 } else { y - 30.0 })
            >
                {say_on(surface, &remark.why)}
                " "
                {match remark.book {
                    Some(book) => {
                        view! {
                            <a class="rule" href=book title=t("book-page.read-rule")>
                                {remark.rule}
                            </a>
                        }
                            .into_any()
                    }
                    None => view! { <span class="rule">{remark.rule}</span> }.into_any(),
                }}
            </p>
        })
    }
}
