//! The moves between two families.

use nimatron_rules::Player;

use super::Family;
use super::cube::{Cube, Unit};

/// A move in all positions of a family in which it is legal.
pub(super) struct FamilyMove {
    pub(super) player: Player,
    /// The positions of the family in which it can be made.
    pub(super) before: Cube,
    /// The positions that they become in the family below, one by one.
    pub(super) after: Cube,
}

/// Lists every move of the piece on `from`, a set of one square, to one of `targets`; `below` is the family
/// without that piece.
///
/// The moves are listed and not passed to a closure, because a closure would not be compiled for the
/// processor for which its caller is compiled.
#[inline(always)]
pub(super) fn list_moves(
    unit: impl Unit,
    family: &Family,
    below: &Family,
    from: u32,
    targets: u32,
    out: &mut Vec<FamilyMove>,
) {
    out.clear();
    let (varying, varying_below) = (family.varying(), below.varying());
    let (variables, variables_below) = (varying.count_ones(), varying_below.count_ones());
    // Colours that vary below but not here have the value they have here.
    let extra = varying_below & !varying;
    let extra_left = extra & family.left;
    for player in Player::BOTH {
        let (own, enemy) = match player {
            Player::Left => (family.left, family.right),
            Player::Right => (family.right, family.left),
        };
        let mut targets = if own & from != 0 { targets & enemy } else { 0 };
        while targets != 0 {
            let to = targets & targets.wrapping_neg();
            targets ^= to;
            let before = varying & (from | to);
            let after = extra | (varying_below & to);
            // A one stands for Left's colour.
            let (left_before, left_after) = match player {
                Player::Left => (from, extra_left | to),
                Player::Right => (to, extra_left & !to),
            };
            out.push(FamilyMove {
                player,
                before: Cube::new(
                    variables,
                    unit.gather(before.into(), varying.into()) as u32,
                    unit.gather(left_before.into(), varying.into()) as u32,
                ),
                after: Cube::new(
                    variables_below,
                    unit.gather(after.into(), varying_below.into()) as u32,
                    unit.gather(left_after.into(), varying_below.into()) as u32,
                ),
            });
        }
    }
}
