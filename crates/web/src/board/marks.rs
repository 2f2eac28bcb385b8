//! The board itself, and the marks on it: under the pieces, and above them what can be picked and
//! what would happen, so that no piece ever hides a legal end or takes its click.

use leptos::prelude::*;
use tablier_picture::geometry::{Area, Plan};
use tablier_rules::scene::{Change, MarkKind, Pick, Place, Scene, SiteId};

use super::Stage;

/// Frame, coordinates and coloured edges.
pub(super) fn ground(stage: Stage, plan: Memo<Plan>) -> impl IntoView {
    let layout = stage.layout.get_value();
    let labels = layout
        .labels
        .iter()
        .map(|label| {
            let (x, y) = (label.x, label.y);
            let at = move || plan.read().point(x, y);
            view! {
                <span
                    class="label"
                    aria-hidden="true"
                    style=("--x", move || at().0.to_string())
                    style=("--y", move || at().1.to_string())
                >
                    {label.text.clone()}
                </span>
            }
        })
        .collect_view();
    let edges = layout
        .edges
        .iter()
        .map(|&edge| {
            let layout = layout.clone();
            let area = Memo::new(move |_| plan.read().edge(&layout, edge));
            view! {
                <span
                    class=format!("edge s{}", edge.seat.index())
                    style=("--x", move || area.get().0.to_string())
                    style=("--y", move || area.get().1.to_string())
                    style=("--aw", move || area.get().2.to_string())
                    style=("--ah", move || area.get().3.to_string())
                ></span>
            }
        })
        .collect_view();
    view! {
        {framed("board-edge", plan)}
        {framed("frame", plan)}
        {edges}
        {labels}
    }
}

/// Something as large as the board with its frame.
fn framed(class: &'static str, plan: Memo<Plan>) -> impl IntoView {
    let part = move |f: fn(Area) -> f32| move || f(plan.read().frame()).to_string();
    view! {
        <div
            class=class
            style=("--x", part(|a| a.x))
            style=("--y", part(|a| a.y))
            style=("--aw", part(|a| a.width))
            style=("--ah", part(|a| a.height))
        ></div>
    }
}

/// What lies over the sites: heavier lines, the edge of the field, and the light.
pub(super) fn light(stage: Stage, plan: Memo<Plan>) -> impl IntoView {
    let layout = stage.layout.get_value();
    let rules = move || {
        let plan = plan.read();
        layout
            .strokes
            .iter()
            .map(|rule| {
                let (x1, y1) = plan.point(rule.from.0, rule.from.1);
                let (x2, y2) = plan.point(rule.to.0, rule.to.1);
                format!("M{x1} {y1}L{x2} {y2}")
            })
            .collect::<String>()
    };
    let part = move |f: fn(Area) -> f32| move || f(plan.read().field).to_string();
    view! {
        <div
            class="rim"
            style=("--x", part(|a| a.x))
            style=("--y", part(|a| a.y))
            style=("--aw", part(|a| a.width))
            style=("--ah", part(|a| a.height))
        ></div>
        <svg class="rules" viewBox=view_box(plan) aria-hidden="true">
            <path d=rules />
        </svg>
        {framed("lamplight", plan)}
    }
}

fn view_box(plan: Memo<Plan>) -> impl Fn() -> String + Copy {
    move || {
        let plan = plan.read();
        format!("0 0 {} {}", plan.width, plan.height)
    }
}

/// A mark on one site: how it looks and where it is.
pub(super) type Spot = (&'static str, SiteId);

/// Whether a mark is above the pieces. A legal end is picked by its mark.
fn is_above(class: &str) -> bool {
    class.starts_with("legal") || matches!(class, "through" | "hit" | "hint")
}

/// The marks shown.
pub(super) fn spots(stage: Stage) -> Memo<Vec<Spot>> {
    Memo::new(move |_| find_spots(stage))
}

/// One mark.
fn spot(stage: Stage, plan: Memo<Plan>, (class, site): Spot) -> impl IntoView {
    let layout = stage.layout.get_value();
    let size = layout.sites[usize::from(site.0)].size;
    let at = Memo::new(move |_| plan.read().site(&layout, site));
    let end = class.starts_with("legal").then(|| site.0.to_string());
    view! {
        <span
            class=format!("mark {class}")
            data-site=end
            style=("--x", move || at.get().0.to_string())
            style=("--y", move || at.get().1.to_string())
            style=("--size", size.to_string())
        ></span>
    }
}

/// The marks above the pieces, and around the place that has the keyboard focus. They are in a
/// separate plane, which is drawn and clicked before the one with the pieces.
pub(super) fn above(
    stage: Stage,
    plan: Memo<Plan>,
    spots: Memo<Vec<Spot>>,
    ring: RwSignal<Option<SiteId>>,
) -> impl IntoView {
    let shown = Memo::new(move |_| {
        let mut shown = spots.get();
        shown.retain(|(class, _)| is_above(class));
        shown.extend(ring.get().map(|site| ("reached", site)));
        shown
    });
    // A plane is a layer, and layers are expensive: without marks there is none.
    let any = Memo::new(move |_| !shown.read().is_empty());
    view! {
        <Show when=move || any.get()>
            <div class="plane above" aria-hidden="true">
                <For
                    each=move || shown.get()
                    key=|spot| *spot
                    children=move |at| spot(stage, plan, at)
                />
            </div>
        </Show>
    }
}

/// The marks under the pieces: the last action, threats, picks, paths and the winning line.
pub(super) fn below(stage: Stage, plan: Memo<Plan>, spots: Memo<Vec<Spot>>) -> impl IntoView {
    let layout = stage.layout.get_value();
    let shown = Memo::new(move |_| {
        let mut shown = spots.get();
        shown.retain(|(class, _)| !is_above(class));
        shown
    });
    let lines = move || {
        let shown = stage.shown.read();
        let preview = stage.preview.read();
        let ahead = preview.iter().flat_map(|preview| &preview.marks);
        let plan = plan.read();
        shown
            .scene
            .marks
            .iter()
            .chain(ahead)
            .filter(|mark| matches!(mark.kind, MarkKind::Way | MarkKind::Link | MarkKind::Win))
            .filter(|mark| mark.sites.len() > 1)
            .filter(|mark| mark.kind != MarkKind::Win || is_line(&layout, &mark.sites))
            .map(|mark| {
                let class = match mark.kind {
                    MarkKind::Way => "way",
                    MarkKind::Link => "link",
                    _ => "won",
                };
                let points: Vec<String> = mark
                    .sites
                    .iter()
                    .map(|&site| {
                        let (x, y) = plan.site(&layout, site);
                        format!("{x},{y}")
                    })
                    .collect();
                view! { <polyline class=class points=points.join(" ") /> }
            })
            .collect_view()
    };
    view! {
        <For each=move || shown.get() key=|spot| *spot children=move |at| spot(stage, plan, at) />
        <svg class="lines" viewBox=view_box(plan) aria-hidden="true">
            {lines}
        </svg>
    }
}

/// Whether each site is a neighbour of the previous one, so that a line can be drawn through them.
fn is_line(layout: &tablier_rules::scene::Layout, sites: &[SiteId]) -> bool {
    sites.windows(2).all(|pair| {
        let at = |site: SiteId| {
            let site = &layout.sites[usize::from(site.0)];
            (site.x, site.y, site.size)
        };
        let (a, b) = (at(pair[0]), at(pair[1]));
        let step = 1.3 * a.2.max(1.0);
        (a.0 - b.0).abs() <= step && (a.1 - b.1).abs() <= step
    })
}

/// Whether a piece on several sites came there with the last action. It covers its sites, so that it is
/// itself marked and not they.
pub(super) fn is_moved(scene: &Scene, place: &Place) -> bool {
    let Place::Sites(sites) = place else {
        return false;
    };
    let is_last = |site: &SiteId| {
        let mut marks = scene.marks.iter();
        marks.any(|mark| mark.kind == MarkKind::Last && mark.sites.contains(site))
    };
    sites.len() > 1 && sites.iter().all(is_last)
}

fn find_spots(stage: Stage) -> Vec<Spot> {
    let shown = stage.shown.read();
    let preview = stage.preview.read();
    let path = stage.path.read();
    let choices = stage.choices.read();
    let mut spots: Vec<Spot> = Vec::new();
    let mut add = |class: &'static str, site: SiteId| {
        if !spots.contains(&(class, site)) {
            spots.push((class, site));
        }
    };
    let occupied = |site: SiteId| {
        shown
            .scene
            .pieces
            .iter()
            .any(|piece| matches!(&piece.at, Place::Sites(sites) if sites.contains(&site)))
    };
    let moved: Vec<SiteId> = shown
        .scene
        .pieces
        .iter()
        .filter(|piece| is_moved(&shown.scene, &piece.at))
        .flat_map(|piece| match &piece.at {
            Place::Sites(sites) => sites.to_vec(),
            Place::Zone(..) => Vec::new(),
        })
        .collect();
    let ahead = preview.iter().flat_map(|preview| &preview.marks);
    for mark in shown.scene.marks.iter().chain(ahead) {
        let class = match mark.kind {
            MarkKind::Last => "last",
            MarkKind::Threat => "threat",
            MarkKind::Hit => "hit",
            MarkKind::Flip => "flip",
            MarkKind::Link => "linked",
            MarkKind::Way => "on-way",
            MarkKind::Win => "win",
            MarkKind::Duty => "duty",
        };
        let covered = |site: &SiteId| class == "last" && moved.contains(site);
        let open = mark.sites.iter().filter(|site| !covered(site));
        open.for_each(|&site| add(class, site));
    }
    for pick in path.iter() {
        if let Pick::Site(site) = pick {
            add("picked", *site);
        }
    }
    for choice in &choices.next {
        if let Pick::Site(site) = choice.pick {
            let class = match (occupied(site), path.is_empty()) {
                (true, true) => "movable",
                (true, false) => "legal take",
                (false, true) => "legal quiet",
                (false, false) => "legal",
            };
            add(class, site);
        }
    }
    for pick in stage.hint.read().iter() {
        if let Pick::Site(site) = pick {
            add("hint", *site);
        }
    }
    let changes = preview
        .iter()
        .flat_map(|p| p.transition.steps.iter().flatten());
    for change in changes {
        if let Change::Roll { path, .. } | Change::Slide { path, .. } = change {
            let between = path.split_last().map_or(&[][..], |(_, rest)| rest);
            between.iter().for_each(|&site| add("through", site));
        }
    }
    spots
}
