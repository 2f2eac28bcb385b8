//! The places that can be clicked, as a grid for keyboard and screen reader.

use leptos::prelude::*;
use tablier_picture::geometry::Plan;
use tablier_rules::scene::{Ground, Pick, Place, SiteId};

use super::{Items, Stage, describe, focus_site, site_id};
use crate::dom;
use crate::words::t;

/// The grid of sites, row by row from the north.
pub(super) fn sites(
    stage: Stage,
    plan: Memo<Plan>,
    ring: RwSignal<Option<SiteId>>,
) -> impl IntoView {
    let layout = stage.layout.get_value();
    let mut rows: Vec<(f32, Vec<SiteId>)> = Vec::new();
    for (index, site) in layout.sites.iter().enumerate() {
        let id = SiteId(index as u16);
        match rows.iter_mut().find(|(y, _)| (*y - site.y).abs() < 0.01) {
            Some((_, row)) => row.push(id),
            None => rows.push((site.y, vec![id])),
        }
    }
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    let rows = rows
        .into_iter()
        .map(|(_, mut row)| {
            row.sort_by(|a, b| {
                let x = |site: &SiteId| layout.sites[usize::from(site.0)].x;
                x(a).total_cmp(&x(b))
            });
            let cells = row
                .into_iter()
                .map(|id| cell(stage, plan, id, ring))
                .collect_view();
            view! { <div role="row">{cells}</div> }
        })
        .collect_view();
    view! {
        <div
            class="sites"
            role="grid"
            aria-label=move || t("ui.board")
            on:keydown=move |event| {
                ring.set(Some(stage.focus.get_untracked()));
                key(stage, event);
            }
        >
            {rows}
        </div>
    }
}

fn cell(
    stage: Stage,
    plan: Memo<Plan>,
    id: SiteId,
    ring: RwSignal<Option<SiteId>>,
) -> impl IntoView {
    let layout = stage.layout.get_value();
    let site = layout.sites[usize::from(id.0)].clone();
    let ground = match site.ground {
        Ground::Plain => "plain",
        Ground::Light => "light",
        Ground::Dark => "dark",
        Ground::Outer => "outer",
        Ground::Centre => "centre",
        Ground::Throne => "throne",
        Ground::Home => "home",
    };
    let tint = site
        .seat
        .map_or(String::new(), |seat| format!(" tinted s{}", seat.index()));
    let name = {
        let layout = layout.clone();
        move || {
            let shown = stage.shown.read();
            describe::site(
                &layout,
                &shown.scene,
                &stage.choices.read(),
                &stage.path.read(),
                id,
            )
        }
    };
    let at = move || plan.read().point(site.x, site.y);
    let can = move || {
        let choices = stage.choices.read();
        choices.next.iter().any(|c| c.pick == Pick::Site(id))
    };
    view! {
        <button
            type="button"
            role="gridcell"
            class=format!("site {ground}{tint}")
            class:can=can
            id=site_id(id)
            data-site=id.0.to_string()
            data-label=site.label.clone()
            aria-label=name
            tabindex=move || if stage.focus.get() == id { "0" } else { "-1" }
            on:focus=move |event| {
                stage.focus.set(id);
                stage.point(Some(&Pick::Site(id)));
                if dom::shows_focus(event.target()) {
                    ring.set(Some(id));
                }
            }
            on:blur=move |_| ring.set(None)
            style=("--x", move || at().0.to_string())
            style=("--y", move || at().1.to_string())
            style=("--size", site.size.to_string())
        ></button>
    }
}

/// Arrows move over the board as it is shown; Escape goes back one pick.
fn key(stage: Stage, event: web_sys::KeyboardEvent) {
    let arrow = match event.key().as_str() {
        "ArrowUp" => 0,
        "ArrowRight" => 1,
        "ArrowDown" => 2,
        "ArrowLeft" => 3,
        _ => return,
    };
    if event.ctrl_key() || event.alt_key() || event.meta_key() || event.shift_key() {
        return;
    }
    event.prevent_default();
    event.stop_propagation();
    let layout = stage.layout.get_value();
    let site = &layout.sites[usize::from(stage.focus.get_untracked().0)];
    let side = (arrow + 4 - usize::from(stage.turn.get_untracked() % 4)) % 4;
    if let Some(next) = site.neighbours[side] {
        focus_site(stage, next);
    }
}

/// What can be picked in the trays, as buttons for the keyboard.
pub(super) fn slots(stage: Stage, items: Memo<Items>) -> impl IntoView {
    let surface = stage.surface();
    move || {
        let choices = stage.choices.read();
        let items = items.read();
        choices
            .next
            .iter()
            .filter_map(|choice| match choice.pick {
                Pick::Slot(zone, slot) => Some((zone, slot)),
                _ => None,
            })
            .filter_map(|(zone, slot)| {
                let place = Place::Zone(zone, slot);
                let (piece, pose) = items.values().find(|(piece, _)| piece.at == place)?;
                let name = describe::piece(surface, piece);
                Some(view! {
                    <button
                        type="button"
                        class="slot"
                        data-slot=format!("{}:{slot}", zone.0)
                        aria-label=name
                        style=("--x", pose.x.to_string())
                        style=("--y", pose.y.to_string())
                        style=("--size", pose.scale.to_string())
                        on:focus=move |_| stage.point(Some(&Pick::Slot(zone, slot)))
                    ></button>
                })
            })
            .collect_view()
    }
}
