use super::notation::face;
use super::{Mode, Monstrodechecs, Position, Square, Stage};
use crate::arranging::{acts, chosen, flag, of_seat, value, words};
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
        let mut stages = vec![("turn", "setup.stage-turn"), ("flips", "setup.stage-flips")];
        if self.has_set_up() {
            stages.push(("setup", "setup.stage-setup"));
        }
        stages.push(("over", "setup.stage-over"));
        let named = |(stage, key): (&str, _)| (stage.to_owned(), Message::new(key));
        let stages = Range::OneOf(stages.into_iter().map(named).collect());
        let stage = Setting::new("stage", Message::new("setup.stage"), stages);
        let is_over = stage.value(draft) == "over";
        let mut settings = vec![stage, acts(self.players)];
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

    fn values(&self, position: &Position) -> Vec<(String, String)> {
        let stage = match position.stage {
            Stage::SetUp => "setup",
            Stage::Play => "turn",
            Stage::Flips => "flips",
            Stage::Over => "over",
        };
        let mut values = vec![
            value("stage", stage),
            value("acts", position.turn),
            value("round", position.round),
        ];
        for seat in Seat::all(self.players) {
            let side = if self.has_chosen(position, seat) {
                position.side(seat).letter()
            } else {
                '-'
            };
            values.extend([
                value(format!("bonus-{seat}"), position.bonus(seat)),
                value(format!("score-{seat}"), position.score(seat)),
                value(format!("side-{seat}"), side),
                flag(format!("last-{seat}"), position.plays(seat)),
            ]);
        }
        values
    }

    fn compose(&self, draft: &Draft) -> String {
        let chosen = chosen(&self.settings(draft), draft);
        let mut text = String::new();
        for seat in Seat::all(self.players) {
            let dice = words(draft, seat, die_name);
            text += if dice.is_empty() { "-" } else { &dice };
            text += " | ";
        }
        let list = |name: &str| {
            let of = |seat: Seat| chosen.get(&format!("{name}-{seat}")).cloned();
            Seat::all(self.players).filter_map(of).collect::<Vec<_>>()
        };
        let stage = &chosen["stage"];
        let seats = match stage.as_str() {
            "over" => self.last_in(draft, &list("last")),
            _ => chosen["acts"].clone(),
        };
        text += &format!("{stage}={seats}");
        let bonus = list("bonus");
        if bonus.iter().any(|bonus| bonus != "0") {
            text += &format!(" bonus={}", bonus.join(","));
        }
        if self.counts_points() {
            text += &format!(" score={}", list("score").join(","));
        }
        if let Some(round) = chosen.get("round") {
            text += &format!(" round={round}");
        }
        if self.has_corners() {
            text += &format!(" sides={}", list("side").concat());
        }
        text
    }
}

impl Monstrodechecs {
    /// Who were last in a finished game: those still standing, or, if nobody is, those the settings
    /// name.
    fn last_in(&self, draft: &Draft, said: &[String]) -> String {
        let stands = |seat: &Seat| {
            draft.pieces_of(*seat).any(|piece| {
                let devil = matches!(piece.glyph, Glyph::Die(die) if is_devil(die));
                devil || !self.has_devils()
            })
        };
        let standing: String = Seat::all(self.players)
            .filter(stands)
            .map(|seat| seat.to_string())
            .collect();
        if !standing.is_empty() {
            return standing;
        }
        let said = Seat::all(self.players).zip(said);
        let said: String = said
            .filter(|(_, yes)| !yes.is_empty())
            .map(|(seat, _)| seat.to_string())
            .collect();
        if said.is_empty() {
            "1".to_owned()
        } else {
            said
        }
    }
}

fn is_devil(die: Die) -> bool {
    matches!(die.kind, DieKind::Devil(_))
}

/// `6A1/M2`.
fn die_name(piece: &Piece, at: usize) -> Option<String> {
    let Glyph::Die(die) = piece.glyph else {
        return None;
    };
    let kind = match die.kind {
        DieKind::Plain => 0,
        DieKind::Monster(kind) | DieKind::Devil(kind) => kind,
    };
    let sign = if is_devil(die) {
        'D'
    } else {
        (b'0' + kind) as char
    };
    let south = die.south.map_or('?', |south| face(south, kind));
    let at = Square::from_index(at);
    Some(format!("{sign}{at}/{}{south}", face(die.top, kind)))
}

fn named_side(side: Side) -> (String, Message) {
    let name = Message::new(super::refusals::side_key(side));
    (side.letter().to_string(), name)
}
