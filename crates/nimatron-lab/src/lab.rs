//! The lab: it opens games and answers questions.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use nimatron_rules::{Player, View};
use nimatron_solve::{Convention, OutcomeClass};
use nimatron_value::{Arena, Game, Style};

use crate::describe::describe;
use crate::evaluate::{Evaluated, Variable, evaluate};
use crate::report::{
    BestReport, CountReport, MovesReport, NimberReport, OutcomeReport, PerftReport, SolveReport, ValueReport,
};
use crate::shelf::Shelf;
use crate::table::Opened;
use crate::{Answer, Entry, Fault, LabError, Limits, Question, Run, catalog};

/// Answers questions, one at a time, with all values in one arena and with variables that last as long
/// as the lab does.
pub struct Lab {
    limits: Limits,
    stop: Arc<AtomicBool>,
    arena: Arena,
    /// Texts longer than this are abbreviated.
    longest: usize,
    shelf: Shelf,
    variables: Mutex<BTreeMap<String, Variable>>,
}

impl Default for Lab {
    fn default() -> Self {
        Lab::new(Limits::default(), Arc::default())
    }
}

impl Lab {
    /// What is longer is abbreviated, unless the lab is told otherwise.
    const LONGEST: usize = 10_000;

    /// A lab where each question keeps to the limits, and stops when the flag is raised.
    #[must_use]
    pub fn new(limits: Limits, stop: Arc<AtomicBool>) -> Self {
        let arena = Arena::with_limits(limits.memory, Arc::clone(&stop));
        Lab {
            limits,
            stop,
            arena,
            longest: Self::LONGEST,
            shelf: Shelf::default(),
            variables: Mutex::default(),
        }
    }

    /// Abbreviates values that are longer than so many characters.
    #[must_use]
    pub fn longest(mut self, characters: usize) -> Self {
        self.longest = characters;
        self
    }

    /// Keeps solutions of whole games in this folder, and looks for them there. Without one they are
    /// kept in memory as long as the lab is there.
    #[must_use]
    pub fn solutions_in(mut self, folder: PathBuf) -> Self {
        self.shelf = Shelf::in_folder(folder);
        self
    }

    /// Starts the clock for a question.
    #[must_use]
    pub fn start(&self) -> Run {
        Run::start(self.limits, Arc::clone(&self.stop))
    }

    /// Starts the clock for a question that has a limit of its own.
    #[must_use]
    pub fn start_within(&self, limits: Limits) -> Run {
        Run::start(limits, Arc::clone(&self.stop))
    }

    /// How much every question may spend.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Answers a question about a position of a game, `name` or `name:parameters`.
    pub fn ask(&self, question: &Question, game: &str, position: &str) -> Result<Answer, LabError> {
        self.ask_in(&self.start(), question, game, position)
    }

    /// The same, on a clock that runs already.
    pub fn ask_in(
        &self,
        run: &Run,
        question: &Question,
        game: &str,
        position: &str,
    ) -> Result<Answer, LabError> {
        let opened = self.open(game, position)?;
        self.answer(run, question, game, &*opened).map_err(|error| run.explain(error))
    }

    fn answer(
        &self,
        run: &Run,
        question: &Question,
        game: &str,
        opened: &dyn Opened,
    ) -> Result<Answer, LabError> {
        let budget = run.budget();
        let name = |player: Player| player.to_string().to_lowercase();
        Ok(match *question {
            Question::Value => {
                let (value, positions) = opened.value(&self.arena, budget)?;
                let report = describe(&self.arena, value, self.longest)?;
                let (positions, seconds) = (Some(positions), Some(run.seconds()));
                Answer::Value(Box::new(ValueReport { positions, seconds, ..report }))
            }
            Question::Nimber => {
                let Some((nimber, positions)) = opened.nimber(budget)? else {
                    return Err(LabError::Senseless(format!("{game} is partizan; ask for its value")));
                };
                let outcome = if nimber == 0 { OutcomeClass::P } else { OutcomeClass::N };
                Answer::Nimber(NimberReport {
                    nimber,
                    outcome: outcome.to_string(),
                    positions,
                    seconds: run.seconds(),
                })
            }
            Question::Outcome { convention, to_move: None } => {
                let (outcome, positions) = opened.outcome(convention, &self.shelf, budget)?;
                let winner = match outcome {
                    OutcomeClass::L => Some(Player::Left),
                    OutcomeClass::R => Some(Player::Right),
                    _ => None,
                };
                Answer::Outcome(OutcomeReport {
                    outcome: Some(outcome.to_string()),
                    winner: winner.map(name),
                    positions,
                    seconds: run.seconds(),
                })
            }
            Question::Outcome { convention, to_move: Some(player) } => {
                let (winner, positions) = opened.winner(convention, player, &self.shelf, budget)?;
                let winner = Some(name(winner));
                Answer::Outcome(OutcomeReport { outcome: None, winner, positions, seconds: run.seconds() })
            }
            Question::Best { convention, to_move } => {
                let best = opened.best(convention, to_move, &self.shelf, budget)?;
                let winner = name(best.winner);
                Answer::Best(BestReport { winner, moves: best.moves, why: best.why, seconds: run.seconds() })
            }
            Question::Moves { to_move } => Answer::Moves(MovesReport { moves: opened.moves(to_move)? }),
            Question::Count => {
                let count = opened.count(budget)?;
                Answer::Count(CountReport {
                    positions: count.positions,
                    positions_up_to_symmetry: count.positions_up_to_symmetry,
                    by_moves: count.by_moves,
                    seconds: run.seconds(),
                })
            }
            Question::Perft { depth, to_move } => {
                let nodes = opened.perft(to_move, depth, budget)?;
                Answer::Perft(PerftReport { nodes, depth, seconds: run.seconds() })
            }
        })
    }

    /// Solves every position that can be reached from one, and keeps the solution for other questions.
    /// `progress` hears how many of how many steps are done.
    pub fn solve(
        &self,
        run: &Run,
        convention: Convention,
        game: &str,
        position: &str,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<SolveReport, LabError> {
        let opened = self.open(game, position)?;
        let solved = opened.solve(convention, &self.shelf, run.budget(), progress);
        let Some(solved) = solved.map_err(|error| run.explain(error))? else {
            let message = format!(
                "{game} is not solved as a whole, or this position has too many pieces; ask for its outcome"
            );
            return Err(LabError::Senseless(message));
        };
        Ok(SolveReport::new(solved, run.seconds()))
    }

    /// What an expression of game values is worth; `G := …` gives a name to it.
    pub fn evaluate(&self, text: &str) -> Result<Evaluated, LabError> {
        self.evaluate_in(&self.start(), text)
    }

    /// The same, on a clock that runs already.
    pub fn evaluate_in(&self, run: &Run, text: &str) -> Result<Evaluated, LabError> {
        let mut variables = self.variables.lock().unwrap_or_else(PoisonError::into_inner);
        evaluate(&self.arena, &mut variables, text, self.longest).map_err(|error| run.explain(error))
    }

    /// The names of the variables.
    #[must_use]
    pub fn variables(&self) -> Vec<String> {
        self.variables.lock().unwrap_or_else(PoisonError::into_inner).keys().cloned().collect()
    }

    /// Whether a value can have this name.
    pub fn check_name(&self, name: &str) -> Result<(), LabError> {
        crate::evaluate::check_name(name)
    }

    /// Gives a name to a value.
    pub fn name(&self, name: &str, game: Game) {
        let mut variables = self.variables.lock().unwrap_or_else(PoisonError::into_inner);
        variables.insert(name.into(), nimatron_value::Answer::Game(game));
    }

    /// Forgets all variables and all values, and gives their memory back. Handles of values that were made
    /// before mean nothing any more.
    pub fn clear(&mut self) {
        self.variables.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        self.arena = Arena::with_limits(self.limits.memory, Arc::clone(&self.stop));
    }

    /// Whether the values that are kept take more than half of the memory there is for them.
    #[must_use]
    pub fn is_crowded(&self) -> bool {
        self.arena.bytes() > self.limits.memory / 2
    }

    /// The value in at most about so many characters.
    #[must_use]
    pub fn sketch(&self, game: Game, style: Style, characters: usize) -> String {
        self.arena.display_within(game, style, characters).text
    }

    /// What a position looks like, and how it is written on one line.
    pub fn view(&self, game: &str, position: &str) -> Result<(View, String), LabError> {
        let opened = self.open(game, position)?;
        Ok((opened.view(), opened.show()))
    }

    /// The value that a text writes.
    pub fn value_of(&self, text: &str) -> Result<Game, LabError> {
        let read = nimatron_value::parse_value(&self.arena, text);
        Ok(read.map_err(|error| Fault { text: text.into(), at: error.at(), message: error.to_string() })?)
    }

    /// Writes a value in full, however long it is.
    pub fn write_full(&self, game: Game, style: Style, out: &mut impl io::Write) -> io::Result<()> {
        self.arena.write_full(game, style, out)
    }

    /// The thermograph of a value.
    pub fn thermograph(&self, game: Game) -> Result<nimatron_value::Thermograph, LabError> {
        Ok(self.arena.thermograph(game)?)
    }

    /// The game that is meant.
    pub fn game(&self, name: &str) -> Result<&'static Entry, LabError> {
        Ok(entry(name)?.0)
    }

    fn open(&self, game: &str, position: &str) -> Result<Box<dyn Opened>, LabError> {
        let (entry, parameters) = entry(game)?;
        let fault = |error| Fault::in_notation(game, position, &error);
        Ok(entry.open(parameters, position).map_err(fault)?)
    }
}

/// The game that is meant, and its parameters.
pub(crate) fn entry(game: &str) -> Result<(&'static Entry, &str), LabError> {
    let (name, parameters) = game.split_once(':').unwrap_or((game, ""));
    let found = catalog::find(name);
    let fault = || Fault { text: game.into(), at: 0..name.len(), message: no_such_game(name) };
    Ok((found.ok_or_else(fault)?, parameters))
}

/// The message that there is no such game, with the one that may be meant.
pub(crate) fn no_such_game(name: &str) -> String {
    let mut short: String = name.chars().take(30).collect();
    if short.len() < name.len() {
        short.push('…');
    }
    match catalog::nearest(name) {
        Some(nearest) => format!("there is no game `{short}`; did you mean `{nearest}`?"),
        None => format!("there is no game `{short}`; `nimatron games` lists them"),
    }
}
