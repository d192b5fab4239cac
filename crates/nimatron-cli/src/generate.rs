//! Man pages and shell completions, from the definitions of the command line.

use std::path::Path;

use anyhow::{Context, Result};
use clap::ValueEnum;
use clap_complete::{Generator, Shell};
use clap_mangen::Man;
use nimatron_lab::write_file;

use crate::cli;
use crate::terminal;

/// Prints the completions for a shell.
pub(crate) fn completions(shell: Shell) -> Result<()> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut cli::command(), "nimatron", &mut text);
    terminal::print(&String::from_utf8_lossy(&text))
}

/// Writes man pages and the completions for all shells into a folder.
pub(crate) fn everything(folder: &Path) -> Result<()> {
    let context = || format!("could not write to {}", folder.display());
    std::fs::create_dir_all(folder).with_context(context)?;
    let mut command = cli::command().disable_help_subcommand(true);
    command.build();
    let pages = std::iter::once(&command).chain(command.get_subcommands().filter(|page| !page.is_hide_set()));
    for page in pages {
        let name = page.get_display_name().unwrap_or(page.get_name());
        write_file(&folder.join(format!("{name}.1")), man_page(page)?.as_bytes())?;
    }
    for shell in Shell::value_variants() {
        let mut text = Vec::new();
        clap_complete::generate(*shell, &mut cli::command(), "nimatron", &mut text);
        write_file(&folder.join(shell.file_name("nimatron")), &text)?;
    }
    Ok(())
}

/// The man page of a command, with its examples on lines of their own.
fn man_page(command: &clap::Command) -> Result<String> {
    let examples = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let mut page = Vec::new();
    Man::new(command.clone().after_help("")).render(&mut page)?;
    let mut page = String::from_utf8(page)?;
    // 1. Remove the section EXTRA, which is now empty.
    if let Some(start) = page.find(".SH EXTRA") {
        let end = page[start + 1..].find(".SH ").map_or(page.len(), |at| start + 1 + at);
        page.replace_range(start..end, "");
    }
    // 2. Escape the characters that roff would replace by typographic ones.
    if let Some(examples) = examples.strip_prefix("Examples:\n") {
        page.push_str(".SH EXAMPLES\n.nf\n");
        for line in examples.lines() {
            page.push_str("\\&");
            for letter in line.chars() {
                match letter {
                    '\\' => page.push_str("\\e"),
                    '-' => page.push_str("\\-"),
                    '\'' => page.push_str("\\(aq"),
                    '^' => page.push_str("\\(ha"),
                    '`' => page.push_str("\\(ga"),
                    letter => page.push(letter),
                }
            }
            page.push('\n');
        }
        page.push_str(".fi\n");
    }
    Ok(page)
}
