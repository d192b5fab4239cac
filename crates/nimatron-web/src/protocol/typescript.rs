//! The TypeScript types for the page.

use std::path::Path;

use ts_rs::{Config, TS};

use super::*;

/// The progress and answers of the page's questions, and the form of the lab's questions.
const REPORTS: &str = include_str!("reports.ts");

/// Declares each of these types.
macro_rules! declarations {
    ($config:expr, $($kind:ty),* $(,)?) => {
        [$(declaration::<$kind>($config)),*]
    };
}

fn declaration<T: TS>(config: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    format!("{docs}export {}\n", T::decl(config))
}

fn typescript() -> String {
    let config = &Config::new().with_large_int("number");
    let types = declarations![
        config,
        Ask,
        Response,
        Say,
        Player,
        GameState,
        Scene,
        Players,
        Over,
        Cell,
        View,
        Move,
        HeapMove,
        Hello,
        Where,
        GameInfo,
        Shape,
        GameName,
        Thought,
        Proved,
        Reply,
        Judged,
        Ending,
        Judgement,
        Winner,
        NimSum,
        Hint,
        Explored,
        ExploredOptions,
        ExploredOption,
        Options,
        Thermograph,
        Choices,
        Choice,
        Lessons,
        Puzzle,
    ];
    let head = "// Made from crates/nimatron-web/src/protocol.rs: `NIMATRON_BLESS=1 cargo test -p nimatron-web protocol`.\n\
                // Don't change it here.\n\n\
                import type { Note, PositionValue } from \"./questions\";\n";
    format!("{head}\n{}\n{REPORTS}", types.join("\n"))
}

#[test]
fn the_types_of_the_page_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol.ts");
    let made = typescript();
    if std::env::var_os("NIMATRON_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &made).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == made,
        "web/src/protocol.ts is out of date: `NIMATRON_BLESS=1 cargo test -p nimatron-web protocol` makes it anew"
    );
}
