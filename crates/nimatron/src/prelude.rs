//! What most programs need: `use nimatron::prelude::*;`

use std::time::Duration;

pub use nimatron_games::clobber::Clobber;
pub use nimatron_games::cram::Cram;
pub use nimatron_games::domineering::Domineering;
pub use nimatron_games::nim::Nim;
pub use nimatron_games::octal::HeapGame;
pub use nimatron_rules::{
    AnyGame, Budget, Convention, Exhausted, HeapCode, HeapRule, Impartial, Named, Notation, Player, Rules,
    Short,
};
pub use nimatron_solve::{HeapSequence, Period, SolveError, Solver};
pub use nimatron_value::{Arena, Dyadic, Game, Outcome, Style, Thermograph, Value, ValueError};

/// Durations and sizes in the units of budgets.
///
/// ```
/// use nimatron::prelude::*;
///
/// let budget = Budget::new().time(30.secs()).memory(4.gib());
/// assert_eq!(budget.memory_limit(), 4 << 30);
/// ```
pub trait Units {
    /// This number of seconds.
    fn secs(self) -> Duration;
    /// This number of milliseconds.
    fn millis(self) -> Duration;
    /// This number of mebibytes, in bytes.
    fn mib(self) -> usize;
    /// This number of gibibytes, in bytes. More than can be addressed counts as all that can be.
    fn gib(self) -> usize;
}

impl Units for u32 {
    fn secs(self) -> Duration {
        Duration::from_secs(self.into())
    }

    fn millis(self) -> Duration {
        Duration::from_millis(self.into())
    }

    fn mib(self) -> usize {
        (self as usize).saturating_mul(1 << 20)
    }

    fn gib(self) -> usize {
        (self as usize).saturating_mul(1 << 30)
    }
}
