//! Boards on which each player has their own stones.

use crate::{Bits, Packed, Player};

/// Which squares have stones, or pawns, of which player.
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

    /// The stones with the players exchanged.
    #[must_use]
    pub fn exchanged(self) -> Self {
        Stones { left: self.right, right: self.left }
    }

    /// Makes stones from the player's own stones and those of the opponent.
    #[inline]
    #[must_use]
    pub fn from_own_and_enemy(player: Player, own: Bits<N>, enemy: Bits<N>) -> Self {
        match player {
            Player::Left => Stones { left: own, right: enemy },
            Player::Right => Stones { left: enemy, right: own },
        }
    }
}

impl<const N: usize> Packed for Stones<N> {
    const BYTES: usize = 2 * Bits::<N>::BYTES;

    fn pack(&self, out: &mut Vec<u8>) {
        self.left.pack(out);
        self.right.pack(out);
    }

    fn unpack(bytes: &[u8]) -> Option<Self> {
        let (left, right) = bytes.split_at_checked(Bits::<N>::BYTES)?;
        let (left, right) = (Bits::unpack(left)?, Bits::unpack(right)?);
        (left & right).is_empty().then_some(Stones { left, right })
    }
}
