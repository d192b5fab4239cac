//! Any text is read as a position of every game of the registry or refused with its place; what is read and shown
//! reads back the same.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use nimatron_rules::{Entry, Notation, Opened, Registry};

static REGISTRY: LazyLock<Registry> =
    LazyLock::new(|| Registry::new(nimatron_games::entries(), nimatron_games::aliases()));

fn read(entry: &Entry, text: &str) {
    match entry.open(&REGISTRY, &entry.about().sample, text) {
        Ok(Opened { game, position, .. }) => {
            let shown = game.show(&position);
            let again = game.parse(&shown).expect("what is shown can be read");
            assert_eq!(position, again, "{text} shown as {shown}");
        }
        Err(error) => assert!(error.at.start <= error.at.end && error.at.end <= text.len()),
    }
}

fuzz_target!(|text: &str| {
    for entry in REGISTRY.games() {
        read(entry, text);
    }
});
