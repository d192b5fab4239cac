//! Sums of different games.

use crate::{
    AnyGame, AnyMove, AnyPosition, Hints, Impartial, Notation, NotationError, Parts, Player, Rules, Short,
    Touch, Turns, View, sums,
};

/// The rules of a sum: a move is a move in one of the summands. A position says for each summand which of
/// these games it belongs to, so a game can occur several times or not at all.
#[derive(Clone, Debug)]
pub struct Sum {
    summands: Vec<AnyGame>,
}

/// One summand of a position of a [`Sum`].
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Summand {
    /// The index of the game in the sum.
    pub game: usize,
    /// Its position.
    pub position: AnyPosition,
}

/// A move in one of the summands of a [`Sum`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SumMove {
    /// The index of the summand in the position, counted from 0.
    pub summand: usize,
    /// The move in that summand.
    pub mv: AnyMove,
}

impl Sum {
    /// The sum of these games.
    #[must_use]
    pub fn new(summands: Vec<AnyGame>) -> Self {
        Sum { summands }
    }

    /// The games.
    #[must_use]
    pub fn summands(&self) -> &[AnyGame] {
        &self.summands
    }

    fn rules(&self, summand: &Summand) -> &AnyGame {
        &self.summands[summand.game]
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

    /// The normal forms of all parts, sorted by game and by their text.
    fn normal(&self, position: &Vec<Summand>) -> Vec<Summand> {
        let mut normal: Vec<_> = self.parts(position).into_iter().flatten().collect();
        for summand in &mut normal {
            summand.position = self.summands[summand.game].normal(&summand.position);
        }
        normal.sort_by_cached_key(|summand| (summand.game, self.rules(summand).show(&summand.position)));
        normal
    }

    /// Forwards to the only summand, if there is just one.
    fn normal_up_to_sign(&self, position: &Vec<Summand>) -> (Vec<Summand>, bool) {
        let mut normal = self.normal(position);
        let [summand] = &mut normal[..] else { return (normal, false) };
        let (position, negative) = self.summands[summand.game].normal_up_to_sign(&summand.position);
        summand.position = position;
        (normal, negative)
    }
}

impl Short for Sum {
    /// The sum of the moves left in the summands.
    ///
    /// # Panics
    /// If the sum exceeds 32 bits: a wrong bound would be worse.
    fn moves_left(&self, position: &Vec<Summand>) -> u32 {
        let left = position.iter().map(|summand| self.rules(summand).moves_left(&summand.position));
        left.fold(0, |sum: u32, left| sum.checked_add(left).expect("fewer than 2^32 moves are left"))
    }
}

/// Must be called only if all summands are impartial.
impl Impartial for Sum {}

impl Turns for Sum {}

impl Hints for Sum {}

impl Notation for Sum {
    fn parse(&self, text: &str) -> Result<Vec<Summand>, NotationError> {
        sums::parse(self, text)
    }

    fn view(&self, position: &Vec<Summand>) -> View {
        View::Sum(position.iter().map(|summand| self.rules(summand).view(&summand.position)).collect())
    }

    /// Each summand with its game and parameters.
    fn show(&self, position: &Vec<Summand>) -> String {
        let shown = position.iter().map(|summand| {
            let game = self.rules(summand);
            format!("{} {}", game.written(), game.show(&summand.position))
        });
        if position.is_empty() { "0".into() } else { shown.collect::<Vec<_>>().join(" + ") }
    }

    /// The number of the summand, counted from 1, a colon, and the move there.
    fn show_move(&self, position: &Vec<Summand>, player: Player, mv: &SumMove) -> String {
        let summand = &position[mv.summand];
        let name = self.rules(summand).show_move(&summand.position, player, &mv.mv);
        format!("{}:{name}", mv.summand + 1)
    }

    fn touch(&self, position: &Vec<Summand>, player: Player, mv: &SumMove) -> Touch {
        let summand = &position[mv.summand];
        self.rules(summand).touch(&summand.position, player, &mv.mv).in_part(mv.summand)
    }
}
