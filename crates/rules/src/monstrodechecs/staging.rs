use super::notation::face;
use super::refusal::side_key;
use super::{Action, Bitboard, Die, Mode, Monstrodechecs, Phase, Position, Square, Struck, reach};
use crate::scene::{
    self, Change, DieKind, Edge, Glyph, Ground, Layout, Mark, MarkKind, Message, Pick, Piece,
    Place, Scene, SeatView, Side, SiteId, State, Surface, Transition, ZoneId, ZoneRole,
};
use crate::{Reason, Refusal, Refusing, Rules, Seat, Staging, Verdict};

impl Staging for Monstrodechecs {
    /// Each seat has a tray for its dice beside the board, and with devils another for the devil
    /// still to be placed.
    fn layout(&self) -> Layout {
        let mut layout = Layout::grid(
            Surface::Slate,
            8,
            8,
            |c, r| Square::new(c as u8, r as u8).to_string(),
            Ground::chequered,
        )
        .with_frame(
            ('A'..='H').map(String::from),
            (1..=8).map(|row: u8| row.to_string()),
        );
        for seat in Seat::all(self.players) {
            layout.add_zone(Some(seat), ZoneRole::Lost);
            // Where the sides are fixed, the edges show them: they decide the range (MO5).
            if !self.has_corners() {
                layout.edges.push(Edge {
                    side: self.clockwise_side(seat),
                    seat,
                });
            }
        }
        if self.has_devils() {
            for seat in Seat::all(self.players) {
                layout.add_zone(Some(seat), ZoneRole::Hand);
            }
        }
        layout
    }

    fn scene(&self, position: &Position) -> Scene {
        let mut pieces = Vec::new();
        for seat in Seat::all(self.players) {
            for (at, die) in position.dice_of(seat) {
                let mut piece = Piece::on(at.site(), self.glyph(position, at, die), seat);
                piece.state = if !position.plays(seat) {
                    State::Orphan
                } else if die.is_immune() {
                    State::Immune
                } else {
                    State::Free
                };
                pieces.push(piece);
            }
            for (slot, kind) in self.beside(position, seat).enumerate() {
                let glyph = Glyph::Die(scene::Die {
                    top: if kind == 0 { 1 } else { kind },
                    south: None,
                    kind: if kind == 0 {
                        DieKind::Plain
                    } else {
                        DieKind::Monster(kind)
                    },
                });
                pieces.push(Piece::in_zone(lost(seat), slot as u8, glyph, seat));
            }
            if self.has_devils() && !self.has_chosen(position, seat) {
                let glyph = Glyph::Die(scene::Die {
                    top: 1,
                    south: None,
                    kind: DieKind::Devil(6),
                });
                pieces.push(Piece::in_zone(self.hand(seat), 0, glyph, seat));
            }
        }
        Scene {
            pieces,
            marks: self.marks(position),
            seats: Seat::all(self.players)
                .map(|seat| self.seat_view(position, seat))
                .collect(),
            prompt: self.prompt(position),
        }
    }

    fn picks(&self, position: &Position, action: Action, path: &mut Vec<Pick>) {
        let picture = |at: Square, orientation| {
            let die = Die(position.codes[at.index()]).turned(orientation);
            let devil = position.devils.contains(at);
            Pick::Picture(glyph(die, devil, false))
        };
        match action {
            Action::Roll {
                from,
                to,
                orientation,
            } => path.extend([
                Pick::Site(from.site()),
                Pick::Site(to.site()),
                picture(from, orientation),
            ]),
            Action::Turn { at, orientation } => {
                path.extend([Pick::Site(at.site()), picture(at, orientation)]);
            }
            Action::Devil { at } => path.push(Pick::Site(at.site())),
            Action::Side(side) => path.push(Pick::Button(side_key(side).into())),
            Action::Pass => path.push(Pick::Button("monstrodechecs.pass".into())),
        }
    }

    fn preview(&self, position: &Position, action: Action) -> Vec<Mark> {
        let Action::Roll { from, to, .. } = action else {
            return Vec::new();
        };
        let struck = struck(position, action);
        let mut marks = vec![Mark::new(MarkKind::Way, {
            let mut way = vec![from.site()];
            way.extend(path(position, action).unwrap_or_else(|| vec![to.site()]));
            way
        })];
        for (kind, set) in [
            (MarkKind::Hit, struck.removed),
            (MarkKind::Flip, struck.flipped),
        ] {
            if !set.is_empty() {
                marks.push(Mark::new(kind, set.into_iter().map(Square::site)));
            }
        }
        marks
    }

    fn reason(&self, position: &Position) -> Reason {
        let outcome = self.outcome(position);
        let mut seats = Seat::all(self.players);
        let winner = seats.find(|&seat| outcome.verdict(seat) == Verdict::Won);
        // What is said of one winner, of a side, and of those who share the end.
        let (rule, alone, side, shared) = if self.counts_points() {
            let rule = if self.mode == Mode::Carnage {
                "MO21"
            } else {
                "MO18"
            };
            (
                rule,
                "monstrodechecs.end-points",
                "monstrodechecs.end-side-points",
                "monstrodechecs.end-shared",
            )
        } else if self.has_devils() {
            (
                "MO19",
                "monstrodechecs.end-devil",
                "monstrodechecs.end-side-devil",
                "monstrodechecs.end-devils",
            )
        } else {
            (
                "MO17",
                "monstrodechecs.end-last",
                "monstrodechecs.end-side-last",
                "monstrodechecs.end-side-last",
            )
        };
        match winner {
            Some(winner) if !self.teams => Reason::about(rule, alone, winner),
            Some(_) => Reason::by(rule, side),
            None => Reason::by(rule, shared),
        }
    }

    fn transition(&self, position: &Position, action: Action) -> Transition {
        match action {
            Action::Roll { from, to, .. } => {
                let struck = struck(position, action);
                let roll = Change::Roll {
                    from: from.site(),
                    path: path(position, action).unwrap_or_else(|| vec![to.site()]),
                };
                let leave = |at: Square| Change::Leave {
                    from: Place::site(at.site()),
                    to: position.owner(at).map(lost),
                };
                let flip = |at: Square| Change::Flip { at: at.site() };
                let mut changes: Vec<_> = struck.removed.into_iter().map(leave).collect();
                changes.extend(struck.flipped.into_iter().map(flip));
                Transition::single_step(vec![roll]).then(changes)
            }
            Action::Turn { at, .. } => Transition::single_step(vec![Change::Turn {
                at: Place::site(at.site()),
            }]),
            Action::Devil { at } => {
                let seat = position.turn;
                let place = Place::site(at.site());
                Transition::single_step(vec![Change::Leave {
                    from: place.clone(),
                    to: Some(lost(seat)),
                }])
                .then(vec![Change::Enter {
                    from: Some((self.hand(seat), 0)),
                    to: place,
                }])
            }
            Action::Side(_) => {
                let turn = |at: Square| Change::Turn {
                    at: Place::site(at.site()),
                };
                let dice = position.dice(position.turn).into_iter();
                Transition::single_step(dice.map(turn).collect())
            }
            Action::Pass => Transition::default(),
        }
    }

    fn refused_pick(&self, position: &Position, path: &[Pick]) -> Refusal {
        let square = |pick: &Pick| pick.site().and_then(Square::from_site);
        let mut actions = Vec::new();
        self.actions(position, &mut actions);
        let elsewhere = || Refusal::new("C5", Message::new("rules.pick-elsewhere"));
        match (path, position.phase) {
            ([pick], Phase::SetUp) if self.has_devils() => match square(pick) {
                Some(at) => self.refusal(position, Action::Devil { at }),
                None => self.refusal(position, Action::Pass),
            },
            (_, Phase::SetUp | Phase::Flips) => self.refusal(position, Action::Pass),
            ([pick], Phase::Play) => match (square(pick), &actions[..]) {
                (Some(_), [Action::Pass]) => {
                    Refusal::new("MO16", Message::new("monstrodechecs.must-pass"))
                }
                (Some(from), _) => self.explain_die(position, from).unwrap_or_else(elsewhere),
                (None, _) => elsewhere(),
            },
            ([from, to, ..], Phase::Play) => match (square(from), square(to)) {
                (Some(from), Some(to)) => self
                    .explain_end(position, from, to)
                    .unwrap_or_else(elsewhere),
                _ => elsewhere(),
            },
            _ => elsewhere(),
        }
    }
}

impl Monstrodechecs {
    fn glyph(&self, position: &Position, at: Square, die: Die) -> Glyph {
        let devil = position.devils.contains(at);
        let waits = self.has_corners()
            && position
                .owner(at)
                .is_some_and(|seat| !self.has_chosen(position, seat));
        glyph(die, devil, waits || position.pending.contains(at))
    }

    /// The kinds of a seat's dice that are not on the board: removed, or replaced by the devil.
    fn beside<'a>(&'a self, position: &'a Position, seat: Seat) -> impl Iterator<Item = u8> + 'a {
        let mut count = [0usize; 7];
        for index in 0..self.dice_each() {
            count[usize::from(self.start_kind(index))] += 1;
        }
        for (at, die) in position.dice_of(seat) {
            let left = &mut count[usize::from(die.kind())];
            if !position.devils.contains(at) {
                *left = left.saturating_sub(1);
            }
        }
        let kinds = (1..=6).chain([0]);
        kinds.flat_map(move |kind| std::iter::repeat_n(kind as u8, count[kind]))
    }

    /// The tray with the devil to be placed.
    fn hand(&self, seat: Seat) -> ZoneId {
        ZoneId(self.players + seat.index() as u8)
    }

    fn marks(&self, position: &Position) -> Vec<Mark> {
        match position.phase {
            Phase::Flips => position
                .next_choice()
                .map(|(_, at)| Mark::new(MarkKind::Duty, [at.site()]))
                .into_iter()
                .collect(),
            Phase::Over => {
                let last = Seat::all(self.players).filter(|&seat| position.plays(seat));
                let dice = last.fold(Bitboard::EMPTY, |all, seat| all | position.dice(seat));
                vec![Mark::new(MarkKind::Win, dice.into_iter().map(Square::site))]
            }
            _ => Vec::new(),
        }
    }

    fn seat_view(&self, position: &Position, seat: Seat) -> SeatView {
        let mut notes = Vec::new();
        if position.bonus(seat) > 0 {
            notes.push(
                Message::new("monstrodechecs.note-bonus").number("bonus", position.bonus(seat)),
            );
        }
        if self.has_corners() && self.has_chosen(position, seat) {
            notes.push(
                Message::new("monstrodechecs.note-side")
                    .word("side", side_key(position.side(seat))),
            );
        }
        if self.rounds > 1 && seat == self.starter(position.round) {
            notes.push(
                Message::new("monstrodechecs.note-round")
                    .number("round", position.round)
                    .number("rounds", self.rounds),
            );
        }
        SeatView {
            score: self.counts_points().then(|| position.score(seat).into()),
            notes,
            out: position.phase != Phase::Over && !position.plays(seat),
        }
    }

    fn prompt(&self, position: &Position) -> Message {
        let turn = position.turn;
        match position.phase {
            Phase::Over => Message::new("rules.over"),
            Phase::SetUp if self.has_devils() => Message::new("monstrodechecs.prompt-devil"),
            Phase::SetUp => {
                let mut sides = self.corner_sides(turn).map(side_key);
                Message::new("monstrodechecs.prompt-side")
                    .word("one", sides.next().unwrap_or_default())
                    .word("other", sides.next().unwrap_or_default())
            }
            Phase::Flips => match position.next_choice() {
                Some((seat, at)) => {
                    let die = Die(position.codes[at.index()]);
                    let own = position.owner(at) == Some(seat);
                    Message::new(if own {
                        "monstrodechecs.prompt-turn"
                    } else {
                        "monstrodechecs.prompt-turn-orphan"
                    })
                    .text("at", at)
                    .text("top", face(die.top(), die.kind()))
                }
                None => Message::new("rules.over"),
            },
            Phase::Play => {
                let stuck = position
                    .dice(turn)
                    .into_iter()
                    .all(|from| position.reach(turn, from).squares().is_empty());
                if stuck {
                    Message::new("monstrodechecs.prompt-pass")
                } else if position.bonus(turn) > 0 {
                    Message::new("monstrodechecs.prompt-roll-bonus")
                        .number("bonus", position.bonus(turn))
                } else {
                    Message::new("monstrodechecs.prompt-roll")
                }
            }
        }
    }
}

pub(super) fn glyph(die: Die, devil: bool, open: bool) -> Glyph {
    Glyph::Die(scene::Die {
        top: die.top(),
        south: (!open).then(|| die.orientation().facing(Side::South)),
        kind: match die.kind() {
            0 => DieKind::Plain,
            kind if devil => DieKind::Devil(kind),
            kind => DieKind::Monster(kind),
        },
    })
}

/// What a roll hits.
fn struck(position: &Position, action: Action) -> Struck {
    match action {
        Action::Roll {
            from,
            to,
            orientation,
        } => {
            let die = Die(position.codes[from.index()]).turned(orientation);
            position.strike(to, die, Some(from))
        }
        _ => Struck::default(),
    }
}

/// The squares that a die visits on a shortest way.
fn path(position: &Position, action: Action) -> Option<Vec<SiteId>> {
    let Action::Roll {
        from,
        to,
        orientation,
    } = action
    else {
        return None;
    };
    let start = position.die(from)?.orientation();
    let path = reach::path((from, start), (to, orientation), !position.all_dice())?;
    Some(path.into_iter().map(Square::site).collect())
}

/// The tray for a seat's dice that are not on the board.
fn lost(seat: Seat) -> ZoneId {
    ZoneId(seat.index() as u8)
}
