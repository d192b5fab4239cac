//! The followers of a game: all positions that can be reached from it by moves of either player.

use rustc_hash::FxHashSet;

use crate::{Arena, Game, Result};

/// The distinct followers of a game, starting with the game itself, in the order in which they are met. See
/// [`Arena::followers`].
pub struct Followers<'a> {
    arena: &'a Arena,
    seen: FxHashSet<Game>,
    waiting: Vec<Game>,
    /// Whether the options of compact values are included.
    through_compact: bool,
}

impl<'a> Followers<'a> {
    fn new(arena: &'a Arena, g: Game, through_compact: bool) -> Self {
        Followers { arena, seen: FxHashSet::from_iter([g]), waiting: vec![g], through_compact }
    }

    /// All followers that can be reached without a move from a value `x + n·↑ + *k`.
    pub(crate) fn stopping_at_compact(arena: &'a Arena, g: Game) -> Self {
        Self::new(arena, g, false)
    }
}

impl Iterator for Followers<'_> {
    type Item = Result<Game>;

    fn next(&mut self) -> Option<Result<Game>> {
        let g = self.waiting.pop()?;
        if let Err(error) = self.arena.afford(0) {
            return Some(Err(error));
        }
        if self.through_compact || self.arena.compact(g).is_none() {
            match self.arena.options(g) {
                Ok((left, right)) => {
                    for option in left.iter().chain(right) {
                        if self.seen.insert(*option) {
                            self.waiting.push(*option);
                        }
                    }
                }
                Err(error) => return Some(Err(error)),
            }
        }
        Some(Ok(g))
    }
}

impl Arena {
    /// The distinct followers of the canonical form, including itself, in no particular order. They are found
    /// lazily: an integer `n` has `|n| + 1` of them.
    #[must_use]
    pub fn followers(&self, g: Game) -> Followers<'_> {
        Followers::new(self, g, true)
    }

    /// The number of distinct followers.
    pub fn follower_count(&self, g: Game) -> Result<usize> {
        let mut count = 0;
        for follower in self.followers(g) {
            follower?;
            count += 1;
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dyadic, Nus};

    #[test]
    fn a_follower_is_counted_once() {
        let arena = Arena::new();
        assert_eq!(arena.follower_count(Game::ZERO).unwrap(), 1);
        assert_eq!(arena.follower_count(arena.integer(-9).unwrap()).unwrap(), 10);
        assert_eq!(arena.follower_count(arena.nimber(40).unwrap()).unwrap(), 41);
        // ⇑ = {0 | ↑*}, ↑* = {0, * | 0}: itself, ↑*, *, 0.
        let g = arena.game(&Nus::new(Dyadic::ZERO, 2, 0)).unwrap();
        assert_eq!(arena.follower_count(g).unwrap(), 4);
    }

    #[test]
    fn the_followers_of_a_huge_integer_can_be_begun() {
        let arena = Arena::new();
        let huge = arena.integer(i64::MAX).unwrap();
        assert_eq!(arena.followers(huge).take(5).filter(|g| g.is_ok()).count(), 5);
    }
}
