//! Piecewise linear functions of the temperature: the walls of a thermograph.

use std::cmp::Ordering;

use crate::Dyadic;

/// A point where a [`Trajectory`] changes direction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Breakpoint {
    /// Its temperature.
    pub temperature: Dyadic,
    /// Its value.
    pub value: Dyadic,
    /// The slope from here to the next breakpoint: −1, 0 or 1.
    pub slope: i8,
}

/// A wall of a thermograph: a value for each temperature from −1 on, linear between breakpoints.
///
/// The first breakpoint is at −1; from the last one on the value is constant: the mast. No two
/// neighbouring breakpoints have the same slope.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Trajectory(Vec<Breakpoint>);

impl Trajectory {
    /// The breakpoints, by increasing temperature.
    #[must_use]
    pub fn breakpoints(&self) -> &[Breakpoint] {
        &self.0
    }

    /// The value at a temperature; below −1, that at −1.
    #[must_use]
    pub fn at(&self, temperature: &Dyadic) -> Dyadic {
        let next = self.0.partition_point(|p| p.temperature <= *temperature);
        match next.checked_sub(1) {
            Some(i) => self.0[i].at(temperature),
            None => self.0[0].value.clone(),
        }
    }

    /// The value on the mast.
    #[must_use]
    pub fn mast(&self) -> &Dyadic {
        &self.last().value
    }

    /// The temperature at which the mast begins.
    pub(crate) fn last(&self) -> &Breakpoint {
        self.0.last().expect("a trajectory has a breakpoint at −1")
    }

    /// The approximate memory.
    pub(crate) fn bytes(&self) -> usize {
        let digits = |p: &Breakpoint| p.temperature.heap_bytes() + p.value.heap_bytes();
        self.0.capacity() * size_of::<Breakpoint>() + self.0.iter().map(digits).sum::<usize>()
    }

    /// The same value at every temperature.
    #[cfg(test)]
    pub(crate) fn constant(value: Dyadic) -> Self {
        Trajectory(vec![Breakpoint { temperature: Dyadic::from(-1), value, slope: 0 }])
    }

    /// The trajectory through these points, linear in between and constant after the last. The slopes between
    /// them must be −1, 0 or 1.
    pub(crate) fn through(points: impl IntoIterator<Item = (Dyadic, Dyadic)>) -> Self {
        let mut curve = Curve(Vec::new());
        let mut points = points.into_iter().peekable();
        while let Some((temperature, value)) = points.next() {
            let slope = points.peek().map_or(0, |(_, next)| sign(&(next - &value)));
            curve.push(temperature, value, slope);
        }
        Trajectory(curve.0)
    }

    /// The trajectory itself.
    pub(crate) fn as_curve(&self) -> Curve {
        Curve(self.0.clone())
    }

    /// The value plus the temperature (`slope` 1) or minus the temperature (`slope` −1).
    pub(crate) fn tilted(&self, slope: i8) -> Curve {
        let tilt = |p: &Breakpoint| Breakpoint {
            value: if slope < 0 { &p.value - &p.temperature } else { &p.value + &p.temperature },
            temperature: p.temperature.clone(),
            slope: p.slope + slope,
        };
        Curve(self.0.iter().map(tilt).collect())
    }
}

impl Breakpoint {
    /// The value at a temperature up to the next breakpoint.
    fn at(&self, temperature: &Dyadic) -> Dyadic {
        match self.slope {
            0 => self.value.clone(),
            1 => &self.value + &(temperature - &self.temperature),
            _ => &self.value - &(temperature - &self.temperature),
        }
    }
}

/// Like a trajectory, but it need not end in a mast.
#[derive(Clone)]
pub(crate) struct Curve(Vec<Breakpoint>);

impl Curve {
    fn push(&mut self, temperature: Dyadic, value: Dyadic, slope: i8) {
        if self.0.last().is_none_or(|p| p.slope != slope) {
            self.0.push(Breakpoint { temperature, value, slope });
        }
    }

    /// The maximum of two curves (`wanted`: `Greater`), or the minimum (`Less`). Their slopes may differ by
    /// at most 1.
    pub(crate) fn extreme(&self, other: &Curve, wanted: Ordering) -> Curve {
        let mut out = Curve(Vec::with_capacity(self.0.len() + other.0.len()));
        for stretch in stretches(self, other) {
            let Stretch { from, to, a, b, slope_a, slope_b } = stretch;
            let first_is_a = match a.cmp(&b) {
                Ordering::Equal => slope_a == slope_b || slope_a.cmp(&slope_b) == wanted,
                order => order == wanted,
            };
            let (lead, slope, chaser_slope) =
                if first_is_a { (&a, slope_a, slope_b) } else { (&b, slope_b, slope_a) };
            out.push(from.clone(), lead.clone(), slope);
            if a != b && chaser_slope.cmp(&slope) == wanted {
                let crossing = &from + &(&a - &b).abs();
                if to.is_none_or(|to| crossing < *to) {
                    let chaser = Breakpoint {
                        temperature: from,
                        value: if first_is_a { b } else { a },
                        slope: chaser_slope,
                    };
                    let value = chaser.at(&crossing);
                    out.push(crossing, value, chaser_slope);
                }
            }
        }
        out
    }

    /// Left's and Right's curve up to their first intersection, and a mast from there on.
    pub(crate) fn meet(left: &Curve, right: &Curve) -> (Trajectory, Trajectory) {
        let (mut low, mut high) = (Curve(Vec::new()), Curve(Vec::new()));
        for Stretch { from, to, a, b, slope_a, slope_b } in stretches(left, right) {
            let gap = &a - &b;
            let closing = slope_b - slope_a;
            let time = match closing {
                _ if !gap.is_positive() => Some(Dyadic::ZERO),
                1 => Some(gap),
                2 => Some(gap.half()),
                _ => None,
            };
            let start = |value: Dyadic, slope| Breakpoint { temperature: from.clone(), value, slope };
            let (a, b) = (start(a, slope_a), start(b, slope_b));
            if let Some(time) = time {
                let crossing = &from + &time;
                if to.is_none_or(|to| crossing <= *to) {
                    let mast = a.at(&crossing);
                    if !time.is_zero() {
                        low.push(a.temperature, a.value, a.slope);
                        high.push(b.temperature, b.value, b.slope);
                    }
                    low.push(crossing.clone(), mast.clone(), 0);
                    high.push(crossing, mast, 0);
                    break;
                }
            }
            low.push(a.temperature, a.value, a.slope);
            high.push(b.temperature, b.value, b.slope);
        }
        (Trajectory(low.0), Trajectory(high.0))
    }
}

/// An interval of temperatures on which two curves are linear, with their values at its start.
struct Stretch<'a> {
    from: Dyadic,
    to: Option<&'a Dyadic>,
    a: Dyadic,
    b: Dyadic,
    slope_a: i8,
    slope_b: i8,
}

fn stretches<'a>(a: &'a Curve, b: &'a Curve) -> impl Iterator<Item = Stretch<'a>> {
    let (mut i, mut j) = (0, 0);
    let mut from = a.0.first().map(|p| p.temperature.clone());
    std::iter::from_fn(move || {
        let start = from.take()?;
        let (p, q) = (&a.0[i], &b.0[j]);
        let (next_a, next_b) = (a.0.get(i + 1), b.0.get(j + 1));
        let next = |p: Option<&'a Breakpoint>| p.map(|p| &p.temperature);
        let to = match (next(next_a), next(next_b)) {
            (Some(x), Some(y)) => Some(x.min(y)),
            (x, y) => x.or(y),
        };
        i += usize::from(to.is_some() && next(next_a) == to);
        j += usize::from(to.is_some() && next(next_b) == to);
        from = to.cloned();
        let (va, vb) = (p.at(&start), q.at(&start));
        Some(Stretch { from: start, to, a: va, b: vb, slope_a: p.slope, slope_b: q.slope })
    })
}

fn sign(x: &Dyadic) -> i8 {
    i8::from(x.is_positive()) - i8::from(x.is_negative())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(points: &[(i64, i64)]) -> Trajectory {
        Trajectory::through(points.iter().map(|(t, v)| (Dyadic::from(*t), Dyadic::from(*v))))
    }

    #[test]
    fn a_trajectory_is_straight_between_breakpoints_and_constant_after_the_last() {
        let t = line(&[(-1, 5), (0, 5), (3, 2)]);
        assert_eq!(t.breakpoints().len(), 3);
        assert_eq!(t.at(&Dyadic::new(1, 1)), Dyadic::new(9, 1));
        assert_eq!(t.at(&Dyadic::from(100)), Dyadic::from(2));
        assert_eq!(t.mast(), &Dyadic::from(2));
    }

    #[test]
    fn the_larger_of_two_curves_turns_where_they_cross() {
        let (a, b) = (line(&[(-1, 3), (2, 0)]), line(&[(-1, 1)]));
        let max = a.as_curve().extreme(&b.as_curve(), Ordering::Greater);
        assert_eq!(Trajectory(max.0), line(&[(-1, 3), (1, 1)]));
        let min = a.as_curve().extreme(&b.as_curve(), Ordering::Less);
        assert_eq!(Trajectory(min.0), line(&[(-1, 1), (1, 1), (2, 0)]));
    }
}
