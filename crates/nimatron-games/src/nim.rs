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
    About, Amount, Convention, Ending, Entry, HeapRule, Heaps, Hints, Impartial, Named, Notation,
    NotationError, Parts, Player, Promises, Representative, Rules, Short, Taking, Touch, Turns, View,
    no_such_move, read_heaps,
};

/// The rules of Nim.
#[derive(Clone, Copy, Default, Debug)]
pub struct Nim;

/// A heap of `from` becomes one of `to`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Take {
    /// The size of a heap. It doesn't matter which of several equal heaps is meant.
    pub from: u32,
    /// Its size after the move.
    pub to: u32,
}

impl Rules for Nim {
    type Position = Heaps;
    type Move = Take;

    fn moves(&self, heaps: &Heaps, player: Player, out: &mut Vec<Take>) {
        self.first_moves(heaps, player, usize::MAX, out);
    }

    fn play(&self, heaps: &Heaps, _: Player, take: &Take) -> Heaps {
        heaps.with(take.from, &[take.to])
    }

    fn first_moves(&self, heaps: &Heaps, _: Player, most: usize, out: &mut Vec<Take>) {
        let distinct = heaps.sizes().chunk_by(|a, b| a == b).map(|equal| equal[0]);
        out.extend(distinct.flat_map(|from| (0..from).map(move |to| Take { from, to })).take(most));
    }

    fn move_bound(&self, heaps: &Heaps, player: Player) -> u64 {
        self.mobility(heaps, player).into()
    }

    /// At most the number of counters.
    fn mobility(&self, heaps: &Heaps, _: Player) -> u32 {
        heaps.sizes().chunk_by(|a, b| a == b).map(|equal| equal[0]).sum()
    }

    /// Each heap separately.
    fn parts(&self, heaps: &Heaps) -> Parts<Heaps> {
        heaps.each().collect()
    }
}

impl Short for Nim {
    fn moves_left(&self, heaps: &Heaps) -> u32 {
        heaps.sizes().iter().sum()
    }
}

impl Impartial for Nim {
    /// The nim-sum of the heaps (Bouton's theorem).
    fn known_nimber(&self, heaps: &Heaps) -> Option<u32> {
        Some(heaps.sizes().iter().fold(0, |sum, heap| sum ^ heap))
    }

    fn as_taking(&self, heaps: usize) -> Option<(Taking, Representative)> {
        Some((self.taking(heaps), |sizes| sizes.is_sorted()))
    }

    fn as_heaps(&self, heaps: &Heaps) -> Option<(&HeapRule, Vec<u32>)> {
        Some((&HeapRule::TakeAny, heaps.sizes().to_vec()))
    }
}

impl Turns for Nim {
    fn ending(&self, heaps: &Heaps, player: Player, convention: Convention) -> Option<Ending> {
        heaps.sizes().is_empty().then(|| Ending::Won(convention.winner_if_stuck(player)))
    }
}

impl Hints for Nim {}

impl Nim {
    /// The maximum number of heaps.
    const MOST_HEAPS: usize = 1000;

    /// What a move may take from this number of heaps.
    #[must_use]
    pub fn taking(&self, heaps: usize) -> Taking {
        Taking { groups: (0..heaps).map(|heap| vec![heap]).collect(), amount: Amount::Any }
    }
}

impl Named for Nim {
    const ABOUT: About = About {
        name: "nim",
        title: "Nim",
        goal: "Take the last counter.",
        about: "A move takes as many counters as one likes, at least one, from one heap.",
        positions: "The sizes of the heaps: `3,5,7`. The move 5-2 leaves 2 of a heap of 5.",
        start: "3,4,5",
        starts: &["3,5,7", "1,2,3"],
        ..About::PLAIN
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Heaps), NotationError> {
        Self::ABOUT.no_parameters(parameters)?;
        Ok((Nim, Nim.parse(position)?))
    }
}

impl Notation for Nim {
    fn parse(&self, text: &str) -> Result<Heaps, NotationError> {
        let text = Self::ABOUT.or_start(text);
        let sizes = read_heaps(text, Self::MOST_HEAPS, "3,5,7")?;
        let too_many = || NotationError::new(0..text.len(), "more than 4294967295 counters");
        Heaps::new(sizes).ok_or_else(too_many)
    }

    fn view(&self, heaps: &Heaps) -> View {
        View::Heaps(heaps.sizes().iter().map(|&heap| heap.into()).collect())
    }

    fn show_move(&self, _: &Heaps, _: Player, take: &Take) -> String {
        format!("{}-{}", take.from, take.to)
    }

    fn touch(&self, heaps: &Heaps, _: Player, take: &Take) -> Touch {
        Touch::heap(heaps.sizes(), take.from, &[take.to])
    }

    /// Without listing all moves, of which there may be billions.
    fn parse_move(&self, heaps: &Heaps, player: Player, text: &str) -> Result<Take, NotationError> {
        let take = text.trim().split_once('-').and_then(|(from, to)| {
            Some(Take { from: from.trim().parse().ok()?, to: to.trim().parse().ok()? })
        });
        match take {
            Some(take) if take.to < take.from && heaps.sizes().contains(&take.from) => Ok(take),
            _ => {
                let some = heaps.sizes().iter().take(3).map(|heap| format!("{heap}-0"));
                // In 64 bits, because heaps may be large.
                let distinct = heaps.sizes().chunk_by(|a, b| a == b).map(|equal| equal[0] as usize);
                let all = distinct.sum();
                Err(no_such_move(player, text, &some.collect::<Vec<_>>(), all))
            }
        }
    }
}

/// The entry of Nim.
#[must_use]
pub fn entry() -> Entry {
    Entry::of(Promises::<Nim>::impartial())
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
        assert_eq!(Nim.ending(&heaps, Player::Left, Convention::Misere), Some(Ending::Won(Player::Left)));
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
