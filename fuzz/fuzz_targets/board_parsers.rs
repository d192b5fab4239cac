//! Any text is read as a position of every game or refused with its place; what is read and shown
//! reads back the same.
#![no_main]

use std::fmt::Debug;

use libfuzzer_sys::fuzz_target;
use nimatron_games::clobber::Clobber;
use nimatron_games::col::Col;
use nimatron_games::cram::Cram;
use nimatron_games::domineering::Domineering;
use nimatron_games::nim::Nim;
use nimatron_games::snort::Snort;
use nimatron_games::toads_and_frogs::ToadsAndFrogs;
use nimatron_rules::{Notation, Rules};

fn read<R: Notation>(text: &str)
where
    <R as Rules>::Position: Debug,
{
    match R::open("", text) {
        Ok((rules, position)) => {
            let shown = rules.show(&position);
            let again = rules.parse(&shown).expect("what is shown can be read");
            assert_eq!(position, again, "{text} shown as {shown}");
        }
        Err(error) => assert!(error.at.start <= error.at.end && error.at.end <= text.len()),
    }
}

fuzz_target!(|text: &str| {
    read::<Nim>(text);
    read::<Domineering<1>>(text);
    read::<Domineering<4>>(text);
    read::<Cram<1>>(text);
    read::<Clobber<1>>(text);
    read::<Clobber<4>>(text);
    read::<ToadsAndFrogs>(text);
    read::<Col<1>>(text);
    read::<Snort<1>>(text);
    read::<Snort<4>>(text);
});
