//! Reading small texts from left to right: actions, and whole positions.

use crate::grid::Square;
use crate::{Refusal, Seat};

/// A reader over text in any letter case. A method that finds nothing, or fails, has consumed
/// nothing but blanks.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
    form: &'static str,
}

impl<'a> Reader<'a> {
    /// Reads from the beginning of a text; `form` is an example of what can be read.
    pub fn new(text: &'a str, form: &'static str) -> Self {
        Self {
            text,
            rest: text,
            form,
        }
    }

    /// What has not been read.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// Whether everything has been read.
    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// The refusal of the whole text.
    pub fn unreadable(&self) -> Refusal {
        Refusal::unreadable(self.text, self.form)
    }

    /// Fails unless everything has been read.
    pub fn end(&self) -> Result<(), Refusal> {
        self.is_done()
            .then_some(())
            .ok_or_else(|| self.unreadable())
    }

    /// The next character in upper case, without consuming it.
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next().map(|c| c.to_ascii_uppercase())
    }

    /// Reads exactly this text, if it is next.
    pub fn eat(&mut self, text: &str) -> bool {
        let head = self.rest.get(..text.len());
        let found = head.is_some_and(|head| head.eq_ignore_ascii_case(text));
        if found {
            self.rest = &self.rest[text.len()..];
        }
        found
    }

    /// Reads exactly this text.
    pub fn expect(&mut self, text: &str) -> Result<(), Refusal> {
        self.eat(text)
            .then_some(())
            .ok_or_else(|| self.unreadable())
    }

    /// Reads the sign between two squares, and whether it takes: `x` for that, otherwise `-`.
    pub fn takes(&mut self) -> Result<bool, Refusal> {
        if self.eat("X") {
            return Ok(true);
        }
        self.expect("-").map(|()| false)
    }

    /// Reads one character that `wanted` accepts, given and returned in upper case.
    pub fn take_if(&mut self, wanted: impl Fn(char) -> bool) -> Result<char, Refusal> {
        let found = self.peek().filter(|&c| wanted(c));
        let c = found.ok_or_else(|| self.unreadable())?;
        self.rest = &self.rest[c.len_utf8()..];
        Ok(c)
    }

    /// Reads one digit.
    pub fn digit(&mut self) -> Result<u8, Refusal> {
        let digit = self.take_if(|c| c.is_ascii_digit())?;
        Ok(digit as u8 - b'0')
    }

    /// Reads a number without sign or leading zeros.
    pub fn number(&mut self) -> Result<u64, Refusal> {
        let digits = &self.rest[..self.digits()];
        let plain = digits.len() < 2 || !digits.starts_with('0');
        let value = digits.parse().ok().filter(|_| plain);
        let value = value.ok_or_else(|| self.unreadable())?;
        self.rest = &self.rest[digits.len()..];
        Ok(value)
    }

    /// Reads a square: a column letter from `A` and a row number from 1.
    pub fn square<const W: u8, const H: u8>(&mut self) -> Result<Square<W, H>, Refusal> {
        let mut ahead = self.clone();
        let column = ahead.take_if(|c| ('A'..(b'A' + W) as char).contains(&c))? as u8 - b'A';
        let row = ahead.number()?;
        if !(1..=u64::from(H)).contains(&row) {
            return Err(self.unreadable());
        }
        *self = ahead;
        Ok(Square::new(column, row as u8 - 1))
    }

    /// How many digits come next.
    fn digits(&self) -> usize {
        self.rest.bytes().take_while(u8::is_ascii_digit).count()
    }
}

/// What whole positions are made of.
impl<'a> Reader<'a> {
    /// Skips white space.
    pub fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Reads a word that stands alone, if it is next.
    pub fn word(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let mut ahead = self.clone();
        let found = ahead.eat(word) && ahead.peek().is_none_or(char::is_whitespace);
        if found {
            *self = ahead;
        }
        found
    }

    /// Reads the number of one of the first `seats` seats.
    pub fn seat(&mut self, seats: u8) -> Result<Seat, Refusal> {
        let found = Seat::all(seats).find(|seat| self.word(&seat.to_string()));
        found.ok_or_else(|| self.unreadable())
    }

    /// Reads items, with blanks between them or not, up to one of these characters or the end.
    pub fn list<T>(
        &mut self,
        end: &[char],
        mut item: impl FnMut(&mut Self) -> Result<T, Refusal>,
    ) -> Result<Vec<T>, Refusal> {
        let mut items = Vec::new();
        loop {
            self.skip_blanks();
            if self.is_done() || self.rest.starts_with(end) {
                return Ok(items);
            }
            items.push(item(self)?);
        }
    }

    /// Reads the pieces of two seats, up to a number that stands alone: `A1 B1 (A8 B8) 1`. The
    /// parentheses are there even if the second seat has none.
    pub fn two_lists<T>(
        &mut self,
        piece: impl FnMut(&mut Self) -> Result<T, Refusal>,
    ) -> Result<[Vec<T>; 2], Refusal> {
        if !self.rest.contains('(') {
            return Err(self.unreadable());
        }
        self.two_colours(piece)
    }

    /// Reads the pieces of two seats, up to a number that stands alone: `E1 C2D2 (E9) (64F9) 1`.
    /// Those of the second seat are in parentheses, all together or each by itself.
    pub fn two_colours<T>(
        &mut self,
        mut piece: impl FnMut(&mut Self) -> Result<T, Refusal>,
    ) -> Result<[Vec<T>; 2], Refusal> {
        let mut lists = [Vec::new(), Vec::new()];
        loop {
            self.skip_blanks();
            if self.eat("(") {
                lists[1].extend(self.list(&[')'], &mut piece)?);
                self.expect(")")?;
                continue;
            }
            let after = self.rest[self.digits()..].chars().next();
            if self.digits() > 0 && after.is_none_or(char::is_whitespace) {
                return Ok(lists);
            }
            lists[0].push(piece(self)?);
        }
    }

    /// Reads a board row by row: a letter for a piece, a number for a run of empty squares.
    pub fn rows<T: Copy, const W: usize, const H: usize>(
        &mut self,
        piece: impl Fn(char) -> Option<T>,
    ) -> Result<[[Option<T>; W]; H], Refusal> {
        self.skip_blanks();
        let mut rows = [[None; W]; H];
        for (i, row) in rows.iter_mut().enumerate() {
            if i > 0 {
                self.expect("/")?;
            }
            let mut column = 0;
            while column < W {
                if let Some(empty) = self.run(W) {
                    column += empty;
                } else {
                    row[column] = piece(self.take_if(|c| piece(c).is_some())?);
                    column += 1;
                }
            }
            if column > W {
                return Err(self.unreadable());
            }
        }
        Ok(rows)
    }

    /// Reads a number from 1 to `most`, as many digits as fit.
    fn run(&mut self, most: usize) -> Option<usize> {
        (1..=self.digits()).rev().find_map(|length| {
            let (head, rest) = self.rest.split_at(length);
            let plain = !head.starts_with('0');
            let run = head
                .parse()
                .ok()
                .filter(|run| plain && (1..=most).contains(run))?;
            self.rest = rest;
            Some(run)
        })
    }
}

/// Words with blanks between them.
#[must_use]
pub fn join<T: ToString>(words: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(" ")
}

/// The text that [`Reader::rows`] reads.
#[must_use]
pub fn write_rows<T, const W: usize>(
    rows: &[[Option<T>; W]],
    letter: impl Fn(&T) -> char,
) -> String {
    let row = |squares: &[Option<T>; W]| {
        let mut text = String::new();
        for run in squares.chunk_by(|a, b| a.is_none() && b.is_none()) {
            match &run[0] {
                Some(piece) => text.push(letter(piece)),
                None => text += &run.len().to_string(),
            }
        }
        text
    };
    rows.iter().map(row).collect::<Vec<_>>().join("/")
}

/// A text in the form that C9 reads: upper case, without trailing `+`, `#`, `!`, `?`.
#[must_use]
pub fn normalise(text: &str) -> String {
    text.trim_end_matches(['+', '#', '!', '?'])
        .to_ascii_uppercase()
}
