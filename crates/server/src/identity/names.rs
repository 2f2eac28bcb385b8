//! Names for people: visible, distinguishable, nobody else's by mistake.

use std::fmt;

use tablier_rooms::{Occupant, PlayerId, Room};
use unicode_normalization::UnicodeNormalization;
use unicode_security::{GeneralSecurityProfile, MixedScript, skeleton};

/// How many characters a name has.
pub const LENGTH: std::ops::RangeInclusive<usize> = 2..=24;

/// Names that would impersonate the server or nobody.
const RESERVED: &[&str] = &[
    "admin",
    "administrateur",
    "administrator",
    "anonyme",
    "anonymous",
    "bot",
    "computer",
    "deleted",
    "guest",
    "house",
    "invite",
    "machine",
    "maison",
    "moderateur",
    "moderator",
    "moi",
    "nobody",
    "null",
    "official",
    "officiel",
    "ordinateur",
    "personne",
    "root",
    "server",
    "serveur",
    "staff",
    "support",
    "system",
    "systeme",
    "tablier",
    "undefined",
    "vous",
    "you",
];

/// What guests are called until they choose: words that French and English share.
const PROPOSED: &[&str] = &[
    "Acacia",
    "Agate",
    "Amaryllis",
    "Cactus",
    "Cobalt",
    "Hibiscus",
    "Indigo",
    "Iris",
    "Jade",
    "Lotus",
    "Magnolia",
    "Mica",
    "Onyx",
    "Quartz",
    "Silex",
    "Zinnia",
];

/// Why a name is refused.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum BadName {
    /// Too short or too long.
    Length,
    /// A character that cannot be seen, or is neither letter, digit, space, `-`, `_`, `.` nor `’`.
    Character(char),
    /// Letters of several scripts, which no real name mixes.
    Scripts,
    /// It would impersonate somebody.
    Reserved,
}

impl fmt::Display for BadName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadName::Length => write!(
                f,
                "a name has {} to {} characters",
                LENGTH.start(),
                LENGTH.end()
            ),
            BadName::Character(c) => write!(
                f,
                "'{}' cannot stand in a name: letters, digits, spaces, - _ . and ’ can",
                c.escape_unicode()
            ),
            BadName::Scripts => f.write_str("the letters of a name are of one script"),
            BadName::Reserved => f.write_str("this name is reserved; choose another one"),
        }
    }
}

impl std::error::Error for BadName {}

/// The name as stored and shown (NFKC, single spaces), or why it is refused.
pub fn clean(text: &str) -> Result<String, BadName> {
    // A very long text is refused without being normalised.
    if text.chars().count() > 4 * LENGTH.end() {
        return Err(BadName::Length);
    }
    let words = text.nfkc().collect::<String>();
    let name = words.split(' ').filter(|word| !word.is_empty());
    let name = name.collect::<Vec<_>>().join(" ").replace('\'', "’");
    if !LENGTH.contains(&name.chars().count()) {
        return Err(BadName::Length);
    }
    let punctuation = |c| matches!(c, ' ' | '-' | '_' | '.' | '’');
    let strange = |c: &char| !(punctuation(*c) || c.is_alphanumeric() && c.identifier_allowed());
    if let Some(c) = name.chars().find(strange) {
        return Err(BadName::Character(c));
    }
    if !name.chars().any(char::is_alphanumeric) {
        return Err(BadName::Length);
    }
    let letters: String = name.chars().filter(|c| c.is_alphanumeric()).collect();
    if !letters.as_str().is_single_script() {
        return Err(BadName::Scripts);
    }
    let key = key(&name);
    if RESERVED.iter().any(|reserved| self::key(reserved) == key) {
        return Err(BadName::Reserved);
    }
    Ok(name)
}

/// What two names that look the same have in common. Accounts are unique by it.
pub fn key(name: &str) -> String {
    let plain = |text: &str| -> String {
        text.nfkd()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect()
    };
    // Letters that look alike become one, including those that do only as capitals.
    let folded: String = skeleton(&plain(name)).collect();
    plain(&folded).replace('i', "l")
}

/// The name, with a number if somebody else at the table has the same one.
pub fn at_table(name: &str, player: &PlayerId, room: &Room) -> String {
    let people = room.chairs().iter().flatten().filter_map(Occupant::person);
    let others = people.filter(|(id, _)| *id != player);
    distinct(name, others.map(|(_, name)| name))
}

fn distinct<'a>(name: &str, others: impl Iterator<Item = &'a str>) -> String {
    let taken: Vec<String> = others.map(key).collect();
    let numbered = (2..).map(|number| format!("{name} ({number})"));
    std::iter::once(name.to_owned())
        .chain(numbered)
        .find(|name| !taken.contains(&key(name)))
        .expect("there are more numbers than people at a table")
}

/// A random name for a guest.
pub fn proposed(lot: u64) -> String {
    let word = PROPOSED[(lot % PROPOSED.len() as u64) as usize];
    format!("{word} {}", 10 + lot / 1_000 % 990)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_of_many_languages_are_names() {
        for name in [
            "Ana",
            "Ben-Oni",
            "Zoë",
            "José María",
            "Ольга",
            "山田太郎",
            "Jo’s 2nd",
            "R2.D2",
        ] {
            assert_eq!(clean(name), Ok(name.to_owned()), "{name}");
        }
        assert_eq!(clean("  Ana   Lee "), Ok("Ana Lee".into()));
        assert_eq!(
            clean("Ａｎａ"),
            Ok("Ana".into()),
            "full-width letters are letters"
        );
        assert_eq!(clean("O'Neil"), Ok("O’Neil".into()));
    }

    #[test]
    fn what_cannot_be_seen_or_told_apart_is_refused() {
        for (name, why) in [
            ("", BadName::Length),
            ("A", BadName::Length),
            (" - ", BadName::Length),
            ("Ana\u{200b}", BadName::Character('\u{200b}')),
            ("Ana\u{202e}", BadName::Character('\u{202e}')),
            ("Ana\n", BadName::Character('\n')),
            ("<b>Ana", BadName::Character('<')),
            ("🎲🎲", BadName::Character('🎲')),
            ("Аna", BadName::Scripts),
        ] {
            assert_eq!(clean(name), Err(why), "{}", name.escape_unicode());
        }
        assert_eq!(clean(&"a".repeat(25)), Err(BadName::Length));
        assert_eq!(clean(&"a\u{301}".repeat(1000)), Err(BadName::Length));
    }

    #[test]
    fn nobody_pretends_to_be_the_house() {
        for name in [
            "admin",
            "ADMIN",
            "Adm1n",
            "T a b l i e r",
            "Tabl1er",
            "Système",
            "Invité",
        ] {
            assert_eq!(clean(name), Err(BadName::Reserved), "{name}");
        }
    }

    #[test]
    fn names_that_look_alike_are_one() {
        for (one, other) in [
            ("Ana", "ANA"),
            ("Ana", "Аnа"),
            ("Paul", "Pau1"),
            ("José", "Jose"),
            ("Bob 0", "BobO"),
        ] {
            assert_eq!(key(one), key(other), "{one} {other}");
        }
        for (one, other) in [("Ana", "Anna"), ("Paul", "Pavl")] {
            assert_ne!(key(one), key(other), "{one} {other}");
        }
    }

    #[test]
    fn two_people_at_a_table_are_told_apart() {
        let others = ["Ana", "ana (2)"];
        assert_eq!(distinct("ANA", others.into_iter()), "ANA (3)");
        assert_eq!(distinct("Ben", others.into_iter()), "Ben");
    }

    #[test]
    fn proposed_names_are_names() {
        for lot in (0..200).map(|n| n * 7919) {
            let name = proposed(lot);
            assert_eq!(clean(&name), Ok(name));
        }
    }
}
