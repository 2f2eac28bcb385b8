use std::fmt;

use serde::{Deserialize, Serialize};

/// The most characters that an id has.
const LONGEST: usize = 40;

/// A text is not an id: 1 to 40 letters, digits, `-` or `_`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadId(pub String);

impl fmt::Display for BadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "'{}' is not an id: 1 to {LONGEST} letters, digits, - or _",
            self.0.escape_debug()
        )
    }
}

impl std::error::Error for BadId {}

fn check(text: &str) -> Result<(), BadId> {
    let fits = (1..=LONGEST).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if fits {
        Ok(())
    } else {
        Err(BadId(text.chars().take(2 * LONGEST).collect()))
    }
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[cfg_attr(
            feature = "openapi",
            derive(utoipa::ToSchema),
            schema(value_type = String, min_length = 1, max_length = 40, pattern = "^[A-Za-z0-9_-]+$")
        )]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(Box<str>);

        impl $name {
            /// Checks a text; an id has 1 to 40 letters, digits, `-` or `_`.
            pub fn new(text: &str) -> Result<Self, BadId> {
                check(text)?;
                Ok(Self(text.into()))
            }

            /// Its text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = BadId;
            fn try_from(text: String) -> Result<Self, BadId> {
                check(&text)?;
                Ok(Self(text.into()))
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> String {
                id.0.into()
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id! {
    /// A table. Whoever knows it may watch, so it cannot be guessed.
    RoomId
}
id! {
    /// A person or a program, guest or not.
    PlayerId
}
id! {
    /// A command's own name, chosen by the client that sends it: the same one again is the same command.
    CommandId
}
