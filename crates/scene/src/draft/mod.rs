//! A position being put together by hand: pieces from a box, one after another, and the position's
//! other settings. It may be impossible at any time; only the rules know.

use std::collections::BTreeMap;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::dice::Orientation;
use crate::{Die, Glyph, Layout, Message, Piece, Place, Seat, Side, SiteId, State};

/// A kind of piece that can be put on the board, as it comes out of the box.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Model {
    /// Its look.
    pub glyph: Glyph,
    /// Its owner.
    pub seat: Seat,
    /// How many sites it covers.
    pub length: u8,
    /// Who can hold it captive, if anybody.
    pub captor: Option<Seat>,
    /// Whether its side faces may be left open.
    pub opens: bool,
}

impl Model {
    /// A piece on one site.
    pub fn new(glyph: Glyph, seat: Seat) -> Self {
        Self {
            glyph,
            seat,
            length: 1,
            captor: None,
            opens: false,
        }
    }

    /// The piece as it comes out of the box.
    pub fn fresh(&self) -> Form {
        Form {
            glyph: self.glyph,
            state: State::Free,
            vertical: false,
        }
    }

    /// Whether a piece on the board is of this kind, in any form.
    pub fn fits(&self, piece: &Piece) -> bool {
        let same = match (self.glyph, piece.glyph) {
            (Glyph::Die(mine), Glyph::Die(other)) => mine.kind == other.kind,
            (Glyph::Bar { levels: mine, .. }, Glyph::Bar { levels, .. }) => {
                let [a, b, c] = levels;
                mine == [a, b, c] || mine == [c, b, a]
            }
            (mine, other) => mine == other,
        };
        let Place::Sites(sites) = &piece.at else {
            return false;
        };
        same && piece.seat == Some(self.seat) && sites.len() == usize::from(self.length)
    }

    /// What can be done with such a piece.
    pub fn handlings(&self) -> Vec<Handling> {
        let mut all = Vec::new();
        match self.glyph {
            Glyph::Die(Die { south: None, .. }) if !self.opens => {
                all.extend([Handling::More, Handling::Less]);
            }
            Glyph::Die(_) => {
                all.push(Handling::Turn);
                all.extend(Side::ALL.map(Handling::Tip));
            }
            _ if self.length > 1 => all.push(Handling::Turn),
            _ => {}
        }
        if self.opens {
            all.push(Handling::Open);
        }
        if self.captor.is_some() {
            all.push(Handling::Seize);
        }
        all
    }

    /// A piece of this kind after something was done to it.
    pub fn handled(&self, form: Form, handling: Handling) -> Form {
        let mut next = form;
        match (handling, form.glyph) {
            (Handling::Turn, Glyph::Bar { levels, vertical }) => {
                let [a, b, c] = levels;
                // The west end becomes the north end, which is read last.
                next.glyph = Glyph::Bar {
                    levels: if vertical { levels } else { [c, b, a] },
                    vertical: !vertical,
                };
                next.vertical = !vertical;
            }
            (Handling::Turn, Glyph::Die(die)) => {
                let south = standing(die).map(|o| o.facing(Side::East));
                next.glyph = Glyph::Die(Die { south, ..die });
            }
            (Handling::Turn, Glyph::Body(_)) if self.length > 1 => next.vertical = !form.vertical,
            (Handling::Tip(side), Glyph::Die(die)) => {
                let open = die.south.is_none();
                let from = standing(die).or_else(|| Orientation::with_top(die.top).next());
                if let Some(rolled) = from.map(|o| o.roll(side)) {
                    next.glyph = Glyph::Die(Die {
                        top: rolled.top(),
                        south: (!open).then(|| rolled.south()),
                        ..die
                    });
                }
            }
            (Handling::More | Handling::Less, Glyph::Die(die)) => {
                let step = if handling == Handling::More { 0 } else { 4 };
                let top = (die.top + step) % 6 + 1;
                next.glyph = Glyph::Die(Die { top, ..die });
            }
            (Handling::Open, Glyph::Die(die)) if self.opens => {
                let first = Orientation::with_top(die.top).next();
                let south = match die.south {
                    Some(_) => None,
                    None => first.map(Orientation::south),
                };
                next.glyph = Glyph::Die(Die { south, ..die });
            }
            (Handling::Seize, _) => {
                next.state = match (form.state, self.captor) {
                    (State::Free, Some(captor)) => State::Captive(captor),
                    _ => State::Free,
                };
            }
            _ => {}
        }
        next
    }
}

fn standing(die: Die) -> Option<Orientation> {
    Orientation::new(die.top, die.south?)
}

/// The form of a piece.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Form {
    /// Its look.
    pub glyph: Glyph,
    /// Free or captive.
    pub state: State,
    /// Whether it runs from south to north, if it covers several sites.
    pub vertical: bool,
}

/// Something that can be done with a piece while a position is set up.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Handling {
    /// A quarter turn clockwise.
    Turn,
    /// Roll over an edge on the spot.
    Tip(Side),
    /// The next number on top.
    More,
    /// The previous number on top.
    Less,
    /// Leave the side faces open, or fix them.
    Open,
    /// Make it a captive, or free it.
    Seize,
}

/// A further part of a position: who acts, a counter.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Setting {
    /// Its name in a draft.
    pub name: String,
    /// Its label.
    pub label: Message,
    /// Its possible values.
    pub range: Range,
}

/// The possible values of a setting. Every value is a text.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub enum Range {
    /// One of these values, each with its label.
    OneOf(Vec<(String, Message)>),
    /// A number in this range, ends included.
    Number(u32, u32),
    /// `yes` or empty.
    Flag,
}

impl Setting {
    /// A setting with this name.
    pub fn new(name: impl Into<String>, label: Message, range: Range) -> Self {
        Self {
            name: name.into(),
            label,
            range,
        }
    }

    /// Its value in a draft; the first possible one if the draft has none or an impossible one.
    pub fn value(&self, draft: &Draft) -> String {
        let known = draft.values.get(&self.name);
        let possible = known.filter(|value| match &self.range {
            Range::OneOf(values) => values.iter().any(|(one, _)| one == *value),
            Range::Number(least, most) => value
                .parse()
                .is_ok_and(|number: u32| (*least..=*most).contains(&number)),
            Range::Flag => *value == "yes",
        });
        possible.cloned().unwrap_or_else(|| {
            match &self.range {
                Range::OneOf(values) => values.first().map(|(one, _)| one.clone()),
                Range::Number(least, _) => Some(least.to_string()),
                Range::Flag => None,
            }
            .unwrap_or_default()
        })
    }
}

/// A position being put together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Draft {
    /// The pieces on the board.
    pub pieces: Vec<Piece>,
    /// The chosen values, by the names of the settings.
    pub values: BTreeMap<String, String>,
}

impl Draft {
    /// The piece that covers a site.
    pub fn piece_on(&self, site: SiteId) -> Option<&Piece> {
        self.pieces.iter().find(|piece| covers(piece, site))
    }

    /// The pieces of a seat.
    pub fn pieces_of(&self, seat: Seat) -> impl Iterator<Item = &Piece> {
        let own = move |piece: &&Piece| piece.seat == Some(seat);
        self.pieces.iter().filter(own)
    }

    /// Removes the piece that covers a site.
    pub fn remove(&mut self, site: SiteId) -> Option<Piece> {
        let at = self.pieces.iter().position(|piece| covers(piece, site))?;
        Some(self.pieces.remove(at))
    }

    /// Puts a piece on a site, a long one around it; anything in the way is removed. False if it
    /// does not fit on the board.
    pub fn put(&mut self, layout: &Layout, model: &Model, form: Form, site: SiteId) -> bool {
        let Some(sites) = run(layout, site, model.length, form.vertical, |_| true) else {
            return false;
        };
        for &site in &sites {
            while self.remove(site).is_some() {}
        }
        self.add(model, form, sites);
        true
    }

    /// Does something with the piece on a site. False, with nothing changed, if there is none or it
    /// would not have room.
    pub fn handle(
        &mut self,
        layout: &Layout,
        models: &[Model],
        at: SiteId,
        what: Handling,
    ) -> bool {
        let Some(piece) = self.piece_on(at).cloned() else {
            return false;
        };
        let Some(model) = models.iter().find(|model| model.fits(&piece)) else {
            return false;
        };
        let Place::Sites(sites) = &piece.at else {
            return false;
        };
        let form = form(&piece);
        let next = model.handled(form, what);
        if next == form {
            return false;
        }
        let middle = sites[(sites.len() - 1) / 2];
        let sites = if next.vertical == form.vertical {
            Some(sites.clone())
        } else {
            let free = |site| covers(&piece, site) || self.piece_on(site).is_none();
            run(layout, middle, model.length, next.vertical, free)
        };
        let Some(sites) = sites else {
            return false;
        };
        self.remove(at);
        self.add(model, next, sites);
        true
    }

    fn add(&mut self, model: &Model, form: Form, sites: Vec<SiteId>) {
        self.pieces.push(Piece {
            glyph: form.glyph,
            seat: Some(model.seat),
            at: Place::Sites(sites),
            state: form.state,
        });
    }
}

/// The form of a piece on the board.
pub fn form(piece: &Piece) -> Form {
    let vertical = match (&piece.at, piece.glyph) {
        (_, Glyph::Bar { vertical, .. }) => vertical,
        // On every board of rows, the sites of a row have consecutive numbers.
        (Place::Sites(sites), _) => {
            matches!(sites[..], [first, second, ..] if first.0.abs_diff(second.0) != 1)
        }
        _ => false,
    };
    Form {
        glyph: piece.glyph,
        state: piece.state,
        vertical,
    }
}

fn covers(piece: &Piece, site: SiteId) -> bool {
    matches!(&piece.at, Place::Sites(sites) if sites.contains(&site))
}

/// `length` sites in a row through this one, west or south end first: with it in the middle (the
/// first half of two) if possible.
fn run(
    layout: &Layout,
    site: SiteId,
    length: u8,
    vertical: bool,
    free: impl Fn(SiteId) -> bool,
) -> Option<Vec<SiteId>> {
    let (back, ahead) = if vertical {
        (Side::South, Side::North)
    } else {
        (Side::West, Side::East)
    };
    let next = |from: SiteId, side: Side| {
        let site = layout.sites.get(usize::from(from.0))?;
        site.neighbours[side as usize]
    };
    let middle = (length - 1) / 2;
    let mut starts: Vec<u8> = (0..length).collect();
    starts.sort_by_key(|&start| start.abs_diff(middle));
    starts.into_iter().find_map(|start| {
        let mut at = site;
        for _ in 0..start {
            at = next(at, back)?;
        }
        let mut sites = vec![at];
        for _ in 1..length {
            at = next(at, ahead)?;
            sites.push(at);
        }
        sites.iter().all(|&site| free(site)).then_some(sites)
    })
}

#[cfg(test)]
mod tests;
