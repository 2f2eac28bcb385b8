use tablier_rules::scene::{Glyph, MarkKind, Piece, Place, State};
use tablier_rules::{Game, Rules, Seat, Status};

use super::{Goal, rival, side_to_act};
use crate::proof::Proof;

/// What a puzzle is about.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Theme {
    /// The piece that acts can be taken, and the win comes all the same.
    Sacrifice,
    /// Two threats at once: no reply meets both.
    Fork,
    /// The key also stops the rival, who was about to win.
    Block,
    /// The last action attacks a piece that cannot be saved.
    Mate,
    /// Bars are linked from corner to corner.
    Chain,
    /// The key takes or captures something.
    Capture,
    /// A win at once.
    Win,
    /// A forced win without any of this.
    Attack,
    /// The only action that does not lose.
    Defence,
}

impl Theme {
    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Theme::Sacrifice => "sacrifice",
            Theme::Fork => "fork",
            Theme::Block => "block",
            Theme::Mate => "mate",
            Theme::Chain => "chain",
            Theme::Capture => "capture",
            Theme::Win => "win",
            Theme::Attack => "attack",
            Theme::Defence => "defence",
        }
    }
}

/// What was found out about a puzzle.
pub(super) struct Facts<A> {
    pub(super) themes: Vec<Theme>,
    /// How many replies the key leaves.
    pub(super) replies: usize,
    /// The solution: in a sacrifice of three actions the one where the piece is taken.
    pub(super) line: Vec<A>,
    /// The same up to the last reply, and what wins against another one.
    pub(super) second: Option<Vec<A>>,
}

impl<A: Copy + Eq> Facts<A> {
    /// None if the budget is used up.
    pub(super) fn find<G: Game<Action = A>>(
        rules: &G,
        position: &G::Position,
        goal: Goal,
        line: &[A],
        proof: &mut Proof<'_, G>,
    ) -> Option<Self> {
        let side = side_to_act(rules, position)?;
        let after = |at: &G::Position, action: A| {
            let mut next = at.clone();
            rules.apply(&mut next, action);
            next
        };
        let key = *line.first()?;
        let next = after(position, key);
        let mut replies = Vec::new();
        rules.actions(&next, &mut replies);
        let mut facts = Self {
            themes: Vec::new(),
            replies: replies.len(),
            line: line.to_vec(),
            second: None,
        };
        let mut taken = None;
        let length = match goal {
            Goal::Win(length) => length,
            Goal::Hold(_) => {
                facts.themes.push(Theme::Defence);
                if takes(rules, position, &next, side) {
                    facts.themes.push(Theme::Capture);
                }
                return Some(facts);
            }
        };
        if length >= 3 && side_to_act(rules, &next) != Some(side) {
            taken = taken_piece(rules, position, &next, side, length, proof)?;
            if let (3, Some([reply, then])) = (length, taken) {
                facts.line = vec![key, reply, then];
            }
            let line = &facts.line;
            let before: &[A] = &line[..line.len().saturating_sub(3)];
            let at = before
                .iter()
                .fold(position.clone(), |at, &action| after(&at, action));
            if side_to_act(rules, &at) == Some(side) {
                facts.second = second_threat(rules, &at, line, proof)?;
            }
        }
        let last = facts
            .line
            .iter()
            .fold(position.clone(), |at, &action| after(&at, action));
        let scene = rules.scene(&last);
        let marked = |kind| scene.marks.iter().any(|mark| mark.kind == kind);
        let bars = scene
            .pieces
            .iter()
            .any(|piece| matches!(piece.glyph, Glyph::Bar { .. }));
        let found = [
            (Theme::Sacrifice, taken.is_some()),
            (Theme::Fork, facts.second.is_some()),
            (
                Theme::Block,
                length >= 3 && parries(rules, position, key, proof)?,
            ),
            (Theme::Mate, marked(MarkKind::Threat)),
            (Theme::Chain, bars && marked(MarkKind::Win)),
            (Theme::Capture, takes(rules, position, &next, side)),
            (Theme::Win, length == 1),
        ];
        facts
            .themes
            .extend(found.iter().filter(|(_, is)| *is).map(|(theme, _)| *theme));
        if facts.themes.is_empty() {
            facts.themes.push(Theme::Attack);
        }
        Some(facts)
    }
}

fn of_side<R: Rules>(rules: &R, piece: &Piece, side: u8) -> bool {
    piece
        .seat
        .is_some_and(|seat: Seat| rules.side(seat) == side)
}

/// The free pieces on the board, those of a side or those of the others.
fn men<G: Game>(rules: &G, position: &G::Position, side: u8, own: bool) -> Vec<Piece> {
    let mut pieces = rules.scene(position).pieces;
    pieces.retain(|piece| {
        matches!(piece.at, Place::Sites(_))
            && !matches!(piece.state, State::Captive(_))
            && of_side(rules, piece, side) == own
    });
    pieces
}

/// Whether the others have fewer free pieces on the board afterwards.
fn takes<G: Game>(rules: &G, before: &G::Position, after: &G::Position, side: u8) -> bool {
    men(rules, after, side, false).len() < men(rules, before, side, false).len()
}

/// A reply that takes the piece that has just acted, and what wins then.
fn taken_piece<G: Game>(
    rules: &G,
    before: &G::Position,
    after: &G::Position,
    side: u8,
    length: u32,
    proof: &mut Proof<'_, G>,
) -> Option<Option<[G::Action; 2]>> {
    let known = men(rules, before, side, true);
    let now = men(rules, after, side, true);
    let moved: Vec<_> = now.iter().filter(|piece| !known.contains(piece)).collect();
    for (reply, next) in proof.after(after) {
        let left = men(rules, &next, side, true);
        let is_gone = |piece: &&&Piece| !left.iter().any(|other| other.at == piece.at);
        if left.len() < now.len()
            && moved.iter().any(|piece| is_gone(&piece))
            && side_to_act(rules, &next) == Some(side)
        {
            let keys = proof.keys(&next, length - 2)?;
            return Some(keys.first().map(|&then| [reply, then]));
        }
    }
    Some(None)
}

/// Whether two replies to the action before last are met by different actions alone: from a
/// position whose line's last three actions are still to be played.
fn second_threat<G: Game>(
    rules: &G,
    at: &G::Position,
    line: &[G::Action],
    proof: &mut Proof<'_, G>,
) -> Option<Option<Vec<G::Action>>> {
    let [before @ .., key, reply, last] = line else {
        return Some(None);
    };
    let mut next = at.clone();
    rules.apply(&mut next, *key);
    let mut first = next.clone();
    rules.apply(&mut first, *reply);
    let side = side_to_act(rules, at)?;
    if side_to_act(rules, &first) != Some(side) {
        return Some(None);
    }
    let known = proof.keys(&first, 1)?;
    for (other, then) in proof.after(&next) {
        if !matches!(rules.actions(&then, &mut Vec::new()), Status::Acts(seat) if rules.side(seat) == side)
        {
            continue;
        }
        let keys = proof.keys(&then, 1)?;
        if let Some(&win) = keys.first()
            && win != *last
            && keys.iter().all(|key| !known.contains(key))
        {
            let mut whole = before.to_vec();
            whole.extend([*key, other, win]);
            return Some(Some(whole));
        }
    }
    Some(None)
}

/// Whether the rival wins at once after most other actions.
fn parries<G: Game>(
    rules: &G,
    position: &G::Position,
    key: G::Action,
    proof: &mut Proof<'_, G>,
) -> Option<bool> {
    let Some(side) = rival(rules, position) else {
        return Some(false);
    };
    let mut threat = Proof::for_side(rules, side, u64::MAX);
    let (mut lost, mut all) = (0, 0);
    for (action, next) in proof.after(position) {
        if action != key {
            all += 1;
            lost += usize::from(threat.wins(&next, 1)?);
        }
    }
    Some(lost * 2 > all)
}
