//! Models of the tables that several threads share, and of a team, in every order in which their threads may run:
//! `cargo test --package nimatron-solve --features model --test model`.
//!
//! A model that finds nothing proves something only if it finds existing mistakes, so each has a test with a
//! deliberate mistake.

use nimatron_solve::model::{self, Mistake, seed};

#[test]
fn a_value_that_two_threads_find_is_kept_and_counted_once() {
    model::values();
}

#[test]
#[should_panic(expected = "a value is not counted once")]
fn a_table_of_values_that_looks_and_writes_under_two_locks_is_found_out() {
    seed(Mistake::TwoLocks);
    model::values();
}

#[test]
fn what_two_threads_learn_of_a_part_is_known_then() {
    model::nimbers();
}

#[test]
#[should_panic(expected = "a part is not counted once")]
fn a_table_of_nimbers_that_looks_and_writes_under_two_locks_is_found_out() {
    seed(Mistake::TwoLocks);
    model::nimbers();
}

#[test]
fn a_job_is_done_by_all_members_before_its_leader_goes_on() {
    model::team();
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_member_that_is_done_too_soon_is_found_out() {
    seed(Mistake::DoneTooSoon);
    model::team();
}
