//! What the lab keeps in its store, and how it asks there first.

use std::sync::PoisonError;

use nimatron_catalog::{Opened, entry};
use nimatron_rules::Player;
use nimatron_solve::Convention;
use nimatron_value::{Style, parse_value};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::describe::{describe, describe_loopy};
use crate::report::{LoopyReport, ValueReport};
use crate::store::{Key, Played, Row, Store};
use crate::{Answer, GameLine, Lab, Match, MatchReport, Question, Run};

/// Values that have more characters are not kept.
const LONGEST_VALUE: usize = 100_000;
/// Positions that have more are not.
const LONGEST_POSITION: usize = 10_000;
/// Of matches with more games only the summary is kept.
pub(crate) const MOST_GAMES: u64 = 10_000;

impl Lab {
    /// Asks this store first, and keeps there what is answered.
    #[must_use]
    pub fn remembering(mut self, store: Store) -> Self {
        self.store = Some(store);
        self
    }

    /// Where answers are kept, if they are.
    #[must_use]
    pub fn store(&self) -> Option<&Store> {
        self.store.as_ref()
    }

    /// What is asked, as it is kept; nothing if it is not to be kept.
    pub(crate) fn key(&self, question: &Question, game: &str, opened: &dyn Opened) -> Option<Key> {
        self.store.as_ref()?;
        // As a question is answered: see `Lab::answer`.
        let mover = |asked: Option<Player>| match asked.or(opened.to_move()).unwrap_or(Player::Left) {
            Player::Left => "left",
            Player::Right => "right",
        };
        let normal = Convention::Normal;
        let (question, convention) = match *question {
            Question::Value => ("value".to_owned(), normal),
            Question::Nimber => ("nimber".to_owned(), normal),
            Question::Outcome { convention, to_move: None } if opened.to_move().is_none() => {
                ("outcome".to_owned(), convention)
            }
            Question::Outcome { convention, to_move } => (format!("outcome {}", mover(to_move)), convention),
            Question::Best { convention, to_move } => (format!("best {}", mover(to_move)), convention),
            Question::Count => ("count".to_owned(), normal),
            Question::Perft { depth, to_move } => (format!("perft {depth} {}", mover(to_move)), normal),
            // Listing them takes no time.
            Question::Moves { .. } => return None,
        };
        let position = opened.show();
        if position.len() > LONGEST_POSITION {
            return None;
        }
        self.key_of(question, convention, game, position)
    }

    /// The same, for what is asked of no position.
    pub(crate) fn key_of(
        &self,
        question: String,
        convention: Convention,
        game: &str,
        position: String,
    ) -> Option<Key> {
        self.store.as_ref()?;
        let (entry, parameters) = entry(game).ok()?;
        let name = entry.about().name;
        let game = if parameters.is_empty() { name.to_owned() } else { format!("{name}:{parameters}") };
        let convention = match convention {
            Convention::Normal => "normal",
            Convention::Misere => "misere",
        };
        Some(Key { game, position, question, convention })
    }

    /// The answer that was given before, unless a fresh one is wanted.
    pub(crate) fn remembered(&self, run: &Run, key: &Key) -> Option<Answer> {
        let row = self.found(run, key)?;
        let mut answer = match key.kind() {
            "value" => self.value_again(&row)?,
            "nimber" => Answer::Nimber(read(&row)?),
            "outcome" => Answer::Outcome(read(&row)?),
            "best" => Answer::Best(read(&row)?),
            "count" => Answer::Count(read(&row)?),
            "perft" => Answer::Perft(read(&row)?),
            _ => return None,
        };
        *answer.remembered_mut()? = Some(row.date);
        Some(answer)
    }

    /// A report that was kept, unless a fresh one is wanted, and when that was.
    pub(crate) fn remembered_report<R: DeserializeOwned>(&self, run: &Run, key: &Key) -> Option<(R, String)> {
        let row = self.found(run, key)?;
        Some((read(&row)?, row.date))
    }

    fn found(&self, run: &Run, key: &Key) -> Option<Row> {
        if run.is_fresh() { None } else { self.store.as_ref()?.find(key) }
    }

    /// The value is all that has to be remembered: what there is to say of it is said again. Nothing if it is not read as it
    /// was written.
    fn value_again(&self, row: &Row) -> Option<Answer> {
        let report: serde_json::Value = serde_json::from_str(&row.report).ok()?;
        let ascii = report.get("ascii")?.as_str()?;
        let (positions, seconds) = (row.positions, Some(row.seconds));
        let (arena, longest) = (self.arena(), self.longest_text());
        if report.get("stopper").is_some() {
            let mut loops = self.loops.lock().unwrap_or_else(PoisonError::into_inner);
            let value = loops.read(arena, ascii).ok()?;
            let report = describe_loopy(arena, &mut loops, value, longest).ok()?;
            let is_same = report.ascii == ascii && report.canonical == row.answer;
            return is_same.then(|| Answer::Loopy(Box::new(LoopyReport { positions, seconds, ..report })));
        }
        let value = parse_value(arena, ascii).ok()?;
        if arena.display_within(value, Style::Ascii, LONGEST_VALUE).text != ascii {
            return None;
        }
        let report = describe(arena, value, longest).ok()?;
        Some(Answer::Value(Box::new(ValueReport { positions, seconds, ..report })))
    }

    /// Keeps an answer.
    pub(crate) fn keep(&self, key: &Key, answer: &Answer) {
        match answer {
            Answer::Value(report) if report.abbreviated => {
                // There is room for longer texts than are shown.
                let Ok(full) = describe(self.arena(), report.game, LONGEST_VALUE) else { return };
                if !full.abbreviated && full.ascii.len() <= LONGEST_VALUE {
                    let (positions, seconds) = (report.positions, report.seconds);
                    self.keep_report(
                        key,
                        answer.spent(),
                        &full.canonical,
                        &ValueReport { positions, seconds, ..full.clone() },
                    );
                }
            }
            Answer::Loopy(report) => {
                let mut loops = self.loops.lock().unwrap_or_else(PoisonError::into_inner);
                let read = loops.read(self.arena(), &report.ascii);
                if read.is_ok_and(|value| value == report.value) {
                    self.keep_report(key, answer.spent(), &report.canonical, report);
                }
            }
            // Nothing is proved of it, and with more time it may be another.
            Answer::Best(report) if report.winner.is_none() => {}
            answer => self.keep_report(key, answer.spent(), &answer.to_string(), answer),
        }
    }

    /// Keeps a report.
    pub(crate) fn keep_report(
        &self,
        key: &Key,
        spent: Option<(Option<u64>, f64)>,
        answer: &str,
        report: &impl Serialize,
    ) {
        let Some(store) = &self.store else { return };
        let Ok(report) = serde_json::to_string(report) else { return };
        let (positions, seconds) = spent.unwrap_or((None, 0.0));
        store.keep(key, &Row { answer: answer.into(), report, seconds, positions, date: String::new() });
    }

    /// Keeps a match, with as many of its games as there are.
    pub(crate) fn keep_match(&self, asked: &Match<'_>, report: &MatchReport, games: Vec<(u64, String)>) {
        let Some(store) = &self.store else { return };
        let Ok(json) = serde_json::to_string(report) else { return };
        let MatchReport { left, right, seed, wins, draws, losses, elo, .. } = report;
        let Some(key) = self.key_of(
            format!("match {left} against {right}, {} games, seed {seed}", report.games),
            asked.convention,
            &report.game,
            report.position.clone(),
        ) else {
            return;
        };
        store.keep_match(&Played {
            game: key.game,
            position: key.position,
            question: key.question,
            convention: key.convention,
            answer: format!("+{wins} ={draws} -{losses}, Elo {elo:+.0}"),
            report: json,
            seconds: report.seconds,
            games,
        });
    }
}

/// A game as it is kept.
pub(crate) fn kept_game(line: &GameLine) -> Option<(u64, String)> {
    Some((line.game, serde_json::to_string(line).ok()?))
}

/// A report as it was kept; nothing if it can't be read any more.
fn read<R: DeserializeOwned>(row: &Row) -> Option<R> {
    serde_json::from_str(&row.report).ok()
}
