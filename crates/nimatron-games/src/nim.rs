//! Nim: a move makes one heap smaller.
//!
//! ```text
//! 3 ●●●         3 ●●●
//! 5 ●●●●●  ─►   5 ●●●●●     7-6
//! 7 ●●●●●●●     6 ●●●●●●
//! ```
//!
//! Bouton, *Nim, a game with a complete mathematical theory*, Annals of Mathematics 3 (1901).

use nimatron_rules::{
    About, Amount, Ending, HeapRule, Impartial, Notation, NotationError, Parts, Player, Rules, Short, Taking,
    Turns, View, no_such_move, read_heaps,
};
use smallvec::SmallVec;

/// The rules of Nim.
#[derive(Clone, Copy, Default, Debug)]
pub struct Nim;

/// The sizes of the heaps, ascending, none of them 0. Their sum fits 32 bits.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Heaps(SmallVec<[u32; 4]>);

/// A heap of `from` becomes one of `to`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    /// The size of a heap. Which one of several doesn't matter.
    pub from: u32,
    /// Its size after the move.
    pub to: u32,
}

impl Heaps {
    /// Heaps of these sizes, if there are no more than 2³²−1 counters in all.
    #[must_use]
    pub fn new(sizes: impl IntoIterator<Item = u32>) -> Option<Self> {
        let mut heaps: SmallVec<[u32; 4]> = sizes.into_iter().filter(|&size| size > 0).collect();
        heaps.iter().try_fold(0u32, |sum, &heap| sum.checked_add(heap))?;
        heaps.sort_unstable();
        Some(Heaps(heaps))
    }

    /// The sizes, ascending.
    #[must_use]
    pub fn sizes(&self) -> &[u32] {
        &self.0
    }
}

impl Rules for Nim {
    type Position = Heaps;
    type Move = Take;

    fn moves(&self, heaps: &Heaps, player: Player, out: &mut Vec<Take>) {
        self.first_moves(heaps, player, usize::MAX, out);
    }

    fn play(&self, heaps: &Heaps, _: Player, take: &Take) -> Heaps {
        let mut heaps = heaps.clone();
        if let Ok(i) = heaps.0.binary_search(&take.from) {
            heaps.0.remove(i);
            if take.to > 0 {
                let i = heaps.0.partition_point(|&heap| heap < take.to);
                heaps.0.insert(i, take.to);
            }
        }
        heaps
    }

    fn first_moves(&self, heaps: &Heaps, _: Player, most: usize, out: &mut Vec<Take>) {
        let distinct = heaps.0.chunk_by(|a, b| a == b).map(|equal| equal[0]);
        out.extend(distinct.flat_map(|from| (0..from).map(move |to| Take { from, to })).take(most));
    }

    fn move_bound(&self, heaps: &Heaps, player: Player) -> u64 {
        self.mobility(heaps, player).into()
    }

    /// No more than there are counters.
    fn mobility(&self, heaps: &Heaps, _: Player) -> u32 {
        heaps.0.chunk_by(|a, b| a == b).map(|equal| equal[0]).sum()
    }

    /// Each heap by itself.
    fn parts(&self, heaps: &Heaps) -> Parts<Heaps> {
        heaps.0.iter().map(|&heap| Heaps(SmallVec::from_slice(&[heap]))).collect()
    }
}

impl Short for Nim {
    fn moves_left(&self, heaps: &Heaps) -> u32 {
        heaps.0.iter().sum()
    }
}

impl Impartial for Nim {
    /// The nim-sum of the heaps (Bouton's theorem).
    fn known_nimber(&self, heaps: &Heaps) -> Option<u32> {
        Some(heaps.0.iter().fold(0, |sum, heap| sum ^ heap))
    }

    fn as_heaps(&self, heaps: &Heaps) -> Option<(&HeapRule, Vec<u32>)> {
        Some((&HeapRule::TakeAny, heaps.0.to_vec()))
    }
}

impl Turns for Nim {
    fn ending(&self, heaps: &Heaps, player: Player, misere: bool) -> Option<Ending> {
        let winner = if misere { player } else { player.opponent() };
        heaps.0.is_empty().then_some(Ending::Won(winner))
    }
}

impl Nim {
    /// More heaps than this are refused.
    const MOST_HEAPS: usize = 1000;

    /// What a move may take from so many heaps.
    #[must_use]
    pub fn taking(&self, heaps: usize) -> Taking {
        Taking { groups: (0..heaps).map(|heap| vec![heap]).collect(), amount: Amount::Any }
    }
}

impl Notation for Nim {
    const ABOUT: About = About {
        name: "nim",
        title: "Nim",
        about: "A move takes as many counters as one likes, at least one, from one heap.",
        positions: "The sizes of the heaps: `3,5,7`. The move 5-2 leaves 2 of a heap of 5.",
        parameters: "",
        start: "3,4,5",
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Heaps), NotationError> {
        Self::ABOUT.no_parameters(parameters)?;
        Ok((Nim, Nim.parse(position)?))
    }

    fn parse(&self, text: &str) -> Result<Heaps, NotationError> {
        let text = Self::ABOUT.or_start(text);
        let sizes = read_heaps(text, Self::MOST_HEAPS, "3,5,7")?;
        let too_many = || NotationError::new(0..text.len(), "more than 4294967295 counters");
        Heaps::new(sizes).ok_or_else(too_many)
    }

    fn view(&self, heaps: &Heaps) -> View {
        View::Heaps(heaps.0.iter().map(|&heap| heap.into()).collect())
    }

    fn show_move(&self, _: &Heaps, _: Player, take: &Take) -> String {
        format!("{}-{}", take.from, take.to)
    }

    /// Without a list of all moves, which may be billions.
    fn parse_move(&self, heaps: &Heaps, player: Player, text: &str) -> Result<Take, NotationError> {
        let take = text.trim().split_once('-').and_then(|(from, to)| {
            Some(Take { from: from.trim().parse().ok()?, to: to.trim().parse().ok()? })
        });
        match take {
            Some(take) if take.to < take.from && heaps.0.contains(&take.from) => Ok(take),
            _ => {
                let some = heaps.0.iter().take(3).map(|heap| format!("{heap}-0"));
                // In 64 bits, for heaps may be large.
                let distinct = heaps.0.chunk_by(|a, b| a == b).map(|equal| equal[0] as usize);
                let all = distinct.sum();
                Err(no_such_move(player, text, &some.collect::<Vec<_>>(), all))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_heaps_give_each_move_once() {
        let heaps = Nim.parse("2,3,0,2").unwrap();
        let mut moves = Vec::new();
        Nim.moves(&heaps, Player::Left, &mut moves);
        assert_eq!(moves.len(), 5);
        assert_eq!(Nim.show(&heaps), "2,2,3");
    }

    #[test]
    fn no_heaps_are_written_as_nought() {
        let heaps = Nim.parse("0").unwrap();
        assert_eq!(Nim.show(&heaps), "0");
        assert!(Nim.parts(&heaps).is_empty());
        assert_eq!(Nim.ending(&heaps, Player::Left, true), Some(Ending::Won(Player::Left)));
    }

    #[test]
    fn large_heaps_are_no_burden() {
        let heaps = Nim.parse("2147483648,1").unwrap();
        let take = Nim.parse_move(&heaps, Player::Right, "2147483648-7").unwrap();
        assert_eq!(Nim.show(&Nim.play(&heaps, Player::Right, &take)), "1,7");
        assert!(Nim.parse_move(&heaps, Player::Right, "7-8").is_err());
    }

    #[test]
    fn faults_point_at_their_place() {
        let fault = |text: &str| Nim.parse(text).unwrap_err().at;
        assert_eq!(fault("3,,5"), 2..2);
        assert_eq!(fault("3,x,5"), 2..3);
        assert_eq!(fault("3,99999999999"), 2..13);
        assert_eq!(fault("4294967295,1"), 0..12);
        assert!(Nim.parse(&"1,".repeat(50_000_000)).is_err());
    }
}
