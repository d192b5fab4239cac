//! Answers for people.

use std::fmt::Write;
use std::io;

use nimatron_lab::{
    Answer, BestReport, Cell, CountReport, Evaluated, GameReport, LoopyReport, MovesReport, NimberReport,
    OutcomeReport, PerftReport, SolveReport, Style, ValueReport, View, duration, grouped,
};

use crate::terminal::{FAINT, STRONG, talk};

/// A value in each style, and what else there is to say of it.
pub(crate) struct Value {
    pub(crate) canonical: String,
    ascii: String,
    latex: String,
    length: Option<String>,
    /// The lines below the value.
    pub(crate) rest: String,
}

impl Value {
    /// The line of the value itself.
    pub(crate) fn headed(&self, style: Style) -> String {
        let text = match style {
            Style::Unicode => &self.canonical,
            Style::Ascii => &self.ascii,
            Style::Latex => &self.latex,
        };
        let length = self
            .length
            .as_ref()
            .map(|length| format!(" {FAINT}({length} characters in full; --full prints them){FAINT:#}"));
        format!("{STRONG}{text}{STRONG:#}{}\n", length.unwrap_or_default())
    }
}

/// What there is to say of a value.
pub(crate) fn value(report: &ValueReport) -> Value {
    let mut lines = vec![("outcome", outcome_in_words(&report.outcome))];
    if report.number.is_none() {
        lines.push(("left stop", report.left_stop.clone()));
        lines.push(("right stop", report.right_stop.clone()));
        lines.push(("mean", report.mean.clone()));
        lines.push(("temperature", report.temperature.clone()));
    }
    lines.extend(report.atomic_weight.clone().map(|weight| ("atomic weight", weight)));
    lines.push(("birthday", report.birthday.to_string()));
    let kinds: Vec<_> = [
        (report.number.is_some(), "a number"),
        (report.nimber.is_some(), "a nimber"),
        (report.infinitesimal && report.number.is_none(), "infinitesimal"),
        (report.all_small, "all-small"),
    ]
    .iter()
    .filter_map(|(is, kind)| is.then_some(*kind))
    .collect();
    if !kinds.is_empty() {
        lines.push(("kind", kinds.join(", ")));
    }
    let mut rest = String::new();
    for (name, line) in lines {
        line_of(&mut rest, name, &line);
    }
    Value {
        canonical: report.canonical.clone(),
        ascii: report.ascii.clone(),
        latex: report.latex.clone(),
        length: report
            .abbreviated
            .then(|| report.length.as_ref().map_or_else(|| "more than 10³⁸".into(), ToString::to_string)),
        rest,
    }
}

/// What there is to say of a loopy value.
pub(crate) fn loopy(report: &LoopyReport) -> Value {
    let found = |side: &Option<String>| {
        side.clone().unwrap_or_else(|| "no stopper that it could be was found".to_owned())
    };
    let mut rest = String::new();
    line_of(&mut rest, "outcome", &outcome_in_words(&report.outcome));
    if !report.stopper {
        line_of(&mut rest, "onside", &found(&report.onside));
        line_of(&mut rest, "offside", &found(&report.offside));
    }
    let kind = match (report.short, report.stopper) {
        (true, _) => "short",
        (false, true) => "a stopper",
        (false, false) if report.onside.is_some() && report.offside.is_some() => "stopper-sided",
        (false, false) => "not stopper-sided, as far as found",
    };
    line_of(&mut rest, "kind", kind);
    Value {
        canonical: report.canonical.clone(),
        ascii: report.ascii.clone(),
        latex: report.latex.clone(),
        length: None,
        rest,
    }
}

/// A line with a label.
pub(crate) fn line_of(out: &mut String, name: &str, text: &str) {
    // Writing to a string can't fail.
    let _ = writeln!(out, "  {FAINT}{name:<13}{FAINT:#}  {text}");
}

fn outcome_in_words(outcome: &str) -> String {
    let words = match outcome {
        "N" => "the first player wins",
        "P" => "the second player wins",
        "L" => "Left wins",
        "R" => "Right wins",
        "D" => "drawn",
        "LD" => "Left wins if Left starts, else drawn",
        "DL" => "Left wins if Right starts, else drawn",
        "DR" => "Right wins if Right starts, else drawn",
        "RD" => "Right wins if Left starts, else drawn",
        _ => "",
    };
    format!("{outcome}: {words}")
}

/// The answer to a question about a position.
pub(crate) fn answer(answer: &Answer) -> String {
    match answer {
        Answer::Value(report) => {
            let value = value(report);
            value.headed(Style::Unicode) + &value.rest
        }
        Answer::Loopy(report) => {
            let value = loopy(report);
            value.headed(Style::Unicode) + &value.rest
        }
        Answer::Nimber(report) => nimber(report),
        Answer::Outcome(report) => outcome(report),
        Answer::Best(report) => best(report),
        Answer::Moves(report) => {
            let mut text = Vec::new();
            // Writing to memory can't fail.
            let _ = moves(report, &mut text);
            String::from_utf8_lossy(&text).into_owned()
        }
        Answer::Count(report) => count(report),
        Answer::Perft(report) => perft(report),
    }
}

/// A Grundy value, and the theorem that tells it.
fn nimber(report: &NimberReport) -> String {
    let why = report
        .theorem
        .as_ref()
        .map(|theorem| format!("  {FAINT}by{FAINT:#} {theorem}\n"))
        .unwrap_or_default();
    format!("{STRONG}{}{STRONG:#}\n{why}", report.nimber)
}

/// A game that was solved as a whole.
pub(crate) fn solved(report: &SolveReport) -> String {
    let SolveReport { outcome, positions, classes, moves, file, bytes, seconds } = report;
    let mut text = format!("{STRONG}{outcome}{STRONG:#}{}\n", &outcome_in_words(outcome)[1..]);
    let mut line = |name: &str, value: String| text += &format!("  {name:<12} {value}\n");
    line("positions", grouped(*positions));
    for (class, count) in [("N", classes.n), ("P", classes.p), ("L", classes.l), ("R", classes.r)] {
        line(&format!("  {class}"), grouped(count));
    }
    line("moves", grouped(*moves));
    if let Some(file) = file {
        line("kept in", format!("{} ({} MB)", file.display(), bytes.div_ceil(1 << 20)));
    }
    line("time", duration(*seconds));
    text
}

fn outcome(report: &OutcomeReport) -> String {
    match (&report.outcome, &report.winner) {
        (Some(outcome), _) => {
            format!("{STRONG}{outcome}{STRONG:#}{}\n", &outcome_in_words(outcome)[outcome.len()..])
        }
        (None, Some(winner)) if winner == "draw" => format!("{STRONG}drawn{STRONG:#}\n"),
        (None, Some(winner)) => format!("{STRONG}{}{STRONG:#} wins\n", capital(winner)),
        (None, None) => String::new(),
    }
}

fn best(report: &BestReport) -> String {
    let mut text = format!("{}{}\n", report.why, if report.moves.is_empty() { "" } else { ":" });
    let rows = report.moves.iter().map(|mv| {
        let value = mv.value.as_ref().map_or(String::new(), |value| format!("= {value}"));
        vec![mv.name.clone(), mv.outcome.clone(), value]
    });
    columns(&mut text, &rows.collect::<Vec<_>>());
    text
}

/// The board with the squares of the moves marked, if each move is but a square to go to, with a piece's letter before it
/// or without.
pub(crate) fn squares(view: &View, report: &BestReport) -> Option<String> {
    let View::Board { rows, cols, cells } = view else { return None };
    let mut marked = cells.clone();
    for mv in &report.moves {
        let name = mv.name.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
        let digits = name.find(|letter: char| letter.is_ascii_digit())?;
        let column = name[..digits].bytes().try_fold(0usize, |column, letter| {
            letter.is_ascii_lowercase().then(|| column * 26 + usize::from(letter - b'a') + 1)
        })?;
        let row = rows.checked_sub(name[digits..].parse().ok()?)?;
        let cell = marked.get_mut(row * cols + column.checked_sub(1).filter(|column| column < cols)?)?;
        *cell = Cell::Piece { owner: None, letter: '*' };
    }
    (!report.moves.is_empty())
        .then(|| format!("\n{}", View::Board { rows: *rows, cols: *cols, cells: marked }.to_text()))
}

/// Writes moves and what they lead to, one a line.
pub(crate) fn moves(report: &MovesReport, out: &mut impl io::Write) -> io::Result<()> {
    if report.moves.is_empty() {
        return out.write_all(b"no moves\n");
    }
    let width = report.moves.iter().map(|mv| mv.name.chars().count()).max().unwrap_or(0);
    for mv in &report.moves {
        let blanks = width - mv.name.chars().count();
        writeln!(out, "  {STRONG}{}{STRONG:#}{:blanks$}  {}", mv.name, "", mv.position)?;
    }
    Ok(())
}

fn count(report: &CountReport) -> String {
    let width = grouped(report.positions.max(report.moves)).len();
    let mut text = format!(
        "{STRONG}{:>width$}{STRONG:#} positions\n{:>width$} up to symmetry\n{:>width$} moves between them\n\n",
        grouped(report.positions),
        grouped(report.positions_up_to_symmetry),
        grouped(report.moves)
    );
    let rows = report.by_moves.iter().enumerate().map(|(moves, count)| [moves as u64, *count]);
    table(&mut text, ["moves", "positions"], &rows.collect::<Vec<_>>());
    text
}

fn perft(report: &PerftReport) -> String {
    let mut text = String::new();
    let rows = report.nodes.iter().enumerate().map(|(moves, count)| [moves as u64, *count]);
    table(&mut text, ["moves", "plays"], &rows.collect::<Vec<_>>());
    if report.nodes.len() <= report.depth as usize {
        text.push_str("No play is longer.\n");
    }
    text
}

/// Two columns of numbers.
fn table(text: &mut String, heads: [&str; 2], rows: &[[u64; 2]]) {
    let widest = rows.iter().map(|row| grouped(row[1]).len()).max().unwrap_or(0).max(heads[1].len());
    let _ = writeln!(text, "{FAINT}{:>5}  {:>widest$}{FAINT:#}", heads[0], heads[1]);
    for [moves, count] in rows {
        let _ = writeln!(text, "{moves:>5}  {:>widest$}", grouped(*count));
    }
}

/// Rows whose cells stand below each other.
pub(crate) fn columns(text: &mut String, rows: &[Vec<String>]) {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}"));
        let _ = writeln!(text, "  {}", cells.collect::<Vec<_>>().join("  ").trim_end());
    }
}

/// What an expression is worth.
pub(crate) fn evaluated(evaluated: &Evaluated) -> String {
    match evaluated {
        Evaluated::Value(report) => {
            let value = value(report);
            value.headed(Style::Unicode) + &value.rest
        }
        Evaluated::Loopy(report) => {
            let value = loopy(report);
            value.headed(Style::Unicode) + &value.rest
        }
        Evaluated::Quantity(report) => value(report).headed(Style::Unicode),
        Evaluated::Comparison(comparison) => {
            let answer = if comparison.holds { "yes" } else { "no" };
            let relation = match &*comparison.relation {
                "<" => "the first is less",
                ">" => "the first is greater",
                "=" => "they are equal",
                _ => "they are incomparable",
            };
            format!("{STRONG}{answer}{STRONG:#}: {relation}\n")
        }
        Evaluated::Thermograph(thermograph) => {
            let mut text = thermograph.drawing.clone();
            line_of(&mut text, "mean", &thermograph.mean);
            line_of(&mut text, "temperature", &thermograph.temperature);
            text
        }
        Evaluated::Values { answer } if answer.is_empty() => "none\n".into(),
        Evaluated::Values { answer } => answer.join("\n") + "\n",
        Evaluated::Truth { answer } => format!("{STRONG}{}{STRONG:#}\n", if *answer { "yes" } else { "no" }),
        Evaluated::Text { answer } => format!("{}\n", answer.as_deref().unwrap_or("none")),
        Evaluated::Assigned { name, value } => match &**value {
            Evaluated::Value(report) => format!("{name} := {}", self::value(report).headed(Style::Unicode)),
            Evaluated::Loopy(report) => format!("{name} := {}", loopy(report).headed(Style::Unicode)),
            other => format!("{name} := {}", self::evaluated(other)),
        },
    }
}

/// All games, a line each.
pub(crate) fn games(games: &[GameReport]) -> String {
    let mut text = String::new();
    let width = games.iter().map(|game| game.name.len()).max().unwrap_or(0);
    for game in games {
        let kind = game.promises.last().copied().unwrap_or("");
        let about = game.about.split_once(". ").map_or(game.about, |(first, _)| first).trim_end_matches('.');
        let _ = write!(text, "{STRONG}{:<width$}{STRONG:#}  {FAINT}{kind:<9}{FAINT:#}  ", game.name);
        wrap(&mut text, about, width + 13, 100);
    }
    let _ = writeln!(text, "\n`nimatron games NAME` explains one.");
    text
}

/// One game, at length.
pub(crate) fn game(game: &GameReport, drawing: Option<&str>) -> String {
    let mut text = format!("{STRONG}{}{STRONG:#} ({})\n\n", game.title, game.promises.join(", "));
    wrap(&mut text, game.about, 0, 80);
    text.push('\n');
    wrap(&mut text, game.positions, 0, 80);
    if !game.parameters.is_empty() {
        text.push('\n');
        wrap(&mut text, &format!("Parameters, after a colon: {}", game.parameters), 0, 80);
    }
    let _ = writeln!(text, "\n`start` is {}:\n", game.start);
    for line in drawing.unwrap_or_default().lines() {
        let _ = writeln!(text, "  {line}");
    }
    text
}

/// Appends the text in lines of at most so many characters, all but the first indented.
pub(crate) fn wrap(out: &mut String, text: &str, indent: usize, longest: usize) {
    let mut width = indent;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if width > indent && width + 1 + length > longest {
            let _ = write!(out, "\n{:indent$}", "");
            width = indent;
        } else if width > indent {
            out.push(' ');
            width += 1;
        }
        out.push_str(word);
        width += length;
    }
    out.push('\n');
}

/// Says on a terminal what an answer cost.
pub(crate) fn spent(answer: &Answer) {
    if let (Some(date), Some((_, seconds))) = (answer.remembered(), answer.spent()) {
        return remembered(date, seconds);
    }
    match answer.spent() {
        Some((Some(positions), seconds)) => {
            talk(&format!("{} positions in {}", grouped(positions), duration(seconds)));
        }
        Some((None, seconds)) => talk(&duration(seconds)),
        None => {}
    }
}

/// Says on a terminal that an answer was remembered.
pub(crate) fn remembered(date: &str, seconds: f64) {
    let day = date.split('T').next().unwrap_or(date);
    talk(&format!("remembered from {day}; it took {}", duration(seconds)));
}

pub(crate) fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
