//! The lab keeps what outlives a question: values, variables, solutions, the store, and the limits of questions.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicUsize;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard};

use nimatron_catalog::{Catalog, Sitting, Solutions, Tell};
use nimatron_rules::{Board, Budget, ProcessMemory, View};
use nimatron_value::{Arena, ArenaLimits, Game, Loops, Style};

use crate::evaluate::{Evaluated, Other, Variable, evaluate};
use crate::question::Question;
use crate::{Entry, Fault, LabError, Limits, Position, Run, Stopper, Store};

/// Answers questions, one at a time, with all values in one arena and with variables that live as long as the lab.
pub struct Lab {
    catalog: Catalog,
    limits: Limits,
    /// Stops the runs of this lab.
    stopper: Stopper,
    /// The memory used by values and questions.
    account: Arc<AtomicUsize>,
    /// Measures the memory of the process, if set.
    in_use: Option<fn() -> usize>,
    /// Every run sets the limits of the arena when it starts.
    arena: RwLock<Arena>,
    loops: Mutex<Loops>,
    /// Texts longer than this are abbreviated.
    longest: usize,
    solutions: Arc<Solutions>,
    /// The store for answers, if there is one.
    pub(crate) store: Option<Store>,
    /// Receives warnings.
    tell: Tell,
    variables: Mutex<BTreeMap<String, Variable>>,
}

/// A lab with the games that come with nimatron, for tests.
#[cfg(test)]
impl Default for Lab {
    fn default() -> Self {
        Lab::new(crate::test_catalog(), Limits::default())
    }
}

impl Lab {
    /// Longer texts are abbreviated, unless [`Lab::longest`] sets another limit.
    const LONGEST: usize = 10_000;

    /// A lab for these games, with limits for each question.
    #[must_use]
    pub fn new(catalog: Catalog, limits: Limits) -> Self {
        Lab {
            catalog,
            limits,
            stopper: Stopper::default(),
            account: Arc::default(),
            in_use: None,
            arena: RwLock::default(),
            loops: Mutex::default(),
            longest: Self::LONGEST,
            solutions: Arc::default(),
            store: None,
            tell: Arc::new(|_: &str| {}),
            variables: Mutex::default(),
        }
    }

    /// Lets this stopper stop the runs of the lab.
    #[must_use]
    pub fn stopped_by(mut self, stopper: Stopper) -> Self {
        self.stopper = stopper;
        self
    }

    /// Stops the runs of this lab.
    #[must_use]
    pub fn stopper(&self) -> &Stopper {
        &self.stopper
    }

    /// Abbreviates values with more characters than this.
    #[must_use]
    pub fn longest(mut self, characters: usize) -> Self {
        self.longest = characters;
        self
    }

    /// Applies the memory limit to the whole process, not only to what solvers account for: for a program that only
    /// answers the questions of this lab. `in_use` measures the memory; see [`memory_in_use`](crate::memory_in_use).
    #[must_use]
    pub fn measuring(mut self, in_use: fn() -> usize) -> Self {
        self.in_use = Some(in_use);
        self
    }

    /// Keeps solutions of whole games in this folder, and looks for them there. Without a folder they are kept in
    /// memory as long as the lab lives.
    #[must_use]
    pub fn solutions_in(mut self, folder: PathBuf) -> Self {
        let mut solutions = Solutions::in_folder(folder);
        solutions.tell_to(Arc::clone(&self.tell));
        self.solutions = Arc::new(solutions);
        self
    }

    /// Sends warnings to this function: problems that don't prevent an answer, such as a damaged file.
    #[must_use]
    pub fn telling(mut self, tell: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.tell = Arc::new(tell);
        // The solutions are not shared before the first question.
        if let Some(solutions) = Arc::get_mut(&mut self.solutions) {
            solutions.tell_to(Arc::clone(&self.tell));
        }
        self
    }

    /// Looks up answers in this store first, and keeps new answers there.
    #[must_use]
    pub fn remembering(mut self, store: Store) -> Self {
        self.store = Some(store);
        self
    }

    /// The store for answers, if there is one.
    #[must_use]
    pub fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// Starts the clock for a question.
    #[must_use]
    pub fn start(&self) -> Run<'_> {
        self.start_within(self.limits)
    }

    /// Starts the clock for a question with its own limits.
    #[must_use]
    pub fn start_within(&self, limits: Limits) -> Run<'_> {
        let running = self.stopper.begin();
        let mut of_values = ArenaLimits::new()
            .memory_shared(self.limits.memory, Arc::clone(&self.account))
            .stop_flag(Arc::clone(&running.flag));
        if let Some(in_use) = self.in_use {
            of_values = of_values.process_memory(in_use, self.limits.memory);
        }
        // A run in progress keeps its limits.
        if let Ok(mut arena) = self.arena.try_write() {
            arena.set_limits(of_values.clone());
            self.loops().set_limits(of_values);
        }
        Run::start(self, self.arena(), (running, limits), self.in_use)
    }

    /// The limits of every question.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Answers a question.
    ///
    /// # Errors
    /// As [`Run::ask`].
    pub fn ask<Q: Question>(&self, question: &Q) -> Result<Q::Report, LabError> {
        self.start().ask(question)
    }

    /// Evaluates an expression of game values; `G := …` assigns a variable.
    ///
    /// # Errors
    /// If the expression can't be parsed, or takes more than the limits allow.
    pub fn evaluate(&self, text: &str) -> Result<Evaluated, LabError> {
        self.evaluate_in(&self.start(), text)
    }

    /// The same within a run that has already started.
    ///
    /// # Errors
    /// As [`Lab::evaluate`].
    pub fn evaluate_in(&self, run: &Run<'_>, text: &str) -> Result<Evaluated, LabError> {
        self.evaluate_within(run, text, run.longest_text())
    }

    /// The same, with another limit on the length of values.
    pub(crate) fn evaluate_within(
        &self,
        run: &Run<'_>,
        text: &str,
        longest: usize,
    ) -> Result<Evaluated, LabError> {
        let mut variables = self.lock_variables();
        let evaluated = evaluate(run.arena(), &mut self.loops(), &mut variables, text, longest);
        evaluated.map_err(|error| run.explain(error))
    }

    /// The names of the variables.
    #[must_use]
    pub fn variables(&self) -> Vec<String> {
        self.lock_variables().keys().cloned().collect()
    }

    /// Checks that a value can have this name.
    ///
    /// # Errors
    /// If it can't.
    pub fn check_name(&self, name: &str) -> Result<(), LabError> {
        crate::evaluate::check_name(name)
    }

    /// Gives a name to a value.
    ///
    /// # Errors
    /// If a value can't have this name.
    pub fn name(&self, name: &str, value: impl Into<Named>) -> Result<(), LabError> {
        self.check_name(name)?;
        let Named(value) = value.into();
        self.lock_variables().insert(name.into(), value);
        Ok(())
    }

    fn lock_variables(&self) -> MutexGuard<'_, BTreeMap<String, Variable>> {
        self.variables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether two texts write the same value, short or loopy.
    ///
    /// # Errors
    /// If one of them is not a value.
    pub fn same_value(&self, one: &str, other: &str) -> Result<bool, LabError> {
        self.start().same_value(one, other)
    }

    /// Deletes all variables and values and frees their memory. Existing handles of values become invalid.
    pub fn clear(&mut self) {
        self.lock_variables().clear();
        self.arena = RwLock::default();
        self.loops = Mutex::default();
    }

    /// Whether the values use more than half of the memory available to them.
    #[must_use]
    pub fn is_crowded(&self) -> bool {
        self.arena().bytes() > self.limits.memory / 2
    }

    /// The value in at most about this many characters.
    #[must_use]
    pub fn sketch(&self, game: Game, style: Style, characters: usize) -> String {
        self.arena().display_within(game, style, characters).text
    }

    /// Parses a value.
    ///
    /// # Errors
    /// If the text is not a value.
    pub fn value_of(&self, text: &str) -> Result<Game, LabError> {
        let read = nimatron_value::parse_value(&self.arena(), text);
        Ok(read.map_err(|error| Fault { text: text.into(), at: error.at(), message: error.to_string() })?)
    }

    /// The view of a position, and its text on one line.
    ///
    /// # Errors
    /// If it can't be read.
    pub fn view(&self, game: &str, position: &str) -> Result<(View, String), LabError> {
        let position = self.open(game, position)?;
        Ok((position.view(), position.show()))
    }

    /// Opens a game to be played from a position.
    ///
    /// # Errors
    /// If there is no such game, or the position can't be read.
    pub fn sit_down(&self, game: &str, position: &str) -> Result<Sitting, LabError> {
        Ok(self.seat(self.open(game, position)?))
    }

    /// The same for a game that is already open.
    #[must_use]
    pub fn seat(&self, position: Position) -> Sitting {
        // Each move has its own budget with its own stop flag: this one is for what agents keep between moves.
        let mut budget = Budget::unlimited()
            .memory_shared(self.limits.memory, Arc::clone(&self.account))
            .threads(self.limits.threads);
        if let Some(in_use) = self.in_use {
            budget = budget.measure(ProcessMemory { in_use, limit: self.limits.memory });
        }
        Sitting { opened: position.into_opened(), solutions: Arc::clone(&self.solutions), budget }
    }

    /// The game with this name.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn game<'a>(&'a self, name: &'a str) -> Result<&'a Entry, LabError> {
        Ok(self.catalog.entry(name)?.0)
    }

    /// The available games.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Opens a game in a position.
    ///
    /// # Errors
    /// If there is no such game, or the position can't be read.
    pub fn open(&self, game: &str, position: &str) -> Result<Position, LabError> {
        Ok(Position::new(game, self.catalog.open(game, position)?))
    }

    /// Where solutions are kept.
    pub(crate) fn solutions(&self) -> &Arc<Solutions> {
        &self.solutions
    }

    /// The memory used by values and questions.
    pub(crate) fn account(&self) -> &Arc<AtomicUsize> {
        &self.account
    }

    /// Receives warnings.
    pub(crate) fn tell(&self) -> &Tell {
        &self.tell
    }

    pub(crate) fn arena(&self) -> RwLockReadGuard<'_, Arena> {
        self.arena.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn loops(&self) -> MutexGuard<'_, Loops> {
        self.loops.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Texts longer than this are abbreviated.
    pub(crate) fn longest_text(&self) -> usize {
        self.longest
    }

    /// A game on a board, for a survey of its positions.
    pub(crate) fn board(&self, game: &str, board: &Board) -> Result<Position, LabError> {
        let entry = self.game(game)?;
        let empty = vec![".".repeat(board.cols()); board.rows()].join("/");
        let opened = self.open(game, &empty);
        // A game that can't read an empty board has no boards, or none of this size.
        let is_arranged = match &opened {
            Ok(opened) => opened.game.is_arranged(),
            Err(_) => self.open(&entry.example(), "start").is_ok_and(|start| start.game.is_arranged()),
        };
        if entry.is_loopy() || !is_arranged {
            let name = &entry.about().name;
            let message = format!("the positions of {name} can't be listed by boards and pieces");
            return Err(LabError::Senseless(message));
        }
        opened
    }
}

/// A short or loopy value that can be given a name.
pub struct Named(Variable);

impl From<Game> for Named {
    fn from(game: Game) -> Self {
        Named(nimatron_value::Answer::Game(game))
    }
}

impl From<nimatron_value::Sided> for Named {
    fn from(value: nimatron_value::Sided) -> Self {
        Named(nimatron_value::Answer::Other(Other::Loopy(value)))
    }
}
