//! Which values have a name: uptimals, tinies and minies, switches.

use rustc_hash::FxHashMap;

use crate::arena::UNKNOWN;
use crate::structural::written_options;
use crate::{Arena, Dyadic, Game, Nus};

/// What a value that is not compact may be called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    /// `number + ↑ⁿ` and the like.
    Uptimal(Uptimal),
    /// `number + {0||0|−G}`, or the mirror image.
    Tiny(Box<Tiny>),
    /// `±(…)`: its own negative.
    Switch,
}

/// `number + ↑ⁿ` or `number + ↑^[n]`, or with their negatives, and perhaps a star.
///
/// `↑ⁿ = {0 | ↓_[n−1] *}` and `↑^[n] = ↑ + ↑² + … + ↑ⁿ = {↑^[n−1] | *}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Uptimal {
    pub(crate) number: Dyadic,
    pub(crate) down: bool,
    /// `↑^[n]` instead of ↑ⁿ.
    pub(crate) total: bool,
    /// n, at least 2.
    pub(crate) order: u32,
    pub(crate) star: bool,
}

/// `number + tiny-G`, or `number + miny-G`; G is positive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tiny {
    pub(crate) number: Dyadic,
    pub(crate) of: Nus,
    pub(crate) miny: bool,
}

/// Finds names, and remembers which values are each other's negatives.
pub(crate) struct Names<'a> {
    arena: &'a Arena,
    mirrors: FxHashMap<(Game, Game), bool>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(arena: &'a Arena) -> Self {
        Names { arena, mirrors: FxHashMap::default() }
    }

    /// The name of a value that is not compact, if it has one.
    pub(crate) fn name(&mut self, g: Game) -> Option<Name> {
        if let Some(tiny) = self.tiny(g) {
            return Some(Name::Tiny(Box::new(tiny)));
        }
        if let Some(uptimal) = self.uptimal(g) {
            return Some(Name::Uptimal(uptimal));
        }
        self.is_symmetric(g).then_some(Name::Switch)
    }

    fn tiny(&self, g: Game) -> Option<Tiny> {
        let (left, right) = written_options(self.arena, g);
        let ([l], [r]) = (left, right) else { return None };
        let tiny = |number: Game, threat: Game, miny: bool| {
            // threat = {x | x−G} for a tiny, {x+G | x} for a miny.
            if self.arena.compact(threat).is_some() {
                return None;
            }
            let (left, right) = written_options(self.arena, threat);
            let ([l], [r]) = (left, right) else { return None };
            let (back, far) = if miny { (r, l) } else { (l, r) };
            let (x, far) = (self.arena.number(number)?, self.arena.compact(*far)?);
            if *back != number {
                return None;
            }
            let below = far.plus(&Nus::from_number(-x)).ok()?;
            let of = if miny { below } else { below.negative().ok()? };
            (of.compare(&Nus::from_number(Dyadic::ZERO))?.is_gt()).then(|| Tiny {
                number: x.clone(),
                of,
                miny,
            })
        };
        tiny(*l, *r, false).or_else(|| tiny(*r, *l, true))
    }

    fn uptimal(&self, g: Game) -> Option<Uptimal> {
        let number = self.arena.left_stop(g);
        if self.arena.right_stop(g) != number {
            return None;
        }
        let shape = Around { arena: self.arena, number: &number };
        for down in [false, true] {
            let kinds = [
                (true, false, shape.total(g, down)),
                (true, true, shape.total_star(g, down)),
                (false, false, shape.power(g, down)),
                (false, true, shape.power_star(g, down)),
            ];
            for (total, star, order) in kinds {
                if let Some(order) = order {
                    return Some(Uptimal { number, down, total, order, star });
                }
            }
        }
        None
    }

    /// Whether the value is its own negative.
    fn is_symmetric(&mut self, g: Game) -> bool {
        self.are_mirrors(g, g)
    }

    /// Whether `g = −h`, without making any new value.
    fn are_mirrors(&mut self, g: Game, h: Game) -> bool {
        let arena = self.arena;
        match (arena.compact(g), arena.compact(h)) {
            (Some(a), Some(b)) => return a.negative().is_ok_and(|a| a == *b),
            (None, None) => {}
            _ => return false,
        }
        let known = arena.node(g).negative.load(std::sync::atomic::Ordering::Acquire);
        if known != UNKNOWN {
            return known == h.0;
        }
        if arena.left_stop(g) != -arena.right_stop(h) || arena.right_stop(g) != -arena.left_stop(h) {
            return false;
        }
        let ((g_left, g_right), (h_left, h_right)) = (written_options(arena, g), written_options(arena, h));
        if g_left.len() != h_right.len() || g_right.len() != h_left.len() {
            return false;
        }
        // A value has one negative, and no option is listed twice: so finding a partner for each
        // option makes a perfect match.
        if let Some(known) = self.mirrors.get(&(g, h)) {
            return *known;
        }
        let mut matched = |ours: &[Game], theirs: &[Game]| {
            ours.iter().all(|o| theirs.iter().any(|t| crate::deep(|| self.are_mirrors(*o, *t))))
        };
        let answer = matched(g_left, h_right) && (g == h || matched(g_right, h_left));
        self.mirrors.insert((g, h), answer);
        answer
    }
}

/// The patterns of uptimals around a number `x`. With `down`, of their mirror images.
struct Around<'a> {
    arena: &'a Arena,
    number: &'a Dyadic,
}

impl Around<'_> {
    /// The options with the players exchanged if `down`.
    fn options(&self, g: Game, down: bool) -> Option<(&[Game], &[Game])> {
        if self.arena.compact(g).is_some() {
            return None;
        }
        let (left, right) = written_options(self.arena, g);
        Some(if down { (right, left) } else { (left, right) })
    }

    /// Whether `g = x + n·↑ + *k`.
    fn is(&self, g: Game, up: i64, star: u32) -> bool {
        self.arena
            .compact(g)
            .is_some_and(|nus| nus.up() == up && nus.star() == star && nus.number() == self.number)
    }

    /// Whether `g = x`.
    fn is_number(&self, g: Game) -> bool {
        self.is(g, 0, 0)
    }

    /// n, if `g = x + ↑^[n]`; `↑^[1]` is ↑, and `↑^[n] = {↑^[n−1] | *}`.
    fn total(&self, mut g: Game, down: bool) -> Option<u32> {
        let mut order: u32 = 1;
        while !self.is(g, if down { -1 } else { 1 }, 0) {
            let ([l], [r]) = self.options(g, down)? else { return None };
            if !self.is(*r, 0, 1) {
                return None;
            }
            order = next(order)?;
            g = *l;
        }
        Some(order)
    }

    /// n, if `g = x + ↑^[n] + *`, which is {0, ↑^[n−1]* | 0}.
    fn total_star(&self, mut g: Game, down: bool) -> Option<u32> {
        let mut order: u32 = 1;
        while !self.is(g, if down { -1 } else { 1 }, 1) {
            let ([l, m], [r]) = self.options(g, down)? else { return None };
            let deeper = if self.is_number(*l) { *m } else { *l };
            if !self.is_number(*r) || (!self.is_number(*l) && !self.is_number(*m)) {
                return None;
            }
            order = next(order)?;
            g = deeper;
        }
        Some(order)
    }

    /// n, if `g = x + ↑ⁿ`, which is {0 | ↓_[n−1]*}.
    fn power(&self, g: Game, down: bool) -> Option<u32> {
        let ([l], [r]) = self.options(g, down)? else { return None };
        if self.is_number(*l) { next(self.total_star(*r, !down)?) } else { None }
    }

    /// n, if `g = x + ↑ⁿ + *`, which is {0, * | ↓_[n−1]}.
    fn power_star(&self, g: Game, down: bool) -> Option<u32> {
        let ([l, m], [r]) = self.options(g, down)? else { return None };
        let pair = |a: Game, b: Game| self.is_number(a) && self.is(b, 0, 1);
        if pair(*l, *m) || pair(*m, *l) { next(self.total(*r, !down)?) } else { None }
    }
}

/// Uptimals of a higher order go without a name, so that looking for one stays cheap.
pub(crate) const HIGHEST_ORDER: u32 = 1000;

fn next(order: u32) -> Option<u32> {
    (order < HIGHEST_ORDER).then_some(order + 1)
}
