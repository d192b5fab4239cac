//! The benchmarks of impartial games on boards.

use nimatron_games::cram::Cram;
use nimatron_games::ellie::Ellie;
use nimatron_games::staircase::Staircase;
use nimatron_games::tactix::Tactix;
use nimatron_rules::{Budget, Impartial, Line, Named, Short};
use nimatron_solve::{Convention, Intervals, Subsets, nimber};

use crate::benchmark::{Benchmark, Clock, Target};
use crate::rival::Rival;

/// Grundy values of Cram, Ellie and Tactix, and misère TacTix.
pub static BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "cram-5x6",
        about: "Grundy value of Cram 5×6",
        target: Target::Rival,
        memory: None,
        others: "",
        rival: Some(Rival::igsolve(&["cram", "--rows", "5", "--cols", "6"])),
        run: |clock| nimber_of::<Cram<1>>(clock, "5x6"),
        expected: "2",
    },
    Benchmark {
        name: "cram-5x7",
        about: "Grundy value of Cram 5×7",
        target: Target::Rival,
        memory: None,
        others: "",
        rival: Some(Rival::igsolve(&["cram", "--rows", "5", "--cols", "7"])),
        run: |clock| nimber_of::<Cram<1>>(clock, "5x7"),
        expected: "1",
    },
    Benchmark {
        name: "cram-4x9",
        about: "Grundy value of Cram 4×9",
        target: Target::Rival,
        memory: None,
        others: "",
        rival: Some(Rival::igsolve(&["cram", "--rows", "4", "--cols", "9"])),
        run: |clock| nimber_of::<Cram<1>>(clock, "4x9"),
        expected: "1",
    },
    Benchmark {
        name: "cram-5x8",
        about: "Grundy value of Cram 5×8",
        target: Target::Rival,
        memory: None,
        others: "",
        rival: Some(Rival::igsolve(&["cram", "--rows", "5", "--cols", "8"])),
        run: |clock| nimber_of::<Cram<1>>(clock, "5x8"),
        expected: "1",
    },
    Benchmark {
        name: "cram-4x11",
        about: "Grundy value of Cram 4×11",
        target: Target::Rival,
        memory: None,
        others: "",
        rival: Some(Rival::igsolve(&["cram", "--rows", "4", "--cols", "11"])),
        run: |clock| nimber_of::<Cram<1>>(clock, "4x11"),
        expected: "1",
    },
    Benchmark {
        name: "cram-6x7",
        about: "Grundy value of Cram 6×7",
        target: Target::None,
        memory: None,
        others: "igsolve not within 311 s",
        rival: None,
        run: |clock| nimber_of::<Cram<1>>(clock, "6x7"),
        expected: "5",
    },
    Benchmark {
        name: "ellie",
        about: "Grundy values of Ellie 3×15, 4×9, 5×7 and 6×6",
        target: Target::Seconds(60.0),
        memory: None,
        others: "",
        rival: None,
        run: |clock| ["3x15", "4x9", "5x7", "6x6"].map(|board| nimber_of::<Ellie<1>>(clock, board)).join(" "),
        expected: "0 1 0 1",
    },
    Benchmark {
        name: "tactix-s-boards",
        about: "the formula for S-shaped boards against the values of intervals, for all a, b ≤ 200",
        target: Target::Seconds(60.0),
        memory: None,
        others: "",
        rival: None,
        run: s_boards,
        expected: "40000 of 40000 agree",
    },
    Benchmark {
        name: "tactix-staircase",
        about: "Grundy value of the staircase of ten rows of 60",
        target: Target::Seconds(10.0),
        memory: None,
        others: "",
        rival: None,
        run: |clock| {
            let rows = ["60"; 10].join(",");
            nimber_of::<Staircase>(clock, &format!("staircase:{rows}"))
        },
        expected: "1",
    },
    Benchmark {
        name: "tactix-misere-5x5",
        about: "misère TacTix on 5×5: all positions",
        target: Target::Seconds(3.0),
        memory: None,
        others: "",
        rival: None,
        run: |clock| misere_tactix(clock, "5x5"),
        expected: "N, 3177421 of 33554432 are P",
    },
    Benchmark {
        name: "tactix-misere-6x6",
        about: "misère TacTix on 6×6, Piet Hein's board: all positions",
        target: Target::Seconds(3600.0),
        memory: Some(12_000),
        others: "",
        rival: None,
        run: |clock| misere_tactix(clock, "6x6"),
        expected: "P, 5166659293 of 68719476736 are P",
    },
];

fn nimber_of<R: Short + Impartial + Named>(clock: &mut Clock, position: &str) -> String {
    let (rules, position) = R::open("", position).expect("the position is written right");
    let found = clock.time(|| nimber(&rules, &position, &Budget::unlimited()));
    found.expect("no limit is set").nimber.to_string()
}

/// The formula against the values that follow from the moves, interval by interval.
fn s_boards(clock: &mut Clock) -> String {
    const MOST: u64 = 200;
    let agree = clock.time(|| {
        let boards = (1..=MOST).flat_map(|a| (1..=MOST).map(move |b| (a, b)));
        let mut values = StaircaseValues::new(MOST);
        boards.filter(|&(a, b)| values.agrees(a, b)).count()
    });
    format!("{agree} of {} agree", MOST * MOST)
}

/// All S-boards up to a size are intervals of the largest one.
struct StaircaseValues {
    intervals: Intervals,
    most: u64,
}

impl StaircaseValues {
    fn new(most: u64) -> Self {
        let line = Line::staircase(&[most, most]).expect("the rows are not empty");
        let intervals = Intervals::of(&line, &Budget::unlimited()).expect("no limit is set");
        StaircaseValues { intervals, most }
    }

    fn agrees(&mut self, a: u64, b: u64) -> bool {
        let (_, position) =
            Staircase::open("", &format!("S:{a},{b}")).expect("the position is written right");
        let theorem = Staircase.by_theorem(&position).expect("S-boards have a formula");
        let found = self.intervals.nimber((self.most - a) as usize, (self.most + b) as usize);
        theorem.nimber == u64::from(found)
    }
}

fn misere_tactix(clock: &mut Clock, board: &str) -> String {
    let (rules, position) = Tactix::<1>::open("", board).expect("the position is written right");
    let solve = || {
        let solved =
            Subsets::solve(&rules, &position, Convention::Misere, &Budget::unlimited(), &mut |_, _| {});
        solved.expect("no limit is set").expect("counters are taken away")
    };
    let subsets = clock.time(solve);
    let first = subsets.first_wins(&rules, &position).expect("all answers are in memory");
    let first = first.expect("the start is one of its own subsets");
    let class = if first { "N" } else { "P" };
    format!("{class}, {} of {} are P", subsets.p_positions(), subsets.positions())
}
