//! Games in which stretches are taken from a line.

/// A line of counters from which a move takes neighbours: those from one place up to any place within its
/// reach. The counters left on the two sides form two independent lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    reach: Vec<u32>,
}

impl Line {
    /// The line of the staircase whose rows have these lengths: the last counter of a row is above the first
    /// one of the next, and a move takes neighbours of one row or column. Returns `None` if a row is empty or
    /// if there are more than 2³²−1 counters.
    #[must_use]
    pub fn staircase(rows: &[u64]) -> Option<Self> {
        let total = rows.iter().try_fold(0u64, |sum, &row| sum.checked_add(row))?;
        u32::try_from(total).ok()?;
        if rows.contains(&0) {
            return None;
        }
        // From the end: a row reaches to its own end, and its last counter down to the end of its column.
        let mut reach = vec![0; total as usize];
        let mut end = total as usize;
        for (i, &row) in rows.iter().enumerate().rev() {
            let start = end - row as usize;
            reach[start..end].fill(end as u32);
            if let Some(&below) = rows.get(i + 1) {
                // A row of one counter continues the column.
                reach[end - 1] = if below == 1 { reach[end] } else { end as u32 + 1 };
            }
            end = start;
        }
        Some(Line { reach })
    }

    /// The number of counters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.reach.len()
    }

    /// Whether there are no counters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.reach.is_empty()
    }

    /// The end of the longest move from `start`: a move may take the counters from `start` up to any place at
    /// or before this one, exclusive.
    #[must_use]
    pub fn reach(&self, start: usize) -> usize {
        self.reach[start] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_one_counter_make_columns() {
        let reach = |rows: &[u64]| Line::staircase(rows).map(|line| line.reach);
        assert_eq!(reach(&[4]), Some(vec![4, 4, 4, 4]));
        assert_eq!(reach(&[1, 1, 1]), Some(vec![3, 3, 3]));
        //  o o
        //    o o o
        assert_eq!(reach(&[2, 3]), Some(vec![2, 3, 5, 5, 5]));
        //  o o
        //    o
        //    o o
        assert_eq!(reach(&[2, 1, 2]), Some(vec![2, 4, 4, 5, 5]));
        assert_eq!(reach(&[2, 0]), None);
        assert_eq!(reach(&[u64::MAX, 2]), None);
        assert_eq!(reach(&[]), Some(vec![]));
    }
}
