//! The types for the page.

use std::path::Path;

use serde_json::Value;
use ts_rs::{Config, TS};

use super::*;

/// Types that the lab's own reports have, by hand: they derive nothing but JSON.
const REPORTS: &str = include_str!("reports.ts");

/// Makes a declaration of each of these types.
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
        Request,
        Ask,
        Format,
        Response,
        Say,
        Player,
        Table,
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
        Values,
        TableCell,
        Tabulated,
        Round,
        Score,
        Choices,
        Choice,
        Text,
        Lessons,
        Puzzle,
    ];
    let head = "// Made from crates/nimatron-web/src/protocol.rs: `NIMATRON_BLESS=1 cargo test -p nimatron-web protocol`.\n\
                // Don't change it here.\n";
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

/// The keys that an interface of `reports.ts` has.
fn keys(interface: &str) -> Vec<&'static str> {
    let start = REPORTS.find(&format!("export interface {interface} {{")).unwrap();
    let body = REPORTS[start..].split_once('{').unwrap().1.split_once("\n}").unwrap().0;
    let key = |line: &'static str| {
        let line = line.trim();
        let is_key = !line.is_empty() && !line.starts_with("/*");
        is_key.then(|| line.split([':', '?']).next().unwrap())
    };
    body.lines().filter_map(key).collect()
}

fn has_keys(interface: &str, report: &Value) {
    let known = keys(interface);
    for key in report.as_object().unwrap().keys() {
        assert!(known.contains(&&**key), "{interface} has no {key}: add it to reports.ts");
    }
}

#[test]
fn the_reports_of_the_lab_have_the_keys_that_the_page_knows() {
    use nimatron_lab::{Lab, Match, Question, SequenceOptions};
    let lab = Lab::default();
    let ask =
        |game, position| serde_json::to_value(lab.ask(&Question::Value, game, position).unwrap()).unwrap();
    has_keys("ValueReport", &ask("domineering", "2x2"));
    has_keys("ValueReport", &ask("legionnaires:centurion", "B./.W"));
    let wanted = SequenceOptions { to: 100, values: true, ..SequenceOptions::default() };
    let report = lab.sequence(&lab.start(), "kayles", &wanted, &mut |_| {}).unwrap();
    has_keys("SequenceReport", &serde_json::to_value(report).unwrap());
    let mut line = Value::Null;
    let asked = Match { games: 1, ..Match::default() };
    let report = lab.play_match(&lab.start(), &asked, ("nim", "2,1"), |game| {
        line = serde_json::to_value(game).unwrap();
        true
    });
    has_keys("GameLine", &line);
    has_keys("MatchReport", &serde_json::to_value(report.unwrap()).unwrap());
    for agent in lab.agents(None).unwrap() {
        has_keys("AgentReport", &serde_json::to_value(agent).unwrap());
    }
}
