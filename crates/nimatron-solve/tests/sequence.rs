//! Grundy values of heaps: two methods, one answer; and comparison with the literature.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::collections::HashMap;
use std::num::NonZeroUsize;

use nimatron_rules::{Budget, HeapCode, HeapRule};
use nimatron_solve::{HeapSequence, Method, SolveError, Values};
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

fn rule(code: &str) -> HeapRule {
    HeapRule::Code(HeapCode::parse(code).unwrap())
}

fn found(rule: &HeapRule, last: usize, threads: usize) -> HeapSequence {
    let budget = Budget::unlimited().threads(NonZeroUsize::new(threads).unwrap());
    let mut sequence = HeapSequence::new(rule.clone());
    sequence.run(last, false, &budget, &mut |_| Ok(())).unwrap();
    assert_eq!(sequence.values().len(), last + 1);
    sequence
}

/// The value of a heap by the definition, from the values of smaller heaps.
fn definition(rule: &HeapRule, values: &[u32], heap: usize, seen: &mut Vec<usize>) -> u32 {
    rule.each_option(heap, |left| {
        let value = left.iter().fold(0, |sum, &heap| sum ^ values[heap]) as usize;
        if value >= seen.len() {
            seen.resize(value + 1, usize::MAX);
        }
        seen[value] = heap;
    });
    seen.iter().position(|&at| at != heap).unwrap_or(seen.len()) as u32
}

/// All values by the definition.
fn plainly(rule: &HeapRule, last: usize) -> Vec<u32> {
    let (mut values, mut seen) = (Vec::new(), Vec::new());
    for heap in 0..=last {
        let value = definition(rule, &values, heap, &mut seen);
        values.push(value);
    }
    values
}

/// Codes of one to four digits that break heaps into two, and maybe a digit before the point.
fn random_codes(count: usize) -> Vec<String> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut codes = Vec::new();
    while codes.len() < count {
        let digits: String =
            (0..1 + random.next_u64() % 3).map(|_| format!("{}", random.next_u64() % 8)).collect();
        let first = if random.next_u64() % 8 == 0 { '4' } else { '0' };
        let code = format!("{first}.{digits}");
        let parsed = HeapCode::parse(&code).unwrap();
        if (0..=parsed.most_taken()).any(|taken| parsed.digit(taken) & HeapCode::BREAK_IN_TWO != 0) {
            codes.push(code);
        }
    }
    codes
}

fn both_methods_agree(codes: &[String], last: usize) -> usize {
    let mut sparse = 0;
    for code in codes {
        let rule = rule(code);
        let sequence = found(&rule, last, 1);
        sparse += usize::from(matches!(sequence.method(), Method::Sparse { .. }));
        let plain = plainly(&rule, last);
        let wrong = sequence.values().iter().zip(&plain).position(|(a, &b)| a != b);
        assert_eq!(wrong, None, "{code}");
    }
    sparse
}

#[test]
fn both_methods_agree_for_forty_random_codes() {
    let sparse = both_methods_agree(&random_codes(40), 1 << 12);
    assert!(sparse >= 10, "only {sparse} of them have a sparse space");
}

/// Whether the sparse method gives the same result as examining all pairs; returns the number of sparse
/// games.
fn sparse_agrees_with_plain(codes: &[String], last: usize) -> usize {
    let mut sparse = 0;
    for code in codes {
        let sequence = found(&rule(code), last, 1);
        sparse += usize::from(matches!(sequence.method(), Method::Sparse { .. }));
        let mut plain = HeapSequence::plain(rule(code));
        plain.run(last, false, &Budget::unlimited(), &mut |_| Ok(())).unwrap();
        assert!(!matches!(plain.method(), Method::Sparse { .. }), "{code}");
        let wrong = sequence.values().iter().zip(plain.values().iter()).position(|(a, b)| a != b);
        assert_eq!(wrong, None, "{code}");
    }
    sparse
}

#[test]
fn sparse_spaces_agree_with_all_pairs_for_forty_random_codes_to_2_to_the_15() {
    assert!(sparse_agrees_with_plain(&random_codes(40), 1 << 15) >= 10);
}

#[test]
fn the_sparse_space_of_007_agrees_with_all_pairs_to_2_to_the_17() {
    assert_eq!(sparse_agrees_with_plain(&["0.007".into()], 1 << 17), 1);
}

#[test]
fn threads_change_nothing() {
    for code in ["0.007", "0.106", "0.77", "4.07"] {
        let rule = rule(code);
        let one = found(&rule, 40_000, 1);
        for threads in [2, 3] {
            assert_eq!(found(&rule, 40_000, threads).values(), one.values(), "{code} with {threads}");
        }
    }
}

#[test]
fn grundys_game_follows_its_own_rule() {
    let rule = HeapRule::SplitUnequally;
    assert!(found(&rule, 6000, 1).values().iter().eq(plainly(&rule, 6000)));
}

#[test]
fn heaps_of_nim_are_worth_their_size_and_need_more_than_16_bits() {
    let rule = HeapRule::TakeAny;
    assert!(found(&rule, 500, 1).values().iter().eq(plainly(&rule, 500)));
    let nim = found(&rule, 70_000, 1);
    assert!(matches!(nim.values(), Values::Wide(_)));
    assert_eq!(
        (nim.value(65_535), nim.value(65_536), nim.value(70_000)),
        (Some(65_535), Some(65_536), Some(70_000))
    );
}

#[test]
fn heaps_that_break_into_three_follow_the_definition() {
    for code in ["0x0.8", "0.F1", "0.0C", "C.A", "0.3F", "0x8.09"] {
        let rule = rule(code);
        assert!(found(&rule, 150, 1).values().iter().eq(plainly(&rule, 150)), "{code}");
    }
}

/// After each change of the mask, at powers of two, values are those of the definition.
#[test]
fn values_after_a_change_of_the_mask_are_right() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(7);
    for code in ["0.007", "0.106", "0.15", "0.6", "0.165"] {
        let rule = rule(code);
        let values: Vec<u32> = found(&rule, (1 << 16) + 300, 1).values().iter().collect();
        let mut seen = Vec::new();
        for power in 10..=16 {
            for _ in 0..8 {
                let heap = (1 << power) + (random.next_u64() % 300) as usize;
                assert_eq!(values[heap], definition(&rule, &values, heap, &mut seen), "{code}, {heap}");
            }
        }
    }
}

#[test]
fn a_run_that_goes_on_from_values_is_no_different() {
    for code in ["0.007", "0.104"] {
        let rule = rule(code);
        let all = found(&rule, 20_000, 1);
        let Values::Narrow(values) = all.values() else { panic!("they are small") };
        for cut in [0, 1, 700, 1024, 5000, 16_384, 19_999, 20_001] {
            let mut resumed = HeapSequence::resumed(rule.clone(), Values::Narrow(values[..cut].to_vec()));
            resumed.run(20_000, false, &Budget::unlimited(), &mut |_| Ok(())).unwrap();
            assert_eq!(resumed.values(), all.values(), "{code} from {cut}");
            assert_eq!(resumed.method(), all.method());
        }
    }
}

#[test]
fn known_periods_are_proved() {
    // Guy and Smith 1956; the last from Gangolli and Plambeck 1989.
    for (code, preperiod, period) in
        [("0.07", 53, 34), ("0.77", 71, 12), ("0.137", 52, 34), ("0.16", 105_351, 149_459), ("0.3", 0, 2)]
    {
        let mut sequence = HeapSequence::new(rule(code));
        let found = sequence.run(1 << 20, true, &Budget::unlimited(), &mut |_| Ok(())).unwrap();
        let found = found.unwrap_or_else(|| panic!("{code} has a period"));
        assert_eq!((found.preperiod, found.period, found.proved), (preperiod, period, true), "{code}");
    }
}

#[test]
fn no_period_is_proved_where_none_is_known() {
    for rule in [rule("0.007"), rule("0.04"), rule("0.6"), HeapRule::SplitUnequally] {
        let mut sequence = HeapSequence::new(rule.clone());
        assert_eq!(sequence.run(10_000, true, &Budget::unlimited(), &mut |_| Ok(())), Ok(None), "{rule}");
    }
}

#[test]
fn three_heaps_of_one_counter_less_grow_for_ever() {
    let sequence = found(&rule("0x0.8"), 300, 1);
    let period = sequence.seen_period().unwrap();
    assert_eq!((period.period, period.saltus, period.proved), (3, 1, false));
}

/// Heubach, Chinn, Dufour and Stevens, *Analyzing Ellie* (2009): up to 2^17, with one more maximum from elsewhere.
#[test]
fn the_papers_numbers_of_007_hold() {
    let sequence = found(&rule("0.007"), 1 << 17, 2);
    let values: Vec<u32> = sequence.values().iter().collect();
    let zeros: Vec<_> = (0..values.len()).filter(|&heap| values[heap] == 0).collect();
    assert_eq!(
        zeros,
        [
            0, 1, 2, 8, 14, 24, 32, 34, 46, 56, 66, 78, 88, 100, 112, 120, 132, 134, 164, 172, 186, 196, 204,
            284, 292, 304, 358, 1048, 2504, 2754, 2914, 3054, 3078, 7252, 7358, 7868, 16170
        ]
    );
    let max = |count: usize| {
        let max = values[..count].iter().copied().max().unwrap();
        (max, values.iter().position(|&value| value == max).unwrap())
    };
    let most = |count: usize| {
        let mut counts = HashMap::new();
        values[..count].iter().for_each(|value| *counts.entry(value).or_insert(0) += 1);
        counts.into_values().max().unwrap()
    };
    assert_eq!((max(10_000), most(10_000)), ((262, 9915), 202));
    assert_eq!((max(25_000).0, most(25_000)), (392, 372));
    assert_eq!(max(1 << 16), (722, 65_462));
    assert_eq!(max(1 << 17), (1024, 109_362));
    assert_eq!(sequence.method(), Method::Sparse { mask: 0xFFB8, by_size: None, rare: 18_859 });
}

#[test]
fn what_does_not_fit_the_memory_is_said_at_once() {
    let mut sequence = HeapSequence::new(rule("0.007"));
    let error = sequence.find(2_000_000_000, &Budget::unlimited().memory(1 << 30)).unwrap_err();
    assert!(matches!(error, SolveError::NeedsMemory { .. }), "{error}");
    assert!(sequence.values().len() < 100_000);
}

#[test]
fn enormous_heaps_are_known_by_their_period() {
    let mut kayles = HeapSequence::new(rule("0.77"));
    let value = kayles.find(2_000_000_000, &Budget::unlimited()).unwrap();
    assert_eq!(value, kayles.value(72 + (2_000_000_000 - 72) % 12).unwrap());
}

/// Plays L-tiles on a board of two rows: the covered squares, one bit each.
fn ellie(columns: usize, covered: u32, known: &mut HashMap<u32, u32>) -> u32 {
    if let Some(value) = known.get(&covered) {
        return *value;
    }
    let mut options = Vec::new();
    for column in 0..columns - 1 {
        // The four squares of two neighbouring columns, and an L is all of them but one.
        let square = 0b1111 << (2 * column);
        for missing in 0..4 {
            let tile = square & !(1 << (2 * column + missing));
            if covered & tile == 0 {
                options.push(ellie(columns, covered | tile, known));
            }
        }
    }
    let value = (0..).find(|value| !options.contains(value)).unwrap();
    known.insert(covered, value);
    value
}

#[test]
fn ellie_on_two_rows_is_007() {
    let values = found(&rule("0.007"), 24, 1);
    for columns in 2..=11 {
        let played = ellie(columns, 0, &mut HashMap::new());
        assert_eq!(Some(played), values.value(2 * columns), "2x{columns}");
    }
}
