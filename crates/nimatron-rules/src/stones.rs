//! Boards on which each player has stones of their own.

use crate::{Bits, Player};

/// Whose stones, or pawns, stand where.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones<const N: usize> {
    /// The squares with Left's stones.
    pub left: Bits<N>,
    /// The squares with Right's stones.
    pub right: Bits<N>,
}

impl<const N: usize> Stones<N> {
    /// The player's own stones and those of the opponent.
    #[inline]
    #[must_use]
    pub fn own_and_enemy(self, player: Player) -> (Bits<N>, Bits<N>) {
        match player {
            Player::Left => (self.left, self.right),
            Player::Right => (self.right, self.left),
        }
    }

    /// Each player's stones given to the other.
    #[must_use]
    pub fn exchanged(self) -> Self {
        Stones { left: self.right, right: self.left }
    }

    /// The same from the player's own stones and those of the opponent.
    #[inline]
    #[must_use]
    pub fn from_own_and_enemy(player: Player, own: Bits<N>, enemy: Bits<N>) -> Self {
        match player {
            Player::Left => Stones { left: own, right: enemy },
            Player::Right => Stones { left: enemy, right: own },
        }
    }
}
