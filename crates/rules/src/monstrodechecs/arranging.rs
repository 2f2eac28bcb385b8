use super::setup::{phase_name, phase_named};
use super::{Mode, Monstrodechecs, Phase, Setup, Square};
use crate::arranging::{Chosen, acts, draft, flag, of_seat, pieces, value};
use crate::scene::draft::{Draft, Model, Range, Setting};
use crate::scene::{Die, DieKind, Glyph, Message, Piece, Side};
use crate::{Arranging, Seat};

impl Arranging for Monstrodechecs {
    /// One die of each kind in the army, the ordinary ones of Carnage, the devil.
    fn models(&self) -> Vec<Model> {
        let mut kinds: Vec<DieKind> = (1..=6)
            .filter(|kind| self.army.contains(kind))
            .map(DieKind::Monster)
            .collect();
        if self.mode == Mode::Carnage || self.army.contains(&0) {
            kinds.push(DieKind::Plain);
        }
        if self.has_devils() {
            kinds.push(DieKind::Devil(6));
        }
        let dice = |seat| {
            kinds.clone().into_iter().map(move |kind| {
                let top = match kind {
                    DieKind::Plain => 1,
                    DieKind::Monster(face) | DieKind::Devil(face) => face,
                };
                let south = crate::scene::dice::Orientation::with_top(top).next();
                let die = Die {
                    top,
                    south: south.map(|o| o.south()),
                    kind,
                };
                Model {
                    opens: true,
                    ..Model::new(Glyph::Die(die), seat)
                }
            })
        };
        Seat::all(self.players).flat_map(dice).collect()
    }

    fn settings(&self, draft: &Draft) -> Vec<Setting> {
        let mut phases = vec![("turn", "setup.stage-turn"), ("flips", "setup.stage-flips")];
        if self.has_set_up() {
            phases.push(("setup", "setup.stage-setup"));
        }
        phases.push(("over", "setup.stage-over"));
        let named = |(phase, key): (&str, _)| (phase.to_owned(), Message::new(key));
        let phases = Range::OneOf(phases.into_iter().map(named).collect());
        let phase = Setting::new("stage", Message::new("setup.stage"), phases);
        let is_over = phase.value(draft) == "over";
        let mut settings = vec![phase, acts(self.players)];
        for seat in Seat::all(self.players) {
            let bonus = Range::Number(0, 8);
            settings.push(of_seat("bonus", seat, "setup.bonus", bonus));
            if self.counts_points() {
                let most = Range::Number(0, 999);
                settings.push(of_seat("score", seat, "setup.score", most));
            }
            if self.has_corners() {
                let mut sides = vec![("-".to_owned(), Message::new("setup.not-chosen"))];
                sides.extend(self.corner_sides(seat).map(named_side));
                let sides = Range::OneOf(sides);
                settings.push(of_seat("side", seat, "setup.side", sides));
            }
            // MO19: one attack may remove all devils.
            if self.has_devils() && is_over {
                settings.push(of_seat("last", seat, "setup.last-devil", Range::Flag));
            }
        }
        if self.rounds > 1 {
            let rounds = Range::Number(1, u32::from(self.rounds));
            settings.push(Setting::new("round", Message::new("setup.round"), rounds));
        }
        settings
    }

    fn draft_of(&self, setup: &Setup) -> Draft {
        let dice = Seat::all(self.players).zip(&setup.dice);
        let dice = dice.flat_map(|(seat, dice)| {
            dice.iter()
                .map(move |&(at, die)| Piece::on(at.site(), Glyph::Die(die), seat))
        });
        let is_over = setup.phase == Phase::Over;
        let acts = if is_over { Seat::new(0) } else { setup.turn() };
        let mut values = vec![
            value("stage", phase_name(setup.phase)),
            value("acts", acts),
            value("round", setup.round),
        ];
        for seat in Seat::all(self.players) {
            let i = seat.index();
            values.extend([
                value(format!("bonus-{seat}"), setup.bonus[i]),
                value(format!("score-{seat}"), setup.score[i]),
                value(
                    format!("side-{seat}"),
                    setup.sides[i].map_or('-', Side::letter),
                ),
                flag(format!("last-{seat}"), setup.seats.contains(&seat)),
            ]);
        }
        draft(dice, values)
    }

    fn setup_from(&self, draft: &Draft) -> Setup {
        let chosen = Chosen::new(&self.settings(draft), draft);
        let dice = |seat| {
            pieces(draft, seat, |glyph, site| match glyph {
                Glyph::Die(die) => Some((Square::from_site(site)?, die)),
                _ => None,
            })
        };
        let dice: Vec<_> = Seat::all(self.players).map(dice).collect();
        let phase = phase_named(chosen.text("stage")).unwrap_or(Phase::Play);
        let seats = match phase {
            Phase::Over => self.last_in(&dice, &chosen),
            _ => vec![chosen.to_act()],
        };
        let number = |name: &str, seat: Seat| u32::from(chosen.number(&format!("{name}-{seat}")));
        let by_seat = |name| std::array::from_fn(|i| number(name, Seat::new(i as u8)));
        let side = |i| {
            let letter = chosen.text(&format!("side-{}", Seat::new(i as u8)));
            let named = |side: &Side| side.letter().to_string() == letter;
            Side::ALL.into_iter().find(named)
        };
        Setup {
            dice,
            phase,
            seats,
            bonus: by_seat("bonus"),
            score: by_seat("score"),
            round: u32::from(chosen.number("round").max(1)),
            sides: std::array::from_fn(side),
        }
    }
}

impl Monstrodechecs {
    /// Who were last in a finished game: those still standing, or, if nobody is, those the settings
    /// name.
    fn last_in(&self, dice: &[Vec<(Square, Die)>], chosen: &Chosen) -> Vec<Seat> {
        let stands = |seat: &Seat| {
            dice[seat.index()]
                .iter()
                .any(|(_, die)| !self.has_devils() || matches!(die.kind, DieKind::Devil(_)))
        };
        let said = |seat: &Seat| chosen.flag(&format!("last-{seat}"));
        let standing: Vec<Seat> = Seat::all(self.players).filter(stands).collect();
        if !standing.is_empty() {
            return standing;
        }
        let said: Vec<Seat> = Seat::all(self.players).filter(said).collect();
        if said.is_empty() {
            vec![Seat::new(0)]
        } else {
            said
        }
    }
}

fn named_side(side: Side) -> (String, Message) {
    let name = Message::new(super::refusal::side_key(side));
    (side.letter().to_string(), name)
}
