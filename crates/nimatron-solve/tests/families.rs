//! Solutions of whole games, by families of positions, against other methods.

#![allow(clippy::unwrap_used)] // Helpers of tests are tests too, but clippy only knows those marked so.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use nimatron_games::clobber::Clobber;
use nimatron_games::legionnaires::Legionnaires;
use nimatron_rules::{Budget, Exhausted, Named, Notation, Player, Rules, Short, Stones, Takeover};
use nimatron_solve::{
    Classes, Convention, Families, Outcome, OutcomeSolver, Solution, SolveError, ValueSolver, count,
    count_families,
};
use nimatron_value::Arena;

/// All positions that can be reached.
fn reachable<R: Rules>(rules: &R, start: &R::Position) -> HashSet<R::Position> {
    let mut seen = HashSet::from([start.clone()]);
    let mut stack = vec![start.clone()];
    while let Some(position) = stack.pop() {
        for player in Player::BOTH {
            let mut options = Vec::new();
            rules.options(&position, player, &mut options);
            stack.extend(options.into_iter().filter(|option| seen.insert(option.clone())));
        }
    }
    seen
}

fn solved<R: Takeover + Short<Position = Stones<1>>>(
    rules: &R,
    start: &Stones<1>,
    convention: Convention,
) -> Solution {
    let budget = Budget::unlimited().threads(NonZeroUsize::new(3).unwrap());
    let families = Families::new(rules, start, &budget).unwrap().unwrap();
    Solution::in_memory(families, convention, &budget).unwrap()
}

fn legionnaires(text: &str) -> (Legionnaires<1>, Stones<1>) {
    Legionnaires::open("", text).unwrap()
}

#[test]
fn the_solution_says_what_the_values_say_on_every_position() {
    for text in ["2x2", "3x3:6", "4x4", "5x5:10", "5x5:12", "row:7", "weights:5"] {
        let (rules, start) = legionnaires(text);
        let solution = solved(&rules, &start, Convention::Normal);
        let arena = Arena::new();
        let mut values = ValueSolver::new(&rules, &arena, &Budget::unlimited());
        let mut classes = Classes::default();
        for position in reachable(&rules, &start) {
            let class = arena.outcome(values.value(&position).unwrap()).unwrap();
            assert_eq!(solution.outcome(&position).unwrap(), Some(class), "{}", rules.show(&position));
            match class {
                Outcome::N => classes.n += 1,
                Outcome::P => classes.p += 1,
                Outcome::L => classes.l += 1,
                Outcome::R => classes.r += 1,
            }
        }
        assert_eq!(solution.classes(&rules, &start, &Budget::unlimited()).unwrap().0, classes);
    }
}

#[test]
fn the_solution_agrees_with_search_in_both_conventions() {
    for convention in [Convention::Normal, Convention::Misere] {
        let (rules, start) = legionnaires("4x4");
        agrees_with_search(&rules, &start, convention);
        let (rules, start) = Clobber::<1>::open("", "3x3").unwrap();
        agrees_with_search(&rules, &start, convention);
    }
}

fn agrees_with_search<R: Takeover + Short<Position = Stones<1>>>(
    rules: &R,
    start: &Stones<1>,
    convention: Convention,
) {
    let solution = solved(rules, start, convention);
    let mut search = OutcomeSolver::new(rules, convention, &Budget::unlimited());
    for position in reachable(rules, start) {
        let expected = search.outcome(&position).unwrap();
        assert_eq!(solution.outcome(&position).unwrap(), Some(expected), "{position:?} {convention:?}");
    }
}

#[test]
fn families_count_what_a_set_of_all_positions_counts() {
    for text in
        ["2x2", "3x3", "3x3:6", "3x4", "4x4", "5x5", "row:9", "weights:6", "B", "...", "BW/WB", "3x17"]
    {
        let (rules, start) = legionnaires(text);
        let budget = Budget::unlimited().nodes(100_000).threads(NonZeroUsize::new(2).unwrap());
        if (start.left | start.right).count() > 32 {
            assert_eq!(count_families(&rules, &start, &budget), Ok(None));
            continue;
        }
        let counted = count_families(&rules, &start, &budget).unwrap().unwrap();
        assert_eq!(counted, count(&rules, &start, &Budget::unlimited()).unwrap(), "{text}");
    }
}

#[test]
fn the_moves_between_distinct_positions_are_counted() {
    // 56 moves on 3×3; those of the row are the paper's table of Fig. 10.
    for (text, moves) in [("3x3", 56), ("row:2", 8), ("row:4", 59), ("row:10", 1275), ("row:17", 37_383)] {
        let (rules, start) = legionnaires(text);
        let solution = solved(&rules, &start, Convention::Normal);
        assert_eq!(solution.classes(&rules, &start, &Budget::unlimited()).unwrap().1, moves, "{text}");
    }
}

#[test]
fn other_rules_and_positions_that_were_not_solved_are_not_answered() {
    let (mace, start) = Legionnaires::<1>::open("mace", "4x4").unwrap();
    assert_eq!(Families::new(&mace, &start, &Budget::unlimited()), Ok(None));
    let (rules, start) = legionnaires("4x4");
    let solution = solved(&rules, &start, Convention::Normal);
    for text in ["WW../..../..../B.B.", "W.../..../..../..BB", "B.W./.W.W/.B.B/B.B."] {
        let position = rules.parse(text).unwrap();
        assert_eq!(solution.first_wins(&position, Player::Left), Ok(None), "{text}");
    }
}

#[test]
fn too_little_memory_is_said_before_anything_is_solved() {
    let (rules, start) = legionnaires("6x6:18");
    let families = Families::new(&rules, &start, &Budget::unlimited()).unwrap().unwrap();
    let budget = Budget::unlimited().memory(1 << 20);
    let error = Solution::in_memory(families, Convention::Normal, &budget).unwrap_err();
    assert!(matches!(error, SolveError::NeedsMemory { .. }), "{error}");
    assert!(error.to_string().ends_with(" MB of memory, and the budget allows 1 MB"), "{error}");
}

/// A folder that is deleted when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("nimatron-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn into_file(path: &Path, budget: &Budget, mut stop_after: usize) -> Result<Solution, SolveError> {
    let (rules, start) = legionnaires("5x5:12");
    let families = Families::new(&rules, &start, &Budget::unlimited()).unwrap().unwrap();
    Solution::into_file(path, "legionnaires 5x5:12", families, Convention::Normal, budget, |_, _| {
        stop_after = stop_after.saturating_sub(1);
        if stop_after == 0 {
            budget.stop();
        }
    })
}

#[test]
fn a_solution_that_was_stopped_at_any_layer_goes_on_where_it_was() {
    let folder = Folder::new("resume");
    let whole = folder.0.join("whole.solution");
    into_file(&whole, &Budget::unlimited(), usize::MAX).unwrap();
    let (_, start) = legionnaires("5x5:12");
    for stop_after in 1..12 {
        let path = folder.0.join(format!("{stop_after}.solution"));
        let budget = Budget::unlimited();
        let error = into_file(&path, &budget, stop_after).unwrap_err();
        assert_eq!(error, SolveError::Exhausted(Exhausted::Stopped));
        assert!(!path.exists());
        // A kill may leave half a layer behind that has no digest yet.
        let partial = folder.0.join(format!("{stop_after}.solution.partial"));
        let mut bytes = std::fs::read(&partial).unwrap();
        let last = bytes.len() - 100;
        bytes[last] ^= 0xff;
        std::fs::write(&partial, bytes).unwrap();
        let solution = into_file(&path, &Budget::unlimited(), usize::MAX).unwrap();
        assert_eq!(solution.outcome(&start).unwrap(), Some(Outcome::N));
        assert_eq!(std::fs::read(&path).unwrap(), std::fs::read(&whole).unwrap());
        assert!(!partial.exists());
    }
}

#[test]
fn a_solution_in_a_file_says_what_the_one_in_memory_says() {
    let folder = Folder::new("file");
    let path = folder.0.join("deep/down/5x5.solution");
    into_file(&path, &Budget::unlimited(), usize::MAX).unwrap();
    let (rules, start) = legionnaires("5x5:12");
    let in_memory = solved(&rules, &start, Convention::Normal);
    let (opened, label) = Solution::open(&path).unwrap();
    assert_eq!(label, "legionnaires 5x5:12");
    assert_eq!(opened.convention(), Convention::Normal);
    assert_eq!(
        opened.classes(&rules, &start, &Budget::unlimited()).unwrap(),
        in_memory.classes(&rules, &start, &Budget::unlimited()).unwrap()
    );
    for position in reachable(&rules, &start) {
        assert_eq!(opened.outcome(&position).unwrap(), in_memory.outcome(&position).unwrap());
    }
}

#[test]
fn a_damaged_file_is_never_believed() {
    let folder = Folder::new("damaged");
    let path = folder.0.join("5x5.solution");
    into_file(&path, &Budget::unlimited(), usize::MAX).unwrap();
    let (rules, start) = legionnaires("5x5:12");
    let whole = std::fs::read(&path).unwrap();
    for at in (0..whole.len()).step_by(whole.len() / 97) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        let answer = Solution::open(&path).and_then(|(s, _)| s.classes(&rules, &start, &Budget::unlimited()));
        assert!(matches!(answer, Err(SolveError::Damaged { .. })), "byte {at}");
    }
    for len in [0, 10, 64, 1000, whole.len() - 1] {
        std::fs::write(&path, &whole[..len]).unwrap();
        assert!(matches!(Solution::open(&path), Err(SolveError::Damaged { .. })), "{len} bytes");
    }
}
