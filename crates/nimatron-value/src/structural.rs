//! A total order of values by their structure, for listing and printing.
//!
//! Handles depend on the history of an arena, so nothing that people see may be sorted by them. The
//! *structural order* depends on the value alone:
//!
//! 1. numbers come first, by size;
//! 2. then the other values `x + n·↑ + *k`, by `x`, by `|n|`, ups before downs, by `k`;
//! 3. then all others, by their sorted Left options, lexicographically, and then their Right options.
//!
//! It says nothing about who wins: that is [`Arena::compare`].

use std::cmp::Ordering;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::arena::Options;
use crate::stack::deep;
use crate::{Arena, Game, Nus, Result};

impl Arena {
    /// The structural order of two values: total, and the same in every arena.
    ///
    /// ```
    /// # use nimatron_value::{Arena, Game};
    /// # use std::cmp::Ordering;
    /// let arena = Arena::new();
    /// let (star, two) = (arena.nimber(1)?, arena.integer(2)?);
    /// assert_eq!(arena.structural_order(two, star), Ordering::Less); // numbers come first
    /// # Ok::<(), nimatron_value::ValueError>(())
    /// ```
    #[must_use]
    pub fn structural_order(&self, g: Game, h: Game) -> Ordering {
        Structure::new(self).order(g, h)
    }

    /// Left's and Right's options in canonical form, each list in the structural order.
    pub fn sorted_options(&self, g: Game) -> Result<(Vec<Game>, Vec<Game>)> {
        let (left, right) = self.options(g)?;
        let (mut left, mut right) = (left.to_vec(), right.to_vec());
        let mut structure = Structure::new(self);
        left.sort_by(|a, b| structure.order(*a, *b));
        right.sort_by(|a, b| structure.order(*a, *b));
        Ok((left, right))
    }
}

/// The structural order, with the sorted options it has met.
pub(crate) struct Structure<'a> {
    arena: &'a Arena,
    sorted: FxHashMap<Game, Rc<(Options, Options)>>,
}

impl<'a> Structure<'a> {
    pub(crate) fn new(arena: &'a Arena) -> Self {
        Structure { arena, sorted: FxHashMap::default() }
    }

    /// The order of two values.
    ///
    /// The first options that differ decide, so the search follows one path: equal values have equal handles.
    pub(crate) fn order(&mut self, mut g: Game, mut h: Game) -> Ordering {
        loop {
            if g == h {
                return Ordering::Equal;
            }
            match (self.arena.compact(g), self.arena.compact(h)) {
                (Some(a), Some(b)) => return order_of_compact(a, b),
                (Some(_), None) => return Ordering::Less,
                (None, Some(_)) => return Ordering::Greater,
                (None, None) => {}
            }
            let (a, b) = (self.options(g), self.options(h));
            let differ =
                |x: &Options, y: &Options| x.iter().zip(y).find(|(x, y)| x != y).map(|(x, y)| (*x, *y));
            if let Some(pair) = differ(&a.0, &b.0) {
                (g, h) = pair;
            } else if a.0.len() != b.0.len() {
                return a.0.len().cmp(&b.0.len());
            } else if let Some(pair) = differ(&a.1, &b.1) {
                (g, h) = pair;
            } else {
                return a.1.len().cmp(&b.1.len());
            }
        }
    }

    /// The sorted options of a value that is not compact.
    pub(crate) fn options(&mut self, g: Game) -> Rc<(Options, Options)> {
        if let Some(known) = self.sorted.get(&g) {
            return Rc::clone(known);
        }
        let (left, right) = written_options(self.arena, g);
        let sorted = deep(|| Rc::new((self.sort(left), self.sort(right))));
        self.sorted.insert(g, Rc::clone(&sorted));
        sorted
    }

    fn sort(&mut self, list: &[Game]) -> Options {
        let mut list = Options::from_slice(list);
        list.sort_by(|a, b| self.order(*a, *b));
        list
    }
}

/// The options of a value that is not compact: these always exist, so nothing can fail.
pub(crate) fn written_options(arena: &Arena, g: Game) -> (&[Game], &[Game]) {
    debug_assert!(arena.compact(g).is_none());
    arena.options(g).expect("only the options of compact values are made late")
}

fn order_of_compact(a: &Nus, b: &Nus) -> Ordering {
    (!a.is_number())
        .cmp(&!b.is_number())
        .then_with(|| a.number().cmp(b.number()))
        .then_with(|| a.up().unsigned_abs().cmp(&b.up().unsigned_abs()))
        .then_with(|| b.up().cmp(&a.up()))
        .then_with(|| a.star().cmp(&b.star()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dyadic;

    #[test]
    fn the_order_does_not_depend_on_the_history_of_the_arena() {
        let build = |order: &[i64]| {
            let arena = Arena::new();
            let switch = |n: i64| {
                let (left, right) = (arena.integer(n).unwrap(), arena.integer(-n).unwrap());
                arena.canonical(&[left], &[right]).unwrap()
            };
            for n in order {
                switch(*n);
            }
            let mut list: Vec<Game> = [7, 40, 9, 12].iter().map(|n| switch(*n)).collect();
            list.push(arena.nimber(3).unwrap());
            list.sort_by(|a, b| arena.structural_order(*a, *b));
            list.iter().map(|g| arena.display(*g, crate::Style::Ascii).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(build(&[40, 9, 7]), build(&[12, 7, 40]));
        assert_eq!(build(&[]), ["*3", "+-7", "+-9", "+-12", "+-40"]);
    }

    #[test]
    fn compact_values_come_in_the_order_of_the_page() {
        let arena = Arena::new();
        let value = |x, up, star| arena.game(&Nus::new(Dyadic::from(x), up, star)).unwrap();
        let sorted = [
            value(-1, 0, 0),
            value(2, 0, 0),
            value(0, 0, 1),
            value(0, 1, 0),
            value(0, 1, 1),
            value(0, -1, 0),
        ];
        for (i, g) in sorted.iter().enumerate() {
            for (j, h) in sorted.iter().enumerate() {
                assert_eq!(arena.structural_order(*g, *h), i.cmp(&j));
            }
        }
    }
}
