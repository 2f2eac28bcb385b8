use super::{Action, Empire, Rank};
use crate::blockade::board::{Place, Set, Square, transposed, turned};
use crate::blockade::players;
use crate::{Seat, hash};

/// The pieces of each seat, what they are, who acts and who has won.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Position {
    /// The pieces of each seat by rows.
    pub(super) pieces: [Set; Seat::MOST],
    /// The same, columns and rows exchanged.
    pub(super) columns: [Set; Seat::MOST],
    /// The cavaliers of all seats; a piece that is neither a cavalier nor a commander is an archer.
    pub(super) cavaliers: Set,
    pub(super) key: u64,
    /// The index of each commander's square, or [`NONE`].
    pub(super) commanders: [u8; Seat::MOST],
    pub(super) to_act: Seat,
    /// The seat that won by the last move.
    pub(super) winner: Option<Seat>,
}

/// Stands for "no square".
pub(super) const NONE: u8 = 255;

/// E5, H5, E8, H8 (EM5).
pub const THRONES: Set = Set::EMPTY
    .with(Square::new(4, 4))
    .with(Square::new(7, 4))
    .with(Square::new(4, 7))
    .with(Square::new(7, 7));

/// EM1: the south-west corner, by rank.
const CORNER: [&[(u8, u8)]; 3] = [
    &[(1, 1)],
    &[(0, 1), (1, 0), (1, 2), (2, 1)],
    &[(0, 0), (0, 2), (2, 0), (2, 2), (1, 3), (3, 1)],
];

/// EM4: the distances at which each rank takes.
const DISTANCES: [&[i8]; 3] = [&[2, 5], &[3], &[4]];

/// The squares on which each rank takes from each square (EM4).
static REACH: [[Set; Square::COUNT]; 3] = {
    let mut reach = [[Set::EMPTY; Square::COUNT]; 3];
    let mut rank = 0;
    while rank < 3 {
        let mut index = 0;
        while index < Square::COUNT {
            let from = Square::from_index_unchecked(index);
            let mut i = 0;
            while i < DISTANCES[rank].len() {
                let n = DISTANCES[rank][i];
                let ends = [
                    from.offset(n, 0),
                    from.offset(-n, 0),
                    from.offset(0, n),
                    from.offset(0, -n),
                ];
                let mut j = 0;
                while j < 4 {
                    if let Some(to) = ends[j] {
                        reach[rank][index] = reach[rank][index].with(to);
                    }
                    j += 1;
                }
                i += 1;
            }
            index += 1;
        }
        rank += 1;
    }
    reach
};

static KEYS: hash::Keys<{ Seat::MOST * 3 * Square::COUNT }> = hash::Keys::new(0xe391);
static TURNS: [u64; Seat::MOST] = hash::table(0xe392);
static WINS: [u64; Seat::MOST] = hash::table(0xe393);

#[inline]
fn piece_key(seat: Seat, rank: Rank, square: Square) -> u64 {
    KEYS.get((seat.index() * 3 + rank as usize) * Square::COUNT + square.index())
}

impl Position {
    pub(super) fn empty(to_act: Seat) -> Self {
        Position {
            pieces: [Set::EMPTY; Seat::MOST],
            columns: [Set::EMPTY; Seat::MOST],
            cavaliers: Set::EMPTY,
            key: TURNS[to_act.index()],
            commanders: [NONE; Seat::MOST],
            to_act,
            winner: None,
        }
    }

    /// EM1, EM2.
    pub(super) fn start(game: &Empire) -> Self {
        let mut position = Self::empty(Seat::new(0));
        for seat in Seat::all(game.players.count) {
            for rank in Rank::ALL {
                for &(column, row) in CORNER[rank as usize] {
                    let square = Square::new(column, row);
                    let square = (0..game.players.corner(seat)).fold(square, |s, _| turned(s));
                    position.put(seat, rank, square);
                }
            }
        }
        position
    }

    /// Puts a piece on an empty square.
    pub(super) fn put(&mut self, seat: Seat, rank: Rank, square: Square) {
        self.toggle(seat, rank, square);
        if rank == Rank::Commander {
            self.commanders[seat.index()] = square.index() as u8;
        }
    }

    pub(super) fn set_winner(&mut self, winner: Seat) {
        self.winner = Some(winner);
        self.key ^= WINS[winner.index()];
    }

    #[inline]
    fn toggle(&mut self, seat: Seat, rank: Rank, square: Square) {
        let place = Place::new(square);
        self.pieces[seat.index()].toggle_at(place);
        self.columns[seat.index()].toggle_at(place.transposed());
        self.cavaliers.toggle_if(place, rank == Rank::Cavalier);
        self.key ^= piece_key(seat, rank, square);
    }

    /// Who acts.
    #[inline]
    pub fn to_act(&self) -> Seat {
        self.to_act
    }

    /// The seat whose last move won; its partner wins with it.
    #[inline]
    pub fn winner(&self) -> Option<Seat> {
        self.winner
    }

    /// All pieces of a seat.
    #[inline]
    pub fn pieces(&self, seat: Seat) -> Set {
        self.pieces[seat.index()]
    }

    /// All pieces on the board.
    #[inline]
    pub fn occupied(&self) -> Set {
        self.pieces[0] | self.pieces[1] | self.pieces[2] | self.pieces[3]
    }

    /// Where a seat's commander is; none once it is taken.
    #[inline]
    pub fn commander(&self, seat: Seat) -> Option<Square> {
        let at = self.commanders[seat.index()];
        (at != NONE).then(|| Square::from_index_unchecked(usize::from(at)))
    }

    /// The cavaliers of a seat.
    #[inline]
    pub fn cavaliers(&self, seat: Seat) -> Set {
        self.pieces[seat.index()] & self.cavaliers
    }

    /// The archers of a seat.
    #[inline]
    pub fn archers(&self, seat: Seat) -> Set {
        let others = self.pieces[seat.index()] & !self.cavaliers;
        match self.commander(seat) {
            Some(commander) => others.without(commander),
            None => others,
        }
    }

    /// The pieces of a seat with this rank.
    pub fn ranked(&self, seat: Seat, rank: Rank) -> Set {
        match rank {
            Rank::Commander => self.commander(seat).into_iter().collect(),
            Rank::Cavalier => self.cavaliers(seat),
            Rank::Archer => self.archers(seat),
        }
    }

    /// The owner of the piece on a square.
    #[inline]
    pub fn owner(&self, square: Square) -> Option<Seat> {
        players::owner(&self.pieces, square)
    }

    /// The rank of a seat's piece on a square.
    #[inline]
    pub(super) fn rank_of(&self, seat: Seat, square: Square) -> Rank {
        // Without a branch, which would be mispredicted.
        let is_cavalier = usize::from(self.cavaliers.contains(square));
        let is_commander = usize::from(self.commanders[seat.index()]) == square.index();
        [
            Rank::Archer,
            Rank::Cavalier,
            Rank::Commander,
            Rank::Commander,
        ][is_cavalier + 2 * usize::from(is_commander)]
    }

    /// The piece on a square.
    pub fn piece(&self, square: Square) -> Option<(Seat, Rank)> {
        let seat = self.owner(square)?;
        Some((seat, self.rank_of(seat, square)))
    }

    /// Where a piece of this rank takes from a square, enemies or not (EM4).
    #[inline]
    pub fn reach(rank: Rank, from: Square) -> Set {
        REACH[rank as usize][from.index()]
    }

    /// The pieces of a seat that could take on a square (EM4).
    #[inline]
    pub fn attackers(&self, by: Seat, square: Square) -> Set {
        let own = self.pieces[by.index()];
        let reach = |rank| Self::reach(rank, square);
        let mut attackers =
            own & self.cavaliers & reach(Rank::Cavalier) | self.archers(by) & reach(Rank::Archer);
        if let Some(commander) = self.commander(by)
            && reach(Rank::Commander).contains(commander)
        {
            attackers = attackers.with(commander);
        }
        attackers
    }

    /// Whether a seat could take another seat's commander (EM6, EM7, EM8).
    #[inline]
    pub fn commander_attacked(&self, of: Seat, by: Seat) -> bool {
        self.commander(of)
            .is_some_and(|square| !self.attackers(by, square).is_empty())
    }

    /// How many thrones a seat holds.
    #[inline]
    pub fn thrones_held(&self, seat: Seat) -> u32 {
        (self.pieces[seat.index()] & THRONES).len()
    }

    /// The position mirrored in the long diagonal from A1. With two players it is worth the same:
    /// both corners and both kings' thrones lie on that diagonal or map to themselves.
    pub fn mirrored(&self) -> Position {
        let mut position = Position::empty(self.to_act);
        for seat in (0..Seat::MOST as u8).map(Seat::new) {
            for rank in Rank::ALL {
                self.ranked(seat, rank)
                    .iter()
                    .for_each(|square| position.put(seat, rank, transposed(square)));
            }
        }
        self.winner.into_iter().for_each(|w| position.set_winner(w));
        position
    }
}

impl Empire {
    /// The friends of a seat: its own pieces and its partner's.
    #[inline]
    pub fn friends(&self, position: &Position, seat: Seat) -> Set {
        let own = position.pieces[seat.index()];
        match self.partner(seat) {
            Some(partner) => own | position.pieces[partner.index()],
            None => own,
        }
    }

    /// The opponents' pieces that a seat's piece on a square could take (EM4).
    pub fn targets(&self, position: &Position, from: Square) -> Set {
        match position.piece(from) {
            Some((seat, rank)) => {
                let enemies = position.occupied() & !self.friends(position, seat);
                enemies & Position::reach(rank, from)
            }
            None => Set::EMPTY,
        }
    }

    /// The seat that acts after this one: the next that is still in the game (EM7).
    #[inline]
    pub(super) fn next(&self, position: &Position, seat: Seat) -> Seat {
        let mut next = seat.next(self.players.count);
        while self.plays_on_without() && position.commanders[next.index()] == NONE && next != seat {
            next = next.next(self.players.count);
        }
        next
    }

    /// Plays an action and tests whether it won (EM6 to EM9).
    #[inline]
    pub(super) fn play(&self, position: &mut Position, action: Action) {
        let seat = position.to_act;
        let Some((from, to)) = action.squares() else {
            // EM9: nothing is tested after a pass.
            return self.hand_over(position, seat);
        };
        let rank = position.rank_of(seat, from);
        let mut won = false;
        if players::is_taken(&position.pieces, to) {
            won = self.take(position, seat, to);
        }
        position.toggle(seat, rank, from);
        position.toggle(seat, rank, to);
        let commander = &mut position.commanders[seat.index()];
        *commander = if rank == Rank::Commander {
            to.index() as u8
        } else {
            *commander
        };
        self.hand_over(position, seat);
        if won || self.holds_thrones(position, seat) || self.is_enthroned(position, seat) {
            position.set_winner(seat);
        }
    }

    #[inline]
    fn hand_over(&self, position: &mut Position, seat: Seat) {
        let next = self.next(position, seat);
        position.to_act = next;
        position.key ^= TURNS[seat.index()] ^ TURNS[next.index()];
    }

    /// Takes the piece on a square and returns whether that wins at once.
    fn take(&self, position: &mut Position, seat: Seat, at: Square) -> bool {
        let Some((victim, rank)) = position.piece(at) else {
            return false;
        };
        position.toggle(victim, rank, at);
        if rank != Rank::Commander {
            return false;
        }
        position.commanders[victim.index()] = NONE;
        if !self.plays_on_without() {
            return true; // EM6 (c), EM8 (c)
        }
        // EM7: the other pieces become the captor's and keep their rank.
        for square in position.pieces[victim.index()].iter() {
            let rank = position.rank_of(victim, square);
            position.toggle(victim, rank, square);
            position.toggle(seat, rank, square);
        }
        self.next(position, seat) == seat
    }

    /// EM6 (a), EM7 (a), EM8 (a).
    #[inline]
    pub(super) fn holds_thrones(&self, position: &Position, seat: Seat) -> bool {
        let held = self.friends(position, seat) & THRONES;
        if self.plays_on_without() {
            held.len() >= 3
        } else {
            held == THRONES
        }
    }

    /// EM6 (b), EM7 (b), EM8 (b), when it is the next player's turn.
    #[inline]
    pub(super) fn is_enthroned(&self, position: &Position, seat: Seat) -> bool {
        let sits = |seat: Seat| {
            usize::from(position.commanders[seat.index()]) == self.throne(seat).index()
        };
        let safe = |seat: Seat| !position.commander_attacked(seat, position.to_act);
        match self.partner(seat) {
            None => sits(seat) && safe(seat),
            Some(partner) => sits(seat) && sits(partner) && safe(seat) && safe(partner),
        }
    }
}
