//! Reading small texts from left to right.

use crate::grid::Square;

/// A reader over upper-case ASCII text. Every method that returns `None` or `false` has consumed
/// nothing.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    rest: &'a str,
}

impl<'a> Reader<'a> {
    /// Reads from the beginning of a text.
    pub fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// What has not been read.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// Whether everything has been read.
    pub fn is_done(&self) -> bool {
        self.rest.is_empty()
    }

    /// The next character, without consuming it.
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Reads exactly this text.
    pub fn eat(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Reads one character that `wanted` accepts.
    pub fn one(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        let c = self.peek().filter(|&c| wanted(c))?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    /// Reads one digit.
    pub fn digit(&mut self) -> Option<u8> {
        self.one(|c| c.is_ascii_digit()).map(|c| c as u8 - b'0')
    }

    /// Reads a number without sign or leading zeros.
    pub fn number(&mut self) -> Option<u64> {
        let length = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let digits = &self.rest[..length];
        if length == 0 || (length > 1 && digits.starts_with('0')) {
            return None;
        }
        let value = digits.parse().ok()?;
        self.rest = &self.rest[length..];
        Some(value)
    }

    /// Reads a square: a column letter from `A` and a row number from 1.
    pub fn square<const W: u8, const H: u8>(&mut self) -> Option<Square<W, H>> {
        let mut ahead = self.clone();
        let column = ahead.one(|c| ('A'..(b'A' + W) as char).contains(&c))? as u8 - b'A';
        let row = ahead
            .number()
            .filter(|row| (1..=u64::from(H)).contains(row))? as u8
            - 1;
        *self = ahead;
        Some(Square::new(column, row))
    }
}

/// A text in the form that C9 reads: upper case, without trailing `+`, `#`, `!`, `?`.
pub fn normalise(text: &str) -> String {
    text.trim_end_matches(['+', '#', '!', '?'])
        .to_ascii_uppercase()
}
