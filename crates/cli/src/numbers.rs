//! Numbers in options: each has a range, and a value outside it is answered with the range.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// A whole number within a range.
pub(crate) fn whole<T: TryFrom<u64>>(
    range: RangeInclusive<u64>,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number: u64 = within(text, &range, "a whole number")?;
        T::try_from(number).map_err(|_| expected(&range, "a whole number"))
    }
}

/// A seed: any whole number that a machine word holds.
pub(crate) fn seed() -> impl Fn(&str) -> Result<u64, String> + Clone + Send + Sync + 'static {
    whole(0..=u64::MAX)
}

/// A length of time.
pub(crate) fn seconds(
    range: RangeInclusive<f64>,
) -> impl Fn(&str) -> Result<Duration, String> + Clone + Send + Sync + 'static {
    move |text| within(text, &range, "a number of seconds").map(Duration::from_secs_f64)
}

/// A number to multiply by.
pub(crate) fn factor(
    range: RangeInclusive<f64>,
) -> impl Fn(&str) -> Result<f64, String> + Clone + Send + Sync + 'static {
    move |text| within(text, &range, "a number")
}

fn within<T: FromStr + PartialOrd + Display>(
    text: &str,
    range: &RangeInclusive<T>,
    what: &str,
) -> Result<T, String> {
    text.parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| expected(range, what))
}

fn expected<T: Display>(range: &RangeInclusive<T>, what: &str) -> String {
    format!("{what} from {} to {}", range.start(), range.end())
}
