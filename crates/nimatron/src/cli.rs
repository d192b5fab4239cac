//! What can be said on the command line.

use std::ffi::OsStr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use nimatron_lab::{Convention, Kind, Player, Style};

use crate::{
    complexity, engine, export, graph, limits, losing, matches, puzzle, quotient, record, reproduce,
    sequence, serve, store, table, tour,
};

/// A laboratory for combinatorial games: exact values, nimbers, outcomes and best moves
#[derive(Parser, Debug)]
#[command(name = "nimatron", version, arg_required_else_help = true, after_help = cli_examples())]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) options: Options,
}

/// What every question takes.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Options {
    /// Print JSON, one object a line
    #[arg(long, global = true, help_heading = "Options for every question")]
    pub(crate) json: bool,
    /// Give up after this long: 30s, 5m, 2h, 500ms
    #[arg(long, global = true, value_name = "DURATION", value_parser = limits::duration,
          allow_negative_numbers = true, help_heading = "Options for every question")]
    pub(crate) time: Option<Duration>,
    /// Give up when tables take more than this: 512M, 8G [default: three quarters of the machine's]
    #[arg(long, global = true, value_name = "BYTES", value_parser = limits::bytes,
          allow_negative_numbers = true, help_heading = "Options for every question")]
    pub(crate) memory: Option<usize>,
    /// Use at most this many threads [default: as many as the machine runs at a time]
    #[arg(long, global = true, value_name = "N", value_parser = limits::threads,
          allow_negative_numbers = true, help_heading = "Options for every question")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Keep answers in this file, and look for them there first; `off` for nowhere [default: see `nimatron store`]
    #[arg(long, global = true, value_name = "FILE", help_heading = "Options for every question")]
    pub(crate) store: Option<PathBuf>,
    /// Answer anew, though the answer may be remembered
    #[arg(long, global = true, help_heading = "Options for every question")]
    pub(crate) fresh: bool,
}

/// The questions.
#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    /// List the games, or explain one: its rules and how its positions are written
    #[command(after_help = "Examples:\n  nimatron games\n  nimatron games domineering")]
    Games {
        /// The game to explain
        #[arg(value_parser = AnyGame, hide_possible_values = true)]
        name: Option<String>,
    },
    /// What an expression of game values is worth
    #[command(after_help = "Examples:
  nimatron eval '{0|*} + ^*'             a value: numbers, ^ v * +- Tiny(2) ^<2> and {left|right}
  nimatron eval '{1||0|-1}.Mean'         a method of it; `help methods` in the REPL lists them
  nimatron eval '{1|-1} + {1|-1} = 0'    a comparison: exit 1 if it does not hold
  nimatron eval '+-{2|1}' --svg hot.svg  its thermograph
  nimatron eval - < game.txt             read from standard input")]
    Eval {
        /// The expression; `-` reads it from standard input
        #[arg(allow_hyphen_values = true)]
        expression: String,
        #[command(flatten)]
        printing: Printing,
    },
    /// The canonical value of a position
    #[command(after_help = "Examples:
  nimatron value domineering 4x4
  nimatron value domineering '#.../..../.#..'
  nimatron value toads-and-frogs TT..FF --json
  nimatron value sum 'nim 3,5 + domineering 2x2'")]
    Value {
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        printing: Printing,
    },
    /// The Grundy value of a position of an impartial game
    #[command(after_help = "With --checkpoint, a search that was killed goes on where it was.

Examples:
  nimatron nimber nim 3,5,7
  nimatron nimber cram 5x6
  nimatron nimber cram 5x9 --checkpoint cram-5x9.nimbers
  nimatron nimber tactix S:1000000000000000000,5")]
    Nimber {
        #[command(flatten)]
        place: Place,
        /// Keep what is learned in this file, and go on from what it keeps
        #[arg(long, value_name = "FILE")]
        checkpoint: Option<PathBuf>,
    },
    /// Who wins, without computing values
    #[command(after_help = "Examples:
  nimatron outcome domineering 5x5
  nimatron outcome clobber 3x4 --to-move right
  nimatron outcome nim 3,4,5 --misere")]
    Outcome {
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        convention: Misere,
        /// Who is to move
        #[arg(long, value_name = "PLAYER")]
        to_move: Option<Side>,
    },
    /// Solve every position that can be reached, and keep the solution for `outcome`, `best` and `play`
    #[command(
        after_help = "Legionnaires, Clobber and Tactix are solved so. What was stopped goes on where it was, but for Tactix. \
Solutions are kept in the folder for your data, or in that of the variable NIMATRON_DATA.

Examples:
  nimatron solve legionnaires 8x8        all 782,886,768 positions
  nimatron solve clobber 4x4 --misere
  nimatron solve tactix 6x6 --misere     all 2^36 positions, with 8 GB of memory and of disk"
    )]
    Solve {
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        convention: Misere,
    },
    /// The winning moves, or the best one if none wins
    #[command(after_help = "Examples:
  nimatron best domineering 4x4
  nimatron best nim 3,4,5 --misere
  nimatron best toads-and-frogs TT.FF --to-move right")]
    Best {
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        convention: Misere,
        #[command(flatten)]
        mover: Mover,
    },
    /// The legal moves and what they lead to
    #[command(after_help = "Examples:
  nimatron moves domineering 2x3
  nimatron moves clobber xo/ox --to-move right")]
    Moves {
        #[command(flatten)]
        place: Place,
        #[command(flatten)]
        mover: Mover,
    },
    /// How many positions can be reached, both players free to move at any time
    #[command(after_help = "Examples:\n  nimatron count domineering 4x4")]
    Count {
        #[command(flatten)]
        place: Place,
    },
    /// How many ways there are to play so many moves in turn
    #[command(after_help = "Examples:\n  nimatron perft domineering 8x8 4")]
    Perft {
        #[command(flatten)]
        place: Place,
        /// How many moves
        #[arg(allow_negative_numbers = true)]
        depth: u32,
        #[command(flatten)]
        mover: Mover,
    },
    /// List the agents that can play, or those of one game
    #[command(after_help = "Examples:\n  nimatron agents\n  nimatron agents legionnaires")]
    Agents {
        /// The game to be played
        #[arg(value_parser = AnyGame, hide_possible_values = true)]
        game: Option<String>,
    },
    /// Games between two agents: who is stronger, and by how much
    #[command(after_help = matches::EXAMPLES)]
    Match(matches::Arguments),
    /// An engine for other programs: UGI, the Universal Game Interface, on standard input and output
    #[command(after_help = engine::EXAMPLES)]
    Engine(engine::Arguments),
    /// How complex a game is: moves to choose from, length of games, number of positions and of games
    #[command(after_help = complexity::EXAMPLES)]
    Complexity(complexity::Arguments),
    /// Read the record of a game, play it through and show it
    #[command(after_help = record::EXAMPLES)]
    Record(record::Arguments),
    /// Play in the terminal, against an agent or another person
    #[command(after_help = "Examples:
  nimatron play legionnaires
  nimatron play domineering 6x6 --left alpha-beta:time=2s
  nimatron play nim 3,5,7 --left human --right human --misere
  nimatron play legionnaires --left blocking --right fewest-replies

Sides without an agent are yours. If no agent is named, you play Left, and alpha-beta plays Right.")]
    Play {
        #[command(flatten)]
        board: BoardPlace,
        /// The agent that plays Left, or `human`; `nimatron agents` lists them
        #[arg(long, value_name = "AGENT")]
        left: Option<String>,
        /// The agent that plays Right, or `human`
        #[arg(long, value_name = "AGENT")]
        right: Option<String>,
        /// What all chance comes from [default: another one each time]
        #[arg(long, value_name = "S", allow_negative_numbers = true)]
        seed: Option<u64>,
        #[command(flatten)]
        terms: Terms,
    },
    /// The positions of some value, on small boards with few pieces
    #[command(after_help = "Examples:
  nimatron find legionnaires --value '*2'
  nimatron find legionnaires --value 1/2 --boards 3x3,2x2..2x8 --pieces 2..5 --limit 1
  nimatron find clobber --kind fraction --boards 2x4 --all

Positions that are alike by the symmetries of the board are one. If the players have to be exchanged for
the value, they are. Exit 1: there is none.")]
    Find {
        #[command(flatten)]
        region: Region,
        /// The value, any expression that `eval` reads
        #[arg(
            long,
            value_name = "VALUE",
            allow_hyphen_values = true,
            required_unless_present = "kind",
            conflicts_with = "kind"
        )]
        value: Option<String>,
        #[command(flatten)]
        kind: OfKind,
        /// Stop when so many are found
        #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..),
              allow_negative_numbers = true)]
        limit: u64,
        /// Find all
        #[arg(long, conflicts_with = "limit")]
        all: bool,
    },
    /// The values that occur on small boards with few pieces, how often, and where first
    #[command(after_help = "Examples:
  nimatron census legionnaires --boards 3x3
  nimatron census legionnaires --boards 2x2..2x6 --kind number
  nimatron census domineering --boards 3x4 --pieces 0..4

Positions that are alike by the symmetries of the board are one; so are a value and its negative, where
exchanging the players leads from one to the other: of these the one that is better for Left is shown.")]
    Census {
        #[command(flatten)]
        region: Region,
        #[command(flatten)]
        kind: OfKind,
    },
    /// The misère quotient of a heap game: heap by heap, and proved
    #[command(after_help = quotient::EXAMPLES)]
    Quotient(quotient::Arguments),
    /// All losing positions with so many heaps of at most that size, up to symmetry
    #[command(after_help = losing::EXAMPLES)]
    Losing(losing::Arguments),
    /// The Grundy values of all heaps of a take-and-break game, with their period
    #[command(after_help = sequence::EXAMPLES)]
    Sequence(sequence::SequenceArgs),
    /// What graph theory says of a piece on a board: independence, domination, colours, terminal sets
    #[command(after_help = graph::EXAMPLES)]
    Graph(graph::Arguments),
    /// A knight's tour of a board, or that there is none, and how many there are
    #[command(after_help = tour::EXAMPLES)]
    Tour(tour::Arguments),
    /// The ways to place pieces that don't attack each other: N queens and their kin
    #[command(after_help = puzzle::EXAMPLES)]
    Puzzle(puzzle::Arguments),
    /// The Grundy values (the values) of all boards up to some size, as papers print them
    #[command(after_help = table::EXAMPLES)]
    Table(table::Arguments),
    /// What the papers printed, beside what comes out here: every table, figure and number
    #[command(after_help = reproduce::EXAMPLES)]
    Reproduce(reproduce::Arguments),
    /// Whether a certificate of a period holds
    #[command(after_help = "Examples:\n  nimatron verify kayles.json")]
    Verify {
        /// The certificate, as `nimatron sequence --certificate` writes it
        file: PathBuf,
    },
    /// What is kept: answers, summaries, matches and their games
    #[command(after_help = store::EXAMPLES)]
    Store(store::Arguments),
    /// A position, a value or a thermograph for papers: TikZ, LaTeX, SVG, PNG or text
    #[command(after_help = export::EXAMPLES)]
    Export(export::Arguments),
    /// The workbench: play and explore every game in the browser
    #[command(after_help = serve::EXAMPLES)]
    Serve(serve::Arguments),
    /// Answer one question of the page: the server starts a process for each
    #[command(hide = true)]
    Answer,
    /// All questions, interactively: with variables, history and completion
    #[command(after_help = "Examples:
  nimatron repl
  echo 'G := {0|*}
  G.Mean' | nimatron repl")]
    Repl,
    /// Print the completions for a shell
    #[command(after_help = "Examples:
  nimatron completions bash > ~/.local/share/bash-completion/completions/nimatron
  nimatron completions fish > ~/.config/fish/completions/nimatron.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Write man pages and completions into a folder
    #[command(hide = true)]
    Generate {
        /// The folder
        folder: PathBuf,
    },
}

/// A position of a game.
#[derive(Args, Debug)]
pub(crate) struct Place {
    /// The game, `name` or `name:parameters`; `nimatron games` lists them
    #[arg(value_parser = AnyGame, hide_possible_values = true)]
    pub(crate) game: String,
    /// The position, as `nimatron games NAME` explains; `-` reads it from standard input
    #[arg(allow_hyphen_values = true)]
    pub(crate) position: String,
}

/// A position of a game to be played.
#[derive(Args, Debug)]
pub(crate) struct BoardPlace {
    /// The game, `name` or `name:parameters`; `nimatron games` lists them
    #[arg(value_parser = AnyGame, hide_possible_values = true)]
    pub(crate) game: String,
    /// The position to start from, as `nimatron games NAME` explains
    #[arg(default_value = "start", allow_hyphen_values = true)]
    pub(crate) position: String,
}

/// How it is played.
#[derive(Args, Debug)]
pub(crate) struct Terms {
    #[command(flatten)]
    pub(crate) convention: Misere,
    /// Who begins [default: by the custom of the game]
    #[arg(long, value_name = "PLAYER")]
    to_move: Option<Side>,
}

impl Terms {
    pub(crate) fn first(&self) -> Option<Player> {
        self.to_move.map(Into::into)
    }
}

/// More games than this nobody waits for.
pub(crate) const MOST_GAMES: u64 = 1_000_000_000;

/// Where to look for positions.
#[derive(Args, Debug)]
pub(crate) struct Region {
    /// The game, `name` or `name:parameters`; `nimatron games` lists them
    #[arg(value_parser = AnyGame, hide_possible_values = true)]
    pub(crate) game: String,
    /// The boards: 3x3,2x8, or all from 2x2 to 3x4 as 2x2..3x4
    #[arg(long, value_name = "BOARDS", default_value = "2x2..3x4", allow_hyphen_values = true)]
    pub(crate) boards: String,
    /// How many pieces, stones or covered squares: 4, or 2..6 [default: any number]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    pub(crate) pieces: Option<String>,
}

/// A kind of value.
#[derive(Args, Debug)]
pub(crate) struct OfKind {
    /// Only values of this kind: number, integer, fraction, nimber, up, switch, infinitesimal, all-small, hot
    #[arg(long, value_name = "KIND")]
    pub(crate) kind: Option<Kind>,
}

/// Takes any text for a game, because parameters may follow its name, and tells shells the names.
#[derive(Clone)]
pub(crate) struct AnyGame;

impl TypedValueParser for AnyGame {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(nimatron_lab::games().map(|game| PossibleValue::new(game.about().name))))
    }
}

/// The convention of play.
#[derive(Args, Debug)]
pub(crate) struct Misere {
    /// Who cannot move wins
    #[arg(long)]
    misere: bool,
}

impl Misere {
    pub(crate) fn convention(&self) -> Convention {
        if self.misere { Convention::Misere } else { Convention::Normal }
    }
}

/// Who moves first.
#[derive(Args, Debug)]
pub(crate) struct Mover {
    /// Who is to move [default: who the position says, or left]
    #[arg(long, value_name = "PLAYER")]
    to_move: Option<Side>,
}

impl Mover {
    pub(crate) fn player(&self) -> Option<Player> {
        self.to_move.map(Into::into)
    }
}

/// A player.
#[derive(ValueEnum, Clone, Copy, Debug)]
pub(crate) enum Side {
    Left,
    Right,
}

impl From<Side> for Player {
    fn from(side: Side) -> Self {
        match side {
            Side::Left => Player::Left,
            Side::Right => Player::Right,
        }
    }
}

/// How values are printed.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Printing {
    /// Print nothing but the value, for keyboards: ^^* and Tiny(2)
    #[arg(long, conflicts_with = "latex")]
    ascii: bool,
    /// Print nothing but the value, for LaTeX
    #[arg(long)]
    latex: bool,
    /// Print nothing but the value, in full, however long it is
    #[arg(long)]
    pub(crate) full: bool,
    /// Write the thermograph to this file: as SVG, or as PNG if it is called FILE.png
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
}

impl Printing {
    /// Whether no way of writing was asked for.
    pub(crate) fn is_plain(&self) -> bool {
        !self.ascii && !self.latex && !self.full
    }

    /// Whether nothing was asked for but an answer on the terminal.
    pub(crate) fn is_default(&self) -> bool {
        self.is_plain() && self.svg.is_none()
    }

    pub(crate) fn style(&self) -> Style {
        match (self.ascii, self.latex) {
            (true, _) => Style::Ascii,
            (_, true) => Style::Latex,
            _ => Style::Unicode,
        }
    }
}

fn cli_examples() -> &'static str {
    "Examples:
  nimatron value domineering 4x4
  nimatron eval '{0|*} + ^*'
  nimatron nimber cram 5x6
  nimatron best clobber 3x4 --to-move right
  nimatron play legionnaires
  nimatron find legionnaires --value '*2'
  nimatron repl

`nimatron help COMMAND` says more of each. Exit 0: answered; 1: the answer is no; 2: no answer."
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_definitions_fit_together() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn expressions_and_positions_may_begin_with_a_dash() {
        for expression in ["-1", "-{1|0}", "-^*", "-", "-v"] {
            let cli = Cli::try_parse_from(["nimatron", "eval", expression, "--json"]).unwrap();
            assert!(cli.options.json);
            assert!(matches!(cli.command, Command::Eval { expression: read, .. } if read == expression));
        }
        assert!(Cli::try_parse_from(["nimatron", "value", "nim", "-3", "--time", "1s"]).is_ok());
    }
}
