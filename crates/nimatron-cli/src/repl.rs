//! The REPL: all questions, with variables, history and completion.

use std::cell::RefCell;
use std::io::{BufRead, IsTerminal};
use std::path::Path;

use anyhow::Result;
use nimatron_lab::questions::eval::Eval;
use nimatron_lab::questions::value::{PositionValue, Value};
use nimatron_lab::{Evaluated, Lab, METHODS, QUESTIONS, QuestionEntry, Verdict, find_question};
use rustyline::error::ReadlineError;
use rustyline::history::DefaultHistory;
use rustyline::{CompletionType, Config, Editor};

use crate::ask::{self, Screen};
use crate::cli::{self, Cli, Options, What};
use crate::commands;
use crate::terminal::{self, FAINT, STRONG};
use crate::{data, signals};

mod complete;

use complete::Names;

/// Runs interactively at a terminal, or answers the lines from a pipe.
pub(crate) fn run(options: &Options) -> Result<Verdict> {
    let lab = RefCell::new(commands::lab(options, true)?);
    if std::io::stdin().is_terminal() { converse(&lab, options) } else { listen(&lab, options) }
}

/// What to do after a line.
enum Next {
    Line(Result<Verdict>),
    Nothing,
    Quit,
}

/// Runs interactively. Errors are printed and do not end the session.
fn converse(lab: &RefCell<Lab>, options: &Options) -> Result<Verdict> {
    terminal::print(&format!(
        "{STRONG}nimatron {}{STRONG:#}, a laboratory for combinatorial games\n\
         {FAINT}Try `value domineering 4x4`, `G := {{0|*}}`, `G.Thermograph`, or `help`. `quit` ends the session.{FAINT:#}\n\n",
        env!("CARGO_PKG_VERSION")
    ))?;
    let config = Config::builder()
        .auto_add_history(true)
        .max_history_size(10_000)?
        .completion_type(CompletionType::List)
        .build();
    let mut editor: Editor<Names<'_>, DefaultHistory> = Editor::with_config(config)?;
    editor.set_helper(Some(Names::new(lab)));
    // A file that is not a history is left unchanged.
    let history = data::folder().map(|folder| folder.join("history")).filter(|file| is_history(file));
    if let Some(file) = &history {
        // Errors are ignored: there may be no history yet, or no place to save it.
        let _ = file.parent().map(std::fs::create_dir_all);
        let _ = editor.load_history(file);
    }
    while !signals::is_ending() {
        let line = signals::waiting(|| editor.readline("> "));
        if let Some(file) = &history {
            // Saved after each line, as the program may be killed.
            let _ = editor.append_history(file);
        }
        match line {
            Ok(line) => match respond(lab, options, &line) {
                Next::Line(Err(error)) if terminal::is_broken_pipe(&error) => break,
                Next::Line(Err(error)) => {
                    terminal::complain(&error);
                    if lab.borrow().is_crowded() {
                        terminal::talk("Memory is full of values: `clear` deletes them and all variables");
                    }
                }
                Next::Line(Ok(_)) | Next::Nothing => {}
                Next::Quit => break,
            },
            Err(ReadlineError::Interrupted) => terminal::talk("`quit` or Ctrl-D ends the session"),
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(Verdict::Yes)
}

/// Whether a file is a history or does not exist. Rustyline's files begin with these bytes.
fn is_history(file: &Path) -> bool {
    nimatron_lab::check_ours(file, b"#V2\n").is_ok()
}

/// Answers line by line, and prints only the answers. Fails if any line could not be answered.
fn listen(lab: &RefCell<Lab>, options: &Options) -> Result<Verdict> {
    let mut failed = 0u64;
    let mut input = std::io::stdin().lock();
    for number in 1u64.. {
        let mut line = Vec::new();
        if signals::waiting(|| input.read_until(b'\n', &mut line))? == 0 {
            break;
        }
        let Ok(line) = String::from_utf8(line) else {
            terminal::complain(&anyhow::anyhow!("line {number} of the input is not valid UTF-8"));
            failed += 1;
            continue;
        };
        match respond(lab, options, &line) {
            Next::Line(Err(error)) if terminal::is_broken_pipe(&error) => return Err(error),
            Next::Line(Err(error)) => {
                terminal::complain(&error);
                failed += 1;
            }
            Next::Line(Ok(_)) | Next::Nothing => {}
            Next::Quit => break,
        }
        if signals::is_ending() {
            anyhow::bail!("stopped at line {number} of the input");
        }
    }
    match failed {
        0 => Ok(Verdict::Yes),
        1 => anyhow::bail!("one line had no answer"),
        _ => anyhow::bail!("{failed} lines had no answer"),
    }
}

fn respond(lab: &RefCell<Lab>, options: &Options, line: &str) -> Next {
    let line = line.trim();
    if line == "clear" {
        lab.borrow_mut().clear();
        return Next::Nothing;
    }
    let lab = &*lab.borrow();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match first {
        "" => Next::Nothing,
        _ if first.starts_with('#') => Next::Nothing,
        "quit" | "exit" => Next::Quit,
        "help" | "?" => Next::Line(help(rest.trim())),
        "vars" | "variables" if rest.is_empty() => Next::Line(variables(lab, options)),
        _ => Next::Line(match (find_question(first), value_of_position(line)) {
            (Some(entry), _) => question(lab, options, entry, line),
            (None, Some((name, value))) => name_value(lab, options, name, &value),
            (None, None) => ask::ask(lab, options, &mut Eval::of(line)),
        }),
    }
}

/// The name and the question of `G := value GAME POSITION`.
fn value_of_position(line: &str) -> Option<(&str, Value)> {
    let (name, question) = line.split_once(":=")?;
    let entry = find_question(question.split_whitespace().next()?)?;
    let [first, game, position] = <[String; 3]>::try_from(words(entry, question)).ok()?;
    (first == "value").then(|| (name.trim(), Value::of(game, position)))
}

/// Assigns the value of a position to a variable.
fn name_value(lab: &Lab, options: &Options, name: &str, value: &Value) -> Result<Verdict> {
    lab.check_name(name)?;
    let found = {
        let screen = Screen::new(options.json);
        let run = ask::start(lab, options).heard_by(&screen);
        screen.watch(&run);
        run.ask(value)?
    };
    match found {
        PositionValue::Short(report) => lab.name(name, report.game)?,
        PositionValue::Loopy(report) => lab.name(name, report.value)?,
    }
    variable(lab, name.into(), options)?;
    Ok(Verdict::Yes)
}

/// Asks a question with the syntax of the command line.
fn question(lab: &Lab, options: &Options, entry: &QuestionEntry, line: &str) -> Result<Verdict> {
    match Cli::read(std::iter::once("nimatron".to_owned()).chain(words(entry, line))) {
        Ok(Cli { what: What::Question(mut question), options: mut own }) => {
            own.json |= options.json;
            own.fresh |= options.fresh;
            anyhow::ensure!(own.store.is_none(), "the store is chosen when nimatron starts");
            ask::ask(lab, &own, &mut *question)
        }
        Ok(_) => Ok(Verdict::Yes),
        Err(error) if !error.use_stderr() => {
            terminal::print(&error.render().to_string())?;
            Ok(Verdict::Yes)
        }
        Err(error) => Err(anyhow::anyhow!(terminal::one_line(&error).replace("nimatron ", ""))),
    }
}

/// Splits a line into arguments. A position may contain unquoted spaces: surplus words before the first option are joined
/// to the question's second parameter, or to the first if it has only one.
fn words(entry: &QuestionEntry, line: &str) -> Vec<String> {
    let unquote = |word: &str| word.trim_matches(['\'', '"']).to_owned();
    let all: Vec<&str> = line.split_whitespace().collect();
    let options_from = all.iter().position(|word| word.starts_with("--")).unwrap_or(all.len());
    let (plain, options) = all.split_at(options_from);
    let taken = 1 + entry.command().get_positionals().count();
    let mut words: Vec<String> = if plain.len() >= taken && taken > 1 {
        let start = if taken > 2 { 2 } else { 1 };
        let end = plain.len() - (taken - start - 1);
        let before = plain[..start].iter().map(|word| (*word).to_owned());
        let position = unquote(&plain[start..end].join(" "));
        before.chain([position]).chain(plain[end..].iter().map(|word| (*word).to_owned())).collect()
    } else {
        plain.iter().map(|word| (*word).to_owned()).collect()
    };
    words.extend(options.iter().map(|word| unquote(word)));
    words
}

fn variables(lab: &Lab, options: &Options) -> Result<Verdict> {
    let names = lab.variables();
    if names.is_empty() && !options.json {
        terminal::talk("There are no variables; `G := {0|*}` defines one");
    }
    for name in names {
        variable(lab, name, options)?;
    }
    Ok(Verdict::Yes)
}

/// Prints the value of a variable.
fn variable(lab: &Lab, name: String, options: &Options) -> Result<()> {
    let value = Box::new(lab.evaluate_in(&ask::start(lab, options), &name)?);
    let assigned = Evaluated::Assigned { name, value };
    if options.json { terminal::print_json(&assigned) } else { terminal::print(&assigned.to_string()) }
}

fn help(about: &str) -> Result<Verdict> {
    if about == "methods" {
        let width = METHODS.iter().map(|method| method.usage().len()).max().unwrap_or(0);
        for method in METHODS {
            terminal::print(&format!("  {:<width$}  {FAINT}{}{FAINT:#}\n", method.usage(), method.about))?;
        }
        return Ok(Verdict::Yes);
    }
    if find_question(about).is_some() {
        let asked = cli::command().try_get_matches_from(["nimatron", "help", about]);
        let rendered = asked.map(|_| String::new());
        terminal::print(&rendered.unwrap_or_else(|error| error.render().to_string()))?;
        return Ok(Verdict::Yes);
    }
    let width = QUESTIONS.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    let questions: String =
        QUESTIONS.iter().map(|entry| format!("  {:<width$}  {}\n", entry.name, entry.about)).collect();
    terminal::print(&format!(
        "{STRONG}Questions{STRONG:#}, as on the command line (`help value` describes one)
{questions}
{STRONG}Values{STRONG:#}
  {{0|*}} + ^*                        numbers, ^ v * +- Tiny(2) ^<2>, {{left|right}}, sums
  G := {{1||0|-1}}                    a variable; `variables` lists them
  G := value domineering 3x3        a variable with the value of a position
  G.Mean, G.Cool(1/2)               a method; `help methods` lists them
  G.Thermograph                     drawn; `eval G --svg FILE` writes a picture
  G <= 1                            a comparison: <= < = != > >= and <> for incomparable
  eval G --full                     in full, however long; --ascii and --latex for other uses
  clear                             delete all variables and values, and free their memory

Ctrl-C stops a computation. `quit` or Ctrl-D ends the session.\n"
    ))?;
    Ok(Verdict::Yes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_may_have_blanks() {
        let words = |line: &str| words(find_question(line.split(' ').next().unwrap()).unwrap(), line);
        assert_eq!(words("value sum nim 3 + nim 5 --json"), ["value", "sum", "nim 3 + nim 5", "--json"]);
        assert_eq!(words("perft nim 3, 5 2"), ["perft", "nim", "3, 5", "2"]);
        assert_eq!(words("eval {0 | *}"), ["eval", "{0 | *}"]);
        assert_eq!(words("outcome nim '3,4' --to-move left"), ["outcome", "nim", "3,4", "--to-move", "left"]);
        assert_eq!(words("value"), ["value"]);
        assert_eq!(words("agents nim"), ["agents", "nim"]);
        let value = Value::of("sum", "nim 1 + nim 2");
        assert_eq!(value_of_position("G := value sum nim 1 + nim 2"), Some(("G", value)));
        assert_eq!(value_of_position("G := 1 + 2"), None);
    }
}
