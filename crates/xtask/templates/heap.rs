//! NewGame: from one heap of counters both players take one or two.
//!
//! ```text
//! ● ● ● ● ●   ─►   ● ● ●   ─►   ● ●   ─►   nothing: the player to move has lost
//! ```
//!
//! A heap of n is worth the nimber of n modulo 3: it repeats because three counters can always be
//! completed after the opponent's move.

use nimatron_rules::{
    About, Entry, Hints, Impartial, Named, Notation, NotationError, Player, Promises, Rules, Short, Touch,
    Turns, View,
};

/// NewGame. A position is the number of counters, and a move is how many are taken.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewGame;

impl Rules for NewGame {
    type Position = u32;
    type Move = u32;

    fn moves(&self, heap: &u32, _: Player, out: &mut Vec<u32>) {
        out.extend((1..=2).filter(|taken| taken <= heap));
    }

    fn play(&self, heap: &u32, _: Player, taken: &u32) -> u32 {
        heap - taken
    }
}

impl Short for NewGame {
    fn moves_left(&self, heap: &u32) -> u32 {
        *heap
    }
}

// For a game in which the players move differently, leave this out.
impl Impartial for NewGame {}

impl Turns for NewGame {}

impl Hints for NewGame {}

impl Named for NewGame {
    const ABOUT: About = About {
        name: "new-game",
        title: "NewGame",
        goal: "Take the last counter.",
        about: "From one heap of counters both players take one or two.",
        positions: "The number of counters, as `7`. A move is how many are taken, `1` or `2`.",
        start: "7",
        starts: &["5", "12"],
        ..About::PLAIN
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, u32), NotationError> {
        Self::ABOUT.no_parameters(parameters)?;
        Ok((NewGame, NewGame.parse(position)?))
    }
}

impl Notation for NewGame {
    fn parse(&self, text: &str) -> Result<u32, NotationError> {
        let text = Self::ABOUT.or_start(text);
        let error = |_| {
            NotationError::new(0..text.len(), "this is not a heap").expected("a number of counters, as 7")
        };
        text.parse().map_err(error)
    }

    fn view(&self, heap: &u32) -> View {
        View::Heaps(vec![u64::from(*heap)])
    }

    fn show_move(&self, _: &u32, _: Player, taken: &u32) -> String {
        taken.to_string()
    }

    fn touch(&self, heap: &u32, _: Player, taken: &u32) -> Touch {
        Touch::heap(&[*heap], *heap, &[heap - taken])
    }
}

/// What the registry knows of it. A game in which the players move differently says `partizan` instead.
#[must_use]
pub fn entry() -> Entry {
    Entry::of(Promises::<NewGame>::impartial())
}

#[cfg(test)]
mod tests {
    use nimatron_rules::{Registry, conformance};

    use super::*;

    #[test]
    fn it_keeps_its_promises() {
        let registry = Registry::new([entry()], []);
        let (entry, _) = registry.entry("new-game").unwrap();
        let opened = entry.open(&registry, "", "start").unwrap();
        conformance::check_game(&registry, &opened, 1, 10, usize::MAX).unwrap();
    }

    #[test]
    fn nobody_takes_more_than_there_is() {
        let mut moves = Vec::new();
        NewGame.moves(&1, Player::Left, &mut moves);
        assert_eq!(moves, [1]);
    }

    #[test]
    fn what_is_no_number_is_no_heap() {
        assert_eq!(NewGame.parse("-3").unwrap_err().at, 0..2);
    }
}
