use super::{Action, Empire, Position, Rank, THRONES};
use crate::blockade::board::{self, Set, Square, is_centre};
use crate::scene::{
    Body, Change, Glyph, Ground, Layout, Mark, MarkKind, Message, Pick, Piece, Place, Scene,
    SeatView, Transition, ZoneId, ZoneRole,
};
use crate::{Reason, Refusal, Refusing, Seat, Staging};

impl Staging for Empire {
    fn layout(&self) -> Layout {
        let mut layout = board::layout(|square| {
            if THRONES.contains(square) {
                Ground::Throne
            } else if is_centre(square) {
                Ground::Centre
            } else {
                Ground::Plain
            }
        });
        for seat in Seat::all(self.players.count) {
            layout.sites[self.throne(seat).index()].seat = Some(seat);
            layout.add_zone(Some(seat), ZoneRole::Lost);
        }
        layout
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut pieces = Vec::new();
        for seat in Seat::all(self.players.count) {
            let mut slot = 0;
            for rank in Rank::ALL {
                let standing = position.ranked(seat, rank);
                for square in standing.iter() {
                    pieces.push(Piece::on(square.site(), glyph(rank), seat));
                }
                for _ in 0..self.lost(position, seat, rank) {
                    pieces.push(Piece::in_zone(zone(seat), slot, glyph(rank), seat));
                    slot += 1;
                }
            }
        }
        Scene {
            pieces,
            marks: self.marks(position),
            seats: Seat::all(self.players.count)
                .map(|seat| SeatView {
                    score: None,
                    notes: thrones_note(position, seat),
                    out: position.commander(seat).is_none(),
                })
                .collect(),
            prompt: self.prompt(position),
        }
    }

    fn picks(&self, _position: &Position, action: Action, path: &mut Vec<Pick>) {
        match action.squares() {
            Some((from, to)) => path.extend([Pick::Site(from.site()), Pick::Site(to.site())]),
            None => path.push(Pick::Button("empire.pass".into())),
        }
    }

    fn preview(&self, position: &Position, action: Action) -> Vec<Mark> {
        let Some((_, to)) = action.squares() else {
            return Vec::new();
        };
        let mut marks = Vec::new();
        if position.owner(to).is_some() {
            marks.push(Mark::new(MarkKind::Hit, [to.site()]));
        }
        let changing = self.converted(position, to);
        if !changing.is_empty() {
            marks.push(mark(MarkKind::Flip, changing));
        }
        let mut after = *position;
        self.play(&mut after, action);
        marks.extend(self.winning(&after));
        marks
    }

    fn reason(&self, position: &Position) -> Reason {
        let rule = match self.players.count {
            2 => "EM6",
            _ if self.players.teams => "EM8",
            _ => "EM7",
        };
        let winner = position.winner().unwrap_or(position.to_act());
        if self.holds_thrones(position, winner) {
            return match rule {
                "EM6" => Reason::about(rule, "empire.end-thrones", winner),
                "EM7" => Reason::about(rule, "empire.end-three-thrones", winner),
                _ => Reason::by(rule, "empire.end-side-thrones"),
            };
        }
        if self.is_enthroned(position, winner) {
            return match rule {
                "EM8" => Reason::by(rule, "empire.end-side-enthroned"),
                _ => Reason::about(rule, "empire.end-enthroned", winner),
            };
        }
        let mut enemies = self.players.enemies(winner);
        match enemies.find(|&enemy| position.commander(enemy).is_none()) {
            Some(loser) if !self.plays_on_without() => {
                Reason::about(rule, "empire.end-taken", loser)
            }
            _ => Reason::about(rule, "empire.end-last", winner),
        }
    }

    fn transition(&self, position: &Position, action: Action) -> Transition {
        let Some((from, to)) = action.squares() else {
            return Transition::default();
        };
        let slide = Change::Slide {
            from: from.site(),
            path: vec![to.site()],
        };
        let taken = position.owner(to).map(|seat| Change::Leave {
            from: Place::site(to.site()),
            to: Some(zone(seat)),
        });
        let turned = self
            .converted(position, to)
            .iter()
            .map(|square| Change::Turn {
                at: Place::site(square.site()),
            });
        Transition::single_step(vec![slide])
            .then(taken.into_iter().collect())
            .then(turned.collect())
    }

    fn refused_pick(&self, position: &Position, path: &[Pick]) -> Refusal {
        let square = |pick: &Pick| pick.site().and_then(Square::from_site);
        match path {
            [from, to] => match (square(from), square(to)) {
                (Some(from), Some(to)) => self.refusal(position, Action::new(from, to)),
                _ => Refusal::new("EM3", Message::new("rules.pick-elsewhere")),
            },
            [pick] => match square(pick) {
                Some(at) if position.owner(at) == Some(position.to_act) => {
                    Refusal::new("EM3", Message::new("empire.stuck").text("from", at))
                }
                Some(at) if position.owner(at).is_some() => {
                    Refusal::new("EM3", Message::new("empire.not-yours").text("from", at))
                }
                _ => Refusal::new("EM3", Message::new("empire.pick-a-piece")),
            },
            _ => Refusal::new("EM3", Message::new("rules.pick-elsewhere")),
        }
    }
}

impl Empire {
    /// How many pieces of a rank a seat lacks. When players are out their pieces have changed hands,
    /// and a seat that has more than it began with lacks none.
    fn lost(&self, position: &Position, seat: Seat, rank: Rank) -> u32 {
        let out = self.plays_on_without() && position.commander(seat).is_none();
        if out && rank != Rank::Commander {
            return 0;
        }
        [1u32, 4, 6][rank as usize].saturating_sub(position.ranked(seat, rank).len())
    }

    /// The pieces that would change hands if the one on a square were taken (EM7).
    fn converted(&self, position: &Position, at: Square) -> Set {
        match position.piece(at) {
            Some((seat, Rank::Commander)) if self.plays_on_without() => {
                position.pieces(seat).without(at)
            }
            _ => Set::EMPTY,
        }
    }

    /// What decided the game: thrones, commanders on their thrones, or the one that is left.
    fn winning(&self, position: &Position) -> Option<Mark> {
        let winner = position.winner()?;
        if self.holds_thrones(position, winner) {
            let held = self.friends(position, winner) & THRONES;
            return Some(mark(MarkKind::Win, held));
        }
        if self.is_enthroned(position, winner) {
            let seats = [Some(winner), self.partner(winner)];
            let thrones = seats.into_iter().flatten().map(|seat| self.throne(seat));
            return Some(mark(MarkKind::Win, thrones.collect()));
        }
        let commander = position.commander(winner)?;
        Some(Mark::new(MarkKind::Win, [commander.site()]))
    }

    /// The end of the game, or every commander that an opponent could take.
    fn marks(&self, position: &Position) -> Vec<Mark> {
        if position.winner().is_some() {
            return self.winning(position).into_iter().collect();
        }
        Seat::all(self.players.count)
            .filter(|&seat| self.in_danger(position, seat))
            .filter_map(|seat| position.commander(seat))
            .map(|square| Mark::new(MarkKind::Threat, [square.site()]))
            .collect()
    }

    /// Whether any opponent could take a seat's commander.
    fn in_danger(&self, position: &Position, seat: Seat) -> bool {
        Seat::all(self.players.count)
            .filter(|&by| by != seat && self.partner(seat) != Some(by))
            .any(|by| position.commander_attacked(seat, by))
    }

    /// What can be done now.
    fn prompt(&self, position: &Position) -> Message {
        if position.winner().is_some() {
            return Message::new("rules.over");
        }
        let mut actions = Vec::new();
        self.list(position, &mut actions);
        Message::new(if actions == [Action::PASS] {
            "empire.prompt-pass"
        } else if self.in_danger(position, position.to_act) {
            "empire.prompt-danger"
        } else {
            "empire.prompt"
        })
    }
}

fn mark(kind: MarkKind, squares: Set) -> Mark {
    Mark::new(kind, squares.iter().map(|square| square.site()))
}

pub(super) fn glyph(rank: Rank) -> Glyph {
    Glyph::Body(match rank {
        Rank::Commander => Body::King,
        Rank::Cavalier => Body::Triangle,
        Rank::Archer => Body::Square,
    })
}

/// The tray for a seat's lost pieces.
fn zone(seat: Seat) -> ZoneId {
    ZoneId(seat.index() as u8)
}

fn thrones_note(position: &Position, seat: Seat) -> Vec<Message> {
    match position.thrones_held(seat) {
        0 => Vec::new(),
        held => vec![Message::new("empire.thrones").number("count", held)],
    }
}
