//! A game in the terminal.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{BufRead, IsTerminal};
use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use nimatron_lab::parameters::{FileText, Place, Start, Terms};
use nimatron_lab::questions::best::Best;
use nimatron_lab::questions::record::ReadRecord;
use nimatron_lab::text::{columns, wrap};
use nimatron_lab::{Cell, Lab, LabError, Limits, Player, Record, Seats, Session, Verdict, View};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::ask;
use crate::cli::Options;
use crate::progress::Progress;
use crate::signals;
use crate::terminal::{self, FAINT, STRONG};

/// The default opponent.
const OPPONENT: &str = "alpha-beta";
/// The default time limit for an exact hint; after it, alpha-beta suggests a move.
const PATIENCE: Duration = Duration::from_secs(10);
/// The maximum number of moves shown.
const MOST_MOVES: usize = 200;

/// Plays a game until it ends or the user quits.
pub(crate) fn run(
    lab: &Lab,
    options: &Options,
    start: &Start,
    agents: [Option<&str>; 2],
    seed: Option<u64>,
    terms: &Terms,
) -> Result<Verdict> {
    if options.json {
        bail!("play has no JSON; match has, a line a game");
    }
    let [left, right] = match agents {
        [None, None] => [None, Some(OPPONENT)],
        agents => agents.map(|agent| agent.filter(|name| *name != "human")),
    };
    // By default a random seed, from the random keys of the standard library.
    let seed = seed.unwrap_or_else(|| RandomState::new().build_hasher().finish());
    let convention = terms.convention;
    let seats = Seats { left, right, first: terms.to_move, convention, seed };
    let sitting = lab.sit_down(&start.game, &start.position)?;
    let session = sitting.session(&seats)?;
    let input = if std::io::stdin().is_terminal() { Input::editor()? } else { Input::Lines };
    let names = Player::BOTH.map(|player| name(player, &session.view()));
    let comments = Vec::new();
    let mut played = Game { lab, options, game: &start.game, seats, session, input, names, comments };
    played.welcome()?;
    played.play()?;
    Ok(Verdict::Yes)
}

/// Where moves come from.
enum Input {
    /// A terminal.
    Editor(Box<DefaultEditor>),
    /// A pipe.
    Lines,
}

impl Input {
    fn editor() -> Result<Self> {
        Ok(Input::Editor(Box::new(DefaultEditor::new()?)))
    }

    /// The next line; `None` at the end of the input, or if Ctrl-C is pressed.
    fn line(&mut self, prompt: &str) -> Result<Option<String>> {
        match self {
            Input::Editor(editor) => match signals::waiting(|| editor.readline(prompt)) {
                Ok(line) => {
                    // The game goes on without a history.
                    let _ = editor.add_history_entry(&line);
                    Ok(Some(line))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(error) => Err(error.into()),
            },
            Input::Lines => {
                let mut line = String::new();
                let read = signals::waiting(|| std::io::stdin().lock().read_line(&mut line))?;
                Ok((read > 0).then_some(line))
            }
        }
    }
}

/// A game, its players and its input.
struct Game<'a> {
    lab: &'a Lab,
    options: &'a Options,
    game: &'a str,
    seats: Seats<'a>,
    session: Session<'a>,
    input: Input,
    /// The names of the players.
    names: [String; 2],
    /// Comments: the number of moves before each, and its text.
    comments: Vec<(usize, String)>,
}

/// What to do after a line.
enum Next {
    /// The position has changed.
    Moved,
    /// Read another line.
    Again,
    Quit,
}

impl Game<'_> {
    fn welcome(&self) -> Result<()> {
        let side = |player: Player, agent: Option<&str>| {
            format!("{STRONG}{}{STRONG:#}: {}", self.name(player), agent.unwrap_or("you"))
        };
        let [left, right] = [side(Player::Left, self.seats.left), side(Player::Right, self.seats.right)];
        terminal::print(&format!("{left}, {right}\n"))?;
        if self.has_people() {
            terminal::print(&format!("{FAINT}Type a move, `moves` to see them, or `help`.{FAINT:#}\n"))?;
        }
        Ok(())
    }

    fn has_people(&self) -> bool {
        Player::BOTH.iter().any(|player| !self.session.has_agent(*player))
    }

    fn name(&self, player: Player) -> &str {
        &self.names[player.index()]
    }

    fn play(&mut self) -> Result<()> {
        loop {
            terminal::print(&format!("\n{}\n", self.session.view().to_text()))?;
            if let Some(over) = self.session.over() {
                let won =
                    over.winner.map_or("It is a draw".into(), |winner| format!("{} wins", self.name(winner)));
                let length = match self.session.plies() {
                    1 => "one move".into(),
                    plies => format!("{plies} moves"),
                };
                terminal::print(&format!("{STRONG}{won}{STRONG:#}: {}, after {length}.\n", over.why))?;
                if !self.has_people() || !self.after_the_end()? {
                    return Ok(());
                }
                continue;
            }
            if self.session.has_agent(self.session.to_move()) {
                if !self.let_agent_play()? {
                    return Ok(());
                }
            } else if !self.ask_person()? {
                return Ok(());
            }
        }
    }

    /// Lets an agent play; `false` if it is stopped.
    fn let_agent_play(&mut self) -> Result<bool> {
        let player = self.name(self.session.to_move()).to_owned();
        let run = ask::start(self.lab, self.options);
        let reply = {
            let _progress = Progress::start(&run);
            self.session.reply(run.budget())
        };
        match reply {
            Ok(Some(reply)) => {
                terminal::print(&format!("{player} plays {STRONG}{}{STRONG:#}\n", reply.name))?;
                if let Some(remark) = &reply.remark {
                    terminal::print(&format!("{FAINT}({remark}){FAINT:#}\n"))?;
                }
                Ok(true)
            }
            Ok(None) => Ok(false),
            Err(error) => Err(run.explain(error).into()),
        }
    }

    /// Asks until the position has changed; `false` if the user quits.
    fn ask_person(&mut self) -> Result<bool> {
        loop {
            let prompt = format!("{} to move> ", self.name(self.session.to_move()));
            let Some(line) = self.input.line(&prompt)? else {
                terminal::print("The game ends here.\n")?;
                return Ok(false);
            };
            match self.respond(line.trim())? {
                Next::Moved => return Ok(true),
                Next::Again => {}
                Next::Quit => return Ok(false),
            }
        }
    }

    /// After the last move, a user at a terminal may take it back: `true` if so.
    fn after_the_end(&mut self) -> Result<bool> {
        if matches!(self.input, Input::Lines) {
            return Ok(false);
        }
        terminal::print(&format!("{FAINT}`undo` takes the last move back, anything else quits.{FAINT:#}\n"))?;
        Ok(match self.input.line("> ")? {
            Some(line) if line.trim() == "undo" => self.undo()?,
            _ => false,
        })
    }

    fn respond(&mut self, line: &str) -> Result<Next> {
        match line {
            "" => {}
            "quit" | "exit" | "q" => return Ok(Next::Quit),
            "?" | "help" => self.help()?,
            "moves" => self.show_moves()?,
            "board" => terminal::print(&self.session.view().to_text())?,
            "position" => terminal::print(&format!("{}\n", self.session.show()))?,
            "hint" => self.hint()?,
            "undo" => {
                if self.undo()? {
                    return Ok(Next::Moved);
                }
            }
            text if let Some(said) = text.strip_prefix("comment ") => {
                self.comments.push((self.session.plies(), said.trim().into()));
            }
            text if let Some(file) = text.strip_prefix("save ") => self.save(Path::new(file.trim())),
            text if let Some(file) = text.strip_prefix("load ") => match self.load(Path::new(file.trim())) {
                Ok(()) => return Ok(Next::Moved),
                Err(error) => terminal::complain(&error),
            },
            text => match self.play_move(text) {
                Ok(()) => return Ok(Next::Moved),
                Err(error) => terminal::complain(&error.into()),
            },
        }
        Ok(Next::Again)
    }

    /// Plays a move by its name, or by its number in the list of moves.
    fn play_move(&mut self, text: &str) -> Result<(), LabError> {
        let number = text.strip_prefix('#').and_then(|digits| digits.parse::<usize>().ok());
        let named = number.and_then(|number| {
            let moves = self.session.moves(number).ok()?;
            moves.into_iter().nth(number.checked_sub(1)?).map(|mv| mv.name)
        });
        self.session.play(named.as_deref().unwrap_or(text))?;
        Ok(())
    }

    fn help(&self) -> Result<()> {
        let about = self.lab.game(self.game)?.about();
        let mut text = String::new();
        wrap(&mut text, &about.about, 0, 80);
        text.push('\n');
        let rows = [
            ("a move", "its name, or # and its number in the list of moves"),
            ("moves", "the legal moves"),
            ("hint", "the best moves, and who wins"),
            ("undo", "take your last move back"),
            ("board", "show the board again"),
            ("position", "the position on one line, for other questions"),
            ("comment TEXT", "comment on the last move, for the record"),
            ("save FILE", "save the record of the game"),
            ("load FILE", "play the moves of a record from the same start"),
            ("quit", "quit, as do Ctrl-C and Ctrl-D"),
        ];
        columns(&mut text, &rows.map(|(word, about)| vec![word.into(), about.into()]));
        terminal::print(&text)
    }

    fn show_moves(&self) -> Result<()> {
        let moves = self.session.moves(MOST_MOVES)?;
        let mut text = String::new();
        let named: Vec<String> =
            moves.iter().enumerate().map(|(i, mv)| format!("#{} {}", i + 1, mv.name)).collect();
        let width = named.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let in_row = (80 / (width + 2)).clamp(1, 6);
        let rows = named.chunks(in_row).map(<[String]>::to_vec);
        columns(&mut text, &rows.collect::<Vec<_>>());
        let count = self.session.move_count();
        if count > MOST_MOVES as u64 {
            text.push_str(&format!("  … {} in all\n", nimatron_lab::grouped(count)));
        }
        terminal::print(&text)
    }

    /// Takes moves back until a person is to move; `false` if there is nothing to take back.
    fn undo(&mut self) -> Result<bool> {
        let back = (1..=self.session.plies()).find(|back| {
            let mover =
                if back % 2 == 0 { self.session.to_move() } else { self.session.to_move().opponent() };
            !self.session.has_agent(mover)
        });
        let Some(back) = back else {
            terminal::print("There is no move of yours to take back.\n")?;
            return Ok(false);
        };
        (0..back).for_each(|_| {
            self.session.undo();
        });
        let plies = self.session.plies();
        self.comments.retain(|(after, _)| *after <= plies);
        Ok(true)
    }

    /// Saves the record of the game.
    fn save(&self, path: &Path) {
        let record = Record::of(self.game, &self.seats, &self.session, &self.comments);
        let saved = record
            .save(path)
            .map_err(Into::into)
            .and_then(|()| terminal::print(&format!("The game is saved in {}.\n", path.display())));
        if let Err(error) = saved {
            terminal::complain(&error);
        }
    }

    /// Plays the moves of a record from the start. The session is unchanged if the record can't be used.
    fn load(&mut self, path: &Path) -> Result<()> {
        let report = self.lab.ask(&ReadRecord { file: FileText::File(path.into()) })?;
        anyhow::ensure!(
            report.game == self.game && report.start == self.session.start(),
            "this is a game of {game} from {start}; `nimatron play {game} '{start}'` begins there",
            game = report.game,
            start = report.start
        );
        while self.session.undo() {}
        for name in &report.moves {
            self.session.play(name)?;
        }
        self.comments = report.comments;
        Ok(())
    }

    /// Prints the best moves if they are found in time, otherwise what alpha-beta would play.
    fn hint(&self) -> Result<()> {
        let limits = self.lab.limits();
        let time = self.options.time.or(Some(PATIENCE));
        let run = self.lab.start_within(Limits { time, ..limits });
        let (convention, to_move) = (self.seats.convention, Some(self.session.to_move()));
        let question = Best { place: Place::new(self.game, self.session.show()), convention, to_move };
        let answer = {
            let _progress = Progress::start(&run);
            run.ask(&question)
        };
        drop(run);
        match answer {
            Ok(best) => terminal::print(&best.to_string()),
            Err(LabError::Fault(fault)) => Err(LabError::Fault(fault).into()),
            Err(_) => {
                let run = self.lab.start_within(Limits { time, ..limits });
                let _progress = Progress::start(&run);
                match self.session.suggestion(OPPONENT, run.budget()) {
                    Ok(Some(name)) => terminal::print(&format!(
                        "It would take long to solve this position; {OPPONENT} would play {STRONG}{name}{STRONG:#}.\n"
                    )),
                    Ok(None) => Ok(()),
                    Err(error) => {
                        terminal::complain(&run.explain(error).into());
                        Ok(())
                    }
                }
            }
        }
    }
}

/// The player with the letter of their pieces, if they have any.
fn name(player: Player, view: &View) -> String {
    let letter = letters(view).into_iter().find(|(owner, _)| *owner == player);
    letter.map_or_else(|| player.to_string(), |(_, letter)| format!("{player} ({letter})"))
}

/// The letters of the pieces on a board, with their owners.
fn letters(view: &View) -> Vec<(Player, char)> {
    let of = |cells: &[Cell]| -> Vec<(Player, char)> {
        let piece = |cell: &Cell| match *cell {
            Cell::Piece { owner: Some(owner), letter } => Some((owner, letter)),
            _ => None,
        };
        cells.iter().filter_map(piece).collect()
    };
    match view {
        View::Board { cells, .. } => of(cells),
        View::Strips(strips) => strips.iter().flat_map(|cells| of(cells)).collect(),
        _ => Vec::new(),
    }
}
