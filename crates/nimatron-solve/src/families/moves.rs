//! The moves between two families.

use nimatron_rules::Player;

use super::Family;
use super::cube::{Cube, Unit};

/// A move of all positions of a family in which it is legal.
pub(super) struct FamilyMove {
    pub(super) player: Player,
    /// The positions of the family in which it can be made.
    pub(super) before: Cube,
    /// What they become in the family below, one by one.
    pub(super) after: Cube,
}

/// Calls `visit` with every move of the piece on `from`, a set of one square, to one of `targets`; `below` is the family
/// without that piece.
#[inline(always)]
pub(super) fn each_move(
    unit: impl Unit,
    family: &Family,
    below: &Family,
    from: u32,
    targets: u32,
    mut visit: impl FnMut(FamilyMove),
) {
    let number = |squares: u32, varying: u32| unit.gather(squares.into(), varying.into()) as u32;
    let (varying, varying_below) = (family.varying(), below.varying());
    let (variables, variables_below) = (varying.count_ones(), varying_below.count_ones());
    // Colours that vary below and not here are what they are here.
    let extra = varying_below & !varying;
    let extra_left = extra & family.left;
    let mut one_way = |player: Player, mut targets: u32| {
        while targets != 0 {
            let to = targets & targets.wrapping_neg();
            targets ^= to;
            let before = varying & (from | to);
            let after = extra | (varying_below & to);
            // Left's colour is a one.
            let (left_before, left_after) = match player {
                Player::Left => (from, extra_left | to),
                Player::Right => (to, extra_left & !to),
            };
            visit(FamilyMove {
                player,
                before: Cube::new(variables, number(before, varying), number(left_before & varying, varying)),
                after: Cube::new(
                    variables_below,
                    number(after, varying_below),
                    number(left_after & varying_below, varying_below),
                ),
            });
        }
    };
    if family.left & from != 0 {
        one_way(Player::Left, targets & family.right);
    }
    if family.right & from != 0 {
        one_way(Player::Right, targets & family.left);
    }
}
