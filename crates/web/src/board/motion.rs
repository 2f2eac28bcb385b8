//! How pieces move from one scene to the next, as keyframes: dice roll over their edges square by
//! square, bodies slide or are lifted, captured pieces go to their tray. Shadows stay on the ground.

use std::collections::HashMap;

use tablier_picture::geometry::{Plan, Pose};
use tablier_picture::solids::DIE;
use tablier_rules::scene::dice::Orientation;
use tablier_rules::scene::{
    Change, Die, DieKind, Glyph, Layout, Piece, Place, Side, SiteId, Transition,
};

use super::figures::{FigureId, Figures};
use super::rolling::{Rotation, direction, light, orientation};

/// One square of a roll or slide, in milliseconds.
const STEP: f32 = 160.0;
/// A piece that is lifted and put down elsewhere.
const LIFT: f32 = 320.0;
/// A piece that goes to its tray.
const LEAVE: f32 = 280.0;

/// Where a piece is at some time, relative to where it ends, in squares.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Frame {
    /// The fraction of the time.
    pub time: f32,
    /// To the right.
    pub x: f32,
    /// Towards the viewer.
    pub y: f32,
    /// Up.
    pub z: f32,
    /// Its size; 1 is the size at the end.
    pub size: f32,
}

impl Frame {
    fn new(time: f32, x: f32, y: f32) -> Self {
        Self {
            time,
            x,
            y,
            z: 0.0,
            size: 1.0,
        }
    }

    /// Where the piece is seen, in CSS.
    pub fn body(self) -> String {
        let Self { x, y, z, size, .. } = self;
        format!(
            "translate({x:.3}em, calc(var(--k) * {y:.3}em - var(--c) * {z:.3}em)) scale({size:.3})"
        )
    }

    /// Where its shadow is seen, in CSS: the higher the piece, the farther from the light.
    pub fn ground(self) -> String {
        let Self { x, y, z, size, .. } = self;
        let (x, y) = (x + 0.3 * z, y + 0.12 * z);
        format!("translate({x:.3}em, calc(var(--k) * {y:.3}em)) scale({size:.3})")
    }
}

/// A die that rolls or turns over, as the cube of `rolling.rs`.
#[derive(Clone, PartialEq, Debug)]
pub struct Roll {
    /// What is on its faces.
    pub kind: DieKind,
    /// Where the cube is and how it is turned at each fraction of the time.
    pub cube: Vec<(f32, String)>,
    /// How each of its faces, from 1 to 6, is lit.
    pub lights: [Vec<(f32, &'static str)>; 6],
}

impl Roll {
    fn new(kind: DieKind) -> Self {
        Self {
            kind,
            cube: Vec::new(),
            lights: Default::default(),
        }
    }

    /// At this time the cube is there, and stands or will stand like this.
    fn add(&mut self, time: f32, transform: String, stands: Orientation, turn: u8) {
        self.cube.push((time, transform));
        for (number, lights) in (1..).zip(&mut self.lights) {
            lights.push((time, light(stands, number, turn)));
        }
    }
}

/// The movement of one piece.
#[derive(Clone, PartialEq, Debug)]
pub struct Motion {
    /// Which piece.
    pub figure: FigureId,
    /// When it begins, in milliseconds.
    pub delay: f32,
    /// How long it takes, in milliseconds.
    pub duration: f32,
    /// Where it and its shadow are.
    pub frames: Vec<Frame>,
    /// How it rolls; none if it only moves.
    pub roll: Option<Roll>,
    /// Its sound.
    pub sound: Sound,
}

/// The sound of a movement.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Sound {
    /// A die rolls.
    Roll,
    /// A piece is put down.
    Land,
    /// A piece is taken.
    Take,
}

/// What is known before and after.
pub struct Moving<'a> {
    /// The board.
    pub layout: &'a Layout,
    /// Its geometry.
    pub plan: &'a Plan,
    /// The pieces before.
    pub before: &'a Figures,
    /// Their poses.
    pub poses: &'a HashMap<FigureId, Pose>,
    /// The pieces after, and their poses.
    pub after: &'a HashMap<FigureId, (Piece, Pose)>,
}

impl Moving<'_> {
    /// The movements of a transition; a pace of 2 takes twice as long.
    pub fn motions(&self, transition: &Transition, pace: f32) -> Vec<Motion> {
        let mut motions: Vec<Motion> = Vec::new();
        let mut start = 0.0;
        for step in &transition.steps {
            let mut longest = 0.0_f32;
            for change in step {
                let Some(motion) = self.motion(change, start) else {
                    continue;
                };
                longest = longest.max(motion.duration);
                // If a piece does two things in turn, only the first is shown.
                if motions.iter().all(|known| known.figure != motion.figure) {
                    motions.push(motion);
                }
            }
            start += longest;
        }
        for motion in &mut motions {
            motion.delay *= pace;
            motion.duration *= pace;
        }
        motions
    }

    fn motion(&self, change: &Change, delay: f32) -> Option<Motion> {
        let moved = |figure, duration, frames, sound| Motion {
            figure,
            delay,
            duration,
            frames,
            roll: None,
            sound,
        };
        Some(match change {
            Change::Roll { from, path } => {
                let figure = self.before.on(*from)?;
                let frames = self.sliding(figure, *from, path)?;
                let duration = STEP * path.len() as f32;
                Motion {
                    roll: self.rolling(figure, *from, path),
                    ..moved(figure, duration, frames, Sound::Roll)
                }
            }
            Change::Slide { from, path } => {
                let figure = self.before.on(*from)?;
                let steps = path.len().max(1) as f32;
                let time = STEP * (1.0 + steps.sqrt());
                let frames = self.sliding(figure, *from, path)?;
                moved(figure, time, frames, Sound::Land)
            }
            Change::Lift { from, to } if from == to => self.turned(from, delay, Sound::Land)?,
            Change::Lift { from, .. } => {
                let figure = self.before.find(from)?;
                moved(figure, LIFT, self.lifting(figure)?, Sound::Land)
            }
            Change::Enter { from, to } => {
                let slot = from.map(|(zone, slot)| Place::Zone(zone, slot));
                let known = slot.and_then(|slot| self.before.find(&slot));
                let figure = known.or_else(|| self.figure_after(to))?;
                let frames = self.lifting(figure).unwrap_or_else(dropping);
                moved(figure, LIFT, frames, Sound::Land)
            }
            Change::Leave { from, .. } => {
                let figure = self.before.find(from)?;
                moved(figure, LEAVE, self.lifting(figure)?, Sound::Take)
            }
            Change::Flip { at } => self.turned(&Place::site(*at), delay, Sound::Roll)?,
            Change::Turn { at } => self.turned(at, delay, Sound::Land)?,
        })
    }

    /// Lifted, turned and put down again where it stands.
    fn turned(&self, at: &Place, delay: f32, sound: Sound) -> Option<Motion> {
        let figure = self.before.find(at)?;
        let heights = [(0.0, 0.0), (0.3, 0.9), (0.75, 0.9), (1.0, 0.0)];
        Some(Motion {
            figure,
            delay,
            duration: LIFT,
            frames: heights
                .map(|(time, z)| Frame {
                    z,
                    ..Frame::new(time, 0.0, 0.0)
                })
                .into(),
            roll: self.turning(figure, heights),
            sound,
        })
    }

    fn figure_after(&self, place: &Place) -> Option<FigureId> {
        let mut all = self.after.iter();
        all.find(|(_, (piece, _))| piece.at == *place)
            .map(|(id, _)| *id)
    }

    fn die_before(&self, figure: FigureId) -> Option<Die> {
        let mut all = self.before.all().iter();
        match all.find(|(id, _)| *id == figure)?.1.glyph {
            Glyph::Die(die) => Some(die),
            _ => None,
        }
    }

    /// A point relative to where a piece ends.
    fn offset(&self, figure: FigureId, point: (f32, f32)) -> Option<(f32, f32, f32)> {
        let (_, pose) = self.after.get(&figure)?;
        let scale = pose.scale.max(0.01);
        Some((
            (point.0 - pose.x) / scale,
            (point.1 - pose.y) / scale,
            scale,
        ))
    }

    /// Over its edges, one square after another.
    fn rolling(&self, figure: FigureId, from: SiteId, path: &[SiteId]) -> Option<Roll> {
        let die = self.die_before(figure)?;
        let turn = self.plan.turn;
        let mut stands = orientation(die);
        let mut roll = Roll::new(die.kind);
        let mut at = from;
        let count = path.len().max(1) as f32;
        for (index, &next) in path.iter().enumerate() {
            let side = self.layout.sites.get(usize::from(at.0))?.neighbours;
            let side = Side::ALL[side.iter().position(|&n| n == Some(next))?];
            let rotation = Rotation::new(stands, turn).css();
            let [x, y, _] = direction(side, turn);
            let (x, y) = (x as f32, y as f32);
            let here = self.plan.site(self.layout, at);
            let (dx, dy, scale) = self.offset(figure, here)?;
            // The edge it rolls over, and the rest of the way, which it slides.
            let edge = (DIE / 2.0 * x, DIE / 2.0 * y);
            let rest = 1.0 / scale - DIE;
            for end in [0.0, 1.0] {
                let transform = format!(
                    "{} {} rotateY({}deg) rotateX({}deg) {} {} {rotation}",
                    shift(dx + rest * x * end, dy + rest * y * end, 0.0),
                    shift(edge.0, edge.1, 0.0),
                    90.0 * x * end,
                    -90.0 * y * end,
                    shift(-edge.0, -edge.1, 0.0),
                    shift(0.0, 0.0, DIE / 2.0),
                );
                if end == 1.0 {
                    stands = stands.roll(side);
                }
                roll.add((index as f32 + end) / count, transform, stands, turn);
            }
            at = next;
        }
        Some(roll)
    }

    fn sliding(&self, figure: FigureId, from: SiteId, path: &[SiteId]) -> Option<Vec<Frame>> {
        let count = path.len().max(1) as f32;
        let mut frames = Vec::new();
        for (index, &site) in std::iter::once(&from).chain(path).enumerate() {
            let (x, y, _) = self.offset(figure, self.plan.site(self.layout, site))?;
            frames.push(Frame::new(index as f32 / count, x, y));
        }
        Some(frames)
    }

    /// From where it was, up and over to where it is.
    fn lifting(&self, figure: FigureId) -> Option<Vec<Frame>> {
        let pose = self.poses.get(&figure)?;
        let (x, y, scale) = self.offset(figure, (pose.x, pose.y))?;
        let grow = pose.scale / scale;
        let frame = |time: f32, part: f32, z: f32| Frame {
            time,
            x: x * (1.0 - part),
            y: y * (1.0 - part),
            z,
            size: 1.0 + (grow - 1.0) * (1.0 - part),
        };
        Some(vec![
            frame(0.0, 0.0, 0.0),
            frame(0.3, 0.2, 0.8),
            frame(0.75, 0.9, 0.6),
            frame(1.0, 1.0, 0.0),
        ])
    }

    /// From one orientation to the other, in the air.
    fn turning(&self, figure: FigureId, heights: [(f32, f32); 4]) -> Option<Roll> {
        let before = self.die_before(figure)?;
        let after = match self.after.get(&figure)?.0.glyph {
            Glyph::Die(die) => die,
            _ => return None,
        };
        let turn = self.plan.turn;
        let mut roll = Roll::new(after.kind);
        for (time, z) in heights {
            let stands = orientation(if time < 0.5 { before } else { after });
            let rotation = Rotation::new(stands, turn).css();
            let transform = format!("{} {rotation}", shift(0.0, 0.0, z + DIE / 2.0));
            roll.add(time, transform, stands, turn);
        }
        Some(roll)
    }
}

fn dropping() -> Vec<Frame> {
    [(0.0, 2.0), (1.0, 0.0)]
        .map(|(time, z)| Frame {
            z,
            ..Frame::new(time, 0.0, 0.0)
        })
        .into()
}

/// A translation in squares.
fn shift(x: f32, y: f32, z: f32) -> String {
    format!("translate3d({x:.3}em, {y:.3}em, {z:.3}em)")
}
