//! A game on the table, in some position: which game it is, only this file knows.

use std::path::Path;
use std::sync::Arc;

use nimatron_rules::{Budget, Ending, Exhausted, Notation, Player, Short, Theorem, Turns, View, perft};
use nimatron_search::AgentSpec;
use nimatron_solve::{Convention, Count, Endings, OutcomeClass, count};
use nimatron_value::{Arena, Game, Loops, Sided};

use crate::Move;
use crate::best::{self, Best};
use crate::entry::{KeepNimbers, OpenNimbers};
use crate::oracle::Solvers;
use crate::outcomes::Outcomes;
use crate::players::{Club, Players};
use crate::shelf::Shelf;
use crate::values::{Values, Valuing};
use crate::whole::{Solved, Whole};
use crate::{LabError, grouped};

/// A position of a game whose kind is forgotten.
pub trait Opened: Send + Sync {
    /// The position on one line.
    fn show(&self) -> String;
    /// What it looks like.
    fn view(&self) -> View;
    /// Who is to move, if that was written beside the position.
    fn to_move(&self) -> Option<Player> {
        None
    }
    /// Whether the same board with rows and columns exchanged is worth the same.
    fn can_be_turned(&self) -> bool {
        false
    }
    /// What it is worth, and how many positions that took.
    fn value(&self, arena: &Arena, budget: &Budget) -> Result<(Game, u64), LabError>;
    /// For the values of the position and of all that its moves lead to; nothing if the game is loopy.
    fn values<'a>(&'a self, _: &'a Arena, _: &Budget) -> Result<Option<Box<dyn Values + 'a>>, LabError> {
        Ok(None)
    }
    /// What it is worth and how many positions that took, if the game is loopy.
    fn loopy_value(&self, _: &mut Loops, _: &Budget) -> Result<Option<(Sided, u64)>, LabError> {
        Ok(None)
    }
    /// Its Grundy value and how many positions that took, or nothing if the game is partizan.
    fn nimber(&self, budget: &Budget) -> Result<Option<(u32, u64)>, LabError>;
    /// The same, with what is learned kept in a file, from which a search that was interrupted goes on.
    fn nimber_kept(&self, _: &Path, _: &Budget) -> Result<Option<(u32, u64)>, LabError> {
        Err(LabError::Senseless("the Grundy values of this game are not kept in files".into()))
    }
    /// What a theorem says of its Grundy value.
    fn theorem(&self) -> Option<Theorem> {
        None
    }
    /// Who wins, whoever starts, and how many positions that took.
    fn outcome(
        &self,
        convention: Convention,
        shelf: &Arc<Shelf>,
        budget: &Budget,
    ) -> Result<(Endings, u64), LabError>;
    /// Who wins if that player starts, and how many positions that took.
    fn winner(
        &self,
        convention: Convention,
        first: Player,
        shelf: &Arc<Shelf>,
        budget: &Budget,
    ) -> Result<(Ending, u64), LabError>;
    /// The winning moves, or the best one.
    fn best(
        &self,
        convention: Convention,
        player: Player,
        shelf: &Arc<Shelf>,
        budget: &Budget,
    ) -> Result<Best, LabError>;
    /// Solves every position that can be reached, and keeps the solution; nothing if the game can't be solved
    /// so. `progress` hears how many of how many steps are done.
    fn solve(
        &self,
        _: Convention,
        _: &Arc<Shelf>,
        _: &Budget,
        _: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Solved>, LabError> {
        Ok(None)
    }
    /// The first `most` legal moves and what they lead to. It is an error if so many don't fit into the budget.
    fn moves(&self, player: Player, most: usize, budget: &Budget) -> Result<Vec<Move>, LabError>;
    /// How many positions can be reached.
    fn count(&self, budget: &Budget) -> Result<Count, LabError>;
    /// How many ways to play there are.
    fn perft(&self, player: Player, depth: u32, budget: &Budget) -> Result<Vec<u64>, LabError>;
    /// Those who can play it from here.
    fn players(&self, shelf: &Arc<Shelf>) -> Result<Box<dyn Players + '_>, LabError>;
}

/// A game of a known kind, in some position.
pub struct Table<R: Short + Notation> {
    /// Its rules.
    pub rules: R,
    /// Where it stands.
    pub position: R::Position,
    /// There if the game is impartial.
    pub nimbers: Option<OpenNimbers<R>>,
    /// There if its nimbers can be kept in a file.
    pub kept: Option<KeepNimbers<R>>,
    /// There if all of its positions can be solved together.
    pub whole: Option<Whole<R>>,
}

impl<R: Short + Notation> Table<R> {
    /// The game and the size of its board: what squares have the same numbers.
    pub fn board_label(&self) -> String {
        let parameters = self.rules.parameters();
        let colon = if parameters.is_empty() { "" } else { ":" };
        let size = match self.rules.view(&self.position) {
            View::Board { rows, cols, .. } => format!(" {rows}x{cols}"),
            _ => String::new(),
        };
        format!("{}{colon}{parameters}{size}", R::ABOUT.name)
    }
}

impl<R: Short + Turns + Notation + 'static> Opened for Table<R> {
    fn show(&self) -> String {
        self.rules.show(&self.position)
    }

    fn view(&self) -> View {
        self.rules.view(&self.position)
    }

    fn can_be_turned(&self) -> bool {
        self.rules.can_be_turned()
    }

    fn value(&self, arena: &Arena, budget: &Budget) -> Result<(Game, u64), LabError> {
        let mut values = Valuing::new(self, arena, budget);
        let value = values.here()?;
        Ok((value, values.positions()))
    }

    fn values<'a>(
        &'a self,
        arena: &'a Arena,
        budget: &Budget,
    ) -> Result<Option<Box<dyn Values + 'a>>, LabError> {
        Ok(Some(Box::new(Valuing::new(self, arena, budget))))
    }

    fn nimber(&self, budget: &Budget) -> Result<Option<(u32, u64)>, LabError> {
        let Some(nimbers) = self.nimbers else { return Ok(None) };
        let mut solver = nimbers(&self.rules, budget);
        let nimber = solver.nimber(&self.position)?;
        Ok(Some((nimber, solver.positions())))
    }

    fn nimber_kept(&self, path: &Path, budget: &Budget) -> Result<Option<(u32, u64)>, LabError> {
        if self.nimbers.is_none() {
            return Ok(None);
        }
        let Some(open) = self.kept else {
            let message = format!("the Grundy values of {} are not kept in files", R::ABOUT.name);
            return Err(LabError::Senseless(message));
        };
        let mut solver = open(&self.rules, budget, path, &self.board_label())?;
        let nimber = solver.nimber(&self.position)?;
        Ok(Some((nimber, solver.positions())))
    }

    fn theorem(&self) -> Option<Theorem> {
        self.nimbers?(&self.rules, &Budget::unlimited()).theorem(&self.position)
    }

    fn outcome(
        &self,
        convention: Convention,
        shelf: &Arc<Shelf>,
        budget: &Budget,
    ) -> Result<(Endings, u64), LabError> {
        // In an impartial game both players are in the same shoes.
        if self.nimbers.is_some() {
            let (ending, positions) = self.winner(convention, Player::Left, shelf, budget)?;
            let wins = ending == Ending::Won(Player::Left);
            return Ok((OutcomeClass::from_first_players(wins, wins).into(), positions));
        }
        let mut solver = Outcomes::new(self, convention, shelf, budget)?;
        let left = solver.first_wins(&self.position, Player::Left)?;
        let right = solver.first_wins(&self.position, Player::Right).map_err(|error| {
            let winner = if left { Player::Left } else { Player::Right };
            LabError::from(error).but_known(|| format!("{winner} wins if Left starts"))
        })?;
        Ok((OutcomeClass::from_first_players(left, right).into(), solver.positions()))
    }

    fn winner(
        &self,
        convention: Convention,
        first: Player,
        shelf: &Arc<Shelf>,
        budget: &Budget,
    ) -> Result<(Ending, u64), LabError> {
        let won = |wins: bool| Ending::Won(if wins { first } else { first.opponent() });
        if convention == Convention::Normal
            && let Some(theorem) = self.theorem()
        {
            return Ok((won(theorem.nimber > 0), 0));
        }
        // The Grundy value of Cram on 5x7 is found four times as fast as its outcome without it.
        if convention == Convention::Normal
            && let Some((nimber, positions)) = self.nimber(budget)?
        {
            return Ok((won(nimber > 0), positions));
        }
        let mut solver = Outcomes::new(self, convention, shelf, budget)?;
        let wins = solver.first_wins(&self.position, first)?;
        Ok((won(wins), solver.positions()))
    }

    fn best(
        &self,
        convention: Convention,
        player: Player,
        shelf: &Arc<Shelf>,
        budget: &Budget,
    ) -> Result<Best, LabError> {
        best::best(self, convention, player, shelf, budget)
    }

    fn solve(
        &self,
        convention: Convention,
        shelf: &Arc<Shelf>,
        budget: &Budget,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Solved>, LabError> {
        let Some(whole) = &self.whole else {
            return crate::subsets::solve(self, convention, shelf, budget, progress);
        };
        whole.solve(self, convention, shelf, budget, progress)
    }

    fn moves(&self, player: Player, most: usize, budget: &Budget) -> Result<Vec<Move>, LabError> {
        named_moves(&self.rules, &self.position, player, most, budget)
    }

    fn count(&self, budget: &Budget) -> Result<Count, LabError> {
        if let Some(whole) = &self.whole
            && let Some(count) = whole.count(self, budget)?
        {
            return Ok(count);
        }
        Ok(count(&self.rules, &self.position, budget)?)
    }

    fn perft(&self, player: Player, depth: u32, budget: &Budget) -> Result<Vec<u64>, LabError> {
        deeper(depth, |depth| perft(&self.rules, &self.position, player, depth, budget))
    }

    fn players(&self, shelf: &Arc<Shelf>) -> Result<Box<dyn Players + '_>, LabError> {
        let shelf = Arc::clone(shelf);
        let oracles = move |budget: &Budget| {
            let (shelf, budget) = (Arc::clone(&shelf), budget.clone());
            Box::new(Solvers { table: self, shelf, budget }) as Box<_>
        };
        Ok(Box::new(Club {
            rules: &self.rules,
            start: &self.position,
            to_move: None,
            oracles: Box::new(oracles),
            longest: None,
            make: AgentSpec::agent,
        }))
    }
}

/// The first moves of a player by their names, and what they lead to.
pub fn named_moves<R: Notation>(
    rules: &R,
    position: &R::Position,
    player: Player,
    most: usize,
    budget: &Budget,
) -> Result<Vec<Move>, LabError> {
    // 1. The moves, if the list fits.
    let count = rules.move_bound(position, player).min(most as u64);
    budget.check_list::<(R::Move, Move)>(count)?;
    let mut moves = Vec::new();
    rules.first_moves(position, player, most, &mut moves);
    // 2. Their names, which take more memory than the moves, and longer to make.
    let mut meter = budget.meter();
    let (mut named, mut bytes) = (Vec::new(), 0);
    for (i, mv) in moves.iter().enumerate() {
        meter.step()?;
        let name = rules.show_move(position, player, mv);
        let after = rules.show_turn(&rules.play(position, player, mv), player.opponent());
        bytes += size_of::<Move>() + name.capacity() + after.capacity();
        if i.is_power_of_two() && i > 1000 {
            // The list is about to double, and so is what its names take.
            budget.check_large(2 * bytes)?;
        }
        named.push(Move { name, position: after });
    }
    Ok(named)
}

/// Counts plays deeper and deeper, so that something is known when the budget runs out: all shallower
/// counts together take little against the deepest.
pub fn deeper(depth: u32, count: impl Fn(u32) -> Result<Vec<u64>, Exhausted>) -> Result<Vec<u64>, LabError> {
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
