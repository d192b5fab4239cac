//! The files in `papers/`: what papers printed, and how to compute it.
//!
//! A file is prose with sections `## name: title`. A section has settings, `- ask: …`, and a table whose columns may
//! override them for single rows:
//!
//! ```text
//! ## starts: Starting positions
//! Section 4.1. How many positions can be reached.
//!
//! - ask: `count legionnaires {board}`
//! - key: `positions`
//!
//! | cell | board | paper | note |
//! |---|---|---|---|
//! | 2×2 | `2x2` | 3 | |
//! ```

use nimatron_search::command_words;

use super::Chart;
use crate::golden::{cells, unquoted};

/// A paper and the tables it printed.
#[derive(Clone, PartialEq, Debug)]
pub struct Paper {
    /// The name of the file.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The authors and other remarks.
    pub about: String,
    /// Its tables.
    pub tables: Vec<Table>,
}

/// One table of a paper, or its statements in prose about one topic.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// `paper/table`.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Its place in the paper, and how to read it.
    pub about: String,
    /// Its rows, one for each cell of the printed table.
    pub rows: Vec<Row>,
    /// Pictures that commands draw.
    pub figures: Vec<Figure>,
    /// A picture of its rows.
    pub chart: Option<Chart>,
}

/// One number or value of a paper.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The name of the cell.
    pub cell: String,
    /// What the paper says, if anything.
    pub paper: Option<String>,
    /// The command that computes it, without `nimatron`; empty if it can't be computed.
    pub ask: Vec<String>,
    /// The part of the answer to compare.
    pub key: String,
    /// How to compare it.
    pub compare: String,
    /// Why it differs, or another remark.
    pub note: String,
    /// Whether it takes seconds at most.
    pub quick: bool,
    /// The other columns, by name.
    pub columns: Vec<(String, String)>,
}

/// A picture that a command draws.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Figure {
    /// The command, with `{file}` for the file it writes to.
    pub ask: Vec<String>,
    /// What it shows.
    pub caption: String,
}

/// The five papers, and the questions they leave open.
static TEXTS: &[(&str, &str)] = &[
    ("legionnaires", include_str!("../../../../papers/legionnaires.md")),
    ("epaminondas", include_str!("../../../../papers/epaminondas.md")),
    ("tactix", include_str!("../../../../papers/tactix.md")),
    ("ellie", include_str!("../../../../papers/ellie.md")),
    ("grid-games", include_str!("../../../../papers/grid-games.md")),
    ("open", include_str!("../../../../papers/open.md")),
];

/// All papers.
pub fn papers() -> Result<Vec<Paper>, String> {
    TEXTS.iter().map(|(name, text)| read_paper(name, text)).collect()
}

/// Reads a file of a paper.
pub fn read_paper(name: &str, text: &str) -> Result<Paper, String> {
    let mut paper = Paper { name: name.into(), title: name.into(), about: String::new(), tables: Vec::new() };
    let mut section: Option<Section> = None;
    for (number, line) in text.lines().enumerate() {
        let fault = |message: String| format!("papers/{name}.md, line {}: {message}", number + 1);
        if let Some(heading) = line.strip_prefix("## ") {
            paper.tables.extend(section.take().map(|section| section.table));
            let (table, title) = heading.split_once(": ").unwrap_or((heading, heading));
            section = Some(Section::new(format!("{name}/{}", table.trim()), title.trim()));
        } else if let Some(title) = line.strip_prefix("# ") {
            paper.title = title.trim().into();
        } else if let Some(section) = &mut section {
            section.line(line).map_err(fault)?;
        } else {
            push_prose(&mut paper.about, line);
        }
    }
    paper.tables.extend(section.take().map(|section| section.table));
    Ok(paper)
}

/// A section that is being read.
struct Section {
    table: Table,
    settings: Vec<(String, String)>,
    header: Option<Vec<String>>,
}

impl Section {
    fn new(name: String, title: &str) -> Self {
        let table = Table {
            name,
            title: title.into(),
            about: String::new(),
            rows: Vec::new(),
            figures: Vec::new(),
            chart: None,
        };
        Section { table, settings: Vec::new(), header: None }
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        if let Some(ranges) = cells(line) {
            let contents: Vec<String> = ranges.iter().map(|range| unquoted(&line[range.clone()])).collect();
            return self.cells(contents);
        }
        self.header = None;
        match line.strip_prefix("- ").and_then(|setting| setting.split_once(": ")) {
            Some((key @ ("ask" | "key" | "compare" | "quick" | "note"), value)) => {
                self.settings.retain(|(known, _)| known != key);
                self.settings.push((key.into(), unquoted(value)));
            }
            Some(("figure", command)) => {
                let ask = words(&unquoted(command))?;
                if !ask.iter().any(|word| word.contains("{file}")) {
                    return Err("a figure is drawn into {file}".into());
                }
                self.table.figures.push(Figure { ask, caption: String::new() });
            }
            Some(("caption", caption)) => {
                let figure = self.table.figures.last_mut().ok_or("a caption without a figure")?;
                figure.caption = caption.trim().into();
            }
            Some(("chart", chart)) => self.table.chart = Some(Chart::read(&unquoted(chart))?),
            Some(("curve", curve)) => {
                let chart = self.table.chart.as_mut().ok_or("a curve without a chart")?;
                chart.add_curve(&unquoted(curve))?;
            }
            _ => push_prose(&mut self.table.about, line),
        }
        Ok(())
    }

    fn cells(&mut self, contents: Vec<String>) -> Result<(), String> {
        let Some(header) = &self.header else {
            if !contents.iter().any(|name| name == "cell") {
                return Err("a table needs a column `cell`".into());
            }
            self.header = Some(contents);
            return Ok(());
        };
        let is_rule = |cell: &String| !cell.is_empty() && cell.chars().all(|c| c == '-' || c == ':');
        if contents.iter().all(is_rule) {
            return Ok(());
        }
        if contents.len() != header.len() {
            return Err(format!("a row of {} cells in a table of {}", contents.len(), header.len()));
        }
        let column = |name: &str| header.iter().position(|column| column == name).map(|at| &*contents[at]);
        let setting =
            |name: &str| self.settings.iter().find(|(known, _)| known == name).map(|(_, value)| &**value);
        let of = |name: &str| column(name).filter(|text| !text.is_empty()).or(setting(name)).unwrap_or("");
        let note = of("note").to_owned();
        let mut ask = of("ask").to_owned();
        for (name, content) in header.iter().zip(&contents) {
            ask = ask.replace(&format!("{{{name}}}"), content);
        }
        let ask = if note.starts_with("not reproducible") { Vec::new() } else { words(&ask)? };
        let cell = column("cell").unwrap_or("").to_owned();
        if ask.is_empty() && !note.starts_with("not reproducible") {
            return Err(format!("nothing computes `{cell}`, and no note says why"));
        }
        const OURS: [&str; 7] = ["cell", "paper", "ask", "key", "compare", "note", "quick"];
        let others = header.iter().zip(&contents).filter(|(name, _)| !OURS.contains(&&***name));
        let paper = column("paper").filter(|paper| !matches!(*paper, "" | "–" | "-"));
        self.table.rows.push(Row {
            cell,
            paper: paper.map(Into::into),
            ask,
            key: of("key").into(),
            compare: of("compare").into(),
            note,
            quick: of("quick") != "no",
            columns: others.map(|(name, content)| (name.clone(), content.clone())).collect(),
        });
        Ok(())
    }
}

/// Adds a line to a text of paragraphs, which blank lines divide.
fn push_prose(text: &mut String, line: &str) {
    let line = line.trim();
    match line {
        "" if text.is_empty() || text.ends_with("\n\n") => {}
        "" => text.push_str("\n\n"),
        line => {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push(' ');
            }
            text.push_str(line);
        }
    }
}

/// The words of a command.
fn words(text: &str) -> Result<Vec<String>, String> {
    command_words(text).ok_or_else(|| format!("a quotation mark is missing in `{text}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# A paper
Somebody,
*Something*.

## counts: How many
Table 1. So many.

- ask: `count nim {heaps}`
- key: positions

| cell | heaps | paper | note | quick |
|---|---|---|---|---|
| one | `1` | 2 | | |
| two | 1,1 | – | `\\|` | no |
| lost | | 7 | not reproducible: lost | |
";

    #[test]
    fn rows_take_what_they_do_not_say_from_their_section() {
        let paper = read_paper("test", TEXT).unwrap();
        assert_eq!((&*paper.title, &*paper.about), ("A paper", "Somebody, *Something*.\n\n"));
        let table = &paper.tables[0];
        assert_eq!((&*table.name, &*table.title), ("test/counts", "How many"));
        let [one, two, lost] = &table.rows[..] else { panic!("{:?}", table.rows) };
        assert_eq!(one.ask, ["count", "nim", "1"]);
        assert_eq!((one.paper.as_deref(), &*one.key, one.quick), (Some("2"), "positions", true));
        assert_eq!((two.paper.as_deref(), &*two.note, two.quick), (None, "|", false));
        assert!(lost.ask.is_empty());
    }

    #[test]
    fn faults_name_their_line() {
        for (right, wrong, line) in [
            ("| one | `1` | 2 | | |", "| one | 2 |", 13),
            ("| cell | heaps", "| sell | heaps", 11),
            ("- ask: `count nim {heaps}`", "", 13),
        ] {
            let error = read_paper("test", &TEXT.replace(right, wrong)).unwrap_err();
            assert!(error.starts_with(&format!("papers/test.md, line {line}: ")), "{error}");
        }
        assert!(read_paper("test", &TEXT.replace("{heaps}", "'")).is_err());
    }

    #[test]
    fn the_papers_are_read() {
        let papers = papers().unwrap();
        assert_eq!(papers.len(), 6);
        for table in papers.iter().flat_map(|paper| &paper.tables) {
            assert!(!table.rows.is_empty() || !table.figures.is_empty(), "{}", table.name);
            assert!(!table.about.is_empty(), "{} cites nothing", table.name);
        }
    }
}
