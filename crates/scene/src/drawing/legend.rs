//! What is written below a board: trays, seats, and a key to the signs.

use super::{Style, brackets, canvas, ground, piece, sign, state_sign};
use crate::{Ground, Layout, Mark, MarkKind, Message, Place, Scene, Seat, Side, State, ZoneRole};

/// One line for each tray that holds something.
pub(super) fn trays(layout: &Layout, scene: &Scene, style: &Style) -> Vec<String> {
    let mut lines = Vec::new();
    for (index, zone) in layout.zones.iter().enumerate() {
        let mut inside: Vec<_> = scene
            .pieces
            .iter()
            .filter_map(|piece| match piece.at {
                Place::Zone(id, slot) if usize::from(id.0) == index => Some((slot, piece)),
                _ => None,
            })
            .collect();
        if inside.is_empty() {
            continue;
        }
        inside.sort_by_key(|(slot, _)| *slot);
        let mut runs: Vec<(String, usize)> = Vec::new();
        for (_, piece) in inside {
            let word = piece::word(piece, style.colour);
            match runs.last_mut() {
                Some((same, count)) if *same == word => *count += 1,
                _ => runs.push((word, 1)),
            }
        }
        let words: Vec<_> = runs
            .into_iter()
            .map(|(word, count)| match count {
                1 => word,
                _ => format!("{count}×{word}"),
            })
            .collect();
        let title = match (zone.role, zone.seat) {
            (ZoneRole::Hand, Some(seat)) => Message::new("drawing.hand").seat("seat", seat),
            (ZoneRole::Hand, None) => Message::new("drawing.reserve"),
            (ZoneRole::Lost, Some(seat)) => Message::new("drawing.lost").seat("seat", seat),
            (ZoneRole::Lost, None) => Message::new("drawing.removed"),
        };
        lines.push(format!("{}  {}", (style.say)(&title), words.join(" ")));
    }
    lines
}

/// One line for each seat: its brackets, its name, its points and notes.
pub(super) fn seats(layout: &Layout, scene: &Scene, style: &Style) -> Vec<String> {
    let mut lines = Vec::new();
    for (seat, view) in Seat::all(scene.seats.len() as u8).zip(&scene.seats) {
        let name = (style.say)(&Message::new("rules.seat").number("number", seat.number()));
        let mut line = if has_more_colours(scene) {
            name
        } else {
            format!("{}  {name}", emblem(seat, style.colour))
        };
        let mut add = |message: &Message| {
            line.push_str(" · ");
            line.push_str(&(style.say)(message));
        };
        if let Some(score) = view.score {
            add(&Message::new("drawing.score").number("score", score));
        }
        for edge in layout.edges.iter().filter(|edge| edge.seat == seat) {
            add(&Message::new("drawing.edge").word(
                "side",
                match edge.side {
                    Side::North => "drawing.north",
                    Side::East => "drawing.east",
                    Side::South => "drawing.south",
                    Side::West => "drawing.west",
                },
            ));
        }
        view.notes.iter().for_each(&mut add);
        if view.out {
            add(&Message::new("drawing.out"));
        }
        lines.push(line);
    }
    lines
}

/// Whether colours distinguish pieces that all belong to one seat.
fn has_more_colours(scene: &Scene) -> bool {
    let owners = scene.pieces.iter().filter_map(|piece| piece.seat);
    owners
        .max()
        .is_some_and(|seat| seat.index() >= scene.seats.len())
}

/// The brackets of a seat, in its colour.
fn emblem(seat: Seat, colour: bool) -> String {
    let (open, close) = brackets(Some(seat));
    canvas::paint(&format!("{open} {close}"), Some(seat), colour)
}

/// What the signs mean, for those that occur.
pub(super) fn key(layout: &Layout, scene: &Scene, style: &Style) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut add = |sign: String, message: Message| {
        let entry = format!("{sign} {}", (style.say)(&message));
        if !words.contains(&entry) {
            words.push(entry);
        }
    };
    if has_more_colours(scene) {
        let names = ["red", "blue", "green", "yellow"].iter();
        for (seat, name) in Seat::all(Seat::MOST as u8).zip(names) {
            let key = format!("drawing.{name}");
            let message = Message {
                key: key.into(),
                args: Vec::new(),
            };
            add(emblem(seat, style.colour), message);
        }
    }
    for piece in &scene.pieces {
        if let Some((letter, name)) = piece::letters(&piece.glyph) {
            add(letter.to_string(), Message::new(name));
        }
    }
    for site in &layout.sites {
        let name = match site.ground {
            Ground::Throne => "drawing.throne",
            Ground::Home => "drawing.home",
            Ground::Centre => "drawing.centre",
            Ground::Outer => "drawing.outer",
            Ground::Plain | Ground::Light | Ground::Dark => continue,
        };
        add(
            ground(site.ground).unwrap_or(' ').to_string(),
            Message::new(name),
        );
    }
    for Mark { kind, sites } in &scene.marks {
        if !sites.is_empty() {
            let name = match kind {
                MarkKind::Last => "drawing.last",
                MarkKind::Threat => "drawing.threat",
                MarkKind::Hit => "drawing.hit",
                MarkKind::Flip => "drawing.flip",
                MarkKind::Link => "drawing.link",
                MarkKind::Way => "drawing.way",
                MarkKind::Win => "drawing.win",
                MarkKind::Duty => "drawing.duty",
            };
            add(sign(*kind).to_string(), Message::new(name));
        }
    }
    for piece in &scene.pieces {
        if let Some(sign) = state_sign(piece.state) {
            let message = match piece.state {
                State::Captive(seat) => Message::new("drawing.captive").seat("seat", seat),
                State::Orphan => Message::new("drawing.orphan"),
                State::Free | State::Immune => Message::new("drawing.immune"),
            };
            let sign = match piece.state {
                State::Captive(seat) => format!("{sign}{seat}"),
                _ => sign.to_string(),
            };
            add(sign, message);
        }
    }
    if words.is_empty() {
        return Vec::new();
    }
    vec![words.join(", ")]
}
