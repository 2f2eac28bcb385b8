//! Valid texts changed at random.

use tablier_rules::hash::SplitMix64;

/// Characters and fragments of text that mean something to some reader.
const BITS: &[&str] = &[
    "-",
    "x",
    "+",
    "/",
    "=",
    "@",
    ">",
    "(",
    ")",
    "{",
    "}",
    ":",
    ",",
    ".",
    ";",
    " ",
    "\n",
    "\\",
    "A1",
    "L12",
    "I9",
    "J9",
    "S",
    "M",
    "T",
    "h",
    "v",
    "0",
    "1",
    "6",
    "7",
    "9",
    "10",
    "99999999999",
    "pass",
    "exit",
    "devil=",
    "side=",
    "first=",
    "left=",
    "true",
    "Rules: ",
    "Result: 1 0",
    "é",
    "\u{0}",
    "\u{feff}",
    "ß",
    "🎲",
    "\t",
    "?",
    "!",
    "#",
    "*",
    "123A1h",
    "54B3",
];

/// A text changed in one to four places; sometimes not at all.
pub(crate) fn mutate(text: &str, other: &str, random: &mut SplitMix64) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..random.below(5) {
        let at = random.below(chars.len() + 1);
        let to = (at + random.below(6)).min(chars.len());
        match random.below(10) {
            0 => {
                chars.drain(at..to);
            }
            1 => {
                let piece: Vec<_> = chars[at..to].to_vec();
                chars.splice(at..at, piece);
            }
            2 | 3 => {
                let bit = BITS[random.below(BITS.len())];
                chars.splice(at..to.min(at + random.below(2)), bit.chars());
            }
            4 => {
                if let Some(c) = chars.get_mut(at) {
                    // A neighbour in the alphabet: another column, row or face.
                    let step = [1, -1, 2, -2][random.below(4)];
                    *c = char::from_u32((*c as u32).wrapping_add_signed(step)).unwrap_or('x');
                }
            }
            5 => {
                let from: Vec<_> = other.chars().collect();
                let start = random.below(from.len() + 1);
                let end = (start + random.below(12)).min(from.len());
                chars.splice(at..to, from[start..end].iter().copied());
            }
            6 => chars.truncate(at),
            7 => {
                let end = random.below(chars.len() + 1);
                if at < chars.len() && end < chars.len() {
                    chars.swap(at, end);
                }
            }
            8 => chars
                .iter_mut()
                .skip(at)
                .for_each(|c| *c = c.to_ascii_lowercase()),
            _ => {
                let bit = BITS[random.below(BITS.len())];
                let times = 1 << random.below(9);
                chars.splice(at..at, bit.repeat(times).chars());
            }
        }
    }
    chars.into_iter().collect()
}

/// Any bytes, read as text.
pub(crate) fn noise(random: &mut SplitMix64) -> String {
    let length = random.below(40);
    let bytes: Vec<u8> = (0..length)
        .map(|_| match random.below(3) {
            0 => random.below(256) as u8,
            _ => b' ' + random.below(95) as u8,
        })
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
