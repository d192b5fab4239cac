//! Boardman's strategy (2005, Section 5): "favour options which will block enemy pawns that are behind
//! the removed pawn", best "near an edge of the board, so that a single pawn can prevent an enemy from
//! moving at all", and rather in the enemy's middle row than in his back row.
//!
//! As a taken pawn is replaced, a capture closes no square that was open. Its effect is to put a pawn of the
//! mover, which stays, where an enemy pawn was, which could have moved out of the way:
//!
//! ```text
//! 3 B . B . B . W .      Fig. 14(a): White went from e6 to g3. Nothing of f2 and h2 could run before
//! 2 . B . B . B . B      and nothing can now; but f2 has lost its way over g3, and h2, at the edge,
//! 1 B . B . B . B .      has no other way forward.
//! ```
//!
//! So this is what is counted. An *avenue* of a pawn is a diagonal from its square, up to the edge or the
//! first pawn of the other side: pawns of its own side may move out of it. A move *blocks* an enemy pawn if
//! it shortens its avenues and the pawn can't run now. The score of a move is the sum of
//!
//! - 1000 for each pawn that it blocks in the row before the enemy's back row, 100 for a pawn in any other
//!   row;
//! - the same again if that pawn has no avenue forward any more;
//! - 1 for each square by which it shortens an enemy's avenues; squares that it opens count against it.
//!
//! The paper wanted to know by measurement which row is worth more, as an addition to the strategy of Black
//! in its applet, who leaves the fewest replies: `blocking-back` has the rows exchanged, and
//! `fewest-blocking` and `fewest-blocking-back` choose among the moves that leave the fewest replies.

use nimatron_rules::{Bits, Player, Rules, Step, Stones, Strategy};

use super::Legionnaires;

/// The worth of a blocked pawn in the enemy's middle row, and in any other.
struct Worth {
    middle: i64,
    other: i64,
}

const MIDDLE: Worth = Worth { middle: 1000, other: 100 };
const BACK: Worth = Worth { middle: 100, other: 1000 };

/// Both ways to value the rows, alone and as an addition to Black's strategy in the paper's applet.
pub(super) fn strategies<const N: usize>() -> Vec<Strategy<Legionnaires<N>>> {
    vec![
        Strategy::new(
            "blocking",
            "shuts in enemy pawns, those of the middle row before others (Boardman 2005, Section 5)",
            |game: &Legionnaires<N>, pawns: &Stones<N>, player, step: &Step| {
                game.blocking(pawns, player, step, &MIDDLE)
            },
        ),
        Strategy::new(
            "blocking-back",
            "the same, but those of the back row before those of the middle row",
            |game: &Legionnaires<N>, pawns: &Stones<N>, player, step: &Step| {
                game.blocking(pawns, player, step, &BACK)
            },
        ),
        Strategy::new(
            "fewest-blocking",
            "of the moves with the fewest replies one that `blocking` likes best",
            |game: &Legionnaires<N>, pawns: &Stones<N>, player, step: &Step| {
                game.fewest_blocking(pawns, player, step, &MIDDLE)
            },
        ),
        Strategy::new(
            "fewest-blocking-back",
            "of the moves with the fewest replies one that `blocking-back` likes best",
            |game: &Legionnaires<N>, pawns: &Stones<N>, player, step: &Step| {
                game.fewest_blocking(pawns, player, step, &BACK)
            },
        ),
    ]
}

impl<const N: usize> Legionnaires<N> {
    /// How much a move blocks.
    fn blocking(&self, pawns: &Stones<N>, player: Player, step: &Step, worth: &Worth) -> i64 {
        let after = self.play(pawns, player, step);
        let (own_before, _) = pawns.own_and_enemy(player);
        let (own, enemy) = after.own_and_enemy(player);
        let grid = &self.grid;
        let empty = grid.all().without(own | enemy);
        let last = grid.rows() - 1;
        // Left's home is at the bottom, Right's at the top.
        let (middle, forward) = match player.opponent() {
            Player::Left => (last.checked_sub(1), [0, 1]),
            Player::Right => (Some(1), [2, 3]),
        };
        let mut score = 0;
        for square in enemy {
            let at = Bits::square(square);
            let before = self.avenues(at, own_before);
            let now = self.avenues(at, own);
            let taken: i64 = before.iter().sum::<i64>() - now.iter().sum::<i64>();
            score += taken;
            let can_run = (0..4).any(|direction| !(self.diagonal(at, direction) & empty).is_empty());
            if taken > 0 && !can_run {
                let value = if Some(grid.row_col(square).0) == middle { worth.middle } else { worth.other };
                let for_good = forward.iter().all(|direction| now[*direction] == 0);
                score += if for_good { 2 * value } else { value };
            }
        }
        score
    }

    /// First by the number of replies, then by how much a move blocks.
    fn fewest_blocking(&self, pawns: &Stones<N>, player: Player, step: &Step, worth: &Worth) -> i64 {
        /// More than any move can block: a board has at most 256 pawns.
        const REPLY: i64 = 1_000_000;
        let replies = i64::from(self.mobility(&self.play(pawns, player, step), player.opponent()));
        self.blocking(pawns, player, step, worth) - REPLY * replies
    }

    /// The lengths of the four avenues of a pawn, with these enemies of it: north-east, north-west,
    /// south-east and south-west.
    fn avenues(&self, pawn: Bits<N>, enemies: Bits<N>) -> [i64; 4] {
        [0, 1, 2, 3].map(|direction| {
            let mut length = 0;
            let mut at = self.diagonal(pawn, direction);
            while !at.without(enemies).is_empty() {
                length += 1;
                at = self.diagonal(at, direction);
            }
            length
        })
    }

    /// One step in that direction, if it stays on the board.
    fn diagonal(&self, at: Bits<N>, direction: usize) -> Bits<N> {
        let grid = &self.grid;
        match direction {
            0 => grid.north(grid.east(at)),
            1 => grid.north(grid.west(at)),
            2 => grid.south(grid.east(at)),
            _ => grid.south(grid.west(at)),
        }
    }
}

#[cfg(test)]
mod tests {
    use nimatron_rules::{Hints, Named, Notation};

    use super::*;

    /// The moves with their scores, the highest first.
    fn scores(text: &str, player: Player, strategy: usize) -> Vec<(i64, String)> {
        let (game, pawns) = Legionnaires::<1>::open("", text).unwrap();
        let mut moves = Vec::new();
        game.moves(&pawns, player, &mut moves);
        let score = game.strategies().swap_remove(strategy).score;
        let named =
            moves.iter().map(|mv| (score(&game, &pawns, player, mv), game.show_move(&pawns, player, mv)));
        let mut scores: Vec<_> = named.collect();
        scores.sort_by(|a, b| b.cmp(a));
        scores
    }

    #[test]
    fn the_opening_of_figure_14_scores_highest() {
        let scores = scores("8x8", Player::Right, 0);
        let best: Vec<&str> =
            scores.iter().take_while(|(score, _)| *score == scores[0].0).map(|(_, name)| &**name).collect();
        assert!(best.contains(&"e6-g3"), "{scores:?}");
        assert!(best.iter().all(|name| name.ends_with("g3")), "{scores:?}");
        assert_eq!(scores.len(), 24);
    }

    #[test]
    fn the_board_turned_around_has_the_same_scores() {
        let numbers =
            |player| scores("8x8", player, 0).into_iter().map(|(score, _)| score).collect::<Vec<_>>();
        assert_eq!(numbers(Player::Left), numbers(Player::Right));
    }

    #[test]
    fn figure_14_is_counted_as_its_comment_says() {
        let scores = scores("8x8", Player::Right, 0);
        let (score, _) = scores.iter().find(|(_, name)| name == "e6-g3").unwrap();
        // f2 is blocked, h2 for good, and e1 in the back row together with f2. These two lose g3 and h4, h2
        // loses g3 to b8. No black pawn could reach e6.
        assert_eq!(*score, 1000 + 2000 + 100 + 2 + 2 + 6);
    }

    #[test]
    fn the_other_strategy_likes_the_back_row() {
        // White can take b2, with a1 and c1 behind it, or f3, with e2 and g2.
        let board = "....W.../......../...B.BBB/.B.BB.B./B.BB.B.B";
        let best = |strategy| scores(board, Player::Right, strategy)[0].1.clone();
        assert_eq!((best(0).as_str(), best(1).as_str()), ("e5-f3", "e5-b2"));
    }
}
