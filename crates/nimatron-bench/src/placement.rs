//! The benchmarks of placement games.

use nimatron_games::placement::Placement;
use nimatron_rules::{Budget, Named};
use nimatron_solve::nimber;

use crate::benchmark::{Benchmark, Clock, Target};

/// The games of Boone, *Abstractions and Analyses of Grid Games* (2016), Figures 3.2.1 and A.1.1 to A.1.9.
const GAMES: [&str; 11] = ["N", "B", "Q", "R", "K", "B+N", "B+R", "B+Q,blocked", "K+N", "N+Q", "Q+R"];

pub const TABLES: Benchmark = Benchmark {
    name: "placement-tables",
    about: "all tables of Boone's thesis, every board up to 6×6 on its own, with the entries that it leaves out",
    target: Target::Seconds(60.0),
    memory: None,
    others: "CGSuite left 27 entries open",
    rival: None,
    run: tables,
    expected: "N 101010/000000/101040/000000/104010/000000, \
               B 101010/000000/102010/000000/101010/000000, \
               Q 111111/112000/122311/103120/101230/101001, \
               R 111111/100000/101111/101000/101011/101010, \
               K 112031/112031/221032/000000/333043/112031, \
               B+N 101010/000000/103010/000000/101010/000000, \
               B+R 121212/200000/102321/203300/102013/201030, \
               B+Q,blocked 121212/224000/144112/201142/101420/202201, \
               K+N 123012/223011/331022/000000/112030/212005, \
               N+Q 121212/223000/133162/201200/106014/202041, \
               Q+R 111111/122000/123311/103200/101031/101011",
};

pub const QUEENS_11: Benchmark = Benchmark {
    name: "queens-11",
    about: "Grundy value of Queens 11×11",
    target: Target::Seconds(20.0),
    memory: Some(1000),
    others: "a simple program 152 s",
    rival: None,
    run: |clock| queens(clock, "11x11"),
    expected: "1",
};

pub const QUEENS_12: Benchmark = Benchmark {
    name: "queens-12",
    about: "Grundy value of Queens 12×12",
    target: Target::Seconds(180.0),
    memory: None,
    others: "",
    rival: None,
    run: |clock| queens(clock, "12x12"),
    expected: "0",
};

pub const QUEENS_13: Benchmark = Benchmark {
    name: "queens-13",
    about: "Grundy value of Queens 13×13, the last that the OEIS has (A344227)",
    target: Target::Seconds(3600.0),
    memory: None,
    others: "",
    rival: None,
    run: |clock| queens(clock, "13x13"),
    expected: "1",
};

pub const QUEENS_14: Benchmark = Benchmark {
    name: "queens-14",
    about: "Grundy value of Queens 14×14",
    target: Target::None,
    memory: None,
    others: "",
    rival: None,
    run: |clock| queens(clock, "14x14"),
    expected: "0",
};

fn grundy<const N: usize>(pieces: &str, board: &str) -> u32 {
    let (rules, start) = Placement::<N>::open(pieces, board).expect("the game is written right");
    nimber(&rules, &start, &Budget::unlimited()).expect("no limit is set").nimber
}

fn tables(clock: &mut Clock) -> String {
    let row = |game: &str, m: usize| -> String {
        (1..=6).map(|n| grundy::<1>(game, &format!("{m}x{n}")).to_string()).collect()
    };
    let table = |game: &str| (1..=6).map(|m| row(game, m)).collect::<Vec<_>>().join("/");
    clock.time(|| GAMES.map(|game| format!("{game} {}", table(game))).join(", "))
}

fn queens(clock: &mut Clock, board: &str) -> String {
    clock.time(|| grundy::<4>("Q", board)).to_string()
}
