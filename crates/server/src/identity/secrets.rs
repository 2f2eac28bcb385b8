//! Secrets: random, shown once, stored only as hashes.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tablier_rooms::{PlayerId, RoomId};

/// Letters and digits that are hard to confuse.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// 256 random bits as text, for cookies, tokens and links. It is never logged.
pub struct Secret(String);

impl Secret {
    /// A new secret.
    pub fn fresh() -> Self {
        Self(URL_SAFE_NO_PAD.encode(random::<32>()))
    }

    /// The text to hand out.
    pub fn text(&self) -> &str {
        &self.0
    }

    /// What is stored of it.
    pub fn hash(&self) -> [u8; 32] {
        hash(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// What is stored of a secret. Secrets have so much entropy that a plain hash is enough.
pub fn hash(text: &str) -> [u8; 32] {
    Sha256::digest(text.as_bytes()).into()
}

/// What is stored of the key of an invitation, as text: it stands in the terms of its table.
pub fn key_hash(key: &str) -> String {
    URL_SAFE_NO_PAD.encode(hash(key))
}

/// Whether two hashes are the same, in constant time.
pub fn same(one: &[u8; 32], other: &[u8; 32]) -> bool {
    one.ct_eq(other).into()
}

/// A code of 160 bits that a person can write down: eight groups of four.
pub fn recovery_code() -> String {
    let letters = letters::<32>();
    let groups: Vec<&str> = (0..8).map(|n| &letters[4 * n..4 * n + 4]).collect();
    groups.join("-")
}

/// What is stored of a recovery code: spaces, hyphens and capitals do not matter.
pub fn recovery_hash(code: &str) -> [u8; 32] {
    let plain: String = code
        .chars()
        .filter(|c| c.is_ascii_alphanumeric())
        .map(|c| c.to_ascii_lowercase())
        .collect();
    hash(&plain)
}

/// A table's id: 80 random bits, impossible to guess.
pub fn room_id() -> RoomId {
    RoomId::new(&letters::<16>()).expect("letters and digits are an id")
}

/// A player's id.
pub fn player_id() -> PlayerId {
    PlayerId::new(&letters::<16>()).expect("letters and digits are an id")
}

/// A random number.
pub fn lot() -> u64 {
    u64::from_le_bytes(random())
}

fn letters<const N: usize>() -> String {
    let letter = |byte: u8| char::from(LETTERS[usize::from(byte % 32)]);
    random::<N>().into_iter().map(letter).collect()
}

/// # Panics
/// If the system has no random numbers to give: nothing would be safe then.
fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives random numbers");
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_are_not_shown() {
        let (one, other) = (Secret::fresh(), Secret::fresh());
        assert_ne!(one.text(), other.text());
        assert_eq!(one.text().len(), 43);
        assert!(same(&one.hash(), &hash(one.text())));
        assert!(!same(&one.hash(), &other.hash()));
        assert!(!format!("{one:?}").contains(one.text()));
        assert_ne!(room_id(), room_id());
    }

    #[test]
    fn a_recovery_code_may_be_typed_in_any_way() {
        let code = recovery_code();
        assert_eq!(code.len(), 39);
        let typed = code.to_uppercase().replace('-', " ");
        assert_eq!(recovery_hash(&typed), recovery_hash(&code));
        assert_ne!(recovery_hash(&recovery_code()), recovery_hash(&code));
    }
}
