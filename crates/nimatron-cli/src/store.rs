//! The command `store`: lists and manages stored answers.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, Subcommand};
use nimatron_lab::text::{columns, line_of};
use nimatron_lab::{Store, StoreEntry, Verdict, duration, grouped};

use crate::cli::Options;
use crate::data::{self, StoreFile};
use crate::terminal::{self, STRONG, print_json};

pub(crate) const EXAMPLES: &str = "Answers to value, nimber, outcome, best, count and perft, the summaries of sequence and table, and \
matches with their games are stored in the file store.sqlite in your data folder (that of the variable \
NIMATRON_DATA, if it is set). Asking again returns the stored answer; --fresh computes it again. --store FILE or the \
variable NIMATRON_STORE selects another file; `off` stores nothing.

Examples:
  nimatron store list
  nimatron store list 'value domineering'   entries with all these words in question or answer
  nimatron store show 12                    with the whole report
  nimatron store show m3                    a match, with its games
  nimatron store export answers.json        or .csv
  nimatron store check                      exit 1 if something is wrong
  nimatron store vacuum";

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    wanted: Wanted,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
enum Wanted {
    /// List what is stored, or the entries that contain all these words
    List {
        /// The words
        filter: Vec<String>,
    },
    /// Show an answer or a match with its whole report
    Show {
        /// The number shown by `list`: 12, or m3 for a match
        id: String,
    },
    /// Write everything to a file
    Export {
        /// The file: .json, with all reports and games, or .csv
        file: PathBuf,
    },
    /// Check the file, every answer in it, and the solutions beside it
    Check,
    /// Delete answers of solvers that were found wrong, and free unused space
    Vacuum,
}

pub(crate) fn answer(options: &Options, asked: &Arguments) -> Result<Verdict> {
    let Some(StoreFile { path, is_named }) = data::store_file(options) else {
        bail!("there is no store: nothing is stored");
    };
    // Listing a store doesn't create one. The default store may not exist yet.
    if !path.exists() && (is_named || !matches!(asked.wanted, Wanted::List { .. } | Wanted::Check)) {
        bail!("{}: there is no such store", path.display());
    }
    let exists = path.exists();
    let place = path.display().to_string();
    let store = Store::at(path, terminal::warn);
    let store = if exists { store.opened()? } else { store };
    match &asked.wanted {
        Wanted::List { .. } | Wanted::Check if !exists => {
            terminal::remark(&format!("{place}: nothing is stored yet"));
        }
        Wanted::List { filter } => list(&store, &filter.join(" "), options.json)?,
        Wanted::Show { id } => show(&store, id, options.json)?,
        Wanted::Export { file } => {
            let count = store.export(file)?;
            if options.json {
                print_json(&serde_json::json!({ "exported": count, "file": file }))?;
            } else {
                terminal::print(&format!(
                    "{} answers and matches in {}\n",
                    grouped(count as u64),
                    file.display()
                ))?;
            }
        }
        Wanted::Check => return check(&store, options.json),
        Wanted::Vacuum => vacuum(&store, options.json)?,
    }
    Ok(Verdict::Yes)
}

fn list(store: &Store, filter: &str, json: bool) -> Result<()> {
    let entries = store.list(filter)?;
    if json {
        return entries.iter().try_for_each(print_json);
    }
    let rows = entries.iter().map(|entry| {
        let StoreEntry { id, game, position, question, convention, answer, seconds, date, withdrawn, .. } =
            entry;
        let misere = if convention == "misere" { " --misere" } else { "" };
        let withdrawn = withdrawn.map(|_| " (withdrawn)").unwrap_or_default();
        vec![
            id.clone(),
            date.chars().take(10).collect(),
            format!("{question}{misere}"),
            game.clone(),
            short(position, 32),
            short(answer, 40) + withdrawn,
            duration(*seconds),
        ]
    });
    let mut text = String::new();
    columns(&mut text, &rows.collect::<Vec<_>>());
    terminal::print(&text)?;
    terminal::talk(&format!("{} in {}", grouped(entries.len() as u64), store.path().display()));
    Ok(())
}

fn show(store: &Store, id: &str, json: bool) -> Result<()> {
    let shown = store.show(id)?;
    if json {
        return print_json(&shown);
    }
    let StoreEntry { game, position, question, convention, answer, engine, nimatron, .. } = &shown.entry;
    let mut text = format!("{STRONG}{answer}{STRONG:#}\n");
    line_of(&mut text, "question", question);
    line_of(&mut text, "game", game);
    line_of(&mut text, "position", position);
    line_of(&mut text, "convention", convention);
    line_of(&mut text, "answered", &shown.entry.date);
    line_of(&mut text, "engine", &format!("version {engine}, of nimatron {nimatron}"));
    line_of(&mut text, "time", &duration(shown.entry.seconds));
    if let Some(positions) = shown.entry.positions {
        line_of(&mut text, "positions", &grouped(positions));
    }
    if let Some(why) = shown.entry.withdrawn {
        line_of(&mut text, "withdrawn", why);
    }
    let report: serde_json::Value = serde_json::from_str(shown.report.get())?;
    text += &format!("\n{}\n", serde_json::to_string_pretty(&report)?);
    for game in shown.games.iter().flatten() {
        text += &format!("{game}\n");
    }
    terminal::print(&text)
}

fn check(store: &Store, json: bool) -> Result<Verdict> {
    let checked = store.check(data::solutions().as_deref())?;
    if json {
        print_json(&checked)?;
    } else {
        let holds = if checked.holds { "no problems found" } else { "problems found" };
        let mut text = format!("{STRONG}{holds}{STRONG:#}\n");
        let counted = [
            ("answers", checked.answers),
            ("matches", checked.matches),
            ("games", checked.games),
            ("solutions", checked.solutions),
        ];
        for (name, count) in counted {
            line_of(&mut text, name, &grouped(count));
        }
        for problem in &checked.problems {
            text += &format!("{}: {}\n", problem.what, problem.why);
        }
        terminal::print(&text)?;
    }
    Ok(Verdict::from(checked.holds))
}

fn vacuum(store: &Store, json: bool) -> Result<()> {
    let done = store.vacuum()?;
    if json {
        return print_json(&done);
    }
    let kilobytes = |bytes: u64| grouped(bytes.div_ceil(1024));
    let (before, after) = (kilobytes(done.before), kilobytes(done.after));
    terminal::print(&format!(
        "{before} kB before, {after} kB now; {} answers deleted\n",
        grouped(done.forgotten)
    ))
}

/// A text shortened to at most this number of characters.
fn short(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.into();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}
