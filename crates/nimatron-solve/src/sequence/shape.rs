//! What a rule allows one to take and break, sorted for the solvers.

use nimatron_rules::{HeapCode, HeapRule};

/// The numbers of counters that may be taken, by what may be left.
#[derive(Clone, Default, Debug)]
pub(super) struct Shape {
    /// All of the heap may be taken.
    pub(super) all: Vec<usize>,
    /// One heap may be left.
    pub(super) one: Vec<usize>,
    /// Two heaps may be left.
    pub(super) two: Vec<usize>,
    /// Three heaps may be left.
    pub(super) three: Vec<usize>,
    /// Whether two heaps that are left must differ in size.
    pub(super) unequal: bool,
    /// The maximum number of counters that may be taken.
    pub(super) most_taken: usize,
}

impl Shape {
    pub(super) fn new(rule: &HeapRule) -> Self {
        let code = match rule {
            HeapRule::Code(code) => code,
            HeapRule::SplitUnequally => {
                let (all, one, three) = (Vec::new(), Vec::new(), Vec::new());
                return Shape { all, one, two: vec![0], three, unequal: true, most_taken: 0 };
            }
            HeapRule::TakeAny => return Shape::default(),
        };
        let with =
            |bit: u8| (0..=code.most_taken()).filter(move |&taken| code.digit(taken) & bit != 0).collect();
        Shape {
            all: with(HeapCode::TAKE_ALL),
            one: with(HeapCode::LEAVE_ONE),
            two: with(HeapCode::BREAK_IN_TWO),
            three: with(HeapCode::BREAK_IN_THREE),
            unequal: false,
            most_taken: code.most_taken(),
        }
    }

    /// The maximum number of heaps that a move can leave.
    pub(super) fn most_heaps(&self) -> usize {
        match self {
            _ if !self.three.is_empty() => 3,
            _ if !self.two.is_empty() => 2,
            _ => 1,
        }
    }

    /// The parity of the numbers that are taken when a heap is broken, if they all have the same.
    pub(super) fn parity_of_breaks(&self) -> Option<usize> {
        let first = self.two.first()? % 2;
        self.two.iter().all(|taken| taken % 2 == first).then_some(first)
    }
}
