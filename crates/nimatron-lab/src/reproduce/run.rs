//! Runs the commands that the papers need, on all cores, and decides the verdict of each row.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde_json::Value;
use web_time::Instant;

use super::compare::same;
use super::key::picked;
use super::{Figure, Journal, Paper, Row, Table};
use crate::Lab;

/// Something that runs commands.
pub trait Asker: Sync {
    /// Runs a command on `threads` threads. The answer is the last object that it prints.
    fn ask(&self, words: &[String], threads: usize) -> Result<Value, NoAnswer>;
    /// Runs a command that draws into `{file}`, and returns the SVG.
    fn draw(&self, words: &[String]) -> Result<String, NoAnswer>;
}

/// Why a command has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoAnswer {
    /// It was interrupted, which ends the whole run. It has not failed.
    Interrupted,
    /// It failed, and this is why.
    Failed(String),
}

impl<T: Into<String>> From<T> for NoAnswer {
    fn from(why: T) -> Self {
        NoAnswer::Failed(why.into())
    }
}

/// The result of a command.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked {
    /// Its answer, or why it has none.
    pub answer: Result<Value, String>,
    /// How long it took.
    pub seconds: f64,
}

/// The verdict on a row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Our result agrees with the paper.
    Same,
    /// Our result differs for a known reason.
    Differs(String),
    /// Our result differs, and the paper is proved wrong.
    PaperIsWrong(String),
    /// The paper has nothing here.
    Extended,
    /// It can't be computed, for this reason.
    NotReproducible(String),
    /// Our result differs for an unknown reason.
    Unexplained,
    /// It could not be computed.
    Failed(String),
    /// The run was stopped before it was computed.
    NotAsked,
}

impl Verdict {
    /// Whether this indicates a problem of nimatron.
    #[must_use]
    pub fn is_bad(&self) -> bool {
        matches!(self, Verdict::Unexplained | Verdict::Failed(_))
    }

    /// The word it begins with.
    #[must_use]
    pub fn word(&self) -> &'static str {
        match self {
            Verdict::Same => "same",
            Verdict::Differs(_) | Verdict::Unexplained => "differs",
            Verdict::PaperIsWrong(_) => "paper is wrong",
            Verdict::Extended => "extended",
            Verdict::NotReproducible(_) => "not reproducible",
            Verdict::Failed(_) => "failed",
            Verdict::NotAsked => "not asked",
        }
    }

    /// The explanation after the word.
    #[must_use]
    pub fn why(&self) -> &str {
        match self {
            Verdict::Differs(why)
            | Verdict::PaperIsWrong(why)
            | Verdict::NotReproducible(why)
            | Verdict::Failed(why) => why,
            Verdict::Same | Verdict::Extended | Verdict::Unexplained | Verdict::NotAsked => "",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())?;
        if self.why().is_empty() { Ok(()) } else { write!(f, ": {}", self.why()) }
    }
}

impl Serialize for Verdict {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A row with its result. The fields are the keys of the JSON that scripts rely on.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Settled {
    /// `paper/table`.
    pub table: String,
    /// The name of the cell.
    pub cell: String,
    /// What the paper says.
    pub paper: Option<String>,
    /// Our result.
    pub here: Option<String>,
    /// Whether they agree.
    pub verdict: Verdict,
    /// Another remark.
    pub note: Option<String>,
    /// The command that computed it.
    pub command: Option<String>,
    /// The compared part of its answer.
    pub key: Option<String>,
    /// How long the command took; several rows may share a command.
    pub seconds: Option<f64>,
    /// The other columns of the table.
    #[serde(skip)]
    pub columns: Vec<(String, String)>,
}

/// A picture that was drawn, or why it was not.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawn {
    /// The figure.
    pub figure: Figure,
    /// The SVG.
    pub svg: Result<String, String>,
}

/// What to reproduce.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The papers, with the selected tables and rows.
    pub papers: Vec<Paper>,
}

/// The progress of a reproduction.
#[derive(Clone, Debug)]
pub struct Progress {
    /// The number of commands done.
    pub done: usize,
    /// The number of all commands.
    pub all: usize,
    /// The estimated remaining time in seconds.
    pub left: Option<f64>,
    /// The last command that was done.
    pub last: String,
}

/// The results of a reproduction.
#[derive(Clone, Debug, Default)]
pub struct Reproduction {
    /// The rows of each table.
    pub tables: Vec<(String, Vec<Settled>)>,
    /// The pictures of each table.
    pub figures: BTreeMap<String, Vec<Drawn>>,
    /// Whether it was stopped before everything was computed.
    pub stopped: bool,
    /// The total time in seconds.
    pub seconds: f64,
}

impl Plan {
    /// Selects `all`, a paper or one of its tables, and optionally only the quick rows.
    pub fn new(papers: Vec<Paper>, selection: &str, quick: bool) -> Result<Self, String> {
        let is_chosen = |paper: &Paper, table: &Table| {
            selection == "all" || selection == paper.name || selection == table.name
        };
        let names: Vec<String> = papers
            .iter()
            .flat_map(|paper| {
                std::iter::once(paper.name.clone()).chain(paper.tables.iter().map(|table| table.name.clone()))
            })
            .collect();
        let mut chosen = papers;
        for paper in &mut chosen {
            let name = Paper { tables: Vec::new(), ..paper.clone() };
            paper.tables.retain(|table| is_chosen(&name, table));
            if quick {
                paper.tables.iter_mut().for_each(|table| table.rows.retain(|row| row.quick));
                paper.tables.retain(|table| !table.rows.is_empty() || !table.figures.is_empty());
            }
        }
        chosen.retain(|paper| !paper.tables.is_empty());
        if chosen.is_empty() {
            let hint = match most_alike(selection, &names) {
                Some(name) => format!("did you mean `{name}`?"),
                None => "`nimatron reproduce` lists them".into(),
            };
            return Err(format!("no paper or table is called `{selection}`; {hint}"));
        }
        Ok(Plan { papers: chosen })
    }

    /// All tables.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.papers.iter().flat_map(|paper| &paper.tables)
    }

    /// The commands that are needed, each once, and whether each is quick.
    fn commands(&self) -> Vec<(Vec<String>, bool)> {
        let mut seen: BTreeMap<String, usize> = BTreeMap::new();
        let mut commands: Vec<(Vec<String>, bool)> = Vec::new();
        for row in self.tables().flat_map(|table| &table.rows).filter(|row| !row.ask.is_empty()) {
            let at = *seen.entry(command(&row.ask)).or_insert_with(|| {
                commands.push((row.ask.clone(), false));
                commands.len() - 1
            });
            commands[at].1 |= row.quick;
        }
        commands
    }

    /// Runs all commands: quick ones in parallel, the others one after the other on all cores. `tell` receives the
    /// progress, `settle` each table as soon as it and those before it are complete.
    pub fn run(
        &self,
        lab: &Lab,
        asker: &dyn Asker,
        journal: &mut Journal,
        (threads, stop): (usize, &AtomicBool),
        mut tell: impl FnMut(&Progress),
        mut settle: impl FnMut(&Table, &[Settled]),
    ) -> Reproduction {
        let started = Instant::now();
        let mut known: BTreeMap<String, Asked> = BTreeMap::new();
        let (mut quick, mut slow) = (VecDeque::new(), VecDeque::new());
        let commands = self.commands();
        let all = commands.len();
        for (words, is_quick) in commands {
            let text = command(&words);
            if let Some((answer, seconds)) = journal.find(&text) {
                known.insert(text, Asked { answer: Ok(answer), seconds });
            } else if is_quick {
                quick.push_back(words);
            } else {
                slow.push_back(words);
            }
        }
        let mut result = Reproduction::default();
        let interrupted = AtomicBool::new(false);
        let mut open: VecDeque<&Table> = self.tables().collect();
        let mut emit = |known: &BTreeMap<String, Asked>, result: &mut Reproduction, last: bool| {
            while let Some(table) = open.front() {
                let ready = |row: &Row| row.ask.is_empty() || known.contains_key(&command(&row.ask));
                if !last && !table.rows.iter().all(ready) {
                    return;
                }
                let rows: Vec<Settled> =
                    table.rows.iter().map(|row| settled(lab, table, row, known)).collect();
                settle(table, &rows);
                result.tables.push((table.name.clone(), rows));
                open.pop_front();
            }
        };
        emit(&known, &mut result, false);
        for (queue, workers, threads_each) in [(quick, threads.max(1), 1), (slow, 1, threads.max(1))] {
            let waiting: Vec<String> = queue.iter().map(|words| command(words)).collect();
            let later: Vec<String> = waiting.clone();
            let queue = Mutex::new(queue);
            let (sender, results) = channel();
            std::thread::scope(|scope| {
                for _ in 0..workers.min(waiting.len()) {
                    let (queue, interrupted, sender) = (&queue, &interrupted, sender.clone());
                    scope.spawn(move || work(queue, asker, threads_each, [stop, interrupted], &sender));
                }
                drop(sender);
                for (words, asked) in results {
                    let text = command(&words);
                    if let Ok(answer) = &asked.answer {
                        journal.add(&text, answer, asked.seconds);
                    }
                    known.insert(text.clone(), asked);
                    let open = later.iter().filter(|command| !known.contains_key(*command));
                    let left = journal.estimate(open.map(|command| &**command), workers);
                    tell(&Progress { done: known.len(), all, left, last: text });
                    emit(&known, &mut result, false);
                }
            });
        }
        result.stopped = [stop, &interrupted].iter().any(|flag| flag.load(Ordering::Relaxed));
        emit(&known, &mut result, true);
        result.seconds = started.elapsed().as_secs_f64();
        result
    }

    /// Draws the pictures.
    pub fn draw(&self, asker: &dyn Asker, stop: &AtomicBool, result: &mut Reproduction) {
        for table in self.tables() {
            for figure in &table.figures {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let svg = match asker.draw(&figure.ask) {
                    Ok(svg) => Ok(svg),
                    Err(NoAnswer::Failed(why)) => Err(why),
                    Err(NoAnswer::Interrupted) => {
                        result.stopped = true;
                        return;
                    }
                };
                let drawn = Drawn { figure: figure.clone(), svg };
                result.figures.entry(table.name.clone()).or_default().push(drawn);
            }
        }
    }
}

/// A name that contains the wanted one, or the one with the longest common prefix.
fn most_alike<'a>(wanted: &str, names: &'a [String]) -> Option<&'a str> {
    let alike = |name: &str| wanted.chars().zip(name.chars()).take_while(|(one, other)| one == other).count();
    let inside = names.iter().find(|name| name.contains(wanted));
    let begins = || names.iter().max_by_key(|name| alike(name)).filter(|name| alike(name) >= 3);
    inside.or_else(begins).map(|name| &**name)
}

/// Takes commands from the queue until it is empty, a flag is set, or a command was interrupted, which sets the flag
/// `interrupted` for all workers.
fn work(
    queue: &Mutex<VecDeque<Vec<String>>>,
    asker: &dyn Asker,
    threads: usize,
    [stop, interrupted]: [&AtomicBool; 2],
    done: &Sender<(Vec<String>, Asked)>,
) {
    while ![stop, interrupted].iter().any(|flag| flag.load(Ordering::Relaxed)) {
        let Some(words) = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front() else { return };
        let started = Instant::now();
        let answer = match asker.ask(&words, threads) {
            Ok(answer) => Ok(answer),
            Err(NoAnswer::Failed(why)) => Err(why),
            Err(NoAnswer::Interrupted) => {
                interrupted.store(true, Ordering::Relaxed);
                return;
            }
        };
        if done.send((words, Asked { answer, seconds: started.elapsed().as_secs_f64() })).is_err() {
            return;
        }
    }
}

/// The command as one would type it.
pub(super) fn command(words: &[String]) -> String {
    let quoted = |word: &String| {
        let plain = |c: char| c.is_alphanumeric() || "-_.,:=/+@%^{}".contains(c);
        if !word.is_empty() && word.chars().all(plain) { word.clone() } else { format!("'{word}'") }
    };
    words.iter().map(quoted).collect::<Vec<_>>().join(" ")
}

/// The verdict on a row.
fn settled(lab: &Lab, table: &Table, row: &Row, known: &BTreeMap<String, Asked>) -> Settled {
    let text = (!row.ask.is_empty()).then(|| command(&row.ask));
    let asked = text.as_ref().and_then(|text| known.get(text));
    let note =
        |prefix: &str| row.note.strip_prefix(prefix).map(|why| why.trim_start_matches(':').trim().to_owned());
    let here = asked.map(|asked| match &asked.answer {
        Ok(answer) => picked(answer, &row.key),
        Err(error) => Err(error.clone()),
    });
    let verdict = match (&here, &row.paper) {
        (None, _) if text.is_none() => Verdict::NotReproducible(note("not reproducible").unwrap_or_default()),
        (None, _) => Verdict::NotAsked,
        (Some(Err(error)), _) => Verdict::Failed(error.clone()),
        (Some(Ok(_)), None) => Verdict::Extended,
        (Some(Ok(here)), Some(paper)) => match same(lab, &row.compare, paper, here) {
            Ok(true) => Verdict::Same,
            // A result that can't be compared counts as different if the row explains it.
            failed => match (note("paper is wrong"), note("differs"), failed) {
                (Some(why), _, _) => Verdict::PaperIsWrong(why),
                (_, Some(why), _) => Verdict::Differs(why),
                (_, _, Err(error)) => Verdict::Failed(error),
                _ => Verdict::Unexplained,
            },
        },
    };
    let remark = (!row.note.is_empty() && verdict.why() != row.note && note(verdict.word()).is_none())
        .then(|| row.note.clone());
    Settled {
        table: table.name.clone(),
        cell: row.cell.clone(),
        paper: row.paper.clone(),
        here: here.and_then(Result::ok),
        verdict,
        note: remark,
        command: text,
        key: (!row.key.is_empty() && !row.ask.is_empty()).then(|| row.key.clone()),
        seconds: asked.map(|asked| asked.seconds),
        columns: row.columns.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::read_paper;

    /// Asks a lab and adds a number to every nimber: a broken solver adds one.
    #[derive(Default)]
    struct InProcess {
        wrong_by: u64,
        /// The position whose question is interrupted.
        interrupted_at: Option<&'static str>,
    }

    impl Asker for InProcess {
        fn ask(&self, words: &[String], _: usize) -> Result<Value, NoAnswer> {
            if self.interrupted_at == Some(&*words[2]) {
                return Err(NoAnswer::Interrupted);
            }
            let [question, game, position] = words else { return Err("three words".into()) };
            let question = crate::golden::asked(question, game, position)?;
            let lab = Lab::default();
            let run = lab.start();
            let answer = question.answer(&run).map_err(|error| error.to_string())?;
            let mut json: Value = serde_json::from_str(answer.to_json().unwrap().get()).unwrap();
            if let Some(nimber) = json.get_mut("nimber") {
                *nimber = (nimber.as_u64().unwrap_or(0) + self.wrong_by).into();
            }
            Ok(json)
        }

        fn draw(&self, _: &[String]) -> Result<String, NoAnswer> {
            Err("no pictures".into())
        }
    }

    const PAPER: &str = "\
# Nim
## sums: Sums
Table 1.
- ask: `nimber nim {cell}`
- key: nimber

| cell | paper | ask | note |
|---|---|---|---|
| 3,5 | 6 | | |
| 12,13,7 | 6 | | differs: it does not, but a note may say so |
| 1,2,3 | 1 | | paper is wrong: Bouton's theorem |
| 1,2 | – | | |
| 1,1 | 1 | | |
| 9 | 9 | `nimber chess 9` | |
| pages | 3 | | not reproducible: lost |
";

    fn verdicts(wrong_by: u64) -> Vec<String> {
        let plan = Plan::new(vec![read_paper("nim", PAPER).unwrap()], "all", false).unwrap();
        let mut told = 0;
        let lab = Lab::default();
        let stop = AtomicBool::new(false);
        let asker = InProcess { wrong_by, interrupted_at: None };
        let result = plan.run(&lab, &asker, &mut Journal::nowhere(), (2, &stop), |_| told += 1, |_, _| {});
        assert_eq!((told, result.stopped, result.tables.len()), (6, false, 1));
        result.tables[0].1.iter().map(|row| row.verdict.to_string()).collect()
    }

    #[test]
    fn every_row_has_its_verdict() {
        let verdicts = verdicts(0);
        assert_eq!(
            verdicts[..5],
            ["same", "same", "paper is wrong: Bouton's theorem", "extended", "differs"]
        );
        assert!(verdicts[5].starts_with("failed: there is no game `chess`"), "{}", verdicts[5]);
        assert_eq!(verdicts[6], "not reproducible: lost");
    }

    #[test]
    fn a_broken_solver_makes_rows_differ() {
        let verdicts = verdicts(1);
        assert_eq!(verdicts[0], "differs");
        assert_eq!(verdicts[1], "differs: it does not, but a note may say so");
    }

    #[test]
    fn a_stopped_run_asks_no_more_and_says_so() {
        let plan = Plan::new(vec![read_paper("nim", PAPER).unwrap()], "nim/sums", false).unwrap();
        let (lab, stop) = (Lab::default(), AtomicBool::new(true));
        let asker = InProcess::default();
        let result = plan.run(&lab, &asker, &mut Journal::nowhere(), (2, &stop), |_| {}, |_, _| {});
        assert!(result.stopped);
        let verdicts: Vec<String> = result.tables[0].1.iter().map(|row| row.verdict.to_string()).collect();
        assert_eq!(verdicts[..6], ["not asked"; 6]);
        assert!(!result.tables[0].1.iter().any(|row| row.verdict.is_bad()));
    }

    #[test]
    fn an_interrupted_command_ends_the_run_and_has_not_failed() {
        let plan = Plan::new(vec![read_paper("nim", PAPER).unwrap()], "nim/sums", false).unwrap();
        let (lab, stop) = (Lab::default(), AtomicBool::new(false));
        let asker = InProcess { wrong_by: 0, interrupted_at: Some("12,13,7") };
        let result = plan.run(&lab, &asker, &mut Journal::nowhere(), (1, &stop), |_| {}, |_, _| {});
        assert!(result.stopped);
        let verdicts: Vec<String> = result.tables[0].1.iter().map(|row| row.verdict.to_string()).collect();
        assert_eq!(verdicts[..3], ["same", "not asked", "not asked"]);
    }

    #[test]
    fn what_is_chosen_has_to_be_there() {
        let papers = || vec![read_paper("nim", PAPER).unwrap()];
        let error = Plan::new(papers(), "nim/sum", false).unwrap_err();
        assert!(error.ends_with("did you mean `nim/sums`?"), "{error}");
        assert!(Plan::new(papers(), "nim", true).is_ok());
    }

    #[test]
    fn commands_are_written_as_one_would_type_them() {
        let words = ["eval", "{0|*}", "--time", "1s"].map(String::from);
        assert_eq!(command(&words), "eval '{0|*}' --time 1s");
    }
}
