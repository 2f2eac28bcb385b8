//! Checks whether a record is true.

use super::{DEEPEST, Finish, Line, Problem, Record, RecordedEnding, RecordedLeaving, Step};
use crate::scene::Message;
use crate::{Ending, Seat, Spec, SpecError, Status, Table, catalog};

/// A record found to be true.
pub struct Replayed {
    /// The table at the end of the main line.
    pub table: Box<dyn Table>,
    /// The same record with everything in canonical notation, and with its result.
    pub record: Record,
    /// How many actions the variations have.
    pub varied: usize,
}

impl Record {
    /// Plays everything through the rules of the record's revision, and reports the first illegal
    /// action, a wrong result, or an unknown revision with its place.
    pub fn replay(&self) -> Result<Replayed, Problem> {
        let no_game = |error: SpecError| {
            let why = Message::new("record.game").text("why", error);
            Problem::new(self.spots.game, why)
        };
        let spec = Spec::parse(&self.game).map_err(no_game)?;
        let known = spec.info().revision;
        if self.revision > known || self.revision == 0 {
            let why = Message::new("record.newer")
                .number("revision", self.revision)
                .number("known", known);
            return Err(Problem::new(self.spots.revision, why));
        }
        let spec = spec.as_of(self.revision).to_string();
        let mut table = catalog::open(&spec).map_err(no_game)?;
        let seats = table.seating().sides.len();
        if self.seats.len() > seats {
            let why = Message::new("record.seats").number("seats", seats as i64);
            return Err(Problem::new(self.spots.seats, why));
        }
        if let Some(start) = &self.start {
            table
                .set_position(start)
                .map_err(|refusal| Problem::refused(self.spots.start, start, refusal))?;
        }
        let mut walk = Walk {
            record: self,
            table: &mut *table,
            varied: 0,
        };
        let line = walk.main_line()?;
        let varied = walk.varied;
        let result = self.check_result(&*table)?;
        let record = Record {
            game: table.spec().to_string(),
            revision: known,
            start: table.unusual_start(),
            result: Some(result),
            line,
            ..self.clone()
        };
        Ok(Replayed {
            table,
            record,
            varied,
        })
    }

    /// The record of a table, without names and dates.
    pub fn of_table(table: &dyn Table) -> Self {
        let steps = table.history().into_iter().map(|action| Step {
            action,
            ..Step::default()
        });
        Record {
            game: table.spec().to_string(),
            revision: table.info().revision,
            start: table.unusual_start(),
            result: Some(finish(table)),
            line: Line {
                comment: None,
                steps: steps.collect(),
            },
            ..Record::default()
        }
    }

    /// The true result, or an error if the header says otherwise.
    fn check_result(&self, table: &dyn Table) -> Result<Finish, Problem> {
        let truth = finish(table);
        if let Some(said) = &self.result {
            let by = said.by.is_none() || said.by == truth.by;
            if said.outcome != truth.outcome || !by {
                let why = Message::new("record.result")
                    .text("said", said)
                    .text("truth", &truth);
                return Err(Problem::new(self.spots.result, why));
            }
        }
        Ok(truth)
    }
}

/// How a game ended, in the words of a record.
fn finish(table: &dyn Table) -> Finish {
    let left = table.leavings().iter().map(|leaving| RecordedLeaving {
        seat: leaving.seat.number(),
        out_of_time: leaving.out_of_time,
        after: (leaving.ply != table.ply()).then_some(leaving.ply),
    });
    Finish {
        outcome: match table.status() {
            Status::Acts(_) => "ongoing".to_owned(),
            Status::Over(outcome) => outcome.to_string(),
        },
        by: match table.ending() {
            Some(Ending::Rules) => Some(RecordedEnding::Rules),
            Some(Ending::Repetition) => Some(RecordedEnding::Repetition),
            Some(Ending::Limit) => Some(RecordedEnding::Limit),
            Some(Ending::Agreement) => Some(RecordedEnding::Agreement),
            Some(Ending::Resignation(_) | Ending::Time(_)) | None => None,
        },
        left: left.collect(),
    }
}

struct Walk<'a> {
    record: &'a Record,
    table: &'a mut dyn Table,
    varied: usize,
}

impl Walk<'_> {
    /// Plays the main line, with the seats that leave on the way and whatever ended the game from
    /// outside.
    fn main_line(&mut self) -> Result<Line, Problem> {
        let record = self.record;
        let mut steps = Vec::with_capacity(record.line.steps.len());
        for step in &record.line.steps {
            self.leave(Some(self.table.ply()))?;
            steps.push(self.step(step, 0)?);
        }
        self.leave(Some(self.table.ply()))?;
        self.leave(None)?;
        if let Some(finish) = &record.result {
            if finish.by == Some(RecordedEnding::Agreement) && !self.table.agree_draw() {
                let why = Message::new("record.no-agreement");
                return Err(Problem::new(record.spots.result, why));
            }
            let last = self.table.ply();
            if let Some(late) = finish.left.iter().find(|left| left.after > Some(last)) {
                return Err(self.cannot_leave(late));
            }
        }
        Ok(Line {
            comment: record.line.comment.clone(),
            steps,
        })
    }

    /// Removes the seats that leave at this point.
    fn leave(&mut self, after: Option<usize>) -> Result<(), Problem> {
        let Some(finish) = &self.record.result else {
            return Ok(());
        };
        for left in finish.left.iter().filter(|left| left.after == after) {
            let seats = self.table.seating().sides.len();
            let seat = Seat::all(seats as u8).find(|seat| seat.number() == left.seat);
            if !seat.is_some_and(|seat| self.table.leave(seat, left.out_of_time)) {
                return Err(self.cannot_leave(left));
            }
        }
        Ok(())
    }

    fn cannot_leave(&self, left: &RecordedLeaving) -> Problem {
        let why = Message::new("record.cannot-leave").number("number", left.seat);
        Problem::new(self.record.spots.result, why)
    }

    /// Plays an action after all its alternatives, and returns it in canonical notation.
    fn step(&mut self, step: &Step, depth: usize) -> Result<Step, Problem> {
        let mut variations = Vec::with_capacity(step.variations.len());
        for variation in &step.variations {
            if depth >= DEEPEST {
                let why = Message::new("record.too-deep").number("most", DEEPEST as i64);
                return Err(Problem::new(step.spot, why));
            }
            let mut steps = Vec::with_capacity(variation.steps.len());
            let back_to = self.table.ply();
            for other in &variation.steps {
                steps.push(self.step(other, depth + 1)?);
                self.varied += 1;
            }
            while self.table.ply() > back_to && self.table.undo() {}
            variations.push(Line {
                comment: variation.comment.clone(),
                steps,
            });
        }
        match self.table.play(&step.action) {
            Ok(action) => Ok(Step {
                action,
                variations,
                comment: step.comment.clone(),
                spot: step.spot,
            }),
            Err(refusal) => Err(Problem::refused(step.spot, &step.action, refusal)),
        }
    }
}
