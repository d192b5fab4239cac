//! Misère quotients of heap games.

use nimatron_solve::{GenusSolver, MiserePeriod, MisereQuotient, QuotientError};
use serde::Serialize;

use crate::heap_codes::heap_code;
use crate::{Lab, LabError, Run};

/// The misère quotient of a heap game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct QuotientReport {
    /// The code of the game.
    pub code: String,
    /// `solved` if a period is proved, so that this is the quotient of all heaps; else `partial`.
    pub status: &'static str,
    /// The largest heap that was looked at.
    pub heap: usize,
    /// How many elements there are.
    pub order: usize,
    /// How many of them are P-positions.
    pub p_portion: usize,
    /// Whether it is the quotient of misère Nim.
    pub tame: bool,
    /// The heap from which on the elements repeat, if that is proved.
    pub preperiod: Option<usize>,
    /// After how many heaps they repeat, if that is proved.
    pub period: Option<usize>,
    /// Generators and relations.
    pub presentation: String,
    /// The heaps that the generators stand for.
    pub generators: Vec<usize>,
    /// The elements that are P-positions.
    pub p_positions: Vec<String>,
    /// Where it grew.
    pub growth: Vec<Growth>,
    /// The element of each heap, beginning with 0.
    pub pretending: Vec<String>,
    /// The genus of each heap, beginning with 0, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub genus: Option<Vec<String>>,
    /// How many transitions prove that it is right.
    pub transitions: usize,
    /// What kept it from going further, if it was to.
    pub undecided: Option<String>,
    /// How long it took.
    pub seconds: f64,
}

/// A heap at which a quotient grew.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Growth {
    /// The heap.
    pub heap: usize,
    /// How many elements there were then.
    pub order: usize,
}

impl Lab {
    /// The misère quotient of a heap game, for heaps up to `to`, or all heaps if a period is proved; with the
    /// genus of each heap if that is wanted. `progress` hears the heap and how many elements there are.
    ///
    /// When the budget is used up on the way, the report says what is known, and what kept it from going further.
    pub fn quotient(
        &self,
        run: &Run,
        game: &str,
        to: usize,
        with_genus: bool,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<QuotientReport, LabError> {
        /// How many heaps pass between two looks for a period.
        const PATIENCE: usize = 16;
        let code = heap_code(game)?;
        let mut solver = MisereQuotient::new(&code, run.budget());
        let (mut period, mut undecided) = (None, None);
        while solver.heap() < to && period.is_none() {
            progress(solver.heap() + 1, solver.quotient().order());
            if let Err(error) = solver.extend() {
                undecided = Some(format!("heap {}: {}", solver.heap() + 1, explain(run, error)));
                break;
            }
            if solver.heap().is_multiple_of(PATIENCE) {
                period = solver.period();
            }
        }
        let heap = solver.heap();
        if period.is_none() && undecided.is_none() {
            // What a proof would need beyond is no part of the question.
            period = solver.prove_period().unwrap_or(None);
        }
        let genus = match with_genus {
            true => {
                let mut genera = GenusSolver::new(&code, run.budget());
                let mut known = Vec::new();
                for heap in 0..=heap {
                    match genera.genus(&[heap]) {
                        Ok(genus) => known.push(genus.to_string()),
                        Err(error) => {
                            let why = explain(run, error.into());
                            undecided.get_or_insert(format!("the genus of heap {heap}: {why}"));
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
            undecided,
            seconds: run.seconds(),
        })
    }
}

/// What kept a quotient from going further, with what was spent.
fn explain(run: &Run, error: QuotientError) -> String {
    match error {
        QuotientError::Stuck(stuck) => stuck.to_string(),
        QuotientError::Solve(error) => run.explain(error.into()).to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    fn quotient(game: &str, to: usize) -> QuotientReport {
        let lab = Lab::default();
        lab.quotient(&lab.start(), game, to, false, &mut |_, _| {}).unwrap()
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
        let lab = Lab::new(limits, std::sync::Arc::default());
        let report = lab.quotient(&lab.start(), "octal:0.04", 100, false, &mut |_, _| {}).unwrap();
        assert_eq!((report.status, report.period), ("partial", None));
        assert!(report.heap >= 17 && report.heap < 60, "{}", report.heap);
        assert!(report.undecided.is_some_and(|why| why.contains("out of time")));
    }
}
