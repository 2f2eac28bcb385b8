//! Pieces and places in words, for screen readers and titles.

use tablier_picture::face_letter;
use tablier_rules::scene::dice::Orientation;
use tablier_rules::scene::{
    Body, Choices, Die, Glyph, Layout, Mark, MarkKind, Message, Pick, Piece, Place, Scene, Side,
    SiteId, State, Surface,
};

use crate::words::{colour_name, say, t, word};

/// The name of a glyph, without its owner.
pub fn glyph(glyph: Glyph) -> String {
    match glyph {
        Glyph::Die(die) => die_text(die),
        Glyph::Bar { levels, vertical } => say(&Message::new(if vertical {
            "ui.piece-bar-upright"
        } else {
            "ui.piece-bar"
        })
        .text("levels", levels.map(|level| level.to_string()).join("-"))),
        Glyph::Body(body) => word(match body {
            Body::Pyramid | Body::Pedestal => "ui.piece-master",
            Body::Shield => "ui.piece-shield",
            Body::Soldier => "ui.piece-soldier",
            Body::King => "ui.piece-king",
            Body::Cylinder => "ui.piece-cylinder",
            Body::Triangle => "ui.piece-triangle",
            Body::Square => "ui.piece-square",
            Body::Man => "ui.piece-man",
        }),
    }
}

fn die_text(die: Die) -> String {
    let top = face_letter(die.kind, die.top);
    let full = die.south.and_then(|south| Orientation::new(die.top, south));
    match full {
        None => say(&Message::new("ui.piece-die").text("top", top)),
        Some(full) => {
            let face = |side| face_letter(die.kind, full.facing(side));
            say(&Message::new("ui.piece-die-full")
                .text("top", top)
                .text("north", face(Side::North))
                .text("east", face(Side::East))
                .text("south", face(Side::South))
                .text("west", face(Side::West)))
        }
    }
}

/// A piece with its owner and how it fares.
pub fn piece(surface: Surface, piece: &Piece) -> String {
    let mut text = glyph(piece.glyph);
    if let Some(seat) = piece.seat {
        text = say(&Message::new("ui.piece-of")
            .text("piece", text)
            .text("colour", colour_name(surface, seat)));
    }
    let state = match piece.state {
        State::Free => None,
        State::Captive(_) => Some("ui.state-captive"),
        State::Orphan => Some("ui.state-orphan"),
        State::Immune => Some("ui.state-immune"),
    };
    match state {
        Some(state) => format!("{text}, {}", t(state)),
        None => text,
    }
}

/// A site: its name, what is on it, its marks, what can be done.
pub fn site(
    layout: &Layout,
    scene: &Scene,
    choices: &Choices,
    path: &[Pick],
    site: SiteId,
) -> String {
    let mut parts = vec![layout.sites[usize::from(site.0)].label.clone()];
    let here = scene
        .pieces
        .iter()
        .find(|piece| matches!(&piece.at, Place::Sites(sites) if sites.contains(&site)));
    let mut first = site;
    match here {
        Some(here) => {
            parts.push(piece(layout.surface, here));
            if let Place::Sites(sites) = &here.at {
                first = sites[0];
            }
        }
        None => parts.push(t("ui.empty")),
    }
    for mark in &scene.marks {
        if let Some(key) = mark_key(mark).filter(|_| mark.sites.contains(&site)) {
            parts.push(t(key));
        }
    }
    let pick = Pick::Site(site);
    if path.contains(&pick) || path.contains(&Pick::Site(first)) {
        parts.push(t("ui.picked"));
    }
    let can = |site: SiteId| {
        choices
            .next
            .iter()
            .any(|choice| choice.pick == Pick::Site(site))
    };
    if can(site) || can(first) {
        parts.push(t("ui.can-be-picked"));
    }
    parts.join(", ")
}

/// How many choices are listed by name.
const TOLD: usize = 16;

/// What was picked last, and what can be picked now.
pub fn picked(layout: &Layout, scene: &Scene, path: &[Pick], choices: &Choices) -> String {
    let what = path.last().map(|pick| pick_name(layout, scene, pick));
    let mut names: Vec<String> = Vec::new();
    for choice in &choices.next {
        let name = match &choice.pick {
            Pick::Site(site) => label(layout, *site),
            other => pick_name(layout, scene, other),
        };
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let count = names.len();
    if count > TOLD {
        names.truncate(TOLD);
        names.push("…".to_owned());
    }
    say(&Message::new("ui.picked-now")
        .text("what", what.unwrap_or_default())
        .number("count", count as i64)
        .text("choices", names.join(", ")))
}

fn label(layout: &Layout, site: SiteId) -> String {
    let site = layout.sites.get(usize::from(site.0));
    site.map(|site| site.label.clone()).unwrap_or_default()
}

/// A pick in words: a place with what is on it, a piece in a tray, a button, an outcome.
fn pick_name(layout: &Layout, scene: &Scene, pick: &Pick) -> String {
    let at = |place: &dyn Fn(&Place) -> bool| {
        let here = scene.pieces.iter().find(|piece| place(&piece.at));
        here.map(|here| piece(layout.surface, here))
    };
    match pick {
        Pick::Site(site) => {
            let here = at(&|place| matches!(place, Place::Sites(sites) if sites.contains(site)));
            match here {
                Some(here) => format!("{}, {here}", label(layout, *site)),
                None => label(layout, *site),
            }
        }
        Pick::Slot(zone, slot) => {
            at(&|place| *place == Place::Zone(*zone, *slot)).unwrap_or_default()
        }
        Pick::Button(key) => word(key),
        Pick::Picture(one) => glyph(*one),
    }
}

fn mark_key(mark: &Mark) -> Option<&'static str> {
    match mark.kind {
        MarkKind::Last => Some("ui.mark-last"),
        MarkKind::Threat => Some("ui.mark-threat"),
        MarkKind::Duty => Some("ui.mark-duty"),
        MarkKind::Win => Some("ui.mark-win"),
        _ => None,
    }
}
