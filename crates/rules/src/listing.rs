//! Filling a caller's list without a capacity check for every entry.

/// Replaces the contents of a list that never has more than `MOST` entries: `write` fills the room
/// from the start, several entries at once if it likes, and returns how many of them count.
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
