//! Compares a table with one from another source.

use std::collections::BTreeMap;
use std::path::Path;

use super::{Asked, TableRow};
use crate::{Fault, LabError, Run};

/// The answers of another table.
pub(super) struct Expected(BTreeMap<(usize, usize), String>);

impl Expected {
    /// Reads a file.
    pub(super) fn read(path: &Path) -> Result<Self, LabError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| LabError::Failed(format!("{}: {error}", path.display())))?;
        Self::parse(&text).map_err(|(line, message)| {
            let text = text.lines().nth(line - 1).unwrap_or_default();
            let message = format!("{}, line {line}: {message}", path.display());
            Fault { text: text.into(), at: 0..text.len(), message }.into()
        })
    }

    /// Reads lines `m,n,answer`, or a table as in papers: the numbers of columns in the first line, and the number of
    /// rows at the start of each other line, separated by tabs or blanks. With tabs, cells may be empty. The error is
    /// the number of a line, counted from 1, and what is wrong with it.
    fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
        let Some((number, head)) = lines.by_ref().find(|(_, line)| !line.trim().is_empty()) else {
            return Err((1, "no table".into()));
        };
        let mut answers = BTreeMap::new();
        let is_list = head.split(',').count() >= 3;
        let columns: Vec<usize> = if is_list {
            Vec::new()
        } else {
            let columns = cells(head).into_iter().filter(|cell| !cell.is_empty());
            let columns: Result<Vec<usize>, _> = columns.map(str::parse).collect();
            columns.map_err(|_| {
                let expected = "expected `m,n,nimber`, or the numbers of columns of a table";
                (number, format!("this is not the start of a table; {expected}"))
            })?
        };
        if is_list && let Some((board, answer)) = listed(head) {
            answers.insert(board, answer);
        }
        for (number, line) in lines {
            if line.trim().is_empty() {
                continue;
            }
            if is_list {
                let (board, answer) = listed(line)
                    .ok_or_else(|| (number, "expected rows, columns and an answer, as 3,5,4".to_owned()))?;
                answers.insert(board, answer);
                continue;
            }
            let cells = cells(line);
            let rows = cells.first().and_then(|cell| cell.parse::<usize>().ok());
            let rows =
                rows.ok_or_else(|| (number, "expected a number of rows, and then the answers".to_owned()))?;
            if cells.len() > columns.len() + 1 {
                return Err((number, format!("{} answers for {} columns", cells.len() - 1, columns.len())));
            }
            for (cell, column) in cells[1..].iter().zip(&columns) {
                if !cell.is_empty() {
                    answers.insert((rows, *column), (*cell).to_owned());
                }
            }
        }
        Ok(Expected(answers))
    }

    /// Adds the expected answer to each row, and returns the number of differences.
    pub(super) fn mark(&self, run: &Run<'_>, asked: Asked, rows: &mut [TableRow]) -> Result<usize, LabError> {
        let mut differences = 0;
        for row in rows {
            let Some(expected) = self.0.get(&(row.m, row.n)) else { continue };
            let answer = row.answer();
            let same = match asked {
                _ if *expected == answer => true,
                Asked::Nimber => expected.strip_prefix('*').unwrap_or(expected) == answer,
                Asked::Value => run.same_value(expected, &answer)?,
                Asked::Outcome => expected.eq_ignore_ascii_case(&answer),
            };
            row.expected = Some(expected.clone());
            row.differs = Some(!same);
            differences += usize::from(!same);
        }
        Ok(differences)
    }
}

/// The cells of a line, separated by tabs if there are any, otherwise by blanks.
fn cells(line: &str) -> Vec<&str> {
    if line.contains('\t') {
        line.split('\t').map(str::trim).collect()
    } else {
        line.split_whitespace().collect()
    }
}

/// A line `m,n,answer`.
fn listed(line: &str) -> Option<((usize, usize), String)> {
    let mut parts = line.splitn(3, ',');
    let (m, n, answer) = (parts.next()?, parts.next()?, parts.next()?);
    let answer = answer.trim();
    let answer = answer.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(answer);
    Some(((m.trim().parse().ok()?, n.trim().parse().ok()?), answer.replace("\"\"", "\"")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_and_printed_tables_are_read() {
        let one = Expected::parse("m,n,nimber\n1,1,1\n1,2,2\n2,1,2\n").unwrap().0;
        let other = Expected::parse("\t1\t2\n1\t1\t2\n2\t2\n").unwrap().0;
        let blanks = Expected::parse("   1  2\n1  1  2\n2  2\n\n").unwrap().0;
        assert_eq!(one, other);
        assert_eq!(one, blanks);
        assert_eq!(one[&(2, 1)], "2");
        assert_eq!(Expected::parse("m,n,value\n2,2,\"{1,2|0}\"\n").unwrap().0[&(2, 2)], "{1,2|0}");
    }

    #[test]
    fn what_is_no_table_is_refused_with_its_line() {
        let fault = |text: &str| Expected::parse(text).map(|_| ()).unwrap_err().0;
        assert_eq!(fault(""), 1);
        assert_eq!(fault("hello"), 1);
        assert_eq!(fault("m,n,nimber\n1,1\n"), 2);
        assert_eq!(fault("1 2\n1 1 2 3\n"), 2);
        assert_eq!(fault("1 2\n1 1 2\nx 1\n"), 3);
    }
}
