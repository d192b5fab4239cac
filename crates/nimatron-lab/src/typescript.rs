//! Generates the types of all questions and reports for the page: `web/src/questions.ts`.

use std::any::TypeId;
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use crate::QUESTIONS;
use crate::listener::Note;
use crate::question::{NoLine, Question};

/// Declarations of types, without duplicates.
pub(crate) struct Types {
    config: Config,
    seen: HashSet<TypeId>,
    /// Sorted by name: the order in which types list their dependencies differs between builds.
    declarations: BTreeMap<String, String>,
    questions: String,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        // Built-in types have no output path.
        if T::output_path().is_none() || !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        T::visit_dependencies(self);
        let docs = T::docs().unwrap_or_default();
        let declaration = format!("{docs}export {}\n", T::decl(&self.config));
        self.declarations.insert(T::ident(&self.config), declaration);
    }
}

impl Types {
    /// Adds a question, and all types used by its parameters, lines and report.
    pub(crate) fn add<Q: Question>(types: &mut Types) {
        let line = if TypeId::of::<Q::Line>() == TypeId::of::<NoLine>() {
            "never".to_owned()
        } else {
            TypeVisitor::visit::<Q::Line>(types);
            Q::Line::name(&types.config)
        };
        TypeVisitor::visit::<Q>(types);
        TypeVisitor::visit::<Q::Report>(types);
        let (asks, report) = (Q::name(&types.config), Q::Report::name(&types.config));
        let _ = writeln!(
            types.questions,
            "  /** {} */\n  {}: {{ asks: {asks}; tells: {line}; answers: {report} }};",
            Q::ABOUT,
            Q::NAME
        );
    }
}

fn typescript() -> String {
    let config = Config::new().with_large_int("number");
    let mut types =
        Types { config, seen: HashSet::new(), declarations: BTreeMap::new(), questions: String::new() };
    TypeVisitor::visit::<Note>(&mut types);
    for entry in QUESTIONS {
        (entry.types)(&mut types);
    }
    let quick = QUESTIONS.iter().filter(|entry| entry.is_quick).map(|entry| format!("\"{}\"", entry.name));
    let quick: Vec<String> = quick.collect();
    format!(
        "// Made from crates/nimatron-lab/src/questions: `NIMATRON_BLESS=1 cargo test -p nimatron-lab typescript`.\n\
         // Don't change it here.\n\n{}\n\
         /** Every question: its parameters, the lines that it tells, and its report. */\n\
         export interface Questions {{\n{}}}\n\n\
         /** Those that usually take a moment. */\n\
         export const QUICK_QUESTIONS: (keyof Questions)[] = [{}];\n",
        types.declarations.into_values().collect::<Vec<_>>().join("\n"),
        types.questions,
        quick.join(", ")
    )
}

#[test]
fn the_types_of_the_page_are_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/questions.ts");
    let made = typescript();
    if std::env::var_os("NIMATRON_BLESS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == made,
        "web/src/questions.ts is out of date: `NIMATRON_BLESS=1 cargo test -p nimatron-lab typescript` makes it anew"
    );
}
