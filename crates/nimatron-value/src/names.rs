//! The values that have a name: uptimals, tinies and minies, switches.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use crate::arena::UNKNOWN;
use crate::structural::written_options;
use crate::tiny::Threat;
use crate::{Arena, Dyadic, Game, Nus, Uptimal};

/// Uptimals of a higher order have no name, so that looking for one stays cheap.
pub(crate) const HIGHEST_ORDER: u32 = 1000;

/// The name of a value that is not compact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Name {
    /// `number + ↑ⁿ` and the like.
    Uptimal(Dyadic, Uptimal),
    /// `number + {0||0|−G}`, or the mirror image.
    Tiny(Box<Tiny>),
    /// `±(…)`: its own negative.
    Switch,
}

/// `number + tiny-G`, or `number + miny-G`; G is positive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tiny {
    pub(crate) number: Dyadic,
    pub(crate) of: Nus,
    pub(crate) is_miny: bool,
}

/// Finds names, and remembers which values are negatives of each other.
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
        if let Some((number, uptimal)) = self.arena.uptimal_around(g, HIGHEST_ORDER) {
            return Some(Name::Uptimal(number, uptimal));
        }
        self.is_symmetric(g).then_some(Name::Switch)
    }

    fn tiny(&self, g: Game) -> Option<Tiny> {
        let Threat { number, far, is_miny } = self.arena.threat(g)?;
        let (number, far) = (self.arena.number(number)?.clone(), self.arena.compact(far)?);
        let gain = far.plus(&Nus::from_number(-&number)).ok()?;
        let of = if is_miny { gain } else { gain.negative().ok()? };
        let is_positive = of.compare(&Nus::from_number(Dyadic::ZERO)).is_some_and(Ordering::is_gt);
        is_positive.then_some(Tiny { number, of, is_miny })
    }

    /// Whether the value is its own negative.
    fn is_symmetric(&mut self, g: Game) -> bool {
        self.are_mirrors(g, g)
    }

    /// Whether `g = −h`, without creating a new value.
    fn are_mirrors(&mut self, g: Game, h: Game) -> bool {
        let arena = self.arena;
        match (arena.compact(g), arena.compact(h)) {
            (Some(a), Some(b)) => return a.negative().is_ok_and(|a| a == *b),
            (None, None) => {}
            _ => return false,
        }
        let known = arena.node(g).negative().load(std::sync::atomic::Ordering::Acquire);
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
        // A value has one negative, and no option is listed twice, so finding a partner for each option gives
        // a perfect matching.
        if let Some(known) = self.mirrors.get(&(g, h)) {
            return *known;
        }
        let mut matched = |ours: &[Game], theirs: &[Game]| {
            ours.iter().all(|o| theirs.iter().any(|t| crate::stack::deep(|| self.are_mirrors(*o, *t))))
        };
        let answer = matched(g_left, h_right) && (g == h || matched(g_right, h_left));
        self.mirrors.insert((g, h), answer);
        answer
    }
}
