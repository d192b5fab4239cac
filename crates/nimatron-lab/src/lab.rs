//! The lab: it opens games and answers questions.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::sync::{Arc, Mutex, PoisonError};

use nimatron_catalog::{Opened, Shelf, Sitting, Surveyable, Tell, Values, entry};
use nimatron_rules::{Board, Budget, Ending, Player, ProcessMemory, Theorem, View};
use nimatron_solve::{Convention, OutcomeClass};
use nimatron_value::{Arena, ArenaLimits, Game, Loops, Printing, Style};

use crate::describe::{describe, describe_loopy};
use crate::evaluate::{Evaluated, Other, Variable, evaluate};
use crate::matches::{self, GameLine, Match, MatchReport};
use crate::remember::{MOST_GAMES, kept_game};
use crate::report::{
    AgentReport, BestReport, CountReport, LoopyReport, MovesReport, NimberReport, OutcomeReport, PerftReport,
    SolveReport, ValueReport,
};
use crate::{Answer, Entry, Fault, LabError, Limits, Move, Question, Run, Store};

/// Answers questions, one at a time, with all values in one arena and with variables that last as long
/// as the lab does.
pub struct Lab {
    limits: Limits,
    stop: Arc<AtomicBool>,
    /// The memory that values and questions take.
    account: Arc<AtomicUsize>,
    /// How the memory of the process is measured, if it is.
    in_use: Option<fn() -> usize>,
    arena: Arena,
    pub(crate) loops: Mutex<Loops>,
    /// Texts longer than this are abbreviated.
    longest: usize,
    shelf: Arc<Shelf>,
    /// Where answers are kept, if they are.
    pub(crate) store: Option<Store>,
    /// Receives warnings.
    tell: Tell,
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
        let account = Arc::default();
        let of_values = of_values(limits, &stop, &account, None);
        Lab {
            limits,
            stop,
            account,
            in_use: None,
            arena: Arena::with_limits(of_values.clone()),
            loops: Mutex::new(Loops::with_limits(of_values)),
            longest: Self::LONGEST,
            shelf: Arc::default(),
            store: None,
            tell: Arc::new(|_: &str| {}),
            variables: Mutex::default(),
        }
    }

    /// Abbreviates values that are longer than so many characters.
    #[must_use]
    pub fn longest(mut self, characters: usize) -> Self {
        self.longest = characters;
        self
    }

    /// Keeps the memory of the whole process within the limit, not only what solvers book: for a program that does nothing
    /// but answer the questions of this lab. `in_use` measures it; see [`memory_in_use`](crate::memory_in_use).
    #[must_use]
    pub fn measuring(mut self, in_use: fn() -> usize) -> Self {
        self.in_use = Some(in_use);
        let limits = of_values(self.limits, &self.stop, &self.account, self.in_use);
        self.arena.set_limits(limits.clone());
        self.loops.get_mut().unwrap_or_else(PoisonError::into_inner).set_limits(limits);
        self
    }

    /// Keeps solutions of whole games in this folder, and looks for them there. Without one they are
    /// kept in memory as long as the lab is there.
    #[must_use]
    pub fn solutions_in(mut self, folder: PathBuf) -> Self {
        let mut shelf = Shelf::in_folder(folder);
        shelf.tell_to(Arc::clone(&self.tell));
        self.shelf = Arc::new(shelf);
        self
    }

    /// Sends warnings to this function: what is wrong although there is an answer, as a damaged file or a torn record.
    #[must_use]
    pub fn telling(mut self, tell: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.tell = Arc::new(tell);
        // Nobody else has the shelf before the first question.
        if let Some(shelf) = Arc::get_mut(&mut self.shelf) {
            shelf.tell_to(Arc::clone(&self.tell));
        }
        self
    }

    /// Starts the clock for a question.
    #[must_use]
    pub fn start(&self) -> Run {
        self.start_within(self.limits)
    }

    /// Starts the clock for a question that has a limit of its own.
    #[must_use]
    pub fn start_within(&self, limits: Limits) -> Run {
        let run = Run::start(limits, Arc::clone(&self.stop)).sharing(Arc::clone(&self.account));
        match self.in_use {
            Some(in_use) => run.measuring(in_use),
            None => run,
        }
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

    /// The same, on a clock that runs already. What the store has is not computed again, unless the run wants it fresh.
    pub fn ask_in(
        &self,
        run: &Run,
        question: &Question,
        game: &str,
        position: &str,
    ) -> Result<Answer, LabError> {
        let opened = self.open(game, position)?;
        let key = self.key(question, game, &*opened);
        if let Some(answer) = key.as_ref().and_then(|key| self.remembered(run, key)) {
            return Ok(answer);
        }
        let answer = self.answer(run, question, game, &*opened).map_err(|error| run.explain(error))?;
        if let Some(key) = &key {
            self.keep(key, &answer);
        }
        Ok(answer)
    }

    /// For the values of a position and of all that its moves lead to, each found with the help of those before. Nothing if
    /// the game is loopy, as its values are of another kind.
    pub fn with_values<T>(
        &self,
        run: &Run,
        game: &str,
        position: &str,
        work: impl FnOnce(&mut dyn Values) -> T,
    ) -> Result<Option<T>, LabError> {
        let opened = self.open(game, position)?;
        let values = opened.values(&self.arena, run.budget())?;
        Ok(values.map(|mut values| work(&mut *values)))
    }

    /// The first `most` moves of a player, and what they lead to.
    pub fn moves(
        &self,
        run: &Run,
        (game, position): (&str, &str),
        player: Player,
        most: usize,
    ) -> Result<Vec<Move>, LabError> {
        self.open(game, position)?.moves(player, most, run.budget()).map_err(|error| run.explain(error))
    }

    /// The options of a value in canonical form.
    pub fn options(&self, value: Game) -> Result<(Vec<Game>, Vec<Game>), LabError> {
        let (left, right) = self.arena.options(value)?;
        Ok((left.to_vec(), right.to_vec()))
    }

    /// The number of options of a value in canonical form, or a bound on it where they are not written out.
    #[must_use]
    pub fn option_count(&self, value: Game) -> usize {
        self.arena.option_count(value)
    }

    /// Everything there is to say of a value.
    pub fn describe(&self, value: Game) -> Result<ValueReport, LabError> {
        describe(&self.arena, value, self.longest)
    }

    fn answer(
        &self,
        run: &Run,
        question: &Question,
        game: &str,
        opened: &dyn Opened,
    ) -> Result<Answer, LabError> {
        let budget = run.budget();
        // Who is to move by the question, by the position, or, where neither says it, Left.
        let mover = |asked: Option<Player>| asked.or(opened.to_move()).unwrap_or(Player::Left);
        let name = |player: Player| player.to_string().to_lowercase();
        let ending = |ending: Ending| match ending {
            Ending::Won(player) => name(player),
            Ending::Drawn => "draw".to_owned(),
        };
        Ok(match *question {
            Question::Value => {
                let loops = &mut *self.loops.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some((value, positions)) = opened.loopy_value(loops, budget)? {
                    let report = describe_loopy(&self.arena, loops, value, self.longest)?;
                    let (positions, seconds) = (Some(positions), Some(run.seconds()));
                    return Ok(Answer::Loopy(Box::new(LoopyReport { positions, seconds, ..report })));
                }
                let (value, positions) = opened.value(&self.arena, budget)?;
                let report = describe(&self.arena, value, self.longest)?;
                let (positions, seconds) = (Some(positions), Some(run.seconds()));
                Answer::Value(Box::new(ValueReport { positions, seconds, ..report }))
            }
            Question::Nimber => {
                let theorem = opened.theorem();
                let found = match theorem {
                    Some(theorem) => Some((theorem.nimber, 0)),
                    None => opened.nimber(budget)?.map(|(nimber, positions)| (u64::from(nimber), positions)),
                };
                Answer::Nimber(nimber_report(run, game, found, theorem)?)
            }
            Question::Outcome { convention, to_move: None } if opened.to_move().is_none() => {
                let (outcome, positions) = opened.outcome(convention, &self.shelf, budget)?;
                let same = outcome.left_first == outcome.right_first;
                let winner = same.then_some(outcome.left_first);
                Answer::Outcome(OutcomeReport {
                    outcome: Some(outcome.to_string()),
                    winner: winner.map(ending),
                    positions,
                    seconds: run.seconds(),
                    remembered: None,
                })
            }
            Question::Outcome { convention, to_move } => {
                let player = mover(to_move);
                let (winner, positions) = opened.winner(convention, player, &self.shelf, budget)?;
                let winner = Some(ending(winner));
                let seconds = run.seconds();
                Answer::Outcome(OutcomeReport { outcome: None, winner, positions, seconds, remembered: None })
            }
            Question::Best { convention, to_move } => {
                let to_move = mover(to_move);
                let best = opened.best(convention, to_move, &self.shelf, budget)?;
                let winner = best.winner.map(ending);
                let (moves, why, seconds) = (best.moves, best.why, run.seconds());
                Answer::Best(BestReport { winner, moves, why, seconds, remembered: None })
            }
            Question::Moves { to_move } => {
                Answer::Moves(MovesReport { moves: opened.moves(mover(to_move), usize::MAX, budget)? })
            }
            Question::Count => {
                let count = opened.count(budget)?;
                Answer::Count(CountReport {
                    positions: count.positions,
                    positions_up_to_symmetry: count.positions_up_to_symmetry,
                    by_moves: count.by_moves,
                    moves: count.moves,
                    seconds: run.seconds(),
                    remembered: None,
                })
            }
            Question::Perft { depth, to_move } => {
                let nodes = opened.perft(mover(to_move), depth, budget)?;
                Answer::Perft(PerftReport { nodes, depth, seconds: run.seconds(), remembered: None })
            }
        })
    }

    /// The Grundy value of a position, with what is learned kept in a file: a search that was interrupted goes on.
    pub fn nimber_kept(
        &self,
        run: &Run,
        game: &str,
        position: &str,
        file: &Path,
    ) -> Result<NimberReport, LabError> {
        let opened = self.open(game, position)?;
        let found = opened.nimber_kept(file, run.budget()).map_err(|error| run.explain(error))?;
        let found = found.map(|(nimber, positions)| (nimber.into(), positions));
        let report = nimber_report(run, game, found, None)?;
        if let Some(key) = self.key(&Question::Nimber, game, &*opened) {
            self.keep(&key, &Answer::Nimber(report.clone()));
        }
        Ok(report)
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
        let mut loops = self.loops.lock().unwrap_or_else(PoisonError::into_inner);
        let evaluated = evaluate(&self.arena, &mut loops, &mut variables, text, self.longest);
        evaluated.map_err(|error| run.explain(error))
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

    /// Gives a name to a loopy value.
    pub fn name_loopy(&self, name: &str, value: nimatron_value::Sided) {
        let mut variables = self.variables.lock().unwrap_or_else(PoisonError::into_inner);
        variables.insert(name.into(), nimatron_value::Answer::Other(Other::Loopy(value)));
    }

    /// Whether two texts write the same value, short or loopy.
    pub fn same_value(&self, one: &str, other: &str) -> Result<bool, LabError> {
        let answer = self.evaluate(&format!("{one} = {other}"))?;
        Ok(matches!(answer, Evaluated::Comparison(comparison) if comparison.holds))
    }

    /// Forgets all variables and all values, and gives their memory back. Handles of values that were made
    /// before mean nothing any more.
    pub fn clear(&mut self) {
        self.variables.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        let limits = of_values(self.limits, &self.stop, &self.account, self.in_use);
        self.arena = Arena::with_limits(limits.clone());
        self.loops = Mutex::new(Loops::with_limits(limits));
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

    /// Prints many values.
    #[must_use]
    pub fn printing(&self, style: Style) -> Printing<'_> {
        Printing::new(&self.arena, style)
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

    /// The agents that play a game, or all there are.
    pub fn agents(&self, game: Option<&str>) -> Result<Vec<AgentReport>, LabError> {
        let mut agents: Vec<AgentReport> = nimatron_search::AGENTS.iter().map(AgentReport::from).collect();
        let games: Vec<(&'static Entry, &str)> = match game {
            Some(game) => vec![entry(game)?],
            None => nimatron_catalog::games().map(|entry| (entry, "")).collect(),
        };
        for (entry, parameters) in games {
            let opened = match (entry.open(parameters, "start"), game) {
                (Ok(opened), _) => opened,
                // Some games are none without parameters; who asks for all agents names no game.
                (Err(_), None) => continue,
                (Err(error), Some(game)) => return Err(Fault::in_notation(game, "start", &error).into()),
            };
            let game = Some(entry.about().name);
            let strategies = opened.players(&self.shelf)?.strategies().into_iter();
            agents.extend(strategies.map(|(name, about)| AgentReport {
                name,
                game,
                about,
                parameters: Vec::new(),
            }));
        }
        Ok(agents)
    }

    /// Lets agents play a match from a position, and hands each game to `each` as soon as all before it
    /// are over; it says whether it wants to hear more.
    pub fn play_match(
        &self,
        run: &Run,
        asked: &Match<'_>,
        (game, position): (&str, &str),
        mut each: impl FnMut(&GameLine) -> bool,
    ) -> Result<MatchReport, LabError> {
        let opened = self.open(game, position)?;
        // A game that is kept is kept with its moves.
        let keeps = self.store.is_some() && asked.games <= MOST_GAMES;
        let asked = &Match { moves: asked.moves || keeps, ..*asked };
        let mut games = Vec::new();
        let each = |line: &GameLine| {
            if keeps {
                games.extend(kept_game(line));
            }
            each(line)
        };
        let report = opened.players(&self.shelf).and_then(|players| {
            matches::play(&*players, asked, (game, &opened.show()), (run, &*self.tell), each)
        });
        let report = report.map_err(|error| run.explain(error))?;
        self.keep_match(asked, &report, games);
        Ok(report)
    }

    /// Opens a game that somebody wants to play from a position.
    pub fn sit_down(&self, game: &str, position: &str) -> Result<Sitting, LabError> {
        let mut budget = Budget::unlimited()
            .memory_shared(self.limits.memory, Arc::clone(&self.account))
            .threads(self.limits.threads)
            .stop_flag(self.stop.clone());
        if let Some(in_use) = self.in_use {
            budget = budget.measure(ProcessMemory { in_use, limit: self.limits.memory });
        }
        Ok(Sitting { opened: self.open(game, position)?, shelf: Arc::clone(&self.shelf), budget })
    }

    /// Where solutions are kept.
    pub(crate) fn shelf(&self) -> &Arc<Shelf> {
        &self.shelf
    }

    /// Where all values live.
    pub(crate) fn arena(&self) -> &Arena {
        &self.arena
    }

    /// Texts longer than this are abbreviated.
    pub(crate) fn longest_text(&self) -> usize {
        self.longest
    }

    /// A game on a board, for a survey of its positions.
    pub(crate) fn board(&self, game: &str, board: &Board) -> Result<Box<dyn Surveyable>, LabError> {
        let (entry, parameters) = entry(game)?;
        let opened = entry.board(parameters, board).ok_or_else(|| {
            let name = entry.about().name;
            LabError::Senseless(format!("the positions of {name} can't be listed by boards and pieces"))
        })?;
        Ok(opened.map_err(|error| Fault::in_notation(game, "", &error))?)
    }

    /// The game that is meant.
    pub fn game(&self, name: &str) -> Result<&'static Entry, LabError> {
        Ok(entry(name)?.0)
    }

    pub(crate) fn open(&self, game: &str, position: &str) -> Result<Box<dyn Opened>, LabError> {
        nimatron_catalog::open(game, position)
    }
}

/// What values may use. How long a question may take they learn from the stop flag.
fn of_values(
    limits: Limits,
    stop: &Arc<AtomicBool>,
    account: &Arc<AtomicUsize>,
    in_use: Option<fn() -> usize>,
) -> ArenaLimits {
    let of_values =
        ArenaLimits::new().memory_shared(limits.memory, Arc::clone(account)).stop_flag(Arc::clone(stop));
    match in_use {
        Some(in_use) => of_values.process_memory(in_use, limits.memory),
        None => of_values,
    }
}

/// What is said of a Grundy value; nothing was found if the game is partizan.
fn nimber_report(
    run: &Run,
    game: &str,
    found: Option<(u64, u64)>,
    theorem: Option<Theorem>,
) -> Result<NimberReport, LabError> {
    let Some((nimber, positions)) = found else {
        return Err(LabError::Senseless(format!("{game} is partizan; ask for its value")));
    };
    let outcome = if nimber == 0 { OutcomeClass::P } else { OutcomeClass::N };
    Ok(NimberReport {
        nimber,
        outcome: outcome.to_string(),
        theorem: theorem.map(|theorem| theorem.name.into()),
        positions,
        seconds: run.seconds(),
        remembered: None,
    })
}
