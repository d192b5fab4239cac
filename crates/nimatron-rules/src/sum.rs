//! Sums of games of different kinds.

use std::fmt;
use std::sync::Arc;

use crate::{DynMove, DynPosition, DynRules, Parts, Player, Rules, Short, View};

/// The rules of a sum: a move is a move in one of the summands. A position says of each summand
/// which of these games it is, so one game can occur more than once, or no longer.
#[derive(Clone)]
pub struct Sum {
    summands: Vec<Arc<dyn DynRules>>,
}

/// One summand of a position of a [`Sum`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Summand {
    /// Which of the sum's games.
    pub game: usize,
    /// Its position.
    pub position: DynPosition,
}

/// A move in one of the summands of a [`Sum`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SumMove {
    /// Which of the summands of the position, counted from 0.
    pub summand: usize,
    /// The move there.
    pub mv: DynMove,
}

impl Sum {
    /// The sum of these games.
    #[must_use]
    pub fn new(summands: Vec<Arc<dyn DynRules>>) -> Self {
        Sum { summands }
    }

    /// The games.
    #[must_use]
    pub fn summands(&self) -> &[Arc<dyn DynRules>] {
        &self.summands
    }

    fn rules(&self, summand: &Summand) -> &dyn DynRules {
        &*self.summands[summand.game]
    }

    /// The position on one line, each summand with the name of its game.
    #[must_use]
    pub fn show(&self, position: &[Summand]) -> String {
        let shown = position.iter().map(|summand| {
            let rules = self.rules(summand);
            format!("{} {}", rules.about().name, rules.show(&summand.position))
        });
        if position.is_empty() { "0".into() } else { shown.collect::<Vec<_>>().join(" + ") }
    }

    /// What the position looks like.
    #[must_use]
    pub fn view(&self, position: &[Summand]) -> View {
        View::Sum(position.iter().map(|summand| self.rules(summand).view(&summand.position)).collect())
    }

    /// The name of a move: the number of the summand, counted from 1, a colon and the move there.
    #[must_use]
    pub fn show_move(&self, position: &[Summand], player: Player, mv: &SumMove) -> String {
        let summand = &position[mv.summand];
        let name = self.rules(summand).show_move(&summand.position, player, &mv.mv);
        format!("{}:{name}", mv.summand + 1)
    }
}

impl fmt::Debug for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.summands.iter().map(|rules| rules.about().name)).finish()
    }
}

impl Rules for Sum {
    type Position = Vec<Summand>;
    type Move = SumMove;

    fn moves(&self, position: &Vec<Summand>, player: Player, out: &mut Vec<SumMove>) {
        let mut moves = Vec::new();
        for (i, summand) in position.iter().enumerate() {
            self.rules(summand).moves(&summand.position, player, &mut moves);
            out.extend(moves.drain(..).map(|mv| SumMove { summand: i, mv }));
        }
    }

    fn play(&self, position: &Vec<Summand>, player: Player, mv: &SumMove) -> Vec<Summand> {
        let mut after = position.clone();
        let summand = &mut after[mv.summand];
        summand.position = self.summands[summand.game].play(&summand.position, player, &mv.mv);
        after
    }

    fn options(&self, position: &Vec<Summand>, player: Player, out: &mut Vec<Vec<Summand>>) {
        let mut options = Vec::new();
        for (i, summand) in position.iter().enumerate() {
            self.rules(summand).options(&summand.position, player, &mut options);
            out.extend(options.drain(..).map(|option| {
                let mut after = position.clone();
                after[i].position = option;
                after
            }));
        }
    }

    fn move_bound(&self, position: &Vec<Summand>, player: Player) -> u64 {
        let bounds = position.iter().map(|summand| self.rules(summand).move_bound(&summand.position, player));
        bounds.fold(0, u64::saturating_add)
    }

    fn first_moves(&self, position: &Vec<Summand>, player: Player, most: usize, out: &mut Vec<SumMove>) {
        let (mut moves, end) = (Vec::new(), out.len().saturating_add(most));
        for (i, summand) in position.iter().enumerate() {
            self.rules(summand).first_moves(&summand.position, player, end - out.len(), &mut moves);
            out.extend(moves.drain(..).map(|mv| SumMove { summand: i, mv }));
        }
    }

    fn mobility(&self, position: &Vec<Summand>, player: Player) -> u32 {
        let moves = position.iter().map(|summand| self.rules(summand).mobility(&summand.position, player));
        moves.fold(0, u32::saturating_add)
    }

    /// The parts of all summands.
    fn parts(&self, position: &Vec<Summand>) -> Parts<Vec<Summand>> {
        let parts = position.iter().flat_map(|summand| {
            let parts = self.rules(summand).parts(&summand.position);
            parts.into_iter().map(|position| vec![Summand { game: summand.game, position }])
        });
        parts.collect()
    }

    /// The normal forms of all parts, sorted by game and by how they are written.
    fn normal(&self, position: &Vec<Summand>) -> Vec<Summand> {
        let mut normal: Vec<_> = self.parts(position).into_iter().flatten().collect();
        for summand in &mut normal {
            summand.position = self.summands[summand.game].normal(&summand.position);
        }
        normal.sort_by_cached_key(|summand| (summand.game, self.rules(summand).show(&summand.position)));
        normal
    }

    /// As the only summand says, if there is but one.
    fn normal_up_to_sign(&self, position: &Vec<Summand>) -> (Vec<Summand>, bool) {
        let mut normal = self.normal(position);
        let [summand] = &mut normal[..] else { return (normal, false) };
        let (position, negative) = self.summands[summand.game].normal_up_to_sign(&summand.position);
        summand.position = position;
        (normal, negative)
    }
}

impl Short for Sum {
    /// The sum of what is left in the summands.
    ///
    /// # Panics
    /// If that is more than 32 bits hold: a wrong bound would be worse.
    fn moves_left(&self, position: &Vec<Summand>) -> u32 {
        let left = position.iter().map(|summand| self.rules(summand).moves_left(&summand.position));
        left.fold(0, |sum: u32, left| sum.checked_add(left).expect("fewer than 2^32 moves are left"))
    }
}
