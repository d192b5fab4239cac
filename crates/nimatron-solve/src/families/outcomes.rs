//! The winner of each position of each family, starting with the layers with few pieces.

use nimatron_rules::{Budget, Convention, Exhausted, Player};
use rustc_hash::FxHashMap;

use super::cube::{self, Unit, fill, or_into};
use super::moves::list_moves;
use super::workers::each_family;
use super::{Family, Layer};

/// For each position of a layer, one bit each: whether Left, moving first, wins, and whether Right does.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Wins {
    pub(super) left: Vec<u64>,
    pub(super) right: Vec<u64>,
}

impl Wins {
    /// Solves a layer; `below` is the solved layer with one piece less.
    pub(super) fn of_layer(
        layer: &Layer,
        below: Option<(&Layer, &Wins)>,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Self, Exhausted> {
        let mut wins = Wins { left: vec![0; layer.words], right: vec![0; layer.words] };
        let index = below.map(|(layer, _)| layer.index()).unwrap_or_default();
        let below = below.map(|(layer, wins)| Below { layer, wins, index });
        let work = |families: &[Family], tables: [&mut [u64]; 2], _: &mut ()| {
            #[cfg(target_arch = "x86_64")]
            if let Some(unit) = cube::Bmi2::detected() {
                // SAFETY: the unit exists only if BMI2 and POPCNT were detected, and nothing else is enabled
                // there.
                unsafe { solve_with_bmi2(unit, layer, families, tables, below.as_ref(), convention) };
                return Ok(());
            }
            solve(cube::Portable, layer, families, tables, below.as_ref(), convention);
            Ok(())
        };
        each_family(layer, [&mut wins.left, &mut wins.right], budget, work)?;
        Ok(wins)
    }
}

/// The layer below, solved.
struct Below<'a> {
    layer: &'a Layer,
    wins: &'a Wins,
    index: FxHashMap<u32, u32>,
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "bmi2,popcnt")]
fn solve_with_bmi2(
    unit: cube::Bmi2,
    layer: &Layer,
    families: &[Family],
    tables: [&mut [u64]; 2],
    below: Option<&Below>,
    convention: Convention,
) {
    solve(unit, layer, families, tables, below, convention);
}

/// Solves some neighbouring families; the tables begin with the first of them.
#[inline(always)]
fn solve(
    unit: impl Unit,
    layer: &Layer,
    families: &[Family],
    [left, right]: [&mut [u64]; 2],
    below: Option<&Below>,
    convention: Convention,
) {
    let first = families.first().map_or(0, |family| family.word as usize);
    let mut moves = Vec::new();
    let mut can_move = [Vec::new(), Vec::new()];
    for family in families {
        let words = family.words();
        let words = words.start - first..words.end - first;
        let (left, right) = (&mut left[words.clone()], &mut right[words]);
        for can in &mut can_move {
            can.clear();
            can.resize(left.len(), 0);
        }
        let mut rest = family.occupied;
        while rest != 0 {
            let from = rest & rest.wrapping_neg();
            rest ^= from;
            let targets = family.targets_of(layer, from.trailing_zeros());
            let Some(below) = below.filter(|_| targets != 0) else { continue };
            let Some(&at) = below.index.get(&(family.occupied ^ from)) else { continue };
            let next = &below.layer.families[at as usize];
            // The mover wins where the opponent, moving first, doesn't.
            list_moves(unit, family, next, from, targets, &mut moves);
            for mv in &moves {
                let (mine, theirs) = match mv.player {
                    Player::Left => (&mut *left, &below.wins.right),
                    Player::Right => (&mut *right, &below.wins.left),
                };
                or_into(unit, mine, mv.before, &theirs[next.words()], mv.after, u64::MAX);
                if convention == Convention::Misere {
                    fill(&mut can_move[mv.player.index()], mv.before);
                }
            }
        }
        if convention == Convention::Misere {
            // A player who cannot move wins.
            let used = cube::used(family.variables());
            for (mine, can) in [left, right].into_iter().zip(&can_move) {
                for (mine, can) in mine.iter_mut().zip(can) {
                    *mine |= !can & used;
                }
            }
        }
    }
}
