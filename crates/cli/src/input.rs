//! Lines from a person or another program, none of them unlimited.

use std::io::{self, BufRead, Read};

/// What was read.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// A line without its line break.
    Text(String),
    /// A line that is not UTF-8.
    NotText,
    /// The end of the input.
    End,
}

/// The longest line: a thousand actions take a tenth of it.
const LONGEST: u64 = 1 << 20;

/// Reads a line. Unreadable input and lines that are too long are errors: nothing sensible follows
/// them.
pub(crate) fn line(input: &mut impl BufRead) -> io::Result<Input> {
    let mut bytes = Vec::new();
    if input.take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(Input::End);
    }
    if bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n') {
        let why = format!("a line is longer than {LONGEST} bytes");
        return Err(io::Error::new(io::ErrorKind::InvalidData, why));
    }
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    Ok(String::from_utf8(bytes).map_or(Input::NotText, Input::Text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_one_by_one_whatever_they_hold() {
        let mut input: &[u8] = b"one\r\n\n\xff\xfe\nlast";
        let mut next = || line(&mut input).unwrap();
        assert_eq!(next(), Input::Text("one".to_owned()));
        assert_eq!(next(), Input::Text(String::new()));
        assert_eq!(next(), Input::NotText);
        assert_eq!(next(), Input::Text("last".to_owned()));
        assert_eq!(next(), Input::End);
    }

    #[test]
    fn a_line_without_end_is_given_up() {
        let mut endless = io::BufReader::new(io::repeat(b'a'));
        assert!(line(&mut endless).is_err());
    }
}
