//! What is said of an action, compared with what trying everything out shows. Nothing is used but the rules and
//! the pictures of the positions.

use tablier_rules::scene::{
    Arg, Body, Glyph, Ground, Mark, MarkKind, Message, Piece, Place, SiteId, State,
};
use tablier_rules::{Game, Match, Seat, Status, Verdict};

use crate::sides::verdict_of;
use crate::{Mind, RootMove, proof::Proof, side_count};

/// So many positions are tried out for a forced win.
const BUDGET: u64 = 300_000;

/// Whether a sentence about the first action of a line is true; none where trying everything out
/// takes too long.
pub(super) fn is_true<G: Mind + Game>(
    game: &Match<G>,
    line: &RootMove<G::Action>,
    why: &Message,
) -> Option<bool> {
    let Status::Acts(seat) = game.status() else {
        return Some(false);
    };
    let truth = Truth {
        game,
        seat,
        ours: game.rules().side(seat),
        action: line.actions[0],
        before: game.position(),
        after: Truth::next(game, game.position(), line.actions[0]),
    };
    truth.of(line, why)
}

struct Truth<'a, G: Mind + Game> {
    game: &'a Match<G>,
    seat: Seat,
    ours: u8,
    action: G::Action,
    before: &'a G::Position,
    after: G::Position,
}

impl<G: Mind + Game> Truth<'_, G> {
    fn of(&self, line: &RootMove<G::Action>, why: &Message) -> Option<bool> {
        let (game, rules) = (self.game, self.game.rules());
        let legal = game.legal();
        let count = |name| number(why, name);
        Some(match &*why.key {
            "engine.wins-now" => self.is_won(&self.after, self.ours),
            "engine.wins-by-force" => {
                let within = count("actions") as u32;
                assert_eq!(Some(within), line.score.wins_in());
                Proof::for_side(rules, self.ours, BUDGET).wins(&self.after, within - 1)?
            }
            "engine.only-action" => legal.len() == 1,
            "engine.resists-longest" => {
                assert_eq!(side_count(rules), 2);
                let theirs = (0..rules.seats()).find(|&side| side != self.ours)?;
                let within = line.score.loses_in()?;
                let mut proof = Proof::for_side(rules, theirs, BUDGET);
                for &action in legal {
                    if !proof.wins(&Self::next(game, self.before, action), within - 1)? {
                        return Some(false);
                    }
                }
                true
            }
            "engine.leaves" => {
                let mut end = game.clone();
                line.actions.iter().for_each(|&a| end.play_unchecked(a));
                let pieces = |piece: &&Piece| matches!(piece.at, Place::Sites(_));
                let scene = rules.scene(end.position());
                end.is_over() && scene.pieces.iter().filter(pieces).count() as i64 == count("count")
            }
            "engine.best-found" => count("depth") > 0,
            "engine.only-defence" => {
                !self.is_lost(&self.after) && self.losing() == legal.len() as i64 - 1
            }
            "engine.stops-a-threat"
            | "eupdonne.because-cuts"
            | "blocus.because-closes"
            | "blocus.because-closes-at" => self.stops(why),
            "engine.threatens"
            | "eupdonne.because-links"
            | "blocus.because-opens"
            | "blocus.because-opens-at" => self.threatens(why),
            "engine.keeps" | "eupdonne.because-keeps" => {
                let others = legal.iter().filter(|&&other| other != self.action);
                let losing = others
                    .filter(|&&other| self.loses_piece(&Self::next(game, self.before, other)))
                    .count() as i64;
                assert_eq!(
                    (count("losing"), count("others")),
                    (losing, legal.len() as i64 - 1)
                );
                !self.loses_piece(&self.after) && losing * 2 >= count("others")
            }
            "cubulus.because-takes-cube" => self.takes(|glyph| matches!(glyph, Glyph::Die(_))),
            "cubulus.because-takes-shield" => self.takes(|glyph| is(glyph, Body::Shield)),
            "cubulus.because-takes-soldier" => self.takes(|glyph| is(glyph, Body::Soldier)),
            "empire.because-takes-archer" => self.takes(|glyph| is(glyph, Body::Square)),
            "empire.because-takes-cavalier" => self.takes(|glyph| is(glyph, Body::Triangle)),
            "empire.because-takes-commander" => self.takes(|glyph| is(glyph, Body::King)),
            "eupdonne.because-captures" => self.free(false, false) < self.free(true, false),
            "eupdonne.because-frees" => self.free(false, true) > self.free(true, true),
            "monstrodechecs.because-removes" => {
                self.fewer(false) == count("count") && self.fewer(true) == 0
            }
            "monstrodechecs.because-trades" => {
                self.fewer(false) == count("count") && self.fewer(true) == count("own")
            }
            "porte.because-enters" => {
                let scene = rules.scene(&self.after);
                let waits = |piece: &&Piece| {
                    piece.seat == Some(self.seat) && !matches!(piece.at, Place::Sites(_))
                };
                let left = scene.pieces.iter().filter(waits).count() as i64;
                self.fewer(true) == -1 && left == count("left")
            }
            "cubulus.because-check" => {
                let master = |piece: &Piece| {
                    let is_master =
                        is(&piece.glyph, Body::Pyramid) || is(&piece.glyph, Body::Pedestal);
                    is_master && piece.seat != Some(self.seat)
                };
                let scene = rules.scene(&self.after);
                let at = scene.pieces.iter().find(|piece| master(piece)).map(sites);
                let attacked =
                    |mark: &Mark| mark.kind == MarkKind::Threat && Some(&mark.sites) == at.as_ref();
                scene.marks.iter().any(attacked)
            }
            "cubulus.because-returns" => self.fewer(true) < 0,
            "empire.because-throne" => {
                let layout = rules.layout();
                let throne =
                    |site: &SiteId| layout.sites[usize::from(site.0)].ground == Ground::Throne;
                let held = |position| self.held(position, &throne);
                held(&self.after) == count("count") && held(&self.after) > held(self.before)
            }
            "eupdonne.because-corner" => {
                let layout = rules.layout();
                let corner = |site: &SiteId| {
                    let label = &*layout.sites[usize::from(site.0)].label;
                    ["A1", "A8", "H1", "H8"].contains(&label)
                };
                self.held(&self.after, &corner) > self.held(self.before, &corner)
            }
            "d21.because-value" => {
                let had = self.dice(self.before);
                let has = self.dice(&self.after);
                let missing = |dice: [i64; 7]| -> i64 {
                    dice[1..].iter().map(|&count| (2 - count).max(0)).sum()
                };
                let value = count("value") as usize;
                had[value] < 2 && has[value] > had[value] && missing(has) == count("count")
            }
            "saute.because-far" => {
                let most = legal.iter().map(|&action| self.columns(action)).max();
                let far = self.columns(self.action);
                far == count("columns") && most == Some(far)
            }
            other => panic!("{other} is not checked"),
        })
    }

    fn next(game: &Match<G>, position: &G::Position, action: G::Action) -> G::Position {
        let mut next = position.clone();
        game.rules().apply(&mut next, action);
        next
    }

    fn list(&self, position: &G::Position) -> (Status, Vec<G::Action>) {
        let mut actions = Vec::new();
        (self.game.rules().actions(position, &mut actions), actions)
    }

    fn is_won(&self, position: &G::Position, side: u8) -> bool {
        match self.list(position).0 {
            Status::Over(outcome) => verdict_of(self.game.rules(), outcome, side) == Verdict::Won,
            Status::Acts(_) => false,
        }
    }

    /// Whether the side to act, if it is another one, wins with one action.
    fn is_lost(&self, position: &G::Position) -> bool {
        match self.list(position) {
            (Status::Acts(acts), replies) => {
                let side = self.game.rules().side(acts);
                let wins = |&reply: &_| self.is_won(&Self::next(self.game, position, reply), side);
                side != self.ours && replies.iter().any(wins)
            }
            _ => false,
        }
    }

    /// After how many of the other actions the game is lost at once.
    fn losing(&self) -> i64 {
        let others = self
            .game
            .legal()
            .iter()
            .filter(|&&other| other != self.action);
        let lost = |&&other: &&_| self.is_lost(&Self::next(self.game, self.before, other));
        others.filter(lost).count() as i64
    }

    fn stops(&self, why: &Message) -> bool {
        let (losing, others) = (self.losing(), self.game.legal().len() as i64 - 1);
        assert_eq!(
            (number(why, "losing"), number(why, "others")),
            (losing, others)
        );
        if why.key.ends_with("-at") {
            for &other in self
                .game
                .legal()
                .iter()
                .filter(|&&other| other != self.action)
            {
                let after = Self::next(self.game, self.before, other);
                if self.is_lost(&after) {
                    let Status::Acts(acts) = self.list(&after).0 else {
                        panic!("the game is over");
                    };
                    assert_eq!(self.exit(&after, acts), text(why, "place"));
                }
            }
        }
        !self.is_lost(&self.after) && losing * 2 >= others
    }

    fn threatens(&self, why: &Message) -> bool {
        let (_, replies) = self.list(&self.after);
        let prevents = |&&reply: &&_| {
            let then = Self::next(self.game, &self.after, reply);
            let (_, ours) = self.list(&then);
            !ours
                .iter()
                .any(|&last| self.is_won(&Self::next(self.game, &then, last), self.ours))
        };
        let stops = replies.iter().filter(prevents).count() as i64;
        assert_eq!(number(why, "replies"), replies.len() as i64);
        assert_eq!(number(why, "stops"), stops);
        if why.key.ends_with("-at") {
            assert_eq!(self.exit(&self.after, self.seat), text(why, "place"));
        }
        stops * 4 <= replies.len() as i64
    }

    /// Whether the next action of the others takes a piece of ours.
    fn loses_piece(&self, position: &G::Position) -> bool {
        let (status, replies) = self.list(position);
        let have = self.free_in(position, true);
        matches!(status, Status::Acts(acts) if self.game.rules().side(acts) != self.ours)
            && replies
                .iter()
                .any(|&reply| self.free_in(&Self::next(self.game, position, reply), true) < have)
    }

    /// The pieces of our side, or of the others.
    fn pieces(&self, position: &G::Position, own: bool) -> Vec<Piece> {
        let rules = self.game.rules();
        let mut pieces = rules.scene(position).pieces;
        pieces.retain(|piece| {
            piece
                .seat
                .is_some_and(|seat| (rules.side(seat) == self.ours) == own)
        });
        pieces
    }

    fn on_board(&self, position: &G::Position, own: bool) -> i64 {
        let pieces = self.pieces(position, own);
        let on_board = |piece: &&Piece| matches!(piece.at, Place::Sites(_));
        pieces.iter().filter(on_board).count() as i64
    }

    /// How many fewer pieces a side has on the board than before.
    fn fewer(&self, own: bool) -> i64 {
        self.on_board(self.before, own) - self.on_board(&self.after, own)
    }

    /// How many pieces are neither taken nor captive. Where pieces can be captive, those in the hand are free.
    fn free_in(&self, position: &G::Position, own: bool) -> i64 {
        let pieces = self.pieces(position, own);
        let bars = pieces
            .iter()
            .any(|piece| matches!(piece.glyph, Glyph::Bar { .. }));
        let free = |piece: &&Piece| {
            !matches!(piece.state, State::Captive(_))
                && (bars || matches!(piece.at, Place::Sites(_)))
        };
        pieces.iter().filter(free).count() as i64
    }

    fn free(&self, before: bool, own: bool) -> i64 {
        self.free_in(if before { self.before } else { &self.after }, own)
    }

    /// Whether the others have fewer pieces of this kind on the board.
    fn takes(&self, kind: impl Fn(&Glyph) -> bool) -> bool {
        let count = |position| {
            let pieces = self.pieces(position, false);
            let standing =
                |piece: &&Piece| kind(&piece.glyph) && matches!(piece.at, Place::Sites(_));
            pieces.iter().filter(standing).count()
        };
        count(&self.after) < count(self.before)
    }

    /// How many sites of some kind the pieces of our side stand on.
    fn held(&self, position: &G::Position, kind: &dyn Fn(&SiteId) -> bool) -> i64 {
        let pieces = self.pieces(position, true);
        let covered = pieces.iter().flat_map(sites);
        covered.filter(kind).count() as i64
    }

    /// How many dice of the seat show each value.
    fn dice(&self, position: &G::Position) -> [i64; 7] {
        let mut counts = [0; 7];
        for piece in self.game.rules().scene(position).pieces {
            if let (Some(of), Glyph::Die(die)) = (piece.seat, piece.glyph)
                && of == self.seat
            {
                counts[usize::from(die.top)] += 1;
            }
        }
        counts
    }

    /// How many columns an action goes forward, by its text.
    fn columns(&self, action: G::Action) -> i64 {
        let text = crate::texts(self.game, &[action]).remove(0);
        let mut squares = text.split(['-', '>']);
        let column = |square: Option<&str>| {
            let letter = square.and_then(|square| square.bytes().next());
            i64::from(letter.unwrap_or(b'A'))
        };
        let from = column(squares.next());
        column(squares.next_back()) - from
    }

    /// The column in which a seat's king leaves the board.
    fn exit(&self, position: &G::Position, of: Seat) -> String {
        let rules = self.game.rules();
        let scene = rules.scene(position);
        let is_king = |piece: &&Piece| piece.seat == Some(of) && is(&piece.glyph, Body::King);
        let from = scene.pieces.iter().find(is_king).map(sites).unwrap();
        let is_way =
            |mark: &&Mark| mark.kind == MarkKind::Way && mark.sites.first() == from.first();
        let way = scene.marks.iter().find(is_way).unwrap();
        let last = way.sites.last().unwrap();
        let label = &rules.layout().sites[usize::from(last.0)].label;
        label.chars().take(1).collect()
    }
}

fn is(glyph: &Glyph, body: Body) -> bool {
    *glyph == Glyph::Body(body)
}

/// Where a piece stands; nowhere if it is in a tray.
fn sites(piece: &Piece) -> Vec<SiteId> {
    match &piece.at {
        Place::Sites(sites) => sites.clone(),
        Place::Zone(..) => Vec::new(),
    }
}

fn number(message: &Message, name: &str) -> i64 {
    let found = message.args.iter().find(|(gap, _)| gap == name);
    match found {
        Some((_, Arg::Number(number))) => *number,
        other => panic!("{name} of {message:?}: {other:?}"),
    }
}

fn text(message: &Message, name: &str) -> String {
    let found = message.args.iter().find(|(gap, _)| gap == name);
    match found {
        Some((_, Arg::Text(text))) => text.clone(),
        other => panic!("{name} of {message:?}: {other:?}"),
    }
}
