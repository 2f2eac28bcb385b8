use std::fmt;

/// The worth of a position to the player to act under perfect play: the winner hurries, the loser
/// delays.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Lost in this many actions.
    Loss(u16),
    /// Neither side can force a win.
    Draw,
    /// Won in this many actions.
    Win(u16),
}

/// A byte for a draw.
pub(super) const DRAW: u8 = 0;
/// A byte for a position whose distance does not fit one.
pub(super) const LONG: u8 = u8::MAX - 1;
/// A byte for an impossible position.
pub(super) const IMPOSSIBLE: u8 = u8::MAX;

/// A byte for a position that ends in `distance` actions: even is lost, odd is won.
#[inline]
pub(super) const fn ended(distance: u16) -> u8 {
    if distance + 1 >= LONG as u16 {
        LONG
    } else {
        distance as u8 + 1
    }
}

/// The byte for a value in the tables.
#[inline]
pub(super) fn byte(value: Option<Value>) -> u8 {
    match value {
        None => IMPOSSIBLE,
        Some(Value::Draw) => DRAW,
        Some(Value::Loss(n) | Value::Win(n)) => ended(n),
    }
}

impl Value {
    /// The value of a position that ends in `distance` actions: a player's last action ends the
    /// game, so an even number is lost and an odd one won.
    #[inline]
    pub fn of_distance(distance: u16) -> Self {
        if distance.is_multiple_of(2) {
            Value::Loss(distance)
        } else {
            Value::Win(distance)
        }
    }

    /// The worth to its player of an action that leads to a position of this value.
    #[inline]
    pub fn before(self) -> Self {
        match self {
            Value::Loss(n) => Value::Win(n + 1),
            Value::Draw => Value::Draw,
            Value::Win(n) => Value::Loss(n + 1),
        }
    }

    /// Larger is better for the player: wins first, the quicker the better; then draws; then
    /// losses, the slower the better.
    #[inline]
    fn rank(self) -> i32 {
        match self {
            Value::Loss(n) => i32::from(n) - 1_000_000,
            Value::Draw => 0,
            Value::Win(n) => 1_000_000 - i32::from(n),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

/// `win 5`, `draw`, `loss 4`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Loss(n) => write!(f, "loss {n}"),
            Value::Draw => f.write_str("draw"),
            Value::Win(n) => write!(f, "win {n}"),
        }
    }
}
