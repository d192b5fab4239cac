//! Positions of some value, and the values that occur.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use anyhow::Result;
use nimatron_lab::{Found, Kind, Lab, Limits, Run, Style, Tally, Wanted, grouped};
use serde::Serialize;

use crate::cli::{Options, Region};
use crate::commands::{Verdict, print_json, start, write_json};
use crate::progress::Progress;
use crate::terminal::{self, FAINT, STRONG};

/// Prints the positions of a value, or of a kind of values, as they are found.
pub(crate) fn find(
    lab: &Lab,
    options: &Options,
    place: &Region,
    value: Option<&str>,
    kind: Option<Kind>,
    limit: Option<u64>,
) -> Result<Verdict> {
    let region = nimatron_lab::Region::read(&place.boards, place.pieces.as_deref())?;
    let (wanted, name) = match (value, kind) {
        (Some(value), _) => (lab.wanted(value)?, value.to_owned()),
        (None, Some(kind)) => (Wanted::Kind(kind), format!("a value of the kind `{}`", kind.name())),
        (None, None) => anyhow::bail!("what is to be found? Say --value or --kind"),
    };
    let run = start(lab, options);
    let mut printed = Ok(());
    let searched = {
        let progress = Progress::start(&run);
        let mut left = limit;
        lab.find_in(&run, &place.game, &region, wanted, |found| {
            printed = progress.pause(|| print_found(&found, options.json, kind.is_some()));
            left = left.map(|left| left - 1);
            if printed.is_err() || left == Some(0) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        })?
    };
    printed?;
    let positions = grouped(searched.positions);
    if searched.found == 0 {
        terminal::remark(&format!(
            "{name} does not occur with {region}: {positions} positions up to symmetry"
        ));
        return Ok(Verdict::No);
    }
    let found = grouped(searched.found);
    terminal::remark(&match searched.stopped {
        true => format!("the first {found}, among {positions} positions up to symmetry; --all finds all"),
        false => format!("{found} among {positions} positions up to symmetry, with {region}"),
    });
    Ok(Verdict::Yes)
}

fn print_found(found: &Found, json: bool, with_value: bool) -> Result<()> {
    if json {
        return print_json(found);
    }
    let value = if with_value { format!("  {}", found.value) } else { String::new() };
    terminal::print(&format!("{STRONG}{}{STRONG:#}{value}\n", found.position))
}

/// A line of a census.
#[derive(Serialize)]
struct Line<'a> {
    value: &'a str,
    count: u64,
    position: &'a str,
    board: &'a str,
    pieces: u32,
}

/// Values are abbreviated to so many characters where people read them.
const WIDEST: usize = 40;
/// And to so many where programs do.
const LONGEST: usize = 10_000;

/// What was counted when the time was up is printed for at most this long.
const GRACE: Limits =
    Limits { time: Some(Duration::from_millis(300)), memory: usize::MAX, threads: NonZeroUsize::MIN };

/// Prints the values that occur.
pub(crate) fn census(lab: &Lab, options: &Options, place: &Region, kind: Option<Kind>) -> Result<Verdict> {
    let region = nimatron_lab::Region::read(&place.boards, place.pieces.as_deref())?;
    let run = start(lab, options);
    let census = {
        let _progress = Progress::start(&run);
        lab.census_in(&run, &place.game, &region, kind)?
    };
    let longest = if options.json { LONGEST } else { WIDEST };
    let mut printing = lab.printing(Style::Unicode);
    let mut value = |tally: &Tally| printing.text(tally.game, longest);
    // A census that was stopped is printed for a little while.
    let printing_run = if census.error.is_some() { lab.start_within(GRACE) } else { run };
    let mut out = terminal::Output::new(&printing_run);
    let written = (|| {
        let widths = if options.json { (0, 0) } else { widths(&census.values, &mut value, &printing_run)? };
        for tally in &census.values {
            printing_run.budget().spend(0).map_err(std::io::Error::other)?;
            let (value, first) = (value(tally), &tally.first);
            if options.json {
                let line = Line {
                    value: &value,
                    count: tally.count,
                    position: &first.position,
                    board: &first.board,
                    pieces: first.pieces,
                };
                write_json(&line, &mut out)?;
            } else {
                let (count, width) = (grouped(tally.count), widths.1);
                let blanks = widths.0.saturating_sub(value.chars().count());
                let position = &first.position;
                writeln!(
                    out,
                    "{STRONG}{value}{STRONG:#}{:blanks$}  {count:>width$}  {FAINT}{position}{FAINT:#}",
                    ""
                )?;
            }
        }
        Ok(())
    })();
    let printed = out.finish(written);
    if let Some(error) = census.error {
        return Err(error.into());
    }
    printed?;
    let (values, positions) = (grouped(census.values.len() as u64), grouped(census.positions));
    let kind = kind.map_or(String::new(), |kind| format!(" of the kind `{}`", kind.name()));
    terminal::remark(&format!(
        "{values} values{kind} in {positions} positions up to symmetry, with {region}"
    ));
    Ok(if census.values.is_empty() { Verdict::No } else { Verdict::Yes })
}

/// The characters of the longest value and of the largest count.
fn widths(
    values: &[Tally],
    text: &mut impl FnMut(&Tally) -> String,
    run: &Run,
) -> std::io::Result<(usize, usize)> {
    let mut widths = (0, 0);
    for tally in values {
        run.budget().spend(0).map_err(std::io::Error::other)?;
        widths.0 = widths.0.max(text(tally).chars().count());
        widths.1 = widths.1.max(grouped(tally.count).len());
    }
    Ok(widths)
}
