//! Pieces as bodies of HTML and CSS: the same elements from above and in perspective.

use leptos::prelude::*;
use tablier_picture::{HORNS, MONSTER, face_letter};
use tablier_rules::scene::dice::Orientation;
use tablier_rules::scene::{Body, Die, DieKind, Glyph, Side};

/// A direction on the table: x to the right, y towards the viewer, z up.
pub type Vector = [i32; 3];

/// A die's orientation as a rotation: where its faces 3, 2 and 1 point.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Rotation(pub [Vector; 3]);

impl Rotation {
    /// The rotation of a die with this orientation on a table turned by `turn` quarters.
    pub fn new(die: Orientation, turn: u8) -> Self {
        Self([3, 2, 1].map(|number| towards(die, number, turn)))
    }

    /// The rotation that leads from another to this one.
    pub fn from(self, other: Self) -> Self {
        // self · other⁻¹, the inverse of a rotation being its transpose.
        let mut product = [[0; 3]; 3];
        for (column, vector) in product.iter_mut().enumerate() {
            for (row, value) in vector.iter_mut().enumerate() {
                *value = (0..3).map(|k| self.0[k][row] * other.0[k][column]).sum();
            }
        }
        Self(product)
    }

    /// In CSS notation.
    pub fn css(self) -> String {
        let [a, b, c] = self.0;
        format!(
            "matrix3d({},{},{},0,{},{},{},0,{},{},{},0,0,0,0,1)",
            a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2]
        )
    }
}

/// The direction of a side on a table turned by `turn` quarters.
pub fn direction(side: Side, turn: u8) -> Vector {
    let side = (0..turn % 4).fold(side, |side, _| side.clockwise());
    let (east, north) = side.step();
    [i32::from(east), -i32::from(north), 0]
}

fn towards(die: Orientation, number: u8, turn: u8) -> Vector {
    if die.top() == number {
        return [0, 0, 1];
    }
    if die.bottom() == number {
        return [0, 0, -1];
    }
    die.side_of(number)
        .map_or([0, 0, 1], |side| direction(side, turn))
}

/// The orientation of a die; one without side faces gets arbitrary ones, which are not shown.
pub fn orientation(die: Die) -> Orientation {
    die.south
        .and_then(|south| Orientation::new(die.top, south))
        .or_else(|| Orientation::with_top(die.top).next())
        .unwrap_or(Orientation::from_index(0))
}

/// The part of a glyph that does not depend on its orientation: when this changes, the body is
/// rebuilt.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A die.
    Die(DieKind),
    /// A simple body; whether it lies from south to north.
    Body(Body, bool),
    /// A bar.
    Bar([u8; 3], bool),
}

impl Shape {
    /// The shape of a glyph.
    pub fn of(glyph: Glyph, upright: bool) -> Self {
        match glyph {
            Glyph::Die(die) => Shape::Die(die.kind),
            Glyph::Body(body) => Shape::Body(body, upright),
            Glyph::Bar { levels, vertical } => Shape::Bar(levels, vertical),
        }
    }
}

/// The body of a piece. `die` is its current orientation.
pub fn solid(shape: Shape, die: Signal<Option<Die>>, turn: Signal<u8>) -> AnyView {
    match shape {
        Shape::Die(kind) => die_view(kind, die, turn),
        Shape::Body(body, upright) => body_view(body, upright),
        Shape::Bar(levels, vertical) => bar_view(levels, vertical),
    }
}

fn die_view(kind: DieKind, die: Signal<Option<Die>>, turn: Signal<u8>) -> AnyView {
    let stands = move || die.get().map(orientation);
    let faces = (1..=6u8)
        .map(|number| {
            let special = match kind {
                DieKind::Monster(face) if face == number => Some(false),
                DieKind::Devil(face) if face == number => Some(true),
                _ => None,
            };
            let class = move || {
                let to = stands().map_or([0, 0, 1], |o| towards(o, number, turn.get()));
                let lit = match to {
                    [0, 0, 1] => "up",
                    [0, 0, _] => "down",
                    [0, 1, 0] => "near",
                    [0, _, 0] => "far",
                    [1, 0, 0] => "right",
                    _ => "left",
                };
                let pips = if special.is_some() { "" } else { "pips" };
                format!("face f{number} {pips} to-{lit}")
            };
            view! { <i class=class>{special.map(monster)}</i> }
        })
        .collect_view();
    let numerals = Side::ALL
        .into_iter()
        .map(|side| {
            let text = move || {
                let known = die.get().filter(|die| die.south.is_some());
                known.map(|die| face_letter(kind, orientation(die).facing(side)))
            };
            let class = move || {
                let [x, y, _] = direction(side, turn.get());
                match (x, y) {
                    (0, -1) => "at-n",
                    (1, _) => "at-e",
                    (0, _) => "at-s",
                    _ => "at-w",
                }
            };
            view! { <b class=class>{text}</b> }
        })
        .collect_view();
    let rotation = move || stands().map(|o| Rotation::new(o, turn.get()).css());
    let open = move || die.get().is_some_and(|die| die.south.is_none());
    view! {
        <div class="solid die" class:open=open>
            <div class="cube" style:transform=rotation>
                {faces}
            </div>
            <div class="numerals">{numerals}</div>
        </div>
    }
    .into_any()
}

/// A small friendly monster; with horns it is a devil.
fn monster(horns: bool) -> AnyView {
    view! {
        <svg viewBox="-50 -50 100 100" class="monster" aria-hidden="true">
            <path d=MONSTER />
            {horns.then(|| view! { <path d=HORNS /> })}
            <circle class="eye" cx="-12" cy="-8" r="8" />
            <circle class="eye" cx="12" cy="-8" r="8" />
            <circle cx="-10" cy="-7" r="3.4" />
            <circle cx="14" cy="-7" r="3.4" />
        </svg>
    }
    .into_any()
}

/// The five visible sides of a box.
fn block(class: &'static str) -> AnyView {
    view! {
        <div class=format!("block {class}")>
            <i class="up"></i>
            <i class="near"></i>
            <i class="far"></i>
            <i class="left"></i>
            <i class="right"></i>
        </div>
    }
    .into_any()
}

/// A body with the same outline all the way up, as a pile of thin slices.
fn pile(class: &'static str, slices: usize) -> AnyView {
    let slices = (0..slices).map(|_| view! { <i></i> }).collect_view();
    view! { <div class=format!("pile {class}")>{slices}</div> }.into_any()
}

fn body_view(body: Body, upright: bool) -> AnyView {
    let (class, parts) = match body {
        Body::Pyramid => (
            "pyramid",
            view! {
                <i class="p1"></i>
                <i class="p2"></i>
                <i class="p3"></i>
                <i class="p4"></i>
            }
            .into_any(),
        ),
        Body::Pedestal => (
            "pedestal",
            view! {
                {block("base")}
                {block("head")}
            }
            .into_any(),
        ),
        Body::Shield => ("shield", block("bar")),
        Body::Soldier => ("soldier", block("bar")),
        Body::King => (
            "king",
            view! {
                {pile("round", 10)}
                <svg class="crown" viewBox="-30 -26 60 46" aria-hidden="true">
                    <path d="M-22 14-25-14-10-2 0-20 10-2 25-14 22 14Z" />
                </svg>
            }
            .into_any(),
        ),
        Body::Cylinder => ("cylinder", pile("round", 8)),
        Body::Triangle => ("triangle", pile("wedge", 8)),
        Body::Square => ("square", block("bar")),
        Body::Man => ("man", pile("round", 4)),
    };
    let emblem = matches!(
        body,
        Body::Triangle | Body::Square | Body::Man | Body::Cylinder
    );
    view! {
        <div class=format!("solid {class}") class:upright=upright>
            {parts}
            {emblem.then(|| view! { <i class="emblem"></i> })}
        </div>
    }
    .into_any()
}

fn bar_view(levels: [u8; 3], vertical: bool) -> AnyView {
    let parts = levels
        .into_iter()
        .map(|level| {
            view! {
                <div class=format!("step level-{level}")>
                    {block("bar")}
                    <b>{level.to_string()}</b>
                </div>
            }
        })
        .collect_view();
    view! {
        <div class="solid levels" class:upright=vertical>
            {parts}
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rotation_from_itself_is_none() {
        for die in Orientation::all() {
            for turn in 0..4 {
                let r = Rotation::new(die, turn);
                assert_eq!(r.from(r), Rotation([[1, 0, 0], [0, 1, 0], [0, 0, 1]]));
            }
        }
    }

    #[test]
    fn turning_the_table_once_turns_the_near_side_to_the_left() {
        assert_eq!(direction(Side::South, 0), [0, 1, 0]);
        assert_eq!(direction(Side::South, 1), [-1, 0, 0]);
    }
}
