//! The canonical value of a position.

use std::fmt;
use std::io::{self, Write};

use nimatron_solve::Convention;
use nimatron_value::Style;
use serde::{Deserialize, Serialize, Serializer};

use crate::describe::{describe, describe_loopy};
use crate::parameters::{LocalFile, Place};
use crate::picture::write_picture;
use crate::question::{Aside, Input, NoLine, Question, Report};
use crate::remember::Kept;
use crate::report::{LoopyReport, ValueReport};
use crate::store::Row;
use crate::text::STRONG;
use crate::{LabError, Run};

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Value {
    /// The position.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub place: Place,
    /// How the value is printed.
    #[cfg_attr(feature = "cli", command(flatten))]
    #[serde(flatten)]
    pub printing: Printing,
}

/// How values are printed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "cli", derive(clap::Args))]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Printing {
    /// Print only the value, in ASCII: ^^* and Tiny(2)
    #[cfg_attr(feature = "cli", arg(long, conflicts_with = "latex"))]
    pub ascii: bool,
    /// Print only the value, for LaTeX
    #[cfg_attr(feature = "cli", arg(long))]
    pub latex: bool,
    /// Print only the value, in full, however long it is
    #[cfg_attr(feature = "cli", arg(long))]
    pub full: bool,
    /// Draw the thermograph to this file, FILE.svg or FILE.png
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(skip))]
    pub svg: Option<LocalFile>,
}

/// The value of a position.
#[derive(Clone, PartialEq, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(test, ts(untagged))]
pub enum PositionValue {
    /// A short value.
    Short(Box<ValueReport>),
    /// A loopy value.
    Loopy(Box<LoopyReport>),
}

/// The longest title of a picture, in characters.
const LONGEST_TITLE: usize = 48;
/// Values with more characters are not kept in the store.
const LONGEST_KEPT: usize = 100_000;

impl Question for Value {
    const NAME: &'static str = "value";
    const ABOUT: &'static str = "The canonical value of a position";
    const HELP: &'static str = "Examples:
  nimatron value domineering 4x4
  nimatron value domineering '#.../..../.#..'
  nimatron value toads-and-frogs TT..FF --json
  nimatron value sum 'nim 3,5 + domineering 2x2'";
    type Line = NoLine;
    type Report = PositionValue;

    fn answer(&self, run: &Run<'_>) -> Result<PositionValue, LabError> {
        let position = self.place.open(run)?;
        let longest = self.printing.longest(run);
        let value = run.remember(position.key(run, "value", Convention::Normal), || {
            let loops = &mut *run.loops();
            if let Some((value, positions)) = position.loopy_value(loops, run.budget())? {
                let report = describe_loopy(run.arena(), loops, value, longest)?;
                return Ok(PositionValue::loopy(report, Some(positions), Some(run.seconds())));
            }
            let (value, positions) = position.value(run.arena(), run.budget())?;
            let report = describe(run.arena(), value, longest)?;
            Ok(PositionValue::short(report, Some(positions), Some(run.seconds())))
        })?;
        match &value {
            PositionValue::Short(report) => self.printing.draw(run, report)?,
            PositionValue::Loopy(_) => self.printing.refuse_drawing()?,
        }
        Ok(value)
    }

    fn show(&self, report: &PositionValue, run: &Run<'_>, out: &mut dyn Write) -> io::Result<()> {
        match report {
            PositionValue::Short(report) => self.printing.show(run, report, out),
            PositionValue::Loopy(report) => self.printing.show_loopy(report, out),
        }
    }

    fn input(&mut self) -> Option<Input<'_>> {
        self.place.input()
    }
}

impl Value {
    /// The value of a position.
    pub fn of(game: impl Into<String>, position: impl Into<String>) -> Self {
        Value { place: Place::new(game, position), printing: Printing::default() }
    }
}

impl PositionValue {
    fn short(report: ValueReport, positions: Option<u64>, seconds: Option<f64>) -> Self {
        PositionValue::Short(Box::new(ValueReport { positions, seconds, ..report }))
    }

    fn loopy(report: LoopyReport, positions: Option<u64>, seconds: Option<f64>) -> Self {
        PositionValue::Loopy(Box::new(LoopyReport { positions, seconds, ..report }))
    }

    /// The canonical form.
    #[must_use]
    pub fn canonical(&self) -> &str {
        match self {
            PositionValue::Short(report) => &report.canonical,
            PositionValue::Loopy(report) => &report.canonical,
        }
    }

    /// The report of a short value, if it is one.
    #[must_use]
    pub fn as_short(&self) -> Option<&ValueReport> {
        match self {
            PositionValue::Short(report) => Some(report),
            PositionValue::Loopy(_) => None,
        }
    }
}

impl Serialize for PositionValue {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            PositionValue::Short(report) => report.serialize(to),
            PositionValue::Loopy(report) => report.serialize(to),
        }
    }
}

impl fmt::Display for PositionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionValue::Short(report) => report.fmt(f),
            PositionValue::Loopy(report) => report.fmt(f),
        }
    }
}

impl Report for PositionValue {
    fn brief(&self) -> String {
        self.canonical().into()
    }

    /// Values may be written in any equivalent form.
    fn agrees(&self, run: &Run<'_>, written: &str) -> bool {
        match self {
            PositionValue::Short(report) => {
                let read = nimatron_value::parse_value(run.arena(), written);
                written == report.canonical || read.is_ok_and(|value| value == report.game)
            }
            PositionValue::Loopy(report) => run.same_value(written, &report.canonical).unwrap_or(false),
        }
    }

    fn aside(&self) -> Aside {
        match self.cost() {
            (positions, Some(seconds)) => Aside::cost(self.remembered(), positions, seconds),
            _ => Aside::Nothing,
        }
    }
}

impl PositionValue {
    /// When it was answered, in UTC, if it was remembered.
    #[must_use]
    pub fn remembered(&self) -> Option<&str> {
        match self {
            PositionValue::Short(report) => report.remembered.as_deref(),
            PositionValue::Loopy(report) => report.remembered.as_deref(),
        }
    }

    fn cost(&self) -> (Option<u64>, Option<f64>) {
        match self {
            PositionValue::Short(report) => (report.positions, report.seconds),
            PositionValue::Loopy(report) => (report.positions, report.seconds),
        }
    }
}

/// Only the value is kept: its properties are computed again.
impl Kept for PositionValue {
    fn row(&self, run: &Run<'_>) -> Option<Row> {
        let (positions, seconds) = self.cost();
        let row = |answer: &str, report: &dyn Fn() -> serde_json::Result<String>| {
            let (answer, report, date) = (answer.to_owned(), report().ok()?, String::new());
            Some(Row { answer, report, seconds: seconds.unwrap_or(0.0), positions, date })
        };
        match self {
            PositionValue::Short(report) if report.abbreviated => {
                // Longer texts are kept than are shown.
                let full = describe(run.arena(), report.game, LONGEST_KEPT).ok()?;
                if full.abbreviated || full.ascii.len() > LONGEST_KEPT {
                    return None;
                }
                let full = PositionValue::short(full, positions, seconds);
                row(full.canonical(), &|| serde_json::to_string(&full))
            }
            PositionValue::Short(report) => row(&report.canonical, &|| serde_json::to_string(report)),
            PositionValue::Loopy(report) => {
                let read = run.loops().read(run.arena(), &report.ascii);
                let is_read_back = read.is_ok_and(|value| value == report.value);
                is_read_back.then(|| row(&report.canonical, &|| serde_json::to_string(report)))?
            }
        }
    }

    /// `None` if the value doesn't read back as it was written.
    fn read(run: &Run<'_>, row: &Row) -> Option<Self> {
        let report: serde_json::Value = serde_json::from_str(&row.report).ok()?;
        let ascii = report.get("ascii")?.as_str()?;
        let (positions, seconds, remembered) = (row.positions, Some(row.seconds), Some(row.date.clone()));
        let (arena, longest) = (run.arena(), run.longest_text());
        if report.get("stopper").is_some() {
            let mut loops = run.loops();
            let value = loops.read(arena, ascii).ok()?;
            let report = describe_loopy(arena, &mut loops, value, longest).ok()?;
            let is_same = report.ascii == ascii && report.canonical == row.answer;
            let report = LoopyReport { remembered, ..report };
            return is_same.then(|| PositionValue::loopy(report, positions, seconds));
        }
        let value = nimatron_value::parse_value(arena, ascii).ok()?;
        if arena.display_within(value, Style::Ascii, LONGEST_KEPT).text != ascii {
            return None;
        }
        let report = ValueReport { remembered, ..describe(arena, value, longest).ok()? };
        Some(PositionValue::short(report, positions, seconds))
    }
}

impl Printing {
    /// Whether no output style was requested.
    fn is_plain(&self) -> bool {
        !self.ascii && !self.latex && !self.full
    }

    /// Whether only an answer on the terminal was requested.
    pub(crate) fn is_default(&self) -> bool {
        self.is_plain() && self.svg.is_none()
    }

    fn style(&self) -> Style {
        match (self.ascii, self.latex) {
            (true, _) => Style::Ascii,
            (_, true) => Style::Latex,
            _ => Style::Unicode,
        }
    }

    /// Values with more characters are abbreviated. For people, a full value is printed without building one string.
    pub(crate) fn longest(&self, run: &Run<'_>) -> usize {
        if self.full && !run.is_for_people() { usize::MAX } else { run.longest_text() }
    }

    /// Draws the thermograph, if requested.
    pub(crate) fn draw(&self, run: &Run<'_>, report: &ValueReport) -> Result<(), LabError> {
        let Some(path) = &self.svg else { return Ok(()) };
        let title = run.arena().display_within(report.game, Style::Unicode, LONGEST_TITLE).text;
        write_picture(path, &run.arena().thermograph(report.game)?.to_svg(&title))
    }

    pub(crate) fn refuse_drawing(&self) -> Result<(), LabError> {
        match self.svg {
            Some(_) => Err(LabError::Senseless("a loopy value has no thermograph to draw".into())),
            None => Ok(()),
        }
    }

    /// Writes a value in the requested style, and its properties.
    pub(crate) fn show(
        &self,
        run: &Run<'_>,
        report: &ValueReport,
        mut out: &mut dyn Write,
    ) -> io::Result<()> {
        if self.full {
            run.arena().write_full(report.game, self.style(), &mut out)?;
            return out.write_all(b"\n");
        }
        let text = match self.style() {
            Style::Unicode => return write!(out, "{report}"),
            Style::Ascii => &report.ascii,
            Style::Latex => &report.latex,
        };
        // With an output style the text is meant for further use: print only the value.
        writeln!(out, "{STRONG}{text}{STRONG:#}{}", report.length_in_words())
    }

    /// The same for a loopy value.
    pub(crate) fn show_loopy(&self, report: &LoopyReport, out: &mut dyn Write) -> io::Result<()> {
        let text = match self.style() {
            Style::Unicode if self.is_plain() => return write!(out, "{report}"),
            Style::Unicode => &report.canonical,
            Style::Ascii => &report.ascii,
            Style::Latex => &report.latex,
        };
        writeln!(out, "{STRONG}{text}{STRONG:#}")
    }
}
