//! From text to a record. Nothing recurses: a text is safe to read however deeply it is nested.

use super::{DEEPEST, Finish, Line, Problem, Record, Spot, Step, one_line};
use crate::scene::Message;

impl Record {
    /// Reads a record, or reports the first error and its place.
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut record = Record::default();
        let mut seen: Vec<String> = Vec::new();
        let mut number = 0;
        let mut rest = text;
        while !rest.is_empty() {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            let Some((name, value)) = header(line) else {
                if line.trim().is_empty() && seen.is_empty() {
                    number += 1;
                    rest = after;
                    continue;
                }
                break;
            };
            number += 1;
            rest = after;
            let spot = Spot {
                line: number,
                column: 1,
            };
            if seen.iter().any(|known| known == name) {
                return Err(Problem::new(
                    spot,
                    Message::new("record.header-twice").text("name", name),
                ));
            }
            seen.push(name.to_owned());
            record.set(name, &one_line(value), spot)?;
        }
        for name in ["Game", "Rules"] {
            if !seen.iter().any(|known| known == name) {
                let spot = Spot {
                    line: number + 1,
                    column: 1,
                };
                return Err(Problem::new(
                    spot,
                    Message::new("record.header-missing").text("name", name),
                ));
            }
        }
        record.line = Body::new(rest, number).read()?;
        Ok(record)
    }

    fn set(&mut self, name: &str, value: &str, spot: Spot) -> Result<(), Problem> {
        let wrong = |key| Err(Problem::new(spot, Message::new(key).text("value", value)));
        match name {
            "Game" => {
                self.game = value.to_owned();
                self.spots.game = spot;
            }
            "Rules" => {
                self.spots.revision = spot;
                match value.parse() {
                    Ok(revision) if revision > 0 => self.revision = revision,
                    _ => return wrong("record.revision"),
                }
            }
            "Start" => {
                self.start = Some(value.to_owned());
                self.spots.start = spot;
            }
            "Date" if is_date(value) => self.date = Some(value.to_owned()),
            "Date" => return wrong("record.date"),
            "Result" => {
                self.spots.result = spot;
                self.result = Finish::parse(value);
                if self.result.is_none() {
                    return wrong("record.result-form");
                }
            }
            "Seat1" | "Seat2" | "Seat3" | "Seat4" if value.is_empty() => {}
            "Seat1" | "Seat2" | "Seat3" | "Seat4" => {
                let seat = usize::from(name.as_bytes()[4] - b'0');
                if self.seats.len() < seat {
                    self.seats.resize(seat, String::new());
                }
                self.seats[seat - 1] = value.to_owned();
                self.spots.seats = spot;
            }
            _ => self.other.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }
}

/// `Name: value`; the name begins with a letter and has letters, digits and hyphens.
fn header(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(':')?;
    let fits = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    fits.then(|| (name, value.trim()))
}

/// `2026-11-15`.
fn is_date(text: &str) -> bool {
    let parts: Vec<_> = text.split('-').collect();
    let [year, month, day] = parts[..] else {
        return false;
    };
    let number = |text: &str, length: usize| {
        let digits = text.len() == length && text.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| text.parse().unwrap_or(0u32))
    };
    number(year, 4).is_some()
        && number(month, 2).is_some_and(|month| (1..=12).contains(&month))
        && number(day, 2).is_some_and(|day| (1..=31).contains(&day))
}

/// The part with the actions.
struct Body<'a> {
    rest: std::iter::Peekable<std::str::Chars<'a>>,
    spot: Spot,
    /// The lines that are open, the main one first: each with the place of its parenthesis and the
    /// number of the action before its first one.
    open: Vec<(Line, Spot, usize)>,
}

impl<'a> Body<'a> {
    fn new(text: &'a str, lines_before: usize) -> Self {
        Self {
            rest: text.chars().peekable(),
            spot: Spot {
                line: lines_before + 1,
                column: 1,
            },
            open: vec![(Line::default(), Spot::default(), 0)],
        }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        if c == '\n' {
            self.spot.line += 1;
            self.spot.column = 1;
        } else {
            self.spot.column += 1;
        }
        Some(c)
    }

    /// The innermost open line, and how many actions come before its first.
    fn line(&mut self) -> (&mut Line, usize) {
        let last = self.open.len() - 1;
        let (line, _, before) = &mut self.open[last];
        (line, *before)
    }

    fn read(mut self) -> Result<Line, Problem> {
        while let Some(&c) = self.rest.peek() {
            let spot = self.spot;
            match c {
                _ if c.is_whitespace() => {
                    self.next();
                }
                '{' => self.comment()?,
                '(' => self.open(spot)?,
                ')' => self.close(spot)?,
                '}' => return Err(Problem::new(spot, Message::new("record.stray-brace"))),
                _ => self.word(spot)?,
            }
        }
        match self.open.pop() {
            Some((line, _, _)) if self.open.is_empty() => Ok(line),
            last => Err(Problem::new(
                last.map(|(_, spot, _)| spot).unwrap_or_default(),
                Message::new("record.open-parenthesis"),
            )),
        }
    }

    fn comment(&mut self) -> Result<(), Problem> {
        let spot = self.spot;
        self.next();
        let mut text = String::new();
        loop {
            match self.next() {
                None => return Err(Problem::new(spot, Message::new("record.open-brace"))),
                Some('}') => break,
                Some('\\') => text.extend(self.next()),
                Some(c) => text.push(c),
            }
        }
        let text = one_line(&text);
        if text.is_empty() {
            return Ok(());
        }
        let (line, _) = self.line();
        let slot = match line.steps.last_mut() {
            Some(step) => &mut step.comment,
            None => &mut line.comment,
        };
        match slot {
            Some(said) => {
                said.push(' ');
                said.push_str(&text);
            }
            None => *slot = Some(text),
        }
        Ok(())
    }

    fn open(&mut self, spot: Spot) -> Result<(), Problem> {
        self.next();
        let (line, before) = self.line();
        if line.steps.is_empty() {
            return Err(Problem::new(spot, Message::new("record.nothing-to-vary")));
        }
        let before = before + line.steps.len() - 1;
        if self.open.len() > DEEPEST {
            let why = Message::new("record.too-deep").number("most", DEEPEST as i64);
            return Err(Problem::new(spot, why));
        }
        self.open.push((Line::default(), spot, before));
        Ok(())
    }

    fn close(&mut self, spot: Spot) -> Result<(), Problem> {
        self.next();
        if self.open.len() == 1 {
            return Err(Problem::new(spot, Message::new("record.stray-parenthesis")));
        }
        if let Some((variation, opened, _)) = self.open.pop() {
            if variation.steps.is_empty() {
                return Err(Problem::new(opened, Message::new("record.empty-variation")));
            }
            let (line, _) = self.line();
            if let Some(step) = line.steps.last_mut() {
                step.variations.push(variation);
            }
        }
        Ok(())
    }

    /// A number (`12.`), an action, or both without a blank in between. Anything that looks like a
    /// number is never read as an action: written with its own number before it, it could not be
    /// read again.
    fn word(&mut self, spot: Spot) -> Result<(), Problem> {
        let mut word = String::new();
        while let Some(&c) = self.rest.peek() {
            if c.is_whitespace() || "(){}".contains(c) {
                break;
            }
            word.push(c);
            self.next();
        }
        let (line, before) = self.line();
        let expected = before + line.steps.len() + 1;
        let mut action = &word[..];
        let mut spot = spot;
        while let Some((number, rest)) = leading_number(action) {
            if number.parse() != Ok(expected) {
                let why = Message::new("record.number")
                    .text("number", number)
                    .number("expected", expected as i64);
                return Err(Problem::new(spot, why));
            }
            spot.column += action.len() - rest.len();
            action = rest;
        }
        if !action.is_empty() {
            line.steps.push(Step {
                action: action.to_owned(),
                spot,
                ..Step::default()
            });
        }
        Ok(())
    }
}

/// `12` of `12.A1-A3` or `12...`, and what follows its dots.
fn leading_number(word: &str) -> Option<(&str, &str)> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = word.split_at(digits);
    (!number.is_empty() && rest.starts_with('.')).then(|| (number, rest.trim_start_matches('.')))
}
