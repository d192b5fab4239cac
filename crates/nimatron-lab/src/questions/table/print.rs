//! Tables as text.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use super::{TableReport, TableRow};
use crate::LabError;

/// The format of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Format {
    /// As in papers: one row for all boards with that number of rows.
    #[default]
    Plain,
    /// `m,n,nimber`, one line per board.
    Csv,
    /// An `array` for LaTeX's math mode.
    Latex,
}

/// Longer answers are truncated in a plain table.
const LONGEST: usize = 24;

impl Format {
    /// The format given by the name of a file.
    pub(super) fn of(path: &Path) -> Result<Self, LabError> {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_lowercase());
        match extension.as_deref() {
            Some("csv") => Ok(Format::Csv),
            Some("tex") => Ok(Format::Latex),
            Some("txt") => Ok(Format::Plain),
            _ => {
                let message = format!("{}: a table is written to .csv, .tex or .txt", path.display());
                Err(LabError::Failed(message))
            }
        }
    }
}

impl TableReport {
    /// The table as text.
    #[must_use]
    pub(crate) fn to_text(&self, format: Format) -> String {
        match format {
            Format::Plain => self.plain(),
            Format::Csv => self.csv(),
            Format::Latex => self.latex(),
        }
    }

    fn rows_and_cols(&self) -> (usize, usize) {
        let most = |of: fn(&TableRow) -> usize| self.rows.iter().map(of).max().unwrap_or(0);
        (most(|row| row.m), most(|row| row.n))
    }

    fn cells(&self, show: impl Fn(&TableRow) -> String) -> BTreeMap<(usize, usize), String> {
        self.rows.iter().map(|row| ((row.m, row.n), show(row))).collect()
    }

    fn plain(&self) -> String {
        let cells = self.cells(|row| {
            let answer = shortened(&row.answer());
            match &row.expected {
                Some(expected) if row.differs == Some(true) => format!("{answer}≠{}", shortened(expected)),
                _ => answer,
            }
        });
        let (rows, cols) = self.rows_and_cols();
        let empty = String::new();
        let cell = |m, n| cells.get(&(m, n)).unwrap_or(&empty);
        let widths: Vec<usize> = (1..=cols)
            .map(|n| {
                (1..=rows).map(|m| cell(m, n).chars().count()).max().unwrap_or(0).max(n.to_string().len())
            })
            .collect();
        let margin = rows.to_string().len();
        let mut lines = vec![(" ".repeat(margin), (1..=cols).map(|n| n.to_string()).collect::<Vec<_>>())];
        lines.extend(
            (1..=rows).map(|m| (format!("{m:>margin$}"), (1..=cols).map(|n| cell(m, n).clone()).collect())),
        );
        let mut text = String::new();
        for (head, cells) in lines {
            let mut line = head;
            for (cell, width) in cells.iter().zip(&widths) {
                // Writing to a string can't fail.
                let _ = write!(line, "  {}{cell}", " ".repeat(width.saturating_sub(cell.chars().count())));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    fn csv(&self) -> String {
        let name = match self.rows.first() {
            Some(TableRow { value: Some(_), .. }) => "value",
            Some(TableRow { outcome: Some(_), .. }) => "outcome",
            _ => "nimber",
        };
        let mut text = format!("m,n,{name}\n");
        for row in &self.rows {
            let answer = row.answer();
            let quoted = if answer.contains([',', '"']) {
                format!("\"{}\"", answer.replace('"', "\"\""))
            } else {
                answer
            };
            let _ = writeln!(text, "{},{},{quoted}", row.m, row.n);
        }
        text
    }

    fn latex(&self) -> String {
        let cells = self.cells(|row| match row.nimber {
            Some(nimber) => nimber.to_string(),
            None => format!("\\text{{{}}}", row.answer().replace('{', "\\{").replace('}', "\\}")),
        });
        let (rows, cols) = self.rows_and_cols();
        let mut text = format!("\\begin{{array}}{{r|{}}}\n", "r".repeat(cols));
        let head: Vec<_> = (1..=cols).map(|n| n.to_string()).collect();
        let _ = writeln!(text, "  & {} \\\\\n  \\hline", head.join(" & "));
        for m in 1..=rows {
            let line: Vec<_> = (1..=cols).map(|n| cells.get(&(m, n)).map_or("", String::as_str)).collect();
            let _ = writeln!(text, "  {m} & {} \\\\", line.join(" & "));
        }
        text.push_str("\\end{array}\n");
        text
    }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.into();
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report() -> TableReport {
        let row = |m, n, nimber| TableRow { m, n, nimber: Some(nimber), ..TableRow::default() };
        let mut rows = vec![row(1, 1, 1), row(1, 2, 10), row(2, 1, 0)];
        rows[2].expected = Some("3".into());
        rows[2].differs = Some(true);
        TableReport {
            game: "queens".into(),
            to: "2x2".into(),
            rows,
            complete: false,
            differences: Some(1),
            seconds: 0.0,
            remembered: None,
            format: Format::Plain,
            error: None,
        }
    }

    #[test]
    fn tables_are_printed_as_in_papers() {
        assert_eq!(report().to_text(Format::Plain), "     1   2\n1    1  10\n2  0≠3\n");
    }

    #[test]
    fn tables_are_written_for_other_programs() {
        assert_eq!(report().to_text(Format::Csv), "m,n,nimber\n1,1,1\n1,2,10\n2,1,0\n");
        let latex = report().to_text(Format::Latex);
        assert_eq!(
            latex,
            "\\begin{array}{r|rr}\n  & 1 & 2 \\\\\n  \\hline\n  1 & 1 & 10 \\\\\n  2 & 0 &  \\\\\n\\end{array}\n"
        );
    }
}
