/// What people are told instead of what was searched: a curve of logits through 0, alike for both sides.
/// Points (searched, told) with straight lines in between; past the last of them it goes on as before.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Curve {
    points: [(f32, f32); Curve::MOST],
    count: usize,
}

impl Curve {
    /// It has at most so many points.
    pub const MOST: usize = 5;
    /// What was searched is told.
    pub const STRAIGHT: Self = Self::through(&[(1.0, 1.0)]);

    /// The curve through these points of a game; where they make none, it does not compile.
    pub(crate) const fn through(points: &[(f32, f32)]) -> Self {
        match Self::rising(points) {
            Some(curve) => curve,
            None => panic!("a curve rises from 0"),
        }
    }

    /// The curve through these points. None if there are none or too many, or if they do not rise from 0 in
    /// both numbers.
    #[must_use]
    pub const fn rising(points: &[(f32, f32)]) -> Option<Self> {
        if points.is_empty() || points.len() > Self::MOST {
            return None;
        }
        let mut kept = [(0.0, 0.0); Self::MOST];
        let (mut last, mut at) = ((0.0, 0.0), 0);
        while at < points.len() {
            let (searched, told) = points[at];
            let rises = searched > last.0 && told > last.1;
            if !rises || !searched.is_finite() || !told.is_finite() {
                return None;
            }
            last = (searched, told);
            kept[at] = last;
            at += 1;
        }
        Some(Self {
            points: kept,
            count: points.len(),
        })
    }

    /// Its points.
    #[must_use]
    pub fn points(&self) -> &[(f32, f32)] {
        &self.points[..self.count]
    }

    /// What is told of this logit.
    #[must_use]
    pub fn at(&self, searched: f32) -> f32 {
        let (mut from, size) = ((0.0, 0.0), searched.abs());
        let mut told = 0.0;
        for &to in self.points() {
            let slope = (to.1 - from.1) / (to.0 - from.0);
            told = from.1 + slope * (size - from.0);
            if size <= to.0 {
                break;
            }
            from = to;
        }
        told.copysign(searched)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_goes_through_its_points_and_on() {
        let curve = Curve::through(&[(0.5, 0.1), (1.0, 2.1), (2.0, 2.6)]);
        let told = [
            (0.0, 0.0),
            (0.25, 0.05),
            (0.5, 0.1),
            (0.75, 1.1),
            (1.0, 2.1),
            (2.0, 2.6),
            (4.0, 3.6),
        ];
        for (searched, told) in told {
            assert!((curve.at(searched) - told).abs() < 1e-5, "{searched}");
            assert_eq!(curve.at(-searched), -curve.at(searched));
        }
    }

    #[test]
    fn who_is_ahead_stays_ahead() {
        let curve = Curve::through(&[(0.3, 0.01), (0.4, 3.0), (5.0, 3.2)]);
        let mut before = 0.0;
        for step in 1..1_000 {
            let told = curve.at(step as f32 / 100.0);
            // Nor does it leap: its steepest part rises by 29.9 for 1.
            assert!(told > before && told - before < 0.3, "{step}");
            before = told;
        }
    }

    #[test]
    fn a_curve_rises_from_0() {
        let broken: [&[(f32, f32)]; 7] = [
            &[],
            &[(0.0, 0.0)],
            &[(1.0, 0.0)],
            &[(1.0, 2.0), (2.0, 1.0)],
            &[(1.0, 2.0), (1.0, 3.0)],
            &[(1.0, f32::INFINITY)],
            &[(f32::NAN, 1.0)],
        ];
        for points in broken {
            assert_eq!(Curve::rising(points), None, "{points:?}");
        }
        let many: Vec<_> = (1..=6).map(|at| (at as f32, at as f32)).collect();
        assert_eq!(Curve::rising(&many), None);
        assert!(Curve::rising(&many[1..]).is_some());
    }
}
