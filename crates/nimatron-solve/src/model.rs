//! Models of what threads share, with few threads that do little: loom runs them in every relevant order,
//! with every value that the memory model allows a load to return. `tests/model.rs` runs them.

use std::sync::atomic::{AtomicUsize, Ordering};

use loom::model::Builder;
use loom::sync::Arc;
use loom::thread;
use nimatron_rules::Budget;
use nimatron_value::Game;

use crate::nimber::known;
use crate::nimber::shared::{self, Shared};
use crate::shards::{self, Known, Shards};
pub use crate::sync::{Mistake, seed};

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

/// Two threads evaluate the same position and another one in the table of values. Each position is counted
/// once, and no value is lost.
pub fn values() {
    use shards::Store;
    explore(|| {
        let budget = Budget::unlimited();
        let shared = Arc::new(Shards::new(&budget));
        let evaluate = |shards: &Shards<u64>, budget: &Budget, positions: [u64; 2]| {
            let mut table = shards::Together(shards);
            for position in positions {
                let known = table.claim(&position, budget, 0).expect("there is no limit");
                if !matches!(known, Some(Known::Value(_))) {
                    table.insert(&position, Game::ZERO, budget, 0).expect("there is no limit");
                }
                assert_eq!(table.value(&position), Some(Game::ZERO));
            }
        };
        let theirs = thread::spawn({
            let (shared, budget) = (Arc::clone(&shared), budget.clone());
            move || evaluate(&shared, &budget, [7, 8])
        });
        evaluate(&shared, &budget, [7, 9]);
        theirs.join().expect("it does not panic");
        assert_eq!(shared.len(), 3, "a value is not counted once");
        let mut table = shards::Together(&shared);
        assert!((7..10).all(|position| table.value(&position) == Some(Game::ZERO)));
    });
}

/// Two threads learn different facts about the same part in the table of Grundy values. Both facts are known
/// afterwards, and the part is counted once.
pub fn nimbers() {
    use shared::Store;
    explore(|| {
        let budget = Budget::unlimited();
        let table = Arc::new(Shared::new(&budget));
        let learn = |table: &Shared<u64>, budget: &Budget, k: u32| {
            let mut table = shared::Together(table);
            table.learn(&7, known::Known::not(k), budget).expect("there is no limit");
            assert!(table.get(&7).is_some_and(|known| known.excludes(k)), "what was learned is lost");
        };
        let theirs = thread::spawn({
            let (table, budget) = (Arc::clone(&table), budget.clone());
            move || learn(&table, &budget, 1)
        });
        learn(&table, &budget, 2);
        theirs.join().expect("it does not panic");
        let known = shared::Together(&table).get(&7).expect("two threads know it");
        assert!(known.excludes(1) && known.excludes(2) && !known.excludes(0), "what was learned is lost");
        assert_eq!(table.len(), 1, "a part is not counted once");
    });
}

/// See `team::model`.
pub fn team() {
    explore(crate::sequence::team::model);
}
