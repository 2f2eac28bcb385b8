//! Filling a caller's list without asking for room at every entry.

/// Replaces the contents of a list that never has more than `MOST` entries: `write` fills the room from
/// its beginning, several entries at once if it likes, and says how many of them count.
#[inline]
pub(crate) fn fill<A: Copy, const MOST: usize>(
    list: &mut Vec<A>,
    blank: A,
    write: impl FnOnce(&mut [A; MOST]) -> usize,
) {
    list.clear();
    list.extend_from_slice(&[blank; MOST]);
    let count = list.first_chunk_mut().map_or(0, write);
    list.truncate(count);
}
