use super::actions::{beyond, lying};
use super::exchange::returning_cube;
use super::position::{HOME, MASTER, SOLDIER};
use super::{Action, Bitboard, Cubulus, Edition, Piece, PieceKind, Position, Square};
use crate::scene::dice::Orientation;
use crate::scene::{
    Body, Change, Die, DieKind, Glyph, Ground, Layout, Mark, MarkKind, Message, Pick, Place, Scene,
    SeatView, SiteId, State, Surface, Transition, ZoneId, ZoneRole,
};
use crate::{Reason, Refusal, Refusing, Rules, Seat, Staging, Status, scene};

impl Staging for Cubulus {
    fn layout(&self) -> Layout {
        let mut layout = Layout::grid(
            Surface::Wood,
            9,
            9,
            |c, r| self.square_name(Square::new(c as u8, r as u8)),
            Ground::chequered,
        )
        .with_frame(
            (0..9).map(|column| self.column_name(column).to_string()),
            (1..=9).map(|row: u8| row.to_string()),
        );
        for seat in Seat::all(2) {
            layout.add_zone(Some(seat), ZoneRole::Lost);
        }
        layout
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut pieces = Vec::new();
        for seat in Seat::all(2) {
            for piece in position.pieces(seat) {
                pieces.push(scene::Piece {
                    glyph: self.glyph(piece),
                    seat: Some(seat),
                    at: place(piece),
                    state: State::Free,
                });
            }
            let (cubes, shields) = (position.lost_cubes(seat), position.lost_shields(seat));
            for slot in 0..cubes + shields {
                let glyph = if slot < cubes {
                    self.glyph(returning_cube(seat, HOME[seat.index()]))
                } else {
                    Glyph::Body(Body::Shield)
                };
                pieces.push(scene::Piece::in_zone(zone(seat), slot, glyph, seat));
            }
        }
        let over = matches!(self.actions(position, &mut Vec::new()), Status::Over(_));
        let mut marks = Vec::new();
        for seat in Seat::all(2) {
            let master = position.master(seat);
            let attackers = self.attackers(position, seat.next(2), master);
            if attackers.is_empty() {
                continue;
            }
            marks.push(Mark::new(MarkKind::Threat, [master.site()]));
            if over && seat == position.to_act {
                marks.push(Mark::new(MarkKind::Win, sites(attackers)));
            }
        }
        let seats = Seat::all(2).map(|seat| {
            let mut view = SeatView::default();
            if self.in_check(position, seat) {
                view.notes.push(Message::new("cubulus.note-check"));
            }
            if position.is_fresh(seat) {
                view.notes.push(Message::new("cubulus.note-first"));
            }
            view
        });
        Scene {
            pieces,
            marks,
            seats: seats.collect(),
            prompt: Message::new(self.prompt(position, over)),
        }
    }

    fn picks(&self, position: &Position, action: Action, path: &mut Vec<Pick>) {
        if action.is_pass() {
            path.push(Pick::Button("cubulus.pass".into()));
            return;
        }
        let (piece, after) = (action.piece(), action.after());
        path.push(Pick::Site(piece.square().site()));
        if let Some(back) = action.back() {
            let seat = position.to_act;
            let slot = if back.is_shield() {
                position.lost_cubes(seat)
            } else {
                0
            };
            path.push(Pick::Slot(zone(seat), slot));
            let beside = back.squares().without(piece.square());
            path.extend(sites(beside).map(Pick::Site));
            return;
        }
        let end = match (piece.is_shield(), after.is_shield()) {
            (true, true) => after.squares() & !piece.squares(),
            // The nearer of the two squares on which the soldier lies down.
            (false, true) => after.squares() & self.tables.beside(piece.square()),
            _ => Bitboard::from_square(after.square()),
        };
        path.extend(sites(end).map(Pick::Site));
        if piece.code != MASTER && piece.code != SOLDIER {
            path.push(Pick::Picture(self.glyph(after)));
        }
    }

    fn preview(&self, position: &Position, action: Action) -> Vec<Mark> {
        let mut marks = Vec::new();
        if let Some(path) = self.roll_path(position, action) {
            marks.push(Mark::new(MarkKind::Way, path));
        }
        if action.takes()
            && let Some((_, taken)) = position.piece_at(action.after().square())
        {
            marks.push(Mark::new(MarkKind::Hit, sites(taken.squares())));
        }
        // Check is announced before it is given.
        let mut after = *position;
        self.play(&mut after, action);
        let foe = position.to_act.next(2);
        if self.in_check(&after, foe) {
            marks.push(Mark::new(MarkKind::Threat, [after.master(foe).site()]));
        }
        marks
    }

    fn reason(&self, position: &Position) -> Reason {
        let loser = position.to_act;
        if self.in_check(position, loser) {
            Reason::about("CU11", "cubulus.end-mate", loser)
        } else {
            Reason::stuck("CU11", loser)
        }
    }

    fn transition(&self, position: &Position, action: Action) -> Transition {
        if action.is_pass() {
            return Transition::default();
        }
        let (piece, after) = (action.piece(), action.after());
        let from = piece.square().site();
        let change = if let Some(path) = self.roll_path(position, action) {
            Change::Roll { from, path }
        } else if action.back().is_some() || piece.is_shield() || after.is_shield() {
            Change::Lift {
                from: place(piece),
                to: place(after),
            }
        } else if piece.at == after.at {
            Change::Turn { at: place(piece) }
        } else {
            Change::Slide {
                from,
                path: vec![after.square().site()],
            }
        };
        let taken = match position.piece_at(after.square()) {
            Some((seat, taken)) if action.takes() => vec![Change::Leave {
                from: place(taken),
                to: Some(zone(seat)),
            }],
            _ => Vec::new(),
        };
        let back = action.back().map(|back| {
            let seat = position.to_act;
            let slot = if back.is_shield() {
                position.lost_cubes(seat)
            } else {
                0
            };
            Change::Enter {
                from: Some((zone(seat), slot)),
                to: place(back),
            }
        });
        Transition::single_step(vec![change])
            .then(taken)
            .then(back.into_iter().collect())
    }

    fn refused_pick(&self, position: &Position, path: &[Pick]) -> Refusal {
        let Some((Pick::Site(first), rest)) = path.split_first() else {
            return Refusal::by("C5", "cubulus.pick-a-piece");
        };
        let piece = match Square::from_site(*first).and_then(|s| position.piece_at(s)) {
            Some((seat, piece)) if seat == position.to_act => piece,
            Some(_) => return Refusal::by("C5", "cubulus.not-yours"),
            None => return Refusal::by("C5", "cubulus.pick-a-piece"),
        };
        match rest {
            [] => self.why_stuck(position, piece),
            [Pick::Site(end), ..] => match Square::from_site(*end) {
                Some(end) => {
                    let meant = self.meant(position, piece, end);
                    self.refusal(position, meant)
                }
                None => Refusal::by("C5", "rules.pick-elsewhere"),
            },
            [Pick::Slot(tray, slot), beside @ ..] if *tray == zone(position.to_act) => {
                let master = Piece::new(MASTER, piece.square());
                if piece != master {
                    return Refusal::by("CU12", "cubulus.not-arrived");
                }
                let home = Piece::new(MASTER, HOME[position.to_act.index()]);
                let cubes = position.lost_cubes(position.to_act);
                let back = match beside {
                    [Pick::Site(end), ..] => {
                        let near = self.tables.beside(piece.square());
                        match Square::from_site(*end) {
                            Some(end) if near.contains(end) => Piece::shield(piece.square(), end),
                            _ => return Refusal::by("CU13", "cubulus.back-beside"),
                        }
                    }
                    _ if *slot < cubes => returning_cube(position.to_act, piece.square()),
                    _ => {
                        let free = self.tables.beside(piece.square()) & !position.occupied();
                        match free.first() {
                            Some(end) => Piece::shield(piece.square(), end),
                            None => return Refusal::by("CU13", "cubulus.back-beside"),
                        }
                    }
                };
                let takes = position.piece_at(home.square()).is_some();
                let meant = Action::new(master, home, takes).with_return(back);
                self.refusal(position, meant)
            }
            _ => Refusal::by("C5", "rules.pick-elsewhere"),
        }
    }
}

impl Cubulus {
    pub(super) fn glyph(&self, piece: Piece) -> Glyph {
        match piece.kind() {
            PieceKind::Cube(cube) => die(cube),
            PieceKind::Master if self.edition == Edition::Cubulus => Glyph::Body(Body::Pyramid),
            PieceKind::Master => Glyph::Body(Body::Pedestal),
            PieceKind::Soldier => Glyph::Body(Body::Soldier),
            PieceKind::Shield { .. } => Glyph::Body(Body::Shield),
        }
    }

    fn prompt(&self, position: &Position, over: bool) -> &'static str {
        let seat = position.to_act;
        match (over, self.in_check(position, seat)) {
            (true, true) => "cubulus.over-mate",
            (true, false) => "cubulus.over-stuck",
            _ if position.bonus => "cubulus.prompt-bonus",
            (false, true) => "cubulus.prompt-check",
            _ if self.can_exchange(position) => "cubulus.prompt-exchange",
            _ if self.tournament => "cubulus.prompt-tournament",
            _ => "cubulus.prompt",
        }
    }

    /// The squares that a rolling cube visits; none if the action is not a roll.
    fn roll_path(&self, position: &Position, action: Action) -> Option<Vec<SiteId>> {
        let (piece, after) = (action.piece(), action.after());
        if action.is_pass() || !piece.is_cube() || piece.at == after.at {
            return None;
        }
        let over = match position.piece_at(after.square()) {
            Some((_, taken)) => taken.squares(),
            None => Bitboard::EMPTY,
        };
        let (_, course) = self
            .rolls_to(piece, after.square(), position.occupied() & !over)
            .find(|&(end, _)| end == after)?;
        let touched = self.tables.courses[usize::from(course)].walk(piece.square())?;
        Some(touched.into_iter().map(Square::site).collect())
    }

    /// Why a piece of the acting seat has no legal action at all.
    fn why_stuck(&self, position: &Position, piece: Piece) -> Refusal {
        if position.bonus {
            return Refusal::by("CU15", "cubulus.only-exchange");
        }
        if self.in_check(position, position.to_act) {
            return Refusal::by("CU10", "cubulus.in-check");
        }
        match piece.kind() {
            PieceKind::Cube(_) => Refusal::by("CU3", "cubulus.cube-stuck"),
            PieceKind::Master => Refusal::by("CU4", "cubulus.master-stuck"),
            PieceKind::Shield { .. } => Refusal::by("CU5", "cubulus.shield-stuck"),
            PieceKind::Soldier => Refusal::by("CU19", "cubulus.soldier-stuck"),
        }
    }

    /// What somebody who picks a piece and then this square probably means.
    fn meant(&self, position: &Position, piece: Piece, end: Square) -> Action {
        let target = position.piece_at(end);
        let takes = target.is_some_and(|(seat, _)| seat != position.to_act);
        let after = match piece.kind() {
            PieceKind::Cube(_) => {
                let over = target.map_or(Bitboard::EMPTY, |(_, there)| there.squares());
                let occupied = position.occupied() & !over;
                match self.rolls_to(piece, end, occupied).next() {
                    Some((after, _)) => after,
                    None => Piece::new(piece.code, end),
                }
            }
            PieceKind::Shield { .. } => {
                let kept = (piece.squares() & self.tables.beside(end)).first();
                match kept {
                    Some(kept) if !piece.squares().contains(end) => Piece::shield(kept, end),
                    _ if beyond(piece).contains(&Some(end)) => Piece::new(SOLDIER, end),
                    _ => piece,
                }
            }
            PieceKind::Soldier => lying(piece)
                .find(|shield| shield.squares().contains(end))
                .unwrap_or(Piece::new(SOLDIER, end)),
            PieceKind::Master => Piece::new(MASTER, end),
        };
        Action::new(piece, after, takes)
    }
}

fn die(cube: Orientation) -> Glyph {
    Glyph::Die(Die {
        top: cube.top(),
        south: Some(cube.south()),
        kind: DieKind::Plain,
    })
}

fn sites(squares: Bitboard) -> impl Iterator<Item = SiteId> {
    squares.into_iter().map(Square::site)
}

/// Where a piece stands.
pub(super) fn place(piece: Piece) -> Place {
    Place::Sites(sites(piece.squares()).collect())
}

/// The tray for a seat's lost pieces.
fn zone(seat: Seat) -> ZoneId {
    ZoneId(seat.index() as u8)
}
