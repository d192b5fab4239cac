//! The benchmarks.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use nimatron_games::clobber::Clobber;
use nimatron_games::domineering::Domineering;
use nimatron_games::legionnaires::Legionnaires;
use nimatron_rules::{Budget, Ending, HeapCode, HeapRule, Named, Player, Short, Stones};
use nimatron_search::{Agent, RandomMoves, Scored, Terms, referee, seed_of};
use nimatron_solve::{
    Classes, Convention, Families, HeapSequence, MisereQuotient, OutcomeSolver, Solution, ValueSolver,
    count_families,
};
use nimatron_value::{Arena, Game, Style};

use crate::benchmark::{Benchmark, Clock, Target};
use crate::rival::Rival;
use crate::{epaminondas, placement};

/// The benchmarks, in running order.
pub const BENCHMARKS: &[Benchmark] = &[
    Benchmark {
        name: "yardstick",
        about: "Grundy values of .007 to 10,000, the plain way: how fast the machine itself is",
        target: Target::None,
        memory: None,
        others: "",
        rival: None,
        run: yardstick,
        expected: "max 262 at 9915",
    },
    Benchmark {
        name: "domineering-5x5",
        about: "canonical value of Domineering 5×5",
        target: Target::Seconds(0.25),
        memory: None,
        others: "CGSuite 2.4 s, cgt 4.2 s, ogdoad 1.0 s",
        rival: None,
        run: |clock| value::<Domineering<1>>(clock, "5x5"),
        expected: "0",
    },
    Benchmark {
        name: "domineering-4x7",
        about: "canonical value of Domineering 4×7",
        target: Target::Seconds(0.6),
        memory: None,
        others: "CGSuite 4.8 s, cgt 30 s, ogdoad 6.6 s",
        rival: None,
        run: |clock| value::<Domineering<1>>(clock, "4x7"),
        expected: "1",
    },
    Benchmark {
        name: "domineering-5x6",
        about: "canonical value of Domineering 5×6",
        target: Target::Seconds(1.5),
        memory: Some(150),
        others: "CGSuite 14.1 s, cgt 129 s, ogdoad 40 s",
        rival: None,
        run: |clock| value::<Domineering<1>>(clock, "5x6"),
        expected: "-3/2",
    },
    Benchmark {
        name: "domineering-4x8",
        about: "canonical value of Domineering 4×8",
        target: Target::Seconds(4.0),
        memory: None,
        others: "CGSuite 29.5 s, ogdoad 96 s and 1.4 GB",
        rival: None,
        run: domineering_4x8,
        expected: "142 followers, stops 0 and -1/2, mean -1/4, temperature 1",
    },
    Benchmark {
        name: "domineering-4x8-doubled",
        about: "G + G for the value G of Domineering 4×8",
        target: Target::Seconds(0.3),
        memory: None,
        others: "CGSuite 93 s; 0.3 s with ≤ memoised",
        rival: None,
        run: domineering_4x8_doubled,
        expected: "5187 followers, stops -1/2 and -1/2, mean -1/2, temperature 0",
    },
    Benchmark {
        name: "clobber-4x4",
        about: "canonical value of Clobber 4×4, checkerboard",
        target: Target::Seconds(0.4),
        memory: None,
        others: "CGSuite 4.0 s",
        rival: None,
        run: |clock| value::<Clobber<1>>(clock, "4x4"),
        expected: "*",
    },
    Benchmark {
        name: "legionnaires-5x5",
        about: "canonical value of Legionnaires 5×5, 12 pawns",
        target: Target::Seconds(0.010),
        memory: None,
        others: "a program made for it 11 ms",
        rival: None,
        run: |clock| legionnaires(clock, "5x5", 1),
        expected: "1510 characters, 222 followers, stops 0 and 0, mean 0, temperature 0",
    },
    Benchmark {
        name: "legionnaires-6x6-12",
        about: "canonical value of Legionnaires 6×6, 12 pawns",
        target: Target::Seconds(0.025),
        memory: None,
        others: "a program made for it 26 ms",
        rival: None,
        run: |clock| value::<Legionnaires<1>>(clock, "6x6:12"),
        expected: "0",
    },
    Benchmark {
        name: "legionnaires-3x7",
        about: "canonical value of Legionnaires 3×7",
        target: Target::Seconds(3.0),
        memory: Some(200),
        others: "CGSuite 914 s and 2.5 GB, a program made for it 4.5 s and 116 MB",
        rival: None,
        run: |clock| legionnaires(clock, "3x7", 1),
        expected: "50522440 characters, 42761 followers, stops 0 and 0, mean 0, temperature 0",
    },
    Benchmark {
        name: "legionnaires-6x6-18",
        about: "canonical value of Legionnaires 6×6, 18 pawns, on two cores: 600 s are five minutes",
        target: Target::Seconds(600.0),
        memory: Some(2000),
        others: "a program made for it 768 s on one core and 1.6 GB",
        rival: None,
        run: |clock| legionnaires(clock, "6x6:18", 2),
        expected: "98827158292 characters, 1388067 followers, stops 1 and -1, mean 0, temperature 291/128",
    },
    Benchmark {
        name: "legionnaires-rows",
        about: "n White pawns against one Black to n = 17, and atomic weights to n = 19",
        target: Target::Seconds(60.0),
        memory: None,
        others: "",
        rival: None,
        run: legionnaires_rows,
        expected: "row of 17: 13 followers; 19 atomic weights are n - 1",
    },
    Benchmark {
        name: "day3-comparisons",
        about: "g ≤ h for all pairs of games born by day 3",
        target: Target::Each { times: 1474 * 1474, nanoseconds: 40.0 },
        memory: None,
        others: "cgt 87 ns, ogdoad 181 ns each",
        rival: None,
        run: day3_comparisons,
        expected: "654647 of 2172676 hold",
    },
    Benchmark {
        name: "day3-sums",
        about: "g + h for all pairs of games born by day 3",
        target: Target::Each { times: 1474 * 1474, nanoseconds: 5000.0 },
        memory: None,
        others: "cgt 93 µs, ogdoad 40 µs each",
        rival: None,
        run: day3_sums,
        expected: "1076001 values, 1474 of them zero",
    },
    Benchmark {
        name: "misere-kayles",
        about: "misère quotient of Kayles, heaps to 100, and the proof of its period",
        target: Target::Seconds(1.0),
        memory: None,
        others: "",
        rival: None,
        run: |clock| misere_quotients(clock, &["0.77"], 100),
        expected: "0.77 40 71 12",
    },
    Benchmark {
        name: "misere-eight",
        about: "misère quotients of eight wild octal games, with their periods",
        target: Target::Seconds(10.0),
        memory: None,
        others: "",
        rival: None,
        run: |clock| {
            let codes = ["0.15", "0.44", "0.71", "0.72", "0.115", "0.144", "0.152", "0.153"];
            misere_quotients(clock, &codes, 200)
        },
        expected: "0.15 42 66 10, 0.44 40 143 24, 0.71 36 3 6, 0.72 24 16 4, 0.115 42 92 14, 0.144 30 12 10, \
                   0.152 34 25 48, 0.153 16 32 14",
    },
    Benchmark {
        name: "misere-0.04",
        about: "misère quotient of 0.04, heaps to 43",
        target: Target::None,
        memory: None,
        others: "",
        rival: None,
        run: |clock| misere_quotients(clock, &["0.04"], 43),
        expected: "0.04 380",
    },
    Benchmark {
        name: "switches-24",
        about: "±1 ± 2 … ± 24 summed, and its thermograph",
        target: Target::Seconds(1.0),
        memory: None,
        others: "CGSuite's users gave up on it",
        rival: None,
        run: switches,
        expected: "mean 0, temperature 24, stops 12 and -12",
    },
    Benchmark {
        name: "legionnaires-count-6x6",
        about: "positions of Legionnaires 6×6 with 18 pawns",
        target: Target::Seconds(0.3),
        memory: None,
        others: "a throw-away program 0.5 s",
        rival: None,
        run: |clock| legionnaires_count(clock, "6x6:18"),
        expected: "6587579",
    },
    Benchmark {
        name: "legionnaires-count-8x8",
        about: "positions of Legionnaires 8×8",
        target: Target::Seconds(30.0),
        memory: None,
        others: "a throw-away program 62 s and 0.4 GB",
        rival: None,
        run: |clock| legionnaires_count(clock, "8x8"),
        expected: "782886768",
    },
    Benchmark {
        name: "legionnaires-outcome-8x8",
        about: "who wins Legionnaires 8×8, in CPU time on all cores: 5 s on 2 of them",
        target: Target::Seconds(10.0),
        memory: Some(2048),
        others: "a throw-away program 15 million nodes",
        rival: None,
        run: legionnaires_outcome,
        expected: "P",
    },
    Benchmark {
        name: "legionnaires-solve-8x8",
        about: "who wins each position of Legionnaires 8×8, in CPU time on all cores",
        target: Target::Seconds(300.0),
        memory: Some(2048),
        others: "a throw-away program 113 s and 1.35 GB",
        rival: None,
        run: legionnaires_solve,
        expected: "N 270923856, P 11566964, L 250197974, R 250197974, 10952727230 moves",
    },
    Benchmark {
        name: "outcome-domineering-6x6",
        about: "who wins Domineering 6×6",
        target: Target::Seconds(2.0),
        memory: None,
        others: "MCGS 12.9 s",
        rival: None,
        run: |clock| outcome::<Domineering<1>>(clock, "6x6"),
        expected: "N",
    },
    Benchmark {
        name: "outcome-clobber-4x5",
        about: "who wins Clobber 4×5, checkerboard",
        target: Target::Seconds(0.5),
        memory: None,
        others: "MCGS 2.4 s",
        rival: None,
        run: |clock| outcome::<Clobber<1>>(clock, "4x5"),
        expected: "N",
    },
    Benchmark {
        name: "octal-007-17",
        about: "Grundy value of .007 for a heap of 2^17, and all below, on one core",
        target: Target::TimesRival(8.0),
        memory: None,
        others: "CGSuite 5.2 s for 40,000",
        rival: Some(Rival::ogsolve(&["-m", "rc2", "-n", "131072", "0.007"])),
        run: |clock| heap_value(clock, "0.007", 1 << 17),
        expected: "423",
    },
    Benchmark {
        name: "octal-007-20",
        about: "Grundy value of .007 for a heap of 2^20, and all below, on one core",
        target: Target::Seconds(3.3),
        memory: None,
        others: "ogsolve 65 s",
        rival: None,
        run: |clock| heap_maximum(clock, "0.007", 1 << 20),
        expected: "max 1226 at 545248",
    },
    Benchmark {
        name: "octal-106",
        about: "Grundy values of .106 to 2^24, whose sparse space needs the parity of a heap's size",
        target: Target::Each { times: 1 << 24, nanoseconds: 50.0 },
        memory: None,
        others: "",
        rival: None,
        run: |clock| heap_value(clock, "0.106", 1 << 24),
        expected: "5",
    },
    Benchmark {
        name: "period-kayles",
        about: "the period of Kayles, proved, a thousand times",
        target: Target::Each { times: 1000, nanoseconds: 100_000.0 },
        memory: None,
        others: "ogsolve never stops at a proved period",
        rival: None,
        run: kayles_period,
        expected: "period 12 from 71",
    },
    Benchmark {
        name: "match-legionnaires",
        about: "100,000 games of Legionnaires 8×8: fewest replies against random",
        target: Target::Each { times: 100_000, nanoseconds: 40_000.0 },
        memory: None,
        others: "",
        rival: None,
        run: match_legionnaires,
        expected: "77770 won",
    },
    placement::TABLES,
    placement::QUEENS_11,
    placement::QUEENS_12,
    placement::QUEENS_13,
    placement::QUEENS_14,
    epaminondas::PERFT,
    epaminondas::PLAYOUTS,
    epaminondas::ENGINE,
    epaminondas::DEPTH_7,
    epaminondas::LEONIDAS,
    epaminondas::PUZZLE_A,
    epaminondas::PUZZLE_B,
    epaminondas::PUZZLE_C,
];

/// The canonical value of a position.
fn value<R: Short + Named>(clock: &mut Clock, position: &str) -> String {
    let (rules, position) = R::open("", position).expect("the position is written right");
    let arena = Arena::new();
    let value = clock.time(|| ValueSolver::new(&rules, &arena, &Budget::unlimited()).value(&position));
    arena.display(value.expect("no limit is set"), Style::Ascii).text
}

/// The canonical value of a start of Legionnaires, which is too long to print here.
fn legionnaires(clock: &mut Clock, position: &str, threads: usize) -> String {
    let (rules, position) = Legionnaires::<1>::open("", position).expect("the position is written right");
    let arena = Arena::new();
    let threads = NonZeroUsize::new(threads).expect("there is a thread");
    let budget = Budget::unlimited().threads(threads);
    let value = clock.time(|| ValueSolver::new(&rules, &arena, &budget).value(&position));
    let value = value.expect("no limit is set");
    format!("{} characters, {}", arena.length(value, Style::Unicode), describe(&arena, value))
}

/// The rows of Boardman's Fig. 10, and the positions of his Fig. 12 with their atomic weights.
fn legionnaires_rows(clock: &mut Clock) -> String {
    let evaluate = |arena: &Arena, position: &str| {
        let (rules, position) = Legionnaires::<4>::open("", position).expect("the position is written right");
        let value = ValueSolver::new(&rules, arena, &Budget::unlimited()).value(&position);
        value.expect("no limit is set")
    };
    let arena = Arena::new();
    let (row, weights) = clock.time(|| {
        let row = (1..=17).map(|n| evaluate(&arena, &format!("row:{n}"))).last();
        let weight = |n| arena.atomic_weight(evaluate(&arena, &format!("weights:{n}")));
        let weights = (1..=19).map(|n| weight(n).expect("no limit is set").expect("it is all small"));
        (row.expect("there are rows"), weights.collect::<Vec<_>>())
    });
    let is_right = |(n, weight): (usize, &Game)| arena.integer(n as i64) == Ok(*weight);
    let right = weights.iter().enumerate().filter(|pair| is_right(*pair)).count();
    format!("row of 17: {} followers; {right} atomic weights are n - 1", arena.followers(row).count())
}

/// Who wins.
fn outcome<R: Short + Named>(clock: &mut Clock, position: &str) -> String {
    let (rules, position) = R::open("", position).expect("the position is written right");
    let mut solver = OutcomeSolver::new(&rules, Convention::Normal, &Budget::unlimited());
    clock.time(|| solver.outcome(&position)).expect("no limit is set").to_string()
}

/// As `nimatron match legionnaires --left fewest-replies --right random --games 100000 --threads 1`.
fn match_legionnaires(clock: &mut Clock) -> String {
    let (rules, start) = Legionnaires::<1>::open("", "8x8").expect("the position is written right");
    let terms = Terms { first: Player::Right, convention: Convention::Normal, longest: None };
    let (mut left, mut right) = (Scored::fewest_replies(), RandomMoves::new());
    let mut meter = Budget::unlimited().meter();
    let mut won = 0;
    clock.time(|| {
        for game in 0..100_000 {
            let seed = seed_of(1, game);
            left.begin(seed_of(seed, 0));
            Agent::<Legionnaires<1>>::begin(&mut right, seed_of(seed, 1));
            let played = referee(&rules, &start, &terms, [&mut left, &mut right], &mut meter);
            won += u32::from(played.expect("no limit is set").ending == Ending::Won(Player::Left));
        }
    });
    format!("{won} won")
}

/// The value of Domineering 4×8, and its arena.
fn evaluate_4x8() -> (Arena, Game) {
    let (rules, position) = Domineering::<1>::open("", "4x8").expect("the position is written right");
    let arena = Arena::new();
    let value = ValueSolver::new(&rules, &arena, &Budget::unlimited()).value(&position);
    (arena, value.expect("no limit is set"))
}

/// The value is too long to print: its length, its stops, its mean and its temperature are checked.
fn domineering_4x8(clock: &mut Clock) -> String {
    let (arena, g) = clock.time(evaluate_4x8);
    describe(&arena, g)
}

fn domineering_4x8_doubled(clock: &mut Clock) -> String {
    let (arena, g) = evaluate_4x8();
    let double = clock.time(|| arena.sum(g, g)).expect("no limit is set");
    describe(&arena, double)
}

fn describe(arena: &Arena, g: Game) -> String {
    let thermograph = arena.thermograph(g).expect("no limit is set");
    let followers = arena.followers(g).count();
    format!(
        "{followers} followers, stops {} and {}, mean {}, temperature {}",
        arena.left_stop(g),
        arena.right_stop(g),
        thermograph.mean(),
        thermograph.temperature()
    )
}

/// All cores, without limits.
fn all_cores() -> Budget {
    Budget::unlimited().threads(std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN))
}

fn legionnaires_count(clock: &mut Clock, start: &str) -> String {
    let (rules, start) = Legionnaires::<1>::open("", start).expect("a known start");
    let count = clock.time(|| count_families(&rules, &start, &all_cores()));
    count.expect("no limit is set").expect("it is counted so").positions.to_string()
}

/// Legionnaires 8×8 and its solution.
fn legionnaires_solved() -> (Legionnaires<1>, Stones<1>, Solution) {
    let (rules, start) = Legionnaires::<1>::open("", "8x8").expect("a known start");
    let families = Families::new(&rules, &start, &all_cores());
    let families = families.expect("no limit is set").expect("it is solved so");
    let solution = Solution::in_memory(families, Convention::Normal, &all_cores());
    (rules, start, solution.expect("no limit is set"))
}

fn legionnaires_outcome(clock: &mut Clock) -> String {
    let (_, start, solution) = clock.time(legionnaires_solved);
    let outcome = solution.outcome(&start).expect("it is in memory");
    outcome.expect("the start is among the positions").to_string()
}

fn legionnaires_solve(clock: &mut Clock) -> String {
    let (Classes { n, p, l, r }, moves) = clock.time(|| {
        let (rules, start, solution) = legionnaires_solved();
        solution.classes(&rules, &start, &all_cores()).expect("no limit is set")
    });
    format!("N {n}, P {p}, L {l}, R {r}, {moves} moves")
}

/// All games born by day 3 in a fresh arena without comparisons.
fn day3() -> (Arena, Vec<Game>) {
    let arena = Arena::new();
    let games = arena.born_by_day(3).expect("no limit is set");
    (arena, games)
}

fn day3_comparisons(clock: &mut Clock) -> String {
    let (arena, games) = day3();
    let pairs = || games.iter().flat_map(|g| games.iter().map(move |h| (*g, *h)));
    let holds = |(g, h): &(Game, Game)| arena.le(*g, *h).expect("no limit is set");
    let count = clock.time(|| pairs().filter(holds).count());
    format!("{count} of {} hold", pairs().count())
}

fn day3_sums(clock: &mut Clock) -> String {
    let (arena, games) = day3();
    let sum = |g: &Game, h: &Game| arena.sum(*g, *h).expect("no limit is set");
    let zeros = clock.time(|| {
        games.iter().map(|g| games.iter().filter(|h| sum(g, h) == Game::ZERO).count()).sum::<usize>()
    });
    let sums: HashSet<Game> = games.iter().flat_map(|g| games.iter().map(|h| sum(g, h))).collect();
    format!("{} values, {zeros} of them zero", sums.len())
}

/// The order of the quotient of each code, with its preperiod and period if they are proved.
fn misere_quotients(clock: &mut Clock, codes: &[&str], heap: usize) -> String {
    let quotient = |text: &&str| {
        let code = HeapCode::parse(text).expect("a code");
        let mut solver = MisereQuotient::new(&code, &Budget::unlimited());
        while solver.heap() < heap {
            solver.extend().expect("no limits");
        }
        let period = solver.prove_period().expect("no limits");
        let period = period.map(|period| format!(" {} {}", period.preperiod, period.period));
        format!("{text} {}{}", solver.quotient().order(), period.unwrap_or_default())
    };
    clock.time(|| codes.iter().map(quotient).collect::<Vec<_>>().join(", "))
}

/// The sum ±1 ± 2 … ± 24.
fn switches(clock: &mut Clock) -> String {
    let arena = Arena::new();
    let (total, thermograph) = clock.time(|| {
        let mut total = Game::ZERO;
        for n in 1..=24 {
            let x = arena.integer(n).expect("no limit is set");
            let switch = arena.canonical(&[x], &[arena.negative(x).expect("no limit is set")]);
            total = arena.sum(total, switch.expect("no limit is set")).expect("no limit is set");
        }
        (total, arena.thermograph(total).expect("no limit is set"))
    });
    format!(
        "mean {}, temperature {}, stops {} and {}",
        thermograph.mean(),
        thermograph.temperature(),
        arena.left_stop(total),
        arena.right_stop(total)
    )
}

/// The Grundy values of a code up to a heap, even after a period.
fn heaps(clock: &mut Clock, code: &str, last: usize) -> HeapSequence {
    let rule = HeapRule::Code(HeapCode::parse(code).expect("a code"));
    clock.time(|| {
        let mut sequence = HeapSequence::new(rule);
        sequence.run(last, false, &Budget::unlimited(), &mut |_| Ok(())).expect("within an unlimited budget");
        sequence
    })
}

fn heap_value(clock: &mut Clock, code: &str, last: usize) -> String {
    heaps(clock, code, last).value(last).expect("it was found").to_string()
}

fn heap_maximum(clock: &mut Clock, code: &str, last: usize) -> String {
    let sequence = heaps(clock, code, last);
    let max = sequence.values().iter().max().expect("there are values");
    let at = sequence.values().iter().position(|value| value == max).expect("the maximum is one of them");
    format!("max {max} at {at}")
}

fn kayles_period(clock: &mut Clock) -> String {
    let rule = HeapRule::Code(HeapCode::parse("0.77").expect("a code"));
    let mut period = None;
    clock.time(|| {
        for _ in 0..1000 {
            let mut sequence = HeapSequence::new(rule.clone());
            period = sequence.run(1 << 20, true, &Budget::unlimited(), &mut |_| Ok(())).expect("no limits");
        }
    });
    period.map_or("none".into(), |period| format!("period {} from {}", period.period, period.preperiod))
}

/// `G(n) = mex { G(i) xor G(n-3-i) }` straight from the definition, without the library, so
/// that records of different machines or days can be compared.
fn yardstick(_: &mut Clock) -> String {
    let mut grundy = vec![0_u16; 10_001];
    let mut seen = vec![0_usize; 1024];
    for n in 3..grundy.len() {
        for i in 0..=(n - 3) / 2 {
            seen[usize::from(grundy[i] ^ grundy[n - 3 - i])] = n;
        }
        grundy[n] = (0..).find(|&value| seen[usize::from(value)] != n).expect("a mex exists");
    }
    let max = grundy.iter().max().expect("there are values");
    let at = grundy.iter().position(|value| value == max).expect("the maximum is one of them");
    format!("max {max} at {at}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_yardstick_answers_right() {
        assert_eq!(yardstick(&mut Clock::default()), "max 262 at 9915");
    }
}
