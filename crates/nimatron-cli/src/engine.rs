//! An engine for other programs.

use std::hash::{BuildHasher, Hasher};

use anyhow::{Result, bail};
use clap::Args;
use nimatron_lab::parameters::{Start, Terms};
use nimatron_lab::{EngineSettings, Lab, Verdict};

use crate::cli::Options;

pub(crate) const EXAMPLES: &str = "Examples:
  nimatron engine epaminondas
  nimatron engine legionnaires 6x6 --agent alpha-beta

It speaks UGI, the Universal Game Interface, which is UCI for any game:
  ugi, isready, uginewgame, quit         as in UCI
  position startpos|fen POSITION [moves MOVE …]
  go [movetime MS] [nodes N] [depth N] [p1time MS p2time MS p1inc MS p2inc MS movestogo N] [infinite]
  stop                                   ends the search and prints the best move
  query gameover|p1turn|result|fen|moves|islegal MOVE
  setoption name Agent|Misere|First value …
The reply to anything else is `info string error: …`.";

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(flatten)]
    start: Start,
    /// The agent that chooses the moves; `nimatron agents` lists them
    #[arg(long, value_name = "AGENT", default_value = "phalanx")]
    agent: String,
    /// The seed of the random numbers [default: a new one each time]
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    seed: Option<u64>,
    #[command(flatten)]
    terms: Terms,
}

pub(crate) fn answer(lab: &Lab, options: &Options, arguments: &Arguments) -> Result<Verdict> {
    if options.json {
        bail!("an engine speaks UGI, not JSON");
    }
    let settings = EngineSettings {
        game: &arguments.start.game,
        position: &arguments.start.position,
        agent: &arguments.agent,
        first: arguments.terms.to_move,
        convention: arguments.terms.convention,
        // By default a random seed, from the random keys of the standard library.
        seed: arguments
            .seed
            .unwrap_or_else(|| std::collections::hash_map::RandomState::new().build_hasher().finish()),
    };
    lab.speak_ugi(&settings, std::io::stdin().lock(), std::io::stdout())?;
    Ok(Verdict::Yes)
}
