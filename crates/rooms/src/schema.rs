//! How values of `tablier-scene` are written, for the description of the HTTP interface.

use utoipa::ToSchema;

/// A sentence as data: which one, and what fills its gaps. `crates/words/text` has its text.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) struct Sentence {
    /// The name of the sentence.
    key: String,
    /// The gaps: pairs of a name and what fills it.
    args: Vec<(String, Gap)>,
}

/// What fills a gap.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only its schema is used")]
pub(crate) enum Gap {
    /// Text that is the same in every language.
    Text(String),
    /// A number.
    Number(i64),
    /// A seat, counted from 0.
    Seat(u8),
    /// Another sentence or word, by its name.
    Word(String),
}
