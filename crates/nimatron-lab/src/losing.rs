//! All losing positions of games in which counters are taken from heaps.

use nimatron_games::circular_nim::{Circle, CircularNim};
use nimatron_games::nim::Nim;
use nimatron_rules::{Notation, Taking};
use nimatron_solve::{Convention, SolveError, heap_positions, losing};
use serde::Serialize;

use crate::{Fault, Lab, LabError, Run, grouped};

/// How many positions lose.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LosingReport {
    /// All positions with so many heaps of at most that size.
    pub positions: u64,
    /// Those in which the player who has to move loses.
    pub losing: u64,
    /// The same, with those that are alike by symmetry counted once.
    pub losing_up_to_symmetry: u64,
    /// How long it took.
    pub seconds: f64,
}

impl Lab {
    /// Calls `visit` with each losing position of so many heaps, none of them larger than `most`, as it is written;
    /// with one of those that are alike by symmetry.
    pub fn losing(
        &self,
        run: &Run,
        game: &str,
        convention: Convention,
        heaps: usize,
        most: u32,
        visit: &mut dyn FnMut(&str),
    ) -> Result<LosingReport, LabError> {
        let (taking, stands_for_all) = rules(game, heaps)?;
        let mut shown = 0;
        let mut found = |sizes: &[u32]| {
            if stands_for_all(sizes) {
                shown += 1;
                visit(&sizes.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
            }
        };
        match losing(&taking, heaps, most, convention, run.budget(), &mut found) {
            Ok((positions, losing)) => {
                Ok(LosingReport { positions, losing, losing_up_to_symmetry: shown, seconds: run.seconds() })
            }
            Err(SolveError::NeedsMemory { allowed, .. }) => Err(too_many(heaps, most, allowed)),
            Err(error) => {
                let error = LabError::from(error).but_known(|| match shown {
                    1 => "1 losing position".into(),
                    _ => format!("{} losing positions", grouped(shown)),
                });
                Err(run.explain(error))
            }
        }
    }
}

/// What a game takes, and which positions stand for all that are alike.
type Losing = (Taking, fn(&[u32]) -> bool);

fn rules(game: &str, heaps: usize) -> Result<Losing, LabError> {
    let (name, parameters) = game.split_once(':').unwrap_or((game, ""));
    let fault = |error| LabError::from(Fault::in_notation(game, "", &error));
    match &*name.to_ascii_lowercase() {
        "nim" => {
            Nim::ABOUT.no_parameters(parameters).map_err(fault)?;
            Ok((Nim.taking(heaps), |sizes| sizes.is_sorted()))
        }
        "circular-nim" => {
            let (rules, _) = CircularNim::open(parameters, "0").map_err(fault)?;
            let is_least = |sizes: &[u32]| {
                Circle::new(sizes.iter().copied()).is_some_and(|circle| circle.least_image() == circle)
            };
            Ok((rules.taking(heaps), is_least))
        }
        _ => {
            Lab::default().game(name)?;
            let message =
                format!("the losing positions of {name} are not listed, those of nim and circular-nim are");
            Err(LabError::Senseless(message))
        }
    }
}

/// The error that positions don't fit, with how many there are and what they would take.
fn too_many(heaps: usize, most: u32, allowed: u64) -> LabError {
    let allowed = grouped(allowed >> 20);
    LabError::Failed(match heap_positions(heaps, most) {
        Some(positions) if positions < 1 << 60 => {
            let (positions, megabytes) = (positions as u64, (positions as u64 / 8).div_ceil(1 << 20));
            format!(
                "{} positions take {} MB of memory, and the budget allows {allowed} MB",
                grouped(positions),
                grouped(megabytes)
            )
        }
        _ => format!("{heaps} heaps of up to {most} have more than 10^18 positions, too many for any memory"),
    })
}
