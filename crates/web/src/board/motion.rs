//! How pieces move from one scene to the next, as keyframes: dice roll over their edges square by
//! square, bodies slide or are lifted, captured pieces go to their tray.

use std::collections::HashMap;

use tablier_picture::geometry::{Plan, Pose};
use tablier_rules::scene::{Change, Die, Glyph, Layout, Piece, Place, SiteId, Transition};

use super::figures::{FigureId, Figures};
use super::solids::{Rotation, orientation};

/// One square of a roll or slide, in milliseconds.
const STEP: f32 = 160.0;
/// A piece that is lifted and put down elsewhere.
const LIFT: f32 = 320.0;
/// A piece that goes to its tray.
const LEAVE: f32 = 280.0;
/// The side of a die in squares, as in `board.css`.
pub const DIE: f32 = 0.66;

/// The movement of one piece.
#[derive(Clone, PartialEq, Debug)]
pub struct Motion {
    /// Which piece.
    pub figure: FigureId,
    /// When it begins, in milliseconds.
    pub delay: f32,
    /// How long it takes, in milliseconds.
    pub duration: f32,
    /// Where it is at each fraction of the time, relative to where it ends.
    pub frames: Vec<(f32, String)>,
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
    /// The movements of a transition.
    pub fn motions(&self, transition: &Transition) -> Vec<Motion> {
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
        motions
    }

    fn motion(&self, change: &Change, delay: f32) -> Option<Motion> {
        let (figure, duration, frames, sound) = match change {
            Change::Roll { from, path } => {
                let figure = self.before.on(*from)?;
                let frames = self.rolling(figure, *from, path)?;
                (figure, STEP * path.len() as f32, frames, Sound::Roll)
            }
            Change::Slide { from, path } => {
                let figure = self.before.on(*from)?;
                let steps = path.len().max(1) as f32;
                let time = STEP * (1.0 + steps.sqrt());
                (
                    figure,
                    time,
                    self.sliding(figure, *from, path)?,
                    Sound::Land,
                )
            }
            Change::Lift { from, to } => {
                let figure = self.before.at(from)?;
                let frames = if from == to {
                    self.turning(figure)?
                } else {
                    self.lifting(figure)?
                };
                (figure, LIFT, frames, Sound::Land)
            }
            Change::Enter { from, to } => {
                let slot = from.map(|(zone, slot)| Place::Zone(zone, slot));
                let known = slot.and_then(|slot| self.before.at(&slot));
                let figure = known.or_else(|| self.figure_after(to))?;
                let frames = self.lifting(figure).unwrap_or_else(dropping);
                (figure, LIFT, frames, Sound::Land)
            }
            Change::Leave { from, .. } => {
                let figure = self.before.at(from)?;
                (figure, LEAVE, self.lifting(figure)?, Sound::Take)
            }
            Change::Flip { at } => {
                let figure = self.before.on(*at)?;
                (figure, LIFT, self.turning(figure)?, Sound::Roll)
            }
            Change::Turn { at } => {
                let figure = self.before.at(at)?;
                (figure, LIFT, self.turning(figure)?, Sound::Land)
            }
        };
        Some(Motion {
            figure,
            delay,
            duration,
            frames,
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

    fn rolling(
        &self,
        figure: FigureId,
        from: SiteId,
        path: &[SiteId],
    ) -> Option<Vec<(f32, String)>> {
        let mut stands = orientation(self.die_before(figure)?);
        let end = match self.after.get(&figure)?.0.glyph {
            Glyph::Die(die) => Rotation::new(orientation(die), self.plan.turn),
            _ => return None,
        };
        let mut frames = Vec::new();
        let mut at = from;
        let count = path.len().max(1) as f32;
        for (index, &next) in path.iter().enumerate() {
            let side = self.layout.sites.get(usize::from(at.0))?.neighbours;
            let side = side.iter().position(|&n| n == Some(next))?;
            let side = tablier_rules::scene::Side::ALL[side];
            let rotation = Rotation::new(stands, self.plan.turn).from(end);
            let [x, y, _] = super::solids::direction(side, self.plan.turn);
            let here = self.plan.site(self.layout, at);
            let (dx, dy, scale) = self.offset(figure, here)?;
            // The edge it rolls over, and the rest of the way, which it slides.
            let edge = (DIE / 2.0 * x as f32, DIE / 2.0 * y as f32);
            let rest = 1.0 / scale - DIE;
            for end in [0.0, 1.0] {
                let transform = format!(
                    "{} {} rotateY({}deg) rotateX({}deg) {} {} {} {}",
                    shift(dx + rest * x as f32 * end, dy + rest * y as f32 * end, 0.0),
                    shift(edge.0, edge.1, 0.0),
                    90.0 * x as f32 * end,
                    -90.0 * y as f32 * end,
                    shift(-edge.0, -edge.1, 0.0),
                    shift(0.0, 0.0, DIE / 2.0),
                    rotation.css(),
                    shift(0.0, 0.0, -DIE / 2.0),
                );
                frames.push(((index as f32 + end) / count, transform));
            }
            stands = stands.roll(side);
            at = next;
        }
        Some(frames)
    }

    fn sliding(
        &self,
        figure: FigureId,
        from: SiteId,
        path: &[SiteId],
    ) -> Option<Vec<(f32, String)>> {
        let count = path.len().max(1) as f32;
        let mut frames = Vec::new();
        for (index, &site) in std::iter::once(&from).chain(path).enumerate() {
            let (x, y, _) = self.offset(figure, self.plan.site(self.layout, site))?;
            frames.push((index as f32 / count, shift(x, y, 0.0)));
        }
        Some(frames)
    }

    /// From where it was, up and over to where it is.
    fn lifting(&self, figure: FigureId) -> Option<Vec<(f32, String)>> {
        let pose = self.poses.get(&figure)?;
        let (x, y, scale) = self.offset(figure, (pose.x, pose.y))?;
        let grow = pose.scale / scale;
        let frame = |part: f32, height: f32| {
            let size = 1.0 + (grow - 1.0) * (1.0 - part);
            format!(
                "{} scale3d({size},{size},{size})",
                shift(x * (1.0 - part), y * (1.0 - part), height)
            )
        };
        Some(vec![
            (0.0, frame(0.0, 0.0)),
            (0.3, frame(0.2, 0.8)),
            (0.75, frame(0.9, 0.6)),
            (1.0, frame(1.0, 0.0)),
        ])
    }

    /// Lifted, turned and put down again where it stands.
    fn turning(&self, figure: FigureId) -> Option<Vec<(f32, String)>> {
        let before = self.die_before(figure).map(orientation);
        let after = match self.after.get(&figure)?.0.glyph {
            Glyph::Die(die) => Some(orientation(die)),
            _ => None,
        };
        let back = match (before, after) {
            (Some(before), Some(after)) => Rotation::new(before, self.plan.turn)
                .from(Rotation::new(after, self.plan.turn))
                .css(),
            _ => "rotateZ(0deg)".to_owned(),
        };
        let frame = |height: f32, rotation: &str| {
            format!(
                "{} {rotation} {}",
                shift(0.0, 0.0, height + DIE / 2.0),
                shift(0.0, 0.0, -DIE / 2.0)
            )
        };
        let none = "matrix3d(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1)";
        Some(vec![
            (0.0, frame(0.0, &back)),
            (0.3, frame(0.9, &back)),
            (0.75, frame(0.9, none)),
            (1.0, frame(0.0, none)),
        ])
    }
}

fn dropping() -> Vec<(f32, String)> {
    vec![(0.0, shift(0.0, 0.0, 2.0)), (1.0, shift(0.0, 0.0, 0.0))]
}

/// A translation in squares.
fn shift(x: f32, y: f32, z: f32) -> String {
    format!(
        "translate3d(calc(var(--u) * {x:.3}), calc(var(--u) * {y:.3}), calc(var(--u) * {z:.3}))"
    )
}
