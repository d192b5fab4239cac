//! Random games for the laws, shared by the tests.

use nimatron_value::{Arena, Dyadic, Game, Nus};
use proptest::collection::vec;
use proptest::prelude::*;

/// A random game, before anything is simplified.
#[derive(Clone, Debug)]
pub enum Tree {
    /// A number, ups and a star.
    Leaf(Nus),
    /// Left's options and Right's.
    Node(Vec<Tree>, Vec<Tree>),
}

impl Tree {
    /// Its value.
    pub fn value(&self, arena: &Arena) -> Game {
        match self {
            Tree::Leaf(nus) => arena.game(nus).unwrap(),
            Tree::Node(left, right) => {
                let values = |list: &[Tree]| list.iter().map(|tree| tree.value(arena)).collect::<Vec<_>>();
                arena.canonical(&values(left), &values(right)).unwrap()
            }
        }
    }
}

/// Games born by a day, from random lists of at most three options per side.
pub fn born_by(day: u32) -> BoxedStrategy<Tree> {
    let zero = Just(Tree::Node(vec![], vec![]));
    if day == 0 {
        return zero.boxed();
    }
    let options = || vec(born_by(day - 1), 0..=3);
    prop_oneof![1 => zero, 8 => (options(), options()).prop_map(|(left, right)| Tree::Node(left, right))]
        .boxed()
}

/// Games of this depth over numbers, ups and stars: mostly hot, with names of all kinds inside.
pub fn over_compact(depth: u32) -> BoxedStrategy<Tree> {
    let leaf = (-12i64..=12, 0u32..3, -3i64..=3, 0u32..4, 0..3).prop_map(|(n, exponent, up, star, kind)| {
        Tree::Leaf(match kind {
            0 => Nus::from_number(Dyadic::new(n, exponent)),
            1 => Nus::new(Dyadic::ZERO, up, star),
            _ => Nus::new(Dyadic::new(n, exponent), up, star),
        })
    });
    if depth == 0 {
        return leaf.boxed();
    }
    let options = || vec(over_compact(depth - 1), 0..=2);
    prop_oneof![1 => leaf, 3 => (options(), options()).prop_map(|(left, right)| Tree::Node(left, right))]
        .boxed()
}
