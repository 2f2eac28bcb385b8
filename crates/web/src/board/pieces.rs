//! The pieces on the table, and what would happen to them.

use leptos::prelude::*;
use tablier_picture::geometry::{Plan, Pose, is_upright};
use tablier_picture::{flat, solids};
use tablier_rules::scene::{Pick, Piece, Place, State};

use super::figures::FigureId;
use super::marks::is_moved;
use super::{Items, Stage};
use crate::prefs::View;

/// The id of a piece's element.
pub(super) fn figure_id(figure: FigureId) -> String {
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
                piece(stage, item, Some(id))
            }
        />
        {move || {
            ghosts
                .get()
                .into_iter()
                .map(|ghost| piece(stage, Memo::new(move |_| Some(ghost.clone())), None))
                .collect_view()
        }}
    }
}

fn piece(stage: Stage, item: Memo<Option<(Piece, Pose)>>, id: Option<FigureId>) -> impl IntoView {
    let with_pose = move |f: fn(Pose) -> f32| {
        move || {
            item.read()
                .as_ref()
                .map_or(0.0, |(_, pose)| f(*pose))
                .to_string()
        }
    };
    // What is drawn, as it is seen from the viewer's side.
    let look = {
        let layout = stage.layout.get_value();
        let surface = stage.surface();
        Memo::new(move |_| {
            let item = item.read();
            let Some((piece, pose)) = item.as_ref() else {
                return Default::default();
            };
            let upright = is_upright(&layout, &piece.at);
            let (glyph, upright) = solids::seen(piece.glyph, upright, pose.heading);
            match stage.view.get() {
                View::Table => (
                    solids::shadow(surface, glyph, upright),
                    solids::solid(surface, glyph, upright, piece.seat, piece.state),
                ),
                View::Flat => (
                    String::new(),
                    flat(surface, glyph, upright, piece.seat, piece.state),
                ),
            }
        })
    };
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
    let moved = move || {
        let item = item.read();
        let shown = stage.shown.read();
        let place = item.as_ref().map(|(piece, _)| &piece.at);
        id.is_some() && place.is_some_and(|place| is_moved(&shown.scene, place))
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
    // What is nearer is drawn later.
    let order = move || {
        let item = item.read();
        let order = |(_, pose): &(Piece, Pose)| 100.0 * pose.y + pose.x;
        item.as_ref()
            .map_or(0, |item| order(item) as i32)
            .to_string()
    };
    view! {
        <div
            class=class
            class:picked=picked
            class:movable=movable
            class:moved=moved
            id=id.map(figure_id)
            data-site=site
            data-sites=sites
            data-slot=slot
            aria-hidden="true"
            style=("--x", with_pose(|pose| pose.x))
            style=("--y", with_pose(|pose| pose.y))
            style=("--s", with_pose(|pose| pose.scale))
            style:z-index=order
        >
            <div class="shadow" inner_html=move || look.read().0.clone()></div>
            <div class="mover" inner_html=move || look.read().1.clone()></div>
        </div>
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
