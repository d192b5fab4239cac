//! Small positions: compares the program with brute force.

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::Result;
use serde_json::Value;

use crate::brute::{Brute, Player, Position, Rules};
use crate::dice::Dice;
use crate::program::Program;
use crate::trial::{Limits, Trial};

const PART: &str = "answers";
/// More than enough for positions of this size.
const LIMITS: Limits = Limits { time: Duration::from_secs(20), memory: 256 << 20 };

/// A game by its name in the program, its rules, and a position.
#[derive(Debug)]
struct Case {
    game: String,
    rules: Rules,
    position: Position,
}

/// Asks several questions about one random position.
pub fn step(trial: &mut Trial, step: u64) -> Result<()> {
    let mut dice = trial.dice(PART, step);
    let case = case(&mut dice);
    let mut brute = Brute::new(case.rules.clone());
    let mut asked = Asked { trial, case: &case };
    for misere in [false, true] {
        asked.outcome(&mut brute, misere)?;
    }
    let player = *dice.one_of(&Player::BOTH);
    asked.moves(&mut brute, player)?;
    match dice.below(3) {
        0 => asked.best(&mut brute, player, dice.once_in(2)),
        1 => asked.counts(&brute, player),
        _ if case.rules.is_impartial() => asked.nimbers(&mut brute),
        _ => asked.value(&mut brute),
    }
}

/// A game and a small position.
fn case(dice: &mut Dice) -> Case {
    let heaps = |dice: &mut Dice, count: usize, most: usize| {
        let count = dice.within(1, count);
        Position::heaps((0..count).map(|_| dice.within(0, most) as u32).collect())
    };
    match dice.below(8) {
        0 => Case { game: "nim".into(), rules: Rules::Nim, position: heaps(dice, 4, 6) },
        1 | 2 => {
            let is_octal = dice.once_in(2);
            let count = dice.within(1, 4);
            let digits: Vec<u8> =
                (0..count).map(|_| dice.below(if is_octal { 8 } else { 16 }) as u8).collect();
            // A code of zeros is refused.
            let digits = if digits.iter().all(|digit| *digit == 0) { vec![7, 7] } else { digits };
            let code: String = digits.iter().map(|digit| format!("{digit:X}")).collect();
            let game = format!("octal:{}{code}", if is_octal { "0." } else { "0x0." });
            Case { game, rules: Rules::TakeAndBreak(digits), position: heaps(dice, 2, 11) }
        }
        3 => {
            let count = dice.within(1, 3);
            let numbers: BTreeSet<u32> = (0..count).map(|_| dice.within(1, 7) as u32).collect();
            let names: Vec<String> = numbers.iter().map(u32::to_string).collect();
            let game = format!("subtraction:{}", names.join(","));
            Case {
                game,
                rules: Rules::Subtraction(numbers.into_iter().collect()),
                position: heaps(dice, 3, 14),
            }
        }
        4 => board(dice, "cram", Rules::Cram, b"....#", 12),
        5 => board(dice, "domineering", Rules::Domineering, b"....#", 12),
        6 => board(dice, "clobber", Rules::Clobber, b"xxoo.", 10),
        _ => board(dice, "tactix", Rules::Tactix, b"ooo.", 9),
    }
}

fn board(dice: &mut Dice, game: &str, rules: Rules, letters: &[u8], most: usize) -> Case {
    let cols = dice.within(2, 5);
    let rows = dice.within(1, (most / cols).max(1));
    let squares = (0..rows * cols).map(|_| *dice.one_of(letters)).collect();
    Case { game: game.into(), rules, position: Position::Board { cols, squares } }
}

/// A case to ask the program about.
struct Asked<'a> {
    trial: &'a mut Trial,
    case: &'a Case,
}

impl Asked<'_> {
    /// The words of a question about the position.
    fn words(&self, question: &str, more: &[&str]) -> Vec<String> {
        let mut words = vec![question.to_owned(), self.case.game.clone(), self.case.position.text()];
        words.extend(more.iter().map(|&word| word.to_owned()));
        words
    }

    /// The JSON object of the answer. Positions this small must be answered.
    fn answer(&mut self, words: &[String]) -> Result<Option<Value>> {
        let words: Vec<String> =
            words.iter().cloned().chain(["--store".into(), "off".into()]).chain(LIMITS.words()).collect();
        let program = self.trial.program.clone();
        let before = self.trial.findings;
        let answer = self.trial.json(PART, &program, &words, Some(LIMITS))?.and_then(|mut lines| lines.pop());
        if answer.is_none() && self.trial.findings == before {
            self.trial.finding(PART, &Program::shown(&words), "an answer", "none");
        }
        Ok(answer)
    }

    /// Reports a finding if the two differ.
    fn compare(&mut self, words: &[String], key: &str, brute: &Value, found: &Value) {
        if brute != found {
            let expected = format!("{key} {brute}, by brute force");
            self.trial.finding(PART, &Program::shown(words), &expected, &found.to_string());
        }
    }

    fn outcome(&mut self, brute: &mut Brute, misere: bool) -> Result<()> {
        let convention: &[&str] = if misere { &["--misere"] } else { &[] };
        let position = &self.case.position;
        let words = self.words("outcome", convention);
        let expected = brute.outcome(position, misere);
        if let Some(answer) = self.answer(&words)? {
            self.compare(&words, "outcome", &expected.into(), &answer["outcome"]);
        }
        Ok(())
    }

    /// The legal moves and the positions after them.
    fn moves(&mut self, brute: &mut Brute, player: Player) -> Result<Option<Vec<(String, Position)>>> {
        let position = &self.case.position;
        let words = self.words("moves", &["--to-move", player.name()]);
        let Some(answer) = self.answer(&words)? else { return Ok(None) };
        let found: Option<Vec<(String, Position)>> = answer["moves"].as_array().and_then(|moves| {
            let read = |mv: &Value| {
                Some((mv["move"].as_str()?.to_owned(), position.read(mv["position"].as_str()?)?))
            };
            moves.iter().map(read).collect()
        });
        let texts = |positions: &BTreeSet<Position>| positions.iter().map(Position::text).collect::<Vec<_>>();
        let expected: BTreeSet<Position> = brute.rules().after(position, player).into_iter().collect();
        let reached: BTreeSet<Position> =
            found.iter().flatten().map(|(_, position)| position.clone()).collect();
        self.compare(&words, "positions after a move", &texts(&expected).into(), &texts(&reached).into());
        Ok(found)
    }

    /// The winner, and all winning moves, or one losing move.
    fn best(&mut self, brute: &mut Brute, player: Player, misere: bool) -> Result<()> {
        let position = &self.case.position;
        let mut more = vec!["--to-move", player.name()];
        more.extend(misere.then_some("--misere"));
        let words = self.words("best", &more);
        let (Some(moves), Some(answer)) = (self.moves(brute, player)?, self.answer(&words)?) else {
            return Ok(());
        };
        let wins = brute.wins(position, player, misere);
        let winner = if wins { player } else { player.opponent() };
        self.compare(&words, "winner", &winner.name().into(), &answer["winner"]);
        let named: BTreeSet<&str> =
            answer["moves"].as_array().into_iter().flatten().filter_map(|mv| mv["move"].as_str()).collect();
        let legal: BTreeSet<&str> = moves.iter().map(|(name, _)| &**name).collect();
        let winning = moves.iter().filter(|(_, next)| !brute.wins(next, player.opponent(), misere));
        let winning: BTreeSet<&str> = winning.map(|(name, _)| &**name).collect();
        let list = |names: &BTreeSet<&str>| Value::from(names.iter().copied().collect::<Vec<_>>());
        if wins {
            self.compare(&words, "winning moves", &list(&winning), &list(&named));
        } else if named.len() != 1.min(legal.len()) || !named.is_subset(&legal) {
            self.compare(&words, "one of the moves", &list(&legal), &list(&named));
        }
        Ok(())
    }

    fn nimbers(&mut self, brute: &mut Brute) -> Result<()> {
        let position = &self.case.position;
        let words = self.words("nimber", &[]);
        if let Some(answer) = self.answer(&words)? {
            self.compare(&words, "nimber", &brute.nimber(position).into(), &answer["nimber"]);
        }
        if let Rules::TakeAndBreak(_) | Rules::Subtraction(_) = &self.case.rules {
            let words: Vec<String> = ["sequence", &self.case.game, "--to", "11", "--values"]
                .iter()
                .map(|&word| word.to_owned())
                .collect();
            let expected: Vec<u64> = (0..12).map(|heap| brute.nimber(&Position::heaps(vec![heap]))).collect();
            if let Some(answer) = self.answer(&words)? {
                // The program may stop when a period is proved; the values up to there must agree.
                let found = answer["values"].as_array().cloned().unwrap_or_default();
                let told = &expected[..found.len().min(12)];
                self.compare(&words, "values", &told.into(), &found.into());
            }
        }
        Ok(())
    }

    fn value(&mut self, brute: &mut Brute) -> Result<()> {
        let words = self.words("value", &[]);
        let expected = brute.outcome(&self.case.position, false);
        if let Some(answer) = self.answer(&words)? {
            self.compare(&words, "outcome", &expected.into(), &answer["outcome"]);
        }
        Ok(())
    }

    /// Positions and plays. The program identifies equal heaps, so plays are compared on boards only.
    fn counts(&mut self, brute: &Brute, player: Player) -> Result<()> {
        let position = &self.case.position;
        let words = self.words("count", &[]);
        if let Some(answer) = self.answer(&words)? {
            self.compare(&words, "positions", &brute.count(position).into(), &answer["positions"]);
        }
        if matches!(position, Position::Board { .. }) {
            let words = self.words("perft", &["3", "--to-move", player.name()]);
            let mut expected: Vec<u64> =
                (0..=3).map(|length| brute.plays(position, player, length)).collect();
            // Lengths without any play are not listed.
            expected.truncate(expected.iter().position(|plays| *plays == 0).unwrap_or(4));
            if let Some(answer) = self.answer(&words)? {
                self.compare(&words, "plays", &expected.into(), &answer["nodes"]);
            }
        }
        Ok(())
    }
}
