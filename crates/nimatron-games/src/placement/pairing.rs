//! The symmetry strategies: answer every piece by its image.

use nimatron_rules::{Bits, Player, Rules, Strategy, Surface};

use super::{Placed, Placement, Put};

/// A symmetry that is an involution.
#[derive(Clone, Debug)]
pub(super) struct Pairing<const N: usize> {
    image: Vec<u16>,
    /// The fixed squares, and those from which a piece attacks its own image: none of them may be free.
    unsafe_squares: Bits<N>,
    is_half_turn: bool,
}

impl<const N: usize> Pairing<N> {
    /// The symmetries among these that preserve the attacks of all pieces.
    pub(super) fn all(surface: &Surface<N>, symmetries: &[Vec<usize>], near: &[Bits<N>]) -> Vec<Self> {
        let squares = surface.squares();
        let (rows, cols) = (surface.grid().rows(), surface.grid().cols());
        let pairs_up = |image: &&Vec<usize>| squares.iter().all(|square| image[image[square]] == square);
        let pairing = |image: &Vec<usize>| {
            let turned = |square: usize| {
                let (row, col) = surface.grid().row_col(square);
                surface.grid().square(rows - 1 - row, cols - 1 - col)
            };
            Pairing {
                image: image.iter().map(|&to| to as u16).collect(),
                unsafe_squares: squares
                    .iter()
                    .filter(|&square| near[square].contains(image[square]))
                    .collect(),
                is_half_turn: squares.iter().all(|square| image[square] == turned(square)),
            }
        };
        symmetries.iter().filter(pairs_up).map(pairing).collect()
    }

    #[inline]
    fn keeps(&self, set: Bits<N>) -> bool {
        set.iter().all(|square| set.contains(self.image[square].into()))
    }
}

impl<const N: usize> Placement<N> {
    /// Whether the second player wins by one of these pairings.
    #[inline]
    pub(super) fn is_paired(&self, placed: &Placed<N>, which: impl Fn(&Pairing<N>) -> bool) -> bool {
        // Lines that end at pieces are the same on both sides only if the pieces are.
        let screens = if self.kinds.is_blocked() { placed.occupied() } else { Bits::EMPTY };
        self.pairings.iter().any(|pairing| {
            which(pairing)
                && (pairing.unsafe_squares & placed.free).is_empty()
                && pairing.keeps(placed.free)
                && pairing.keeps(screens)
        })
    }

    /// The name of the pairing by which the second player wins, if there is one.
    pub(super) fn paired_by(&self, placed: &Placed<N>) -> Option<&'static str> {
        if self.is_paired(placed, |pairing| !pairing.is_half_turn) {
            return Some(
                "symmetry: the second player answers every piece with its image, which no piece attacks \
                 (Boone 2016, Lemma 2.1.2 and Theorem 2.2.2)",
            );
        }
        self.is_paired(placed, |pairing| pairing.is_half_turn).then_some(
            "point symmetry: the second player answers every piece with its image by a half turn, which no piece \
             attacks (as Boone 2016, Theorem 2.2.2)",
        )
    }

    fn restores(&self, placed: &Placed<N>, player: Player, put: &Put, which: fn(&Pairing<N>) -> bool) -> i64 {
        i64::from(self.is_paired(&self.play(placed, player, put), which))
    }
}

/// The strategies of Boone, *Abstractions and Analyses of Grid Games* (2016), Chapter 2.
pub(super) fn strategies<const N: usize>() -> Vec<Strategy<Placement<N>>> {
    vec![
        Strategy::new(
            "half-turn",
            "answers a piece by one on the opposite side of the centre, and begins with the centre if there is one: \
                    wins as first player with knights or bishops on boards of two odd sides (Boone 2016, Section 2.2)",
            |rules: &Placement<N>, placed: &Placed<N>, player, put: &Put| {
                rules.restores(placed, player, put, |pairing| pairing.is_half_turn)
            },
        ),
        Strategy::new(
            "reflection",
            "answers a piece by its mirror image: wins as second player with knights or bishops on boards with \
                    an even side (Boone 2016, Section 2.1)",
            |rules: &Placement<N>, placed: &Placed<N>, player, put: &Put| {
                rules.restores(placed, player, put, |pairing| !pairing.is_half_turn)
            },
        ),
    ]
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use nimatron_rules::{Hints, Named, Player, Strategy};

    use super::*;

    /// Whether a strategy never gets into a position where it can't move, whatever the opponent does and
    /// whichever of its best moves it chooses. So it loses neither against perfect play nor against any
    /// other.
    fn never_loses(pieces: &str, board: &str, strategy: &str, first: bool) -> bool {
        fn wins<const N: usize>(
            rules: &Placement<N>,
            strategy: &Strategy<Placement<N>>,
            placed: &Placed<N>,
            its_turn: bool,
            seen: &mut HashSet<(Bits<N>, bool)>,
        ) -> bool {
            if !seen.insert((placed.free, its_turn)) {
                return true;
            }
            let mut moves = Vec::new();
            rules.moves(placed, Player::Left, &mut moves);
            if its_turn {
                let score = |put: &Put| (strategy.score)(rules, placed, Player::Left, put);
                let Some(best) = moves.iter().map(score).max() else { return false };
                moves.retain(|put| score(put) == best);
            }
            moves
                .iter()
                .all(|put| wins(rules, strategy, &rules.play(placed, Player::Left, put), !its_turn, seen))
        }
        let (rules, start) = Placement::<1>::open(pieces, board).unwrap();
        let strategies = rules.strategies();
        let strategy = strategies.iter().find(|known| known.name == strategy).unwrap();
        wins(&rules, strategy, &start, first, &mut HashSet::new())
    }

    #[test]
    fn who_moves_second_with_knights_never_loses_on_even_boards_by_reflection() {
        for board in ["2x2", "2x3", "4x3", "4x4", "2x5", "2x6", "4x5"] {
            assert!(never_loses("N", board, "reflection", false), "{board}");
        }
    }

    #[test]
    fn who_moves_first_with_knights_or_bishops_never_loses_on_odd_boards_by_half_turns() {
        for board in ["1x1", "1x5", "3x3", "3x5", "5x3"] {
            assert!(never_loses("N", board, "half-turn", true), "{board}");
        }
        for board in ["1x3", "3x3"] {
            assert!(!never_loses("N", board, "half-turn", false), "{board}");
        }
    }

    #[test]
    fn the_second_player_of_other_games_wins_by_symmetry_where_no_piece_attacks_its_image() {
        assert!(never_loses("B", "3x4", "half-turn", false));
        assert!(never_loses("B", "4x4", "reflection", false));
        assert!(never_loses("B+N", "4x4", "reflection", false));
        assert!(never_loses("B+N,blocked", "3x4", "reflection", false));
        assert!(never_loses("N", "4x4@torus", "reflection", false));
        assert!(!never_loses("Q", "3x3", "half-turn", false));
    }
}
