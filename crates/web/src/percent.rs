//! Text as a part of an address: percent-encoded and decoded.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What is escaped in a path. A dot too: what ends like a file is requested as one.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'~');

/// What is escaped in the part after `#`: not what actions, positions and options are full of, but
/// everything that has a meaning in a link.
const FRAGMENT: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b':')
    .remove(b',')
    .remove(b'@')
    .remove(b'/');

/// A name as a part of a path.
pub(crate) fn encode_path(name: &str) -> String {
    utf8_percent_encode(name, PATH).to_string()
}

/// A text as a part of a link after `#`.
pub(crate) fn encode_fragment(text: &str) -> String {
    utf8_percent_encode(text, FRAGMENT).to_string()
}

/// The text that was encoded; none if it is damaged.
pub(crate) fn decode(text: &str) -> Option<String> {
    // The library takes a broken escape for text.
    let is_whole = |after: &str| {
        let digits = after.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    if !text.split('%').skip(1).all(is_whole) {
        return None;
    }
    let decoded = percent_decode_str(text).decode_utf8().ok()?;
    Some(decoded.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_comes_back() {
        for text in ["E9xE1=14E9", "(24B9) é%&", "devil=C1", "a.b/c~d", ""] {
            for encoded in [encode_path(text), encode_fragment(text)] {
                assert_eq!(decode(&encoded).as_deref(), Some(text), "{encoded}");
                assert!(!encoded.contains(['&', '=', '.', '#', '(', '+', ' ']));
            }
            assert!(!encode_path(text).contains('/'));
        }
        assert_eq!(encode_fragment("É-x_1:2,3@4/5~"), "%C3%89-x_1:2,3@4/5%7E");
        assert_eq!(encode_path("É-x_1:2/5~"), "%C3%89-x_1%3A2%2F5~");
    }

    #[test]
    fn a_damaged_text_is_none() {
        for damaged in ["%", "%F", "a%2", "%ZZ", "%+1", "%%41", "%FF", "%é"] {
            assert_eq!(decode(damaged), None, "{damaged}");
        }
        assert_eq!(decode("%c3%A9+").as_deref(), Some("é+"));
    }
}
