//! Which piece of a scene is which piece of the previous scene: a piece keeps its number, so that
//! its element can move instead of being drawn again.

use std::collections::HashMap;

use tablier_rules::scene::{Change, Piece, Place, Scene, SiteId, Transition, ZoneId};

/// The number of a piece, the same for as long as it is on the table.
pub type FigureId = u32;

/// The pieces on the table with their numbers.
#[derive(Clone, Default, Debug)]
pub struct Figures {
    known: Vec<(FigureId, Piece)>,
    next: FigureId,
}

/// Where a piece goes, as far as the transition says.
#[derive(Clone, PartialEq, Debug)]
enum Goal {
    Place(Place),
    Tray(ZoneId),
    Gone,
}

impl Figures {
    /// The pieces with their numbers, in the order of the scene.
    pub fn all(&self) -> &[(FigureId, Piece)] {
        &self.known
    }

    /// Follows a transition into a scene.
    pub fn follow(&mut self, transition: Option<&Transition>, scene: &Scene) {
        let goals = transition.map(|t| self.goals(t)).unwrap_or_default();
        let before = std::mem::take(&mut self.known);
        let mut free: Vec<Option<FigureId>> = before.iter().map(|(id, _)| Some(*id)).collect();
        let mut found: Vec<Option<FigureId>> = vec![None; scene.pieces.len()];
        // First the pieces the transition names, then those that stayed, then those that shifted in
        // a tray.
        type Fits<'a> = &'a dyn Fn(usize, &Piece) -> bool;
        let fits: [Fits; 5] = [
            &|at, piece| goals.get(&before[at].0) == Some(&Goal::Place(piece.at.clone())),
            &|at, piece| {
                !goals.contains_key(&before[at].0)
                    && before[at].1.at == piece.at
                    && before[at].1.seat == piece.seat
            },
            &|at, piece| match (goals.get(&before[at].0), &piece.at) {
                (Some(Goal::Tray(zone)), Place::Zone(at_zone, _)) => zone == at_zone,
                _ => false,
            },
            &|at, piece| {
                let (id, other) = &before[at];
                !goals.contains_key(id)
                    && same_zone(&other.at, &piece.at)
                    && other.glyph == piece.glyph
                    && other.seat == piece.seat
            },
            &|at, piece| !goals.contains_key(&before[at].0) && before[at].1.at == piece.at,
        ];
        for fit in fits {
            for (piece, found) in scene.pieces.iter().zip(&mut found) {
                if found.is_some() {
                    continue;
                }
                let at = (0..before.len()).find(|&at| free[at].is_some() && fit(at, piece));
                if let Some(at) = at {
                    *found = free[at].take();
                }
            }
        }
        for (piece, found) in scene.pieces.iter().zip(found) {
            let id = found.unwrap_or_else(|| {
                self.next += 1;
                self.next
            });
            self.known.push((id, piece.clone()));
        }
    }

    /// The piece on a site.
    pub fn on(&self, site: SiteId) -> Option<FigureId> {
        let stands =
            |piece: &Piece| matches!(&piece.at, Place::Sites(sites) if sites.contains(&site));
        self.known
            .iter()
            .find(|(_, piece)| stands(piece))
            .map(|(id, _)| *id)
    }

    /// The piece at a place; a place of several sites is that of the piece on the first of them.
    pub fn find(&self, place: &Place) -> Option<FigureId> {
        match place {
            Place::Sites(sites) => self.on(*sites.first()?),
            Place::Zone(..) => {
                let mut known = self.known.iter();
                known
                    .find(|(_, piece)| piece.at == *place)
                    .map(|(id, _)| *id)
            }
        }
    }

    fn goals(&self, transition: &Transition) -> HashMap<FigureId, Goal> {
        let mut goals = HashMap::new();
        let mut go = |id: Option<FigureId>, goal: Goal| {
            if let Some(id) = id {
                goals.insert(id, goal);
            }
        };
        for change in transition.steps.iter().flatten() {
            match change {
                Change::Roll { from, path } | Change::Slide { from, path } => {
                    let end = path.last().copied().unwrap_or(*from);
                    go(self.on(*from), Goal::Place(Place::site(end)));
                }
                Change::Lift { from, to } => go(self.find(from), Goal::Place(to.clone())),
                Change::Enter { from, to } => {
                    let slot = from.map(|(zone, slot)| Place::Zone(zone, slot));
                    go(
                        slot.and_then(|slot| self.find(&slot)),
                        Goal::Place(to.clone()),
                    );
                }
                Change::Leave { from, to } => {
                    go(self.find(from), to.map_or(Goal::Gone, Goal::Tray));
                }
                Change::Flip { .. } | Change::Turn { .. } => {}
            }
        }
        goals
    }
}

fn same_zone(a: &Place, b: &Place) -> bool {
    matches!((a, b), (Place::Zone(a, _), Place::Zone(b, _)) if a == b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tablier_rules::Seat;
    use tablier_rules::scene::{Body, Glyph, Message};

    fn scene(pieces: Vec<Piece>) -> Scene {
        Scene {
            pieces,
            marks: Vec::new(),
            seats: Vec::new(),
            prompt: Message::new("rules.over"),
        }
    }

    fn man(site: u16, seat: u8) -> Piece {
        Piece::on(SiteId(site), Glyph::Body(Body::Man), Seat::new(seat))
    }

    #[test]
    fn a_taken_piece_goes_to_its_tray_and_the_taker_to_its_place() {
        let mut figures = Figures::default();
        figures.follow(None, &scene(vec![man(1, 0), man(2, 1)]));
        let numbers: Vec<_> = figures.all().iter().map(|(id, _)| *id).collect();
        let lost = Piece::in_zone(ZoneId(1), 0, Glyph::Body(Body::Man), Seat::new(1));
        let transition = Transition::single_step(vec![Change::Slide {
            from: SiteId(1),
            path: vec![SiteId(2)],
        }])
        .then(vec![Change::Leave {
            from: Place::site(SiteId(2)),
            to: Some(ZoneId(1)),
        }]);
        figures.follow(Some(&transition), &scene(vec![man(2, 0), lost]));
        let after: Vec<_> = figures.all().iter().map(|(id, _)| *id).collect();
        assert_eq!(numbers, after);
        assert_eq!(figures.on(SiteId(2)), Some(numbers[0]));
    }

    #[test]
    fn without_a_transition_pieces_that_stay_keep_their_numbers() {
        let mut figures = Figures::default();
        figures.follow(None, &scene(vec![man(1, 0), man(2, 1)]));
        let second = figures.on(SiteId(2));
        figures.follow(None, &scene(vec![man(2, 1), man(3, 0)]));
        assert_eq!(figures.on(SiteId(2)), second);
        assert_eq!(figures.all().len(), 2);
    }
}
