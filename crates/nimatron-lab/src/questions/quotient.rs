//! The misère quotient of a heap game.

use std::fmt::{self, Write};

use nimatron_solve::{GenusSolver, MiserePeriod, MisereQuotient, QuotientError};
use serde::{Deserialize, Serialize};

use crate::heap_codes::heap_code;
#[cfg(feature = "cli")]
use crate::parameters::cli;
use crate::question::{NoLine, Question, Report};
use crate::{LabError, Note, Run};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Quotient {
    /// The heap game: octal:CODE, kayles, dawson-kayles, subtraction:1,3,4
    pub game: String,
    /// The largest heap
    #[cfg_attr(feature = "cli", arg(long, value_name = "N", value_parser = cli::heap, allow_negative_numbers = true))]
    pub to: u32,
    /// Add the genus of each heap
    #[cfg_attr(feature = "cli", arg(long))]
    #[serde(default)]
    pub genus: bool,
}

/// The misère quotient of a heap game.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct QuotientReport {
    /// The code of the game.
    pub code: String,
    /// `solved` if a period is proved, so that this is the quotient of all heaps; otherwise `partial`.
    pub status: &'static str,
    /// The largest heap that was computed.
    pub heap: usize,
    /// The number of elements.
    pub order: usize,
    /// The number of elements that are P-positions.
    pub p_portion: usize,
    /// Whether it is the quotient of misère Nim.
    pub tame: bool,
    /// The heap from which the elements repeat, if that is proved.
    pub preperiod: Option<usize>,
    /// The length of the period, if it is proved.
    pub period: Option<usize>,
    /// Generators and relations.
    pub presentation: String,
    /// The heaps that the generators stand for.
    pub generators: Vec<usize>,
    /// The elements that are P-positions.
    pub p_positions: Vec<String>,
    /// The heaps at which the quotient grew.
    pub growth: Vec<Growth>,
    /// The element of each heap, beginning with 0.
    pub pretending: Vec<String>,
    /// The genus of each heap, beginning with 0, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub genus: Option<Vec<String>>,
    /// The number of transitions that prove its correctness.
    pub transitions: usize,
    /// What prevented further heaps, if anything did.
    pub undecided: Option<String>,
    /// How long it took.
    pub seconds: f64,
    /// The limit that prevented further heaps, if it was one.
    #[serde(skip)]
    error: Option<LabError>,
}

/// A heap at which a quotient grew.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Growth {
    /// The heap.
    pub heap: usize,
    /// The number of elements from there on.
    pub order: usize,
}

impl Question for Quotient {
    const NAME: &'static str = "quotient";
    const ABOUT: &'static str = "The misère quotient of a heap game: heap by heap, and proved";
    const HELP: &'static str = "Two sums of heaps are equal in the quotient if no third sum tells them apart, so it decides \
every sum in misère play. It is solved if the heaps are proved to repeat forever; otherwise it is the quotient \
of the heaps up to N.

Examples:
  nimatron quotient octal:0.77 --to 100     Kayles
  nimatron quotient dawson-kayles --to 30 --genus
  nimatron quotient octal:0.04 --to 50 --time 60s";
    type Line = NoLine;
    type Report = QuotientReport;

    /// The quotient for heaps up to `to`, or for all heaps if a period is proved. If the budget is used up on the way,
    /// the report says what is known, and which limit was reached.
    fn answer(&self, run: &Run<'_>) -> Result<QuotientReport, LabError> {
        /// The number of heaps between two searches for a period.
        const PATIENCE: usize = 16;
        let to = self.to as usize;
        let code = heap_code(run.lab(), &self.game)?;
        let mut solver = MisereQuotient::new(&code, run.budget());
        let (mut period, mut undecided) = (None, None);
        while solver.heap() < to && period.is_none() {
            let (heap, order) = (solver.heap() + 1, solver.quotient().order());
            let text = format!("heap {heap}, order {order}");
            run.note(Note { text, done: heap as u64, of: Some(to as u64), found: None });
            if let Err(error) = solver.extend() {
                undecided = Some((format!("heap {heap}"), explain(run, error)));
                break;
            }
            if solver.heap().is_multiple_of(PATIENCE) {
                period = solver.period();
            }
        }
        let heap = solver.heap();
        if period.is_none() && undecided.is_none() {
            // The limits of a proof attempt don't end the question.
            period = solver.prove_period().unwrap_or(None);
        }
        let genus = match self.genus {
            true => {
                let mut genera = GenusSolver::new(&code, run.budget());
                let mut known = Vec::new();
                for heap in 0..=heap {
                    match genera.genus(&[heap]) {
                        Ok(genus) => known.push(genus.to_string()),
                        Err(error) => {
                            let why = explain(run, error.into());
                            undecided.get_or_insert((format!("the genus of heap {heap}"), why));
                            break;
                        }
                    }
                }
                Some(known)
            }
            false => None,
        };
        let quotient = solver.quotient();
        let word = |&x: &u16| quotient.word(x).to_string();
        let mut p_positions: Vec<u16> = (0..quotient.order()).map(|x| x as u16).collect();
        p_positions.retain(|&x| quotient.is_p(x));
        p_positions.sort_by(|&x, &y| quotient.word(x).cmp(quotient.word(y)));
        let period: Option<MiserePeriod> = period;
        Ok(QuotientReport {
            code: code.to_string(),
            status: if period.is_some() { "solved" } else { "partial" },
            heap,
            order: quotient.order(),
            p_portion: quotient.p_portion(),
            tame: quotient.tame().is_some(),
            preperiod: period.map(|period| period.preperiod),
            period: period.map(|period| period.period),
            presentation: quotient.presentation(),
            generators: solver.generators().to_vec(),
            p_positions: p_positions.iter().map(word).collect(),
            growth: solver.growth().iter().map(|&(heap, order)| Growth { heap, order }).collect(),
            pretending: solver.elements()[..=heap].iter().map(word).collect(),
            genus,
            transitions: solver.transitions(),
            undecided: undecided.as_ref().map(|(what, why)| format!("{what}: {why}")),
            seconds: run.seconds(),
            error: undecided.map(|(what, why)| why.about(&what)),
        })
    }
}

/// What prevented further heaps, with the resources spent.
fn explain(run: &Run<'_>, error: QuotientError) -> LabError {
    match error {
        QuotientError::Stuck(stuck) => LabError::Failed(stuck.to_string()),
        QuotientError::Solve(error) => run.explain(error),
    }
}

impl fmt::Display for QuotientReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.tame { "tame" } else { "wild" };
        let mut text = format!("order {} with {} P-positions, {kind}\n", self.order, self.p_portion);
        let status = match (self.preperiod, self.period) {
            (Some(preperiod), Some(period)) => format!("solved: period {period} from heap {preperiod} on"),
            _ => format!("partial: heaps to {}, no period proved", self.heap),
        };
        let mut line = |line: String| {
            text.push_str(&line);
            text.push('\n');
        };
        line(status);
        line(self.presentation.clone());
        if !self.generators.is_empty() {
            let heaps: Vec<_> =
                self.generators.iter().map(|&heap| format!("{}={heap}", self.pretending[heap])).collect();
            line(format!("generators  {}", heaps.join(" ")));
            line(format!("P-positions {}", self.p_positions.join(" ")));
            let growth = self.growth.iter().map(|growth| format!("{}:{}", growth.heap, growth.order));
            line(format!("grows       {}", growth.collect::<Vec<_>>().join(" ")));
        }
        line(String::new());
        match &self.genus {
            Some(genera) => table_with_genus(&mut text, &self.pretending, genera),
            None => table(&mut text, &self.pretending),
        }
        f.write_str(&text)
    }
}

impl Report for QuotientReport {
    fn unfinished(&mut self) -> Option<LabError> {
        let known = format!("order {} at heap {}", self.order, self.heap);
        match self.error.take()? {
            LabError::Failed(why) => Some(LabError::Failed(format!("{why}; known so far: {known}"))),
            error => Some(error.but_known(|| known)),
        }
    }
}

/// The elements of the heaps, ten per line.
fn table(text: &mut String, elements: &[String]) {
    let margin = elements.len().saturating_sub(1).to_string().len();
    let width = elements.iter().map(|element| element.len()).max().unwrap_or(1);
    for (row, line) in elements.chunks(10).enumerate() {
        let cells: String = line.iter().map(|element| format!(" {element:<width$}")).collect();
        // Writing to a string can't fail.
        let _ = writeln!(text, "{:>margin$} {}", 10 * row, cells.trim_end());
    }
}

/// The elements of the heaps with their genus, one per line.
fn table_with_genus(text: &mut String, elements: &[String], genera: &[String]) {
    let margin = elements.len().saturating_sub(1).to_string().len();
    let width = elements.iter().map(|element| element.len()).max().unwrap_or(1);
    for (heap, element) in elements.iter().enumerate() {
        let genus = genera.get(heap).map_or("", String::as_str);
        let line = format!("{heap:>margin$}  {element:<width$}  {genus}");
        let _ = writeln!(text, "{}", line.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lab, Limits};

    fn quotient(game: &str, to: u32) -> QuotientReport {
        Lab::default().ask(&Quotient { game: game.into(), to, genus: false }).unwrap()
    }

    #[test]
    fn kayles_is_solved_whether_few_heaps_are_asked_for_or_many() {
        for to in [100, 100_000] {
            let report = quotient("kayles", to);
            assert_eq!((report.status, report.order, report.p_portion), ("solved", 40, 9));
            assert_eq!((report.preperiod, report.period, report.tame), (Some(71), Some(12), false));
            assert_eq!(report.pretending.len(), report.heap + 1);
        }
        let few = quotient("octal:0.77", 11);
        assert_eq!((few.status, few.order, few.heap, few.period), ("partial", 18, 11, None));
    }

    #[test]
    fn games_with_no_moves_and_no_heaps_have_the_trivial_quotient() {
        let dead = quotient("octal:0.0", 10);
        assert_eq!((dead.order, dead.tame, dead.status), (1, true, "solved"));
        let none = quotient("octal:0.77", 0);
        assert_eq!((none.order, none.tame, none.status, none.heap), (1, true, "partial", 0));
    }

    #[test]
    fn what_was_known_when_time_ran_out_is_said() {
        let limits = Limits { time: Some(std::time::Duration::from_millis(300)), ..Limits::default() };
        let lab = Lab::new(crate::test_catalog(), limits);
        let mut report = lab.ask(&Quotient { game: "octal:0.04".into(), to: 100, genus: false }).unwrap();
        assert_eq!((report.status, report.period), ("partial", None));
        assert!(report.heap >= 17 && report.heap < 60, "{}", report.heap);
        assert!(report.undecided.as_ref().is_some_and(|why| why.contains("out of time")));
        let error = Run::unfinished(&mut report).unwrap();
        assert!(matches!(&error, LabError::OutOfTime(known) if known.report.is_some()), "{error:?}");
    }
}
