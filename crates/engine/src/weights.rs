//! Weights of evaluations, by name, so that they can be fitted to games (`tablier tune`).

use tablier_rules::Seat;

use crate::Counts;

/// The worth of an evaluation's terms: numbers, and rows of numbers.
pub(crate) trait Weights: Sized {
    /// The weights in use, at least in the main variant.
    const USED: Self;

    /// Adds every number with its name.
    fn list(&self, list: &mut Vec<(String, i32)>);

    /// Takes its numbers from the front, in the order of [`Weights::list`].
    fn take(from: &mut dyn Iterator<Item = i32>) -> Self;

    /// The weights by name.
    fn terms(&self) -> Vec<(String, i32)> {
        let mut list = Vec::new();
        self.list(&mut list);
        list
    }

    /// The parts of an evaluation that is a sum of terms: its value if no term counts, and how much
    /// each term adds if it counts once.
    fn counts(worths: impl Fn(&Self) -> [i32; Seat::MOST]) -> Counts {
        let count = Self::USED.terms().len();
        let only = |one: usize| {
            let mut weights = (0..count).map(|i| i32::from(i == one));
            worths(&Self::take(&mut weights))
        };
        let fixed = only(count);
        let more = |one: usize| {
            let mut worths = only(one);
            for (worth, fixed) in worths.iter_mut().zip(fixed) {
                *worth -= fixed;
            }
            worths
        };
        Counts {
            fixed,
            terms: (0..count).map(more).collect(),
        }
    }
}

/// A number or a row of numbers among weights.
pub(crate) trait Weight: Sized {
    /// Adds the numbers with their names.
    fn list(&self, name: &str, list: &mut Vec<(String, i32)>);
    /// Takes its numbers from the front.
    fn take(from: &mut dyn Iterator<Item = i32>) -> Self;
}

impl Weight for i32 {
    fn list(&self, name: &str, list: &mut Vec<(String, i32)>) {
        list.push((name.to_owned(), *self));
    }

    fn take(from: &mut dyn Iterator<Item = i32>) -> Self {
        from.next().unwrap_or(0)
    }
}

impl<const N: usize> Weight for [i32; N] {
    fn list(&self, name: &str, list: &mut Vec<(String, i32)>) {
        for (i, weight) in self.iter().enumerate() {
            list.push((format!("{name} {i}"), *weight));
        }
    }

    fn take(from: &mut dyn Iterator<Item = i32>) -> Self {
        std::array::from_fn(|_| i32::take(from))
    }
}

/// Declares the weights of an evaluation with the values in use.
macro_rules! weights {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $field:ident: $kind:ty = $value:expr,)* }) => {
        $(#[$meta])*
        struct $name {
            $($(#[$doc])* $field: $kind,)*
        }

        impl $crate::weights::Weights for $name {
            const USED: Self = Self { $($field: $value,)* };

            fn list(&self, list: &mut Vec<(String, i32)>) {
                $($crate::weights::Weight::list(&self.$field, stringify!($field), list);)*
            }

            fn take(from: &mut dyn Iterator<Item = i32>) -> Self {
                Self { $($field: $crate::weights::Weight::take(from),)* }
            }
        }
    };
}
pub(crate) use weights;

/// Writes the methods of an [`Evaluation`](crate::Evaluation) that is a sum of terms, out of two functions:
/// what each side is worth with given weights, and which weights a game uses.
macro_rules! sum_of_terms {
    ($worths:path, $weights:expr) => {
        fn worths(
            &self,
            position: &Self::Position,
            acts: Seat,
            _actions: &[Self::Action],
        ) -> [i32; Seat::MOST] {
            $worths(self, position, acts, ($weights)(self))
        }

        fn terms(&self) -> Vec<$crate::Term> {
            $crate::weights::Weights::terms(($weights)(self))
        }

        fn counts(&self, position: &Self::Position, acts: Seat) -> $crate::Counts {
            $crate::weights::Weights::counts(|weights| $worths(self, position, acts, weights))
        }
    };
}
pub(crate) use sum_of_terms;
