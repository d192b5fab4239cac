//! Models of what threads share, with few threads that do little: loom runs them in every relevant order,
//! with every value that the memory model allows a load to return. `tests/model.rs` runs them.

use std::num::NonZeroU32;
use std::sync::atomic::{AtomicUsize, Ordering};

use loom::model::Builder;
use loom::sync::Arc;
use loom::thread;

use crate::cache::{PairCache, SumCache};
use crate::limits::Account;
use crate::marks::Bits;
use crate::slab::Slab;
pub use crate::sync::{Mistake, seed};
use crate::{Arena, ArenaLimits, Dyadic, Game, Nus};

/// Runs a model in every order.
fn explore(model: impl Fn() + Send + Sync + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = None;
    builder.max_branches = 100_000;
    let runs = std::sync::Arc::new(AtomicUsize::new(0));
    builder.check({
        let runs = std::sync::Arc::clone(&runs);
        move || {
            runs.fetch_add(1, Ordering::Relaxed);
            model();
        }
    });
    let runs = runs.load(Ordering::Relaxed);
    println!("{runs} runs");
    assert!(runs > 1, "the threads of a model must have something in common");
}

/// Two threads push at the same time, into chunks that both may have to allocate, while a third guesses an
/// index: it finds an item that was written, or none.
pub fn slab() {
    explore(|| {
        let shared = Arc::new((Slab::<u32>::new(), Account::new(ArenaLimits::new())));
        let push = |shared: &(Slab<u32>, Account), item: u32| {
            let index = shared.0.push(item, item, NonZeroU32::MIN, &shared.1);
            assert_eq!(**shared.0.get(index), item);
            index
        };
        let theirs = thread::spawn({
            let shared = Arc::clone(&shared);
            move || push(&shared, 7)
        });
        let guess = thread::spawn({
            let shared = Arc::clone(&shared);
            move || shared.0.find(0).map(|slot| **slot)
        });
        let mine = push(&shared, 8);
        let theirs = theirs.join().expect("it does not panic");
        let guess = guess.join().expect("it does not panic");
        assert!(guess.is_none_or(|item| item == 7 || item == 8));
        assert_eq!((**shared.0.get(mine), **shared.0.get(theirs)), (8, 7));
        assert_eq!(mine + theirs, 1);
    });
}

/// Two threads push into the second chunk at the same time: one of them allocates it, and it is booked once.
pub fn slab_chunks() {
    explore(|| {
        let shared = Arc::new((Slab::<u32>::new(), Account::new(ArenaLimits::new())));
        let push = |shared: &(Slab<u32>, Account), item| shared.0.push(item, 0, NonZeroU32::MIN, &shared.1);
        // The first chunk has two places here.
        (0..2).for_each(|item| assert_eq!(push(&shared, item), item));
        let before = shared.1.bytes();
        let theirs = thread::spawn({
            let shared = Arc::clone(&shared);
            move || push(&shared, 7)
        });
        push(&shared, 8);
        theirs.join().expect("it does not panic");
        assert_eq!(**shared.0.get(2) + **shared.0.get(3), 15);
        assert_eq!(shared.1.bytes(), 3 * before);
    });
}

/// A thread stores a sum in the front table; a thread that finds the handle there also finds the value.
pub fn handles() {
    explore(|| {
        let shared = Arc::new((Slab::<u32>::new(), Account::new(ArenaLimits::new()), SumCache::new()));
        let theirs = thread::spawn({
            let shared = Arc::clone(&shared);
            move || {
                let index = shared.0.push(5, 0, NonZeroU32::MIN, &shared.1);
                shared.2.put_front(2, 3, index);
            }
        });
        if let Some(index) = shared.2.get_front(3, 2) {
            assert!(shared.0.find(index).is_some_and(|slot| **slot == 5), "a handle without a value");
        }
        theirs.join().expect("it does not panic");
        assert_eq!(shared.2.get_front(3, 2), Some(0));
    });
}

/// Two threads store sums behind locks, in a table that has to grow, and no answers are mixed up.
pub fn sums() {
    explore(|| {
        let sums = Arc::new(SumCache::new());
        let theirs = thread::spawn({
            let sums = Arc::clone(&sums);
            move || {
                sums.put(1, 2, 3, |_| true);
                sums.get(4, 5)
            }
        });
        sums.put(4, 5, 9, |_| true);
        let mine = sums.get(2, 1);
        let theirs = theirs.join().expect("it does not panic");
        assert!(mine.is_none_or(|sum| sum == 3) && theirs.is_none_or(|sum| sum == 9));
        assert_eq!((sums.get(1, 2), sums.get(5, 4)), (Some(3), Some(9)));
    });
}

/// One thread stores comparisons, the other looks them up: it gets the right answer or none.
pub fn comparisons() {
    explore(|| {
        let pairs = Arc::new(PairCache::new());
        let truth = |a: u32| a.is_multiple_of(2);
        // The second thread only reads: loom keeps one access to an atomic, so a read by the first would be
        // forgotten at the read with which a writer begins.
        let reader = thread::spawn({
            let pairs = Arc::clone(&pairs);
            move || {
                for a in (0..3).rev() {
                    assert!(pairs.get(a, 1).is_none_or(|answer| answer == truth(a)), "a wrong answer");
                }
            }
        });
        (0..3).for_each(|a| pairs.put(a, 1, truth(a), |_| true));
        reader.join().expect("it does not panic");
        assert!((0..3).all(|a| pairs.get(a, 1) == Some(truth(a))));
    });
}

/// The table of comparisons grows while a thread looks answers up: earlier answers are forgotten or found
/// unchanged.
pub fn growing() {
    explore(|| {
        let pairs = Arc::new(PairCache::new());
        let truth = |a: u32| a.is_multiple_of(3);
        // Four sets of eight at the beginning: the rest displaces some pairs, and then the table may grow.
        (0..40).for_each(|a| pairs.put(a, 1, truth(a), |_| false));
        let before = pairs.bytes();
        let reader = thread::spawn({
            let pairs = Arc::clone(&pairs);
            move || {
                for a in [0, 47] {
                    assert!(pairs.get(a, 1).is_none_or(|answer| answer == truth(a)), "a wrong answer");
                }
            }
        });
        (40..48).for_each(|a| pairs.put(a, 1, truth(a), |_| true));
        reader.join().expect("it does not panic");
        assert!(pairs.bytes() > before, "the table has not grown");
        assert!((0..48).all(|a| pairs.get(a, 1).is_none_or(|answer| answer == truth(a))), "a wrong answer");
    });
}

/// Two threads create the same number at the same time, and both get the same handle, which names it.
pub fn numbers() {
    explore(|| {
        let arena = Arc::new(Arena::with_zero_alone());
        let five = |arena: &Arena| {
            let nus = Nus::from_number(Dyadic::from(5));
            let game = arena.compact_with(&nus, Bits::EMPTY, Bits::EMPTY).expect("there is no limit");
            assert_eq!(arena.number(game), Some(&Dyadic::from(5)));
            game
        };
        let theirs = thread::spawn({
            let arena = Arc::clone(&arena);
            move || five(&arena)
        });
        let mine = five(&arena);
        assert_eq!(theirs.join().expect("it does not panic"), mine, "one value has two handles");
        assert_eq!(arena.len(), 2);
    });
}

/// Two threads create the same value from the same options at the same time, and both get the same handle,
/// which names it.
pub fn options() {
    explore(|| {
        let arena = Arc::new(Arena::with_zero_alone());
        let switch = |arena: &Arena| {
            // `{0|0}` is a compact value; this model treats it as one that is not.
            let (left, right) = ([Game::ZERO], [Game::ZERO]);
            let measure = arena.measure(&left, &right);
            let game = arena.insert(&left, &right, 1, &measure).expect("there is no limit");
            assert_eq!(arena.options(game), Ok((&left[..], &right[..])));
            game
        };
        let theirs = thread::spawn({
            let arena = Arc::clone(&arena);
            move || switch(&arena)
        });
        let mine = switch(&arena);
        assert_eq!(theirs.join().expect("it does not panic"), mine, "one value has two handles");
        assert_eq!(arena.len(), 2);
    });
}
