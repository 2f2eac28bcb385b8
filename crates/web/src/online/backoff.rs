//! When to retry after a connection was lost.

/// The first wait and the longest, in milliseconds.
const FIRST: u32 = 400;
const LONGEST: u32 = 20_000;

/// The wait before a try, counted from 0: it doubles, up to a limit. `chance` from 0 to 1 spreads
/// out the tries of many pages that lost the same server.
pub fn wait(tries: u32, chance: f64) -> u32 {
    let whole = FIRST.saturating_mul(1 << tries.min(10)).min(LONGEST);
    let spread = 0.5 + 0.5 * chance.clamp(0.0, 1.0);
    (f64::from(whole) * spread) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_and_stay_bearable() {
        assert_eq!(wait(0, 1.0), 400);
        assert_eq!(wait(0, 0.0), 200);
        assert_eq!(wait(3, 1.0), 3_200);
        assert_eq!(wait(u32::MAX, 1.0), LONGEST);
        assert!((0..20).all(|tries| wait(tries, 0.3) <= wait(tries + 1, 0.3)));
    }
}
