//! The level that suits a person, from the results of their games.

/// The weakest and the strongest level.
const LEVELS: (u8, u8) = (1, 10);
/// Where somebody stands who has not played yet: a little above the weakest level.
const NEW: f32 = 1.6;
/// How much stronger a level is than the one below: it wins this much more than a tie, as a logit. About
/// 70 games in 100.
const STEP: f32 = 0.85;
/// How far, in levels, the first game can move somebody, and how far every later one at least.
const FIRST: f32 = 3.0;
const LATER: f32 = 0.9;

/// The level at which a person's next game is about even, from the games so far: the level each was played
/// against and the person's share of it (1 for a win, 0.5 for a draw, 0 for a loss), oldest first.
///
/// The first games move it fast, later ones less; somebody without a game meets one of the weakest.
///
/// ```
/// use tablier_advice::fitting_level;
///
/// assert_eq!(fitting_level([]), 2);
/// assert_eq!(fitting_level([(2, 0.0)]), 1);
/// assert_eq!(fitting_level([(2, 1.0), (3, 1.0), (4, 1.0)]), 5);
/// ```
pub fn fitting_level(games: impl IntoIterator<Item = (u8, f32)>) -> u8 {
    let (weakest, strongest) = LEVELS;
    let mut strength = NEW;
    for (played, (level, share)) in games.into_iter().enumerate() {
        let ahead = (strength - f32::from(level.clamp(weakest, strongest))) * STEP;
        let expected = 1.0 / (1.0 + (-ahead).exp());
        let reach = (FIRST / (1.0 + 0.2 * played as f32)).max(LATER);
        strength += reach * (share.clamp(0.0, 1.0) - expected);
        strength = strength.clamp(f32::from(weakest) - 0.4, f32::from(strongest) + 0.4);
    }
    (strength.round() as u8).clamp(weakest, strongest)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers from 0 up to 1 that look random and are always the same.
    struct Dice(u32);

    impl Dice {
        fn roll(&mut self) -> f32 {
            self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (self.0 >> 8) as f32 / (1u32 << 24) as f32
        }
    }

    /// Plays `count` games of somebody as strong as `strength`, each against the level that fits then;
    /// the levels met and the shares won.
    fn career(strength: f32, count: usize, dice: &mut Dice) -> Vec<(u8, f32)> {
        let mut games: Vec<(u8, f32)> = Vec::new();
        for _ in 0..count {
            let level = fitting_level(games.iter().copied());
            let wins = 1.0 / (1.0 + (-(strength - f32::from(level)) * STEP).exp());
            games.push((level, if dice.roll() < wins { 1.0 } else { 0.0 }));
        }
        games
    }

    /// After a dozen games everybody meets levels near their own, and wins about half of the games.
    #[test]
    fn games_become_about_even_for_everybody() {
        let mut dice = Dice(7);
        for strength in [1.0f32, 2.5, 4.0, 6.0, 8.0, 10.0] {
            let (mut away, mut won, mut count) = (0.0, 0.0, 0.0);
            for _ in 0..100 {
                for (level, share) in career(strength, 40, &mut dice).split_off(12) {
                    away += (f32::from(level) - strength).abs();
                    won += share;
                    count += 1.0;
                }
            }
            let (away, won) = (away / count, won / count);
            assert!(away < 1.3, "{strength}: {away} levels away");
            assert!((0.37..=0.63).contains(&won), "{strength}: {won} won");
        }
    }

    /// Somebody who loses everything meets the weakest level from the second game on, and somebody who wins
    /// everything the strongest within a dozen.
    #[test]
    fn the_ends_are_reached_soon() {
        let mut lost = Vec::new();
        let mut won = Vec::new();
        for _ in 0..12 {
            lost.push((fitting_level(lost.iter().copied()), 0.0));
            won.push((fitting_level(won.iter().copied()), 1.0));
        }
        assert!(lost[1..].iter().all(|game| game.0 == 1), "{lost:?}");
        assert!(won[11].0 >= 9, "{won:?}");
        assert!(won.windows(2).all(|pair| pair[0].0 <= pair[1].0), "{won:?}");
    }

    /// One bad day does not undo a long run, and what is out of range does no harm.
    #[test]
    fn a_single_game_counts_less_later() {
        let mut games: Vec<(u8, f32)> = (0..20).map(|i| (5, (i % 2) as f32)).collect();
        let before = fitting_level(games.iter().copied());
        games.push((5, 0.0));
        assert!(before - fitting_level(games.iter().copied()) <= 1);
        assert_eq!(
            fitting_level([(0, -3.0), (200, f32::INFINITY)]),
            fitting_level([(1, 0.0), (10, 1.0)])
        );
    }
}
