//! Models of the slab, the arena and the memo tables, in every order in which their threads may run:
//! `cargo test --package nimatron-value --features model --test model`.
//!
//! A model that finds nothing proves something only if it finds existing mistakes, so each has a test with a
//! deliberate mistake.

use nimatron_value::model::{self, Mistake, seed};

#[test]
fn an_item_of_a_slab_is_written_before_anybody_sees_it() {
    model::slab();
}

#[test]
#[should_panic(expected = "Causality violation")]
fn a_slab_that_does_not_order_its_tags_is_found_out() {
    seed(Mistake::UnorderedTag);
    model::slab();
}

#[test]
fn a_chunk_that_two_threads_make_is_made_and_booked_once() {
    model::slab_chunks();
}

#[test]
fn a_handle_from_the_memo_of_sums_has_a_value() {
    model::handles();
}

#[test]
#[should_panic(expected = "a handle without a value")]
fn a_memo_of_sums_that_does_not_order_its_handles_is_found_out() {
    seed(Mistake::UnorderedHandle);
    model::handles();
}

#[test]
fn the_memo_of_sums_never_confuses_two_sums() {
    model::sums();
}

#[test]
fn the_memo_of_comparisons_forgets_but_never_lies() {
    model::comparisons();
}

#[test]
fn the_memo_of_comparisons_never_lies_while_it_grows() {
    model::growing();
}

#[test]
#[should_panic(expected = "a wrong answer")]
fn a_memo_of_comparisons_that_writes_in_two_steps_is_found_out() {
    seed(Mistake::AnswerInTwoSteps);
    model::comparisons();
}

#[test]
fn a_number_has_one_handle_whoever_makes_it() {
    model::numbers();
}

#[test]
#[should_panic(expected = "one value has two handles")]
fn an_arena_that_does_not_look_again_for_a_number_is_found_out() {
    seed(Mistake::NoSecondLook);
    model::numbers();
}

#[test]
fn a_value_has_one_handle_whoever_makes_it() {
    model::options();
}

#[test]
#[should_panic(expected = "one value has two handles")]
fn an_arena_that_does_not_look_again_for_options_is_found_out() {
    seed(Mistake::NoSecondLook);
    model::options();
}
