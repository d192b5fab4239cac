//! The moves at the root of a search.
//!
//! They stay in the order of the last search: its best move comes first, then urgent moves, then moves that
//! the search has learned to be good. Late moves are first searched less deep, by half of the reduction that
//! late moves get elsewhere, so that a quiet winning move is not overlooked for long.

use std::cmp::Reverse;

use nimatron_rules::Hints;

use super::order::Order;
use super::worker::reduction;
use crate::{Random, Turn};

/// The indices of the legal moves, in the order in which they are tried.
#[derive(Clone)]
pub(super) struct Roots {
    pub(super) order: Vec<usize>,
    /// How urgent each move is: above 0 if it is urgent. Empty if the moves keep their order and are all
    /// searched in full.
    ranks: Vec<i32>,
}

/// This number of moves always stays in front: those that were the best lately.
const FIRST: usize = 4;
/// This number of moves is never searched less deep.
const IN_FULL: usize = 3;

impl Roots {
    /// All moves in random order. If they are `ranked`, urgent ones come first, and others may be searched
    /// less deep.
    pub(super) fn new<R: Hints>(turn: &Turn<'_, R>, random: &mut Random, ranked: bool) -> Self {
        let mut order: Vec<usize> = (0..turn.moves.len()).collect();
        random.shuffle(&mut order);
        let mut ranks = Vec::new();
        if ranked {
            ranks.resize(order.len(), 0);
            let mut urgent = Vec::new();
            turn.rules.sharp_moves(turn.position(), turn.player, &mut urgent);
            for ranked in urgent.drain(..) {
                if let Some(i) = turn.moves.iter().position(|mv| *mv == ranked.mv) {
                    ranks[i] = ranked.rank;
                }
            }
            order.sort_by_key(|&i| Reverse(ranks[i]));
            // If there is a threat, moves that don't answer it are refuted at once, and moves that do are
            // urgent.
            if !turn.convention.is_misere() && turn.rules.answers(turn.position(), turn.player, &mut urgent) {
                ranks.fill(1);
            }
        }
        Roots { order, ranks }
    }

    /// Sorts the moves by what was learned from the last search. The first ones stay.
    pub(super) fn sort<R: Hints>(&mut self, turn: &Turn<'_, R>, learned: &Order<R>) {
        if self.ranks.is_empty() {
            return;
        }
        let first = self.order.len().min(FIRST);
        let ranks = &self.ranks;
        self.order[first..].sort_by_key(|&i| {
            Reverse(if ranks[i] > 0 { Order::<R>::URGENT + ranks[i] } else { history(turn, learned, i) })
        });
    }

    /// The reduction of the depth for the move at this place, when the search goes `depth` moves deep.
    pub(super) fn reduction<R: Hints>(
        &self,
        turn: &Turn<'_, R>,
        learned: &Order<R>,
        at: usize,
        depth: i32,
    ) -> i32 {
        let i = self.order[at];
        if at < IN_FULL || depth < 2 || self.ranks.get(i).is_none_or(|rank| *rank > 0) {
            return 0;
        }
        // Half of the reduction below the root: here a quiet winning move must not be overlooked for long.
        let less = reduction(depth, at) - i32::from(history(turn, learned, i) > Order::<R>::GOOD);
        (less.clamp(0, depth - 1) + 1) / 2
    }

    /// The same moves in a rotated order: it begins this number of moves later, and the skipped moves come
    /// last.
    pub(super) fn beginning_at(mut self, at: usize) -> Self {
        let at = at.checked_rem(self.order.len()).unwrap_or(0);
        self.order.rotate_left(at);
        self
    }

    /// Moves the best move, at this place, to the front.
    pub(super) fn prefer(&mut self, at: usize) {
        self.order[..=at].rotate_right(1);
    }
}

/// How good the move with this index was, if it is quiet.
fn history<R: Hints>(turn: &Turn<'_, R>, learned: &Order<R>, i: usize) -> i32 {
    learned.history_of(turn.player, turn.rules.move_number(&turn.moves[i]))
}

#[cfg(test)]
mod tests {
    use nimatron_games::epaminondas::Epaminondas;
    use nimatron_rules::{Convention, Named, Player, Rules};

    use super::*;

    /// Reports for each move, in the order of the roots, how urgent it is and how much less deep it is
    /// searched.
    fn reductions(position: &str, ranked: bool) -> Vec<(bool, i32)> {
        let (rules, position) = Epaminondas::<1>::open("", position).unwrap();
        let mut moves = Vec::new();
        rules.moves(&position, Player::Left, &mut moves);
        let mut sharp = Vec::new();
        rules.sharp_moves(&position, Player::Left, &mut sharp);
        let history = [position];
        let turn = Turn {
            rules: &rules,
            player: Player::Left,
            convention: Convention::Normal,
            moves: &moves,
            history: &history,
        };
        let learned = Order::new();
        let mut roots = Roots::new(&turn, &mut Random::new(1), ranked);
        roots.sort(&turn, &learned);
        let is_sharp = |i: usize| sharp.iter().any(|ranked| ranked.mv == moves[i]);
        let all = 0..roots.order.len();
        all.map(|at| (is_sharp(roots.order[at]), roots.reduction(&turn, &learned, at, 6))).collect()
    }

    const CAPTURES: &str = "b1b2b2/2bb2b1/8/1b1ww1b1/8/2w1b3/1w2w3/w2w1ww1";

    #[test]
    fn urgent_moves_come_first_and_are_searched_in_full_and_late_ones_less_and_less() {
        let roots = reductions(CAPTURES, true);
        let urgent = roots.iter().filter(|root| root.0).count();
        assert!(urgent > 0 && roots[..urgent].iter().all(|root| *root == (true, 0)));
        let late = &roots[urgent.max(FIRST)..];
        assert!(late.iter().all(|root| (1..6).contains(&root.1)));
        assert!(late.is_sorted() && late.first() < late.last());
    }

    #[test]
    fn all_are_searched_in_full_where_there_is_a_threat_or_no_ranks() {
        // Black has reached White's home row.
        let threat = "b1b2b2/2bb4/8/1b1ww1b1/8/2w1b3/1w2w3/w2wbww1";
        assert!(reductions(threat, true).iter().all(|root| root.1 == 0));
        let unranked = reductions(CAPTURES, false);
        assert!(unranked.iter().all(|root| root.1 == 0) && !unranked.is_sorted_by(|a, b| a.0 >= b.0));
    }

    #[test]
    fn the_best_move_comes_first_and_the_others_keep_their_order() {
        let mut roots = Roots { order: vec![3, 1, 0, 2], ranks: Vec::new() };
        roots.prefer(2);
        assert_eq!(roots.order, [0, 3, 1, 2]);
    }

    #[test]
    fn there_may_be_more_threads_than_moves() {
        let order = |moves: usize, at| {
            let roots = Roots { order: (0..moves).collect(), ranks: Vec::new() };
            roots.beginning_at(at).order
        };
        assert_eq!([0, 1, 2, 3, 63].map(|at| order(3, at)[0]), [0, 1, 2, 0, 0]);
        assert_eq!((order(1, 63), order(0, 63)), (vec![0], vec![]));
    }
}
