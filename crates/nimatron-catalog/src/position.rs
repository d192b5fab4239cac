//! A position of a game, and what can be asked about it.

use std::path::Path;
use std::sync::Arc;

use nimatron_rules::{
    AnyGame, AnyMove, AnyPosition, Budget, Convention, Ending, Exhausted, GameKind, Impartial, Notation,
    Player, Rules, Stones, Sum, Summand, Theorem, Touch, Turns, View, perft,
};
use nimatron_search::Engines;
use nimatron_solve::{Count, Endings, Outcome, any_count, any_loopy_value, any_nimbers, count_families};
use nimatron_value::{Arena, Game, Loops, Sided};

use crate::agents::Agents;
use crate::best::{self, Best};
use crate::outcomes::Outcomes;
use crate::solutions::Solutions;
use crate::values::Values;
use crate::whole::{self, Solved};
use crate::{LabError, Move, grouped, loopy, played, subsets};

/// A position of a game.
pub struct Position {
    /// The game.
    pub game: AnyGame,
    /// The position.
    pub position: AnyPosition,
    /// The player to move, if that was written beside the position.
    pub to_move: Option<Player>,
    /// Agents that are compiled for single games.
    pub(crate) engines: Engines,
}

impl Position {
    /// The position on one line.
    #[must_use]
    pub fn show(&self) -> String {
        match self.to_move {
            Some(player) => self.game.show_turn(&self.position, player),
            None => self.game.show(&self.position),
        }
    }

    /// How the position looks.
    #[must_use]
    pub fn view(&self) -> View {
        self.game.view(&self.position)
    }

    /// The player to move, if that was written beside the position.
    #[must_use]
    pub fn to_move(&self) -> Option<Player> {
        self.to_move
    }

    /// Who begins from here: who is to move in the position, or else by the custom of the game.
    #[must_use]
    pub fn first_player(&self) -> Player {
        self.to_move.unwrap_or_else(|| self.game.first_player())
    }

    /// Whether the same board with rows and columns exchanged is worth the same.
    #[must_use]
    pub fn can_be_turned(&self) -> bool {
        self.game.can_be_turned()
    }

    pub(crate) fn is_impartial(&self) -> bool {
        self.game.kind() == GameKind::Impartial
    }

    /// The game and the size of its board, which determine the numbers of the squares.
    pub(crate) fn board_label(&self) -> String {
        let size = match self.view() {
            View::Board { rows, cols, .. } => format!(" {rows}x{cols}"),
            _ => String::new(),
        };
        format!("{}{size}", self.game.written())
    }

    /// The value of the position, and the number of positions that were visited.
    pub fn value(&self, arena: &Arena, budget: &Budget) -> Result<(Game, u64), LabError> {
        let Some(mut values) = self.values(arena, budget) else {
            let info = self.game.info();
            return Err(LabError::Senseless(match self.game.kind() {
                GameKind::Played => {
                    format!(
                        "{} has no value: it is not won by who moves last; ask for the best move",
                        info.title
                    )
                }
                _ => format!("{} is loopy: it has no value among short games", info.name),
            }));
        };
        let value = values.here()?;
        Ok((value, values.positions()))
    }

    /// A solver for the values of the position and of its options; `None` if the game is not short.
    #[must_use]
    pub fn values<'a>(&'a self, arena: &'a Arena, budget: &Budget) -> Option<Values<'a>> {
        Values::new(self, arena, budget)
    }

    /// The value of the position and the number of positions that were visited, if the game is loopy.
    pub fn loopy_value(&self, loops: &mut Loops, budget: &Budget) -> Result<Option<(Sided, u64)>, LabError> {
        if self.game.kind() != GameKind::Loopy {
            return Ok(None);
        }
        Ok(Some(any_loopy_value(&self.game, &self.position, loops, budget)?))
    }

    /// The Grundy value and the number of positions that were visited, or `None` if the game is partizan.
    pub fn nimber(&self, budget: &Budget) -> Result<Option<(u32, u64)>, LabError> {
        let Some(mut solver) = any_nimbers(&self.game, budget) else { return Ok(None) };
        let nimber = solver.nimber(&self.position)?;
        Ok(Some((nimber, solver.positions())))
    }

    /// The same, with the results kept in a file from which an interrupted search continues.
    pub fn nimber_kept(&self, path: &Path, budget: &Budget) -> Result<Option<(u32, u64)>, LabError> {
        let Some(mut solver) = any_nimbers(&self.game, budget) else { return Ok(None) };
        if !solver.keep_in(path, &self.board_label())? {
            let message = format!("the Grundy values of {} are not kept in files", self.game.info().name);
            return Err(LabError::Senseless(message));
        }
        let nimber = solver.nimber(&self.position)?;
        Ok(Some((nimber, solver.positions())))
    }

    /// What a theorem says about the Grundy value.
    #[must_use]
    pub fn theorem(&self) -> Option<Theorem> {
        self.game.by_theorem(&self.position)
    }

    /// Who wins for either player to start, and the number of positions that were visited.
    pub fn outcome(
        &self,
        convention: Convention,
        solutions: &Arc<Solutions>,
        budget: &Budget,
    ) -> Result<(Endings, u64), LabError> {
        match self.game.kind() {
            GameKind::Loopy => loopy::outcome(self, convention, budget),
            GameKind::Played => {
                let (left_first, positions) = self.winner(convention, Player::Left, solutions, budget)?;
                let (right_first, more) = self.winner(convention, Player::Right, solutions, budget)?;
                Ok((Endings { left_first, right_first }, positions + more))
            }
            GameKind::Impartial => {
                // Both players have the same options.
                let (ending, positions) = self.winner(convention, Player::Left, solutions, budget)?;
                let wins = ending == Ending::Won(Player::Left);
                Ok((Outcome::from_first_players(wins, wins).into(), positions))
            }
            GameKind::Partizan => {
                let mut solver = Outcomes::new(self, convention, solutions, budget)?;
                let left = solver.first_wins(&self.position, Player::Left)?;
                let right = solver.first_wins(&self.position, Player::Right).map_err(|error| {
                    let winner = if left { Player::Left } else { Player::Right };
                    LabError::from(error).but_known(|| format!("{winner} wins if Left starts"))
                })?;
                Ok((Outcome::from_first_players(left, right).into(), solver.positions()))
            }
        }
    }

    /// Who wins if this player starts, and the number of positions that were visited.
    pub fn winner(
        &self,
        convention: Convention,
        first: Player,
        solutions: &Arc<Solutions>,
        budget: &Budget,
    ) -> Result<(Ending, u64), LabError> {
        match self.game.kind() {
            GameKind::Loopy => {
                let (endings, positions) = loopy::outcome(self, convention, budget)?;
                return Ok((endings.if_starts(first), positions));
            }
            GameKind::Played => return played::winner(self, convention, first, budget),
            GameKind::Impartial | GameKind::Partizan => {}
        }
        let won = |wins: bool| Ending::Won(if wins { first } else { first.opponent() });
        if convention == Convention::Normal {
            if let Some(theorem) = self.theorem() {
                return Ok((won(theorem.nimber > 0), 0));
            }
            // The Grundy value of Cram on 5x7 is found four times as fast as its outcome without it.
            if let Some((nimber, positions)) = self.nimber(budget)? {
                return Ok((won(nimber > 0), positions));
            }
        }
        let mut solver = Outcomes::new(self, convention, solutions, budget)?;
        let wins = solver.first_wins(&self.position, first)?;
        Ok((won(wins), solver.positions()))
    }

    /// The winning moves, or the best one.
    pub fn best(
        &self,
        convention: Convention,
        player: Player,
        solutions: &Arc<Solutions>,
        budget: &Budget,
    ) -> Result<Best, LabError> {
        match self.game.kind() {
            GameKind::Loopy => loopy::best(self, convention, player, budget),
            GameKind::Played => played::best(self, convention, player, budget),
            GameKind::Impartial | GameKind::Partizan => {
                best::best(self, convention, player, solutions, budget)
            }
        }
    }

    /// Solves every position that can be reached, and keeps the solution; returns `None` if the game can't be
    /// solved in this way. `progress` receives the number of finished steps and the number of all steps.
    pub fn solve(
        &self,
        convention: Convention,
        solutions: &Arc<Solutions>,
        budget: &Budget,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Solved>, LabError> {
        if self.game.takeover().is_some() {
            whole::solve(self, convention, solutions, budget, progress)
        } else {
            subsets::solve(self, convention, solutions, budget, progress)
        }
    }

    /// The first `most` legal moves and the positions they lead to.
    ///
    /// # Errors
    /// If the list doesn't fit into the budget.
    pub fn moves(&self, player: Player, most: usize, budget: &Budget) -> Result<Vec<Move>, LabError> {
        named_moves(&self.game, &self.position, player, most, budget)
    }

    /// The number of positions that can be reached.
    pub fn count(&self, budget: &Budget) -> Result<Count, LabError> {
        if let (Some(takeover), Some(stones)) =
            (self.game.takeover(), self.position.downcast_ref::<Stones<1>>())
            && let Some(count) = count_families(takeover, stones, budget)?
        {
            return Ok(count);
        }
        Ok(any_count(&self.game, &self.position, budget)?)
    }

    /// The number of move sequences.
    pub fn perft(&self, player: Player, depth: u32, budget: &Budget) -> Result<Vec<u64>, LabError> {
        deeper(depth, |depth| perft(&self.game, &self.position, player, depth, budget))
    }

    /// The agents that can play the game from here.
    #[must_use]
    pub fn agents(&self, solutions: &Arc<Solutions>) -> Agents<'_> {
        Agents::new(self, solutions)
    }

    /// The positions after the first `most` moves of a player, in the order in which the moves are listed.
    pub fn successors(&self, player: Player, most: usize) -> impl Iterator<Item = Position> {
        let mut moves = Vec::new();
        self.game.first_moves(&self.position, player, most, &mut moves);
        moves.into_iter().map(move |mv| {
            let after = self.game.play(&self.position, player, &mv);
            self.at(after, self.to_move.map(|_| player.opponent()))
        })
    }

    /// What the first `most` moves of a player touch, in the order in which the moves are listed.
    pub fn touches(&self, player: Player, most: usize) -> impl Iterator<Item = Touch> {
        let mut moves = Vec::new();
        self.game.first_moves(&self.position, player, most, &mut moves);
        moves.into_iter().map(move |mv| self.game.touch(&self.position, player, &mv))
    }

    /// The heaps or summands of the position, each by itself, if it consists of several that are independent by the rules of
    /// the game.
    #[must_use]
    pub fn separate(&self) -> Option<Vec<Position>> {
        let summands = self.position.downcast_ref::<Vec<Summand>>();
        let parts: Vec<Position> =
            if let (Some(sum), Some(summands)) = (self.game.downcast_ref::<Sum>(), summands) {
                let part = |summand: &Summand| Position {
                    game: sum.summands()[summand.game].clone(),
                    ..self.at(summand.position.clone(), None)
                };
                summands.iter().map(part).collect()
            } else {
                self.game.as_heaps(&self.position)?;
                self.game.parts(&self.position).into_iter().map(|part| self.at(part, None)).collect()
            };
        (parts.len() > 1).then_some(parts)
    }

    /// Another position of the same game.
    pub(crate) fn at(&self, position: AnyPosition, to_move: Option<Player>) -> Position {
        Position { game: self.game.clone(), position, to_move, engines: self.engines.clone() }
    }

    /// All moves of a player.
    ///
    /// # Errors
    /// If the list doesn't fit into the budget.
    pub(crate) fn listed(&self, player: Player, budget: &Budget) -> Result<Vec<AnyMove>, LabError> {
        Ok(self.game.listed_moves(&self.position, player, budget)?)
    }
}

/// The names of the first moves of a player, and the positions they lead to.
pub(crate) fn named_moves(
    game: &AnyGame,
    position: &AnyPosition,
    player: Player,
    most: usize,
    budget: &Budget,
) -> Result<Vec<Move>, LabError> {
    // 1. The moves, if the list fits.
    let count = game.move_bound(position, player).min(most as u64);
    budget.check_list::<(AnyMove, Move)>(count)?;
    let mut moves = Vec::new();
    game.first_moves(position, player, most, &mut moves);
    // 2. Their names, which take more memory and time than the moves.
    let mut meter = budget.meter();
    let (mut named, mut bytes) = (Vec::new(), 0);
    for (i, mv) in moves.iter().enumerate() {
        meter.step()?;
        let name = game.show_move(position, player, mv);
        let after = game.show_turn(&game.play(position, player, mv), player.opponent());
        bytes += size_of::<Move>() + name.capacity() + after.capacity();
        if i.is_power_of_two() && i > 1000 {
            // The list is about to double, and so is the memory of the names.
            budget.check_large(2 * bytes)?;
        }
        named.push(Move { name, position: after });
    }
    Ok(named)
}

/// Counts plays deeper and deeper, so that something is known when the budget runs out: all shallower counts
/// together take little time compared with the deepest.
fn deeper(depth: u32, count: impl Fn(u32) -> Result<Vec<u64>, Exhausted>) -> Result<Vec<u64>, LabError> {
    let mut nodes = vec![1];
    for depth in 1..=depth {
        nodes = count(depth).map_err(|error| {
            let counts = nodes.iter().map(|count| grouped(*count)).collect::<Vec<_>>().join("; ");
            LabError::from(error).but_known(|| format!("plays of 0 to {} moves: {counts}", depth - 1))
        })?;
        if nodes.len() <= depth as usize {
            break;
        }
    }
    Ok(nodes)
}
