//! Any text is read or refused with its place; what is read and printed reads back the same.
#![no_main]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use libfuzzer_sys::fuzz_target;
use nimatron_value::{Arena, ReadError, Style, parse_statement, parse_value};

fuzz_target!(|text: &str| {
    if let Err(error) = parse_statement(text) {
        assert!(error.at.start <= error.at.end && error.at.end <= text.len());
    }
    // A little memory: what does not fit is refused, and the fuzzer goes on with other inputs.
    let arena = Arena::with_limits(8 << 20, Arc::new(AtomicBool::new(false)));
    match parse_value(&arena, text) {
        Ok(game) => {
            for style in [Style::Unicode, Style::Ascii] {
                let mut printed = String::new();
                arena.display_full(game, style, &mut printed).expect("a string takes any text");
                // Printing needs no memory of the arena, but reading back may: then it says so.
                match parse_value(&arena, &printed) {
                    Ok(again) => assert_eq!(game, again, "{text} printed as {printed}"),
                    Err(error) => assert!(matches!(error, ReadError::Eval(_)), "{text}: {printed}: {error}"),
                }
            }
        }
        Err(error) => {
            let at = error.at();
            assert!(at.start <= at.end && at.end <= text.len());
        }
    }
});
