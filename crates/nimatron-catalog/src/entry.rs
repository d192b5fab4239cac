//! What the catalog knows of a game: how to open it, and which promises it makes.

use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

use nimatron_rules::{
    About, Arranged, Board, Budget, DynPosition, DynRules, HeapRule, Impartial, Notation, NotationError,
    Packed, Player, Rules, Short, Takeover, Theorem, Turns, erase,
};
use nimatron_solve::{Convention, NimberSolver, SolveError, Subsets};

use crate::loopy_table::LoopyTable;
use crate::played_table::PlayedTable;
use crate::survey::Surveyable;
use crate::table::{Opened, Table};
use crate::whole::Whole;

/// A game of the catalog.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub(crate) about: &'static About,
    pub(crate) impartial: bool,
    pub(crate) loopy: bool,
    /// Whether it is played in turns and has no value.
    pub(crate) played: bool,
    /// Sums and loopy games are not summands.
    pub(crate) summand: Option<OpenSummand>,
    pub(crate) open: Open,
    pub(crate) board: OpenBoard,
    pub(crate) heap_rule: HeapRuleOf,
}

/// A game whose kind is forgotten, and a position of it.
pub type Erased = (Arc<dyn DynRules>, DynPosition);

type Open = fn(&str, &str) -> Result<Box<dyn Opened>, NotationError>;
/// Nothing if the positions of the game can't be listed.
type OpenBoard = fn(&str, &Board) -> Option<Result<Box<dyn Surveyable>, NotationError>>;
/// How to put a game on a board, for games whose positions can be listed.
type OnBoard = fn(&str, &Board) -> Result<Box<dyn Surveyable>, NotationError>;
/// The rule of a heap game with these parameters; nothing for other games.
type HeapRuleOf = fn(&str) -> Result<Option<HeapRule>, NotationError>;
type OpenSummand = fn(&str, &str) -> Result<Erased, NotationError>;
/// How to find Grundy values, for games where both players have the same moves.
pub type OpenNimbers<R> = for<'a> fn(&'a R, &Budget) -> Box<dyn Nimbers<R> + 'a>;

/// Finds Grundy values, and remembers what it learned.
pub trait Nimbers<R: Rules>: Send {
    /// The Grundy value of a position.
    fn nimber(&mut self, position: &R::Position) -> Result<u32, SolveError>;
    /// How many positions that took so far.
    fn positions(&self) -> u64;
    /// Whether a theorem tells the value of a part.
    fn is_known(&self, part: &R::Position) -> bool;
    /// What a theorem says of a whole position.
    fn theorem(&self, position: &R::Position) -> Option<Theorem>;
    /// How many squares a position is a set of, if it is such and moves take squares away.
    fn squares(&self, position: &R::Position) -> Option<usize>;
    /// Whether every subset of such a position can be reached, as every square can be taken alone.
    fn reaches_every_subset(&self, position: &R::Position) -> bool;
    /// Who wins every subset of a position, if it is such.
    fn subsets(
        &self,
        position: &R::Position,
        convention: Convention,
        budget: &Budget,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Subsets>, SolveError>;
    /// Whether who moves first wins a position, if that is among those solved.
    fn first_wins(&self, subsets: &Subsets, position: &R::Position) -> Result<Option<bool>, SolveError>;
}

/// Finds Grundy values as [`OpenNimbers`] does, and keeps what it learns in a file whose label is given.
pub type KeepNimbers<R> =
    for<'a> fn(&'a R, &Budget, &Path, &str) -> Result<Box<dyn Nimbers<R> + 'a>, SolveError>;

impl Entry {
    /// What the game says about itself.
    #[must_use]
    pub fn about(&self) -> &'static About {
        self.about
    }

    /// Whether both players always have the same moves.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.impartial
    }

    /// Whether play may go on for ever.
    #[must_use]
    pub fn is_loopy(&self) -> bool {
        self.loopy
    }

    /// Whether it is played in turns and has no value.
    #[must_use]
    pub fn is_only_played(&self) -> bool {
        self.played
    }

    /// The promises that the game makes, in words.
    #[must_use]
    pub fn promises(&self) -> Vec<&'static str> {
        if self.played {
            return vec!["turns", "partizan"];
        }
        if self.loopy {
            return vec!["loopy", "partizan"];
        }
        if self.impartial { vec!["short", "impartial"] } else { vec!["short", "partizan"] }
    }

    /// The game with these parameters, in this position, with its kind forgotten; nothing for sums
    /// and loopy games, which are no summands.
    #[must_use]
    pub fn erased(&self, parameters: &str, position: &str) -> Option<Result<Erased, NotationError>> {
        self.summand.map(|open| open(parameters, position))
    }

    /// The game with these parameters, in this position.
    pub fn open(&self, parameters: &str, position: &str) -> Result<Box<dyn Opened>, NotationError> {
        (self.open)(parameters, position)
    }

    /// The rule for one heap, if it is a game of heaps and nothing else.
    pub fn heap_rule(&self, parameters: &str) -> Result<Option<HeapRule>, NotationError> {
        (self.heap_rule)(parameters)
    }

    /// The game on this board, if its positions can be listed.
    pub fn board(
        &self,
        parameters: &str,
        board: &Board,
    ) -> Option<Result<Box<dyn Surveyable>, NotationError>> {
        (self.board)(parameters, board)
    }
}

fn on_board<R: Short + Notation + Arranged + 'static>(
    parameters: &str,
    board: &Board,
) -> Result<Box<dyn Surveyable>, NotationError> {
    Ok(Box::new(R::on_board(parameters, board)?))
}

/// Opens a game of one kind. `nimbers` is there if the game is impartial, `kept` if they can be kept in a file, `whole`
/// if all of its positions can be solved together.
pub fn open<R: Short + Turns + Notation + 'static>(
    parameters: &str,
    position: &str,
    (nimbers, kept): (Option<OpenNimbers<R>>, Option<KeepNimbers<R>>),
    whole: Option<Whole<R>>,
) -> Result<Box<dyn Opened>, NotationError> {
    let (rules, position) = R::open(parameters, position.trim())?;
    Ok(Box::new(Table { rules, position, nimbers, kept, whole }))
}

/// Opens a game of one kind that never need end.
pub fn open_loopy<R: Turns + Notation + 'static>(
    parameters: &str,
    position: &str,
) -> Result<Box<dyn Opened>, NotationError> {
    let (rules, position) = R::open(parameters, position.trim())?;
    Ok(Box::new(LoopyTable { rules, position }))
}

/// Opens a game of one kind that is played in turns and has no value.
pub fn open_played<R: Turns + Notation + 'static>(
    parameters: &str,
    position: &str,
) -> Result<Box<dyn Opened>, NotationError> {
    let text = position.trim();
    let (rules, position) = R::open(parameters, text)?;
    Ok(Box::new(PlayedTable { rules, position, to_move: R::to_move(text) }))
}

/// Opens a game of one kind as a summand.
pub fn open_summand<R: Short + Notation + 'static>(
    parameters: &str,
    position: &str,
) -> Result<Erased, NotationError> {
    let (rules, position) = R::open(parameters, position)?;
    Ok((erase(rules), DynPosition::new(position)))
}

/// Asks whether a game is impartial: `Promises::<Nim>::NIMBERS` is the constant below where its bound
/// holds and that of `NoNimbers` where it doesn't. So no game has to be declared impartial twice.
pub struct Promises<R>(PhantomData<R>);

impl<R: Short + Impartial> Promises<R> {
    /// How its Grundy values are found.
    pub const NIMBERS: Option<OpenNimbers<R>> =
        Some(|rules, budget| Box::new(Impartially { rules, solver: NimberSolver::new(rules, budget) }));
}

impl<R: Short + Impartial> Promises<R>
where
    R::Position: Packed,
{
    /// How they are found and kept; not in a browser, which has no files.
    pub const KEPT: Option<KeepNimbers<R>> = if cfg!(target_family = "wasm") {
        None
    } else {
        Some(|rules, budget, path, label| {
            let mut solver = NimberSolver::new(rules, budget);
            solver.keep_in(path, label)?;
            Ok(Box::new(Impartially { rules, solver }))
        })
    };
}

/// The answer for all games whose positions can't be written to files as they are.
pub trait NoKept<R: Rules> {
    const KEPT: Option<KeepNimbers<R>> = None;
}

impl<R: Rules> NoKept<R> for Promises<R> {}

impl<R: Impartial + Notation> Promises<R> {
    /// The rule for one heap.
    pub const HEAP_RULE: HeapRuleOf = |parameters| {
        let (rules, start) = R::open(parameters, "start")?;
        Ok(rules.as_heaps(&start).map(|(rule, _)| rule.clone()))
    };
}

impl<R: Takeover> Promises<R> {
    /// How all positions are solved together.
    pub const WHOLE: Option<Whole<R>> = Some(Whole::of_takeover());
}

/// The answer for all games whose positions can't be solved together.
pub trait NoWhole<R: Rules> {
    const WHOLE: Option<Whole<R>> = None;
}

impl<R: Rules> NoWhole<R> for Promises<R> {}

/// The answer for all games that are not impartial.
pub trait NoNimbers<R: Rules> {
    const NIMBERS: Option<OpenNimbers<R>> = None;
    const HEAP_RULE: HeapRuleOf = |_| Ok(None);
}

impl<R: Rules> NoNimbers<R> for Promises<R> {}

impl<R: Short + Notation + Arranged + 'static> Promises<R> {
    /// How it is put on a board.
    pub const ON_BOARD: Option<OnBoard> = Some(on_board::<R>);
}

/// The answer for all games whose positions can't be listed.
pub trait NoBoards<R: Rules> {
    const ON_BOARD: Option<OnBoard> = None;
}

impl<R: Rules> NoBoards<R> for Promises<R> {}

struct Impartially<'a, R: Short + Impartial> {
    rules: &'a R,
    solver: NimberSolver<'a, R>,
}

impl<R: Short + Impartial> Nimbers<R> for Impartially<'_, R> {
    fn nimber(&mut self, position: &R::Position) -> Result<u32, SolveError> {
        self.solver.nimber(position)
    }

    fn positions(&self) -> u64 {
        self.solver.positions()
    }

    fn is_known(&self, part: &R::Position) -> bool {
        self.rules.known_nimber(part).is_some()
    }

    fn theorem(&self, position: &R::Position) -> Option<Theorem> {
        self.rules.by_theorem(position)
    }

    fn squares(&self, position: &R::Position) -> Option<usize> {
        Some(self.rules.as_squares(position)?.len())
    }

    fn reaches_every_subset(&self, position: &R::Position) -> bool {
        let mut moves = Vec::new();
        self.rules.moves(position, Player::Left, &mut moves);
        let squares = self.squares(position);
        let after = moves.iter().map(|mv| self.rules.play(position, Player::Left, mv));
        let alone = after.filter(|after| self.squares(after).map(|left| left + 1) == squares).count();
        squares == Some(alone)
    }

    fn subsets(
        &self,
        position: &R::Position,
        convention: Convention,
        budget: &Budget,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<Option<Subsets>, SolveError> {
        Subsets::solve(self.rules, position, convention, budget, progress)
    }

    fn first_wins(&self, subsets: &Subsets, position: &R::Position) -> Result<Option<bool>, SolveError> {
        subsets.first_wins(self.rules, position)
    }
}

/// Makes the list of entries from lines such as `board cram::Cram,`.
macro_rules! catalog {
    ($($kind:ident $module:ident::$game:ident,)*) => {
        &[$($crate::entry::catalog!(@$kind nimatron_games::$module::$game),)*]
    };
    // Boards of up to 64 squares need one word for a set of squares, those of up to 256 four. What is
    // wrong with a position that neither can read is said by the larger.
    (@board $game:path) => {{
        use $game as Game;
        #[allow(unused_imports)]
        use $crate::entry::{Entry, NoBoards, NoKept, NoNimbers, NoWhole, Promises, open, open_summand};
        Entry {
            about: &<Game<4> as nimatron_rules::Notation>::ABOUT,
            impartial: Promises::<Game<4>>::NIMBERS.is_some(),
            loopy: false,
            played: false,
            summand: Some(|parameters, position| {
                open_summand::<Game<1>>(parameters, position)
                    .or_else(|_| open_summand::<Game<4>>(parameters, position))
            }),
            open: |parameters, position| {
                type Small = Promises<Game<1>>;
                type Large = Promises<Game<4>>;
                open::<Game<1>>(parameters, position, (Small::NIMBERS, Small::KEPT), Small::WHOLE).or_else(|_| {
                    open::<Game<4>>(parameters, position, (Large::NIMBERS, Large::KEPT), Large::WHOLE)
                })
            },
            board: |parameters, board| {
                let [small, large] = [Promises::<Game<1>>::ON_BOARD?, Promises::<Game<4>>::ON_BOARD?];
                Some(small(parameters, board).or_else(|_| large(parameters, board)))
            },
            heap_rule: |_| Ok(None),
        }
    }};
    // Boards of up to 1024 squares need sixteen words.
    (@wide $game:path) => {{
        use $game as Game;
        #[allow(unused_imports)]
        use $crate::entry::{Entry, NoBoards, NoKept, NoNimbers, NoWhole, Promises, open, open_summand};
        Entry {
            about: &<Game<4> as nimatron_rules::Notation>::ABOUT,
            impartial: Promises::<Game<4>>::NIMBERS.is_some(),
            loopy: false,
            played: false,
            summand: Some(|parameters, position| {
                open_summand::<Game<1>>(parameters, position)
                    .or_else(|_| open_summand::<Game<4>>(parameters, position))
                    .or_else(|_| open_summand::<Game<16>>(parameters, position))
            }),
            open: |parameters, position| {
                type Small = Promises<Game<1>>;
                type Large = Promises<Game<4>>;
                type Largest = Promises<Game<16>>;
                let small = (Small::NIMBERS, Small::KEPT);
                let large = (Large::NIMBERS, Large::KEPT);
                let largest = (Largest::NIMBERS, Largest::KEPT);
                open::<Game<1>>(parameters, position, small, Small::WHOLE)
                    .or_else(|_| open::<Game<4>>(parameters, position, large, Large::WHOLE))
                    .or_else(|_| open::<Game<16>>(parameters, position, largest, Largest::WHOLE))
            },
            board: |_, _| None,
            heap_rule: |_| Ok(None),
        }
    }};
    // Boards, and staircases, which are written in another way.
    (@stairs $game:path) => {{
        use nimatron_games::staircase::Staircase;
        #[allow(unused_imports)]
        use $crate::entry::{Entry, NoKept, NoNimbers, NoWhole, Promises, open, open_summand};
        let boards = $crate::entry::catalog!(@board $game);
        Entry {
            summand: Some(|parameters, position| match Staircase::is_written(position) {
                true => {
                    Staircase::refuse_large(position)?;
                    open_summand::<Staircase>(parameters, position)
                }
                false => match ($crate::entry::catalog!(@board $game)).summand {
                    Some(open) => open(parameters, position),
                    None => open_summand::<Staircase>(parameters, position),
                },
            }),
            open: |parameters, position| match Staircase::is_written(position.trim()) {
                true => {
                    type Own = Promises<Staircase>;
                    open::<Staircase>(parameters, position, (Own::NIMBERS, Own::KEPT), Own::WHOLE)
                }
                false => ($crate::entry::catalog!(@board $game)).open(parameters, position),
            },
            ..boards
        }
    }};
    (@loopy $game:path) => {{
        use $game as Game;
        use $crate::entry::{Entry, open_loopy};
        Entry {
            about: &<Game<4> as nimatron_rules::Notation>::ABOUT,
            impartial: false,
            loopy: true,
            played: false,
            summand: None,
            open: |parameters, position| {
                open_loopy::<Game<1>>(parameters, position)
                    .or_else(|_| open_loopy::<Game<4>>(parameters, position))
            },
            board: |_, _| None,
            heap_rule: |_| Ok(None),
        }
    }};
    // Boards of up to 192 squares need three words.
    (@played $game:path) => {{
        use $game as Game;
        use $crate::entry::{Entry, open_played};
        Entry {
            about: &<Game<4> as nimatron_rules::Notation>::ABOUT,
            impartial: false,
            loopy: true,
            played: true,
            summand: None,
            open: |parameters, position| {
                open_played::<Game<3>>(parameters, position)
                    .or_else(|_| open_played::<Game<4>>(parameters, position))
            },
            board: |_, _| None,
            heap_rule: |_| Ok(None),
        }
    }};
    (@game $game:path) => {{
        use $game as Game;
        #[allow(unused_imports)]
        use $crate::entry::{Entry, NoBoards, NoKept, NoNimbers, NoWhole, Promises, open, open_summand};
        Entry {
            about: &<Game as nimatron_rules::Notation>::ABOUT,
            impartial: Promises::<Game>::NIMBERS.is_some(),
            loopy: false,
            played: false,
            summand: Some(open_summand::<Game>),
            open: |parameters, position| {
                type Own = Promises<Game>;
                open::<Game>(parameters, position, (Own::NIMBERS, Own::KEPT), Own::WHOLE)
            },
            board: |parameters, board| Promises::<Game>::ON_BOARD.map(|open| open(parameters, board)),
            heap_rule: Promises::<Game>::HEAP_RULE,
        }
    }};
}
pub(crate) use catalog;
