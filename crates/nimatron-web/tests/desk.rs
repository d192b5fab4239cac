//! Every question, asked at the desk.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use nimatron_rules::{Entry, GameInfo, GameKind, Registry};
use nimatron_web::{Catalog, Desk, Resources, Stopper};
use serde_json::{Value, json};

fn catalog() -> Catalog {
    Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines())
}

/// All that is said to a question.
fn said(question: Value) -> Vec<Value> {
    said_unless(question, &Stopper::default())
}

fn said_unless(mut question: Value, stop: &Stopper) -> Vec<Value> {
    question["id"] = json!(3);
    let mut said = Vec::new();
    Desk::new(catalog(), Resources::default()).handle_text(&question.to_string(), stop, &mut |text| {
        let response: Value = serde_json::from_str(text).unwrap();
        assert_eq!(response["id"], 3, "{text}");
        said.push(response);
    });
    let last = said.len() - 1;
    assert!(
        said.iter().enumerate().all(|(at, response)| (response["kind"] == "progress") == (at < last)),
        "{said:?}"
    );
    said
}

fn answer(question: Value) -> Value {
    let mut last = said(question.clone()).pop().unwrap();
    assert_eq!(last["kind"], "answer", "{question}: {last}");
    last["data"].take()
}

fn error(question: Value) -> Value {
    let last = said(question.clone()).pop().unwrap();
    assert_eq!(last["kind"], "error", "{question}: {last}");
    last
}

fn table(game: &str, start: &str, moves: &[&str]) -> Value {
    json!({"game": game, "start": start, "first": null, "misere": false, "moves": moves})
}

/// Every game, with parameters where it needs some.
fn games() -> Vec<String> {
    let hello = answer(json!({"ask": "hello"}));
    let name = |game: &Value| match game["name"].as_str().unwrap() {
        "octal" => "octal:0.007".to_owned(),
        "subtraction" => "subtraction:1,3,4".to_owned(),
        "circular-nim" => "circular-nim:2".to_owned(),
        "placement" => "placement:N+K".to_owned(),
        name => name.to_owned(),
    };
    hello["games"].as_array().unwrap().iter().map(name).collect()
}

fn squares(view: &Value) -> usize {
    match view["kind"].as_str().unwrap() {
        "board" => view["cells"].as_array().unwrap().len(),
        "strips" => {
            view["strips"].as_array().unwrap().iter().map(|strip| strip.as_array().unwrap().len()).sum()
        }
        "heaps" => view["heaps"].as_array().unwrap().len(),
        kind => panic!("{kind}"),
    }
}

#[test]
fn every_game_can_be_played_by_clicking() {
    for game in games() {
        let scene = answer(json!({"ask": "scene", "table": table(&game, "start", &[])}));
        let moves = scene["moves"].as_array().unwrap();
        assert!(!moves.is_empty(), "{game}");
        for mv in moves {
            let view = match mv["part"].as_u64() {
                Some(part) => &scene["view"]["parts"][part as usize],
                None => &scene["view"],
            };
            let touched: Vec<u64> =
                mv["squares"].as_array().unwrap().iter().map(|at| at.as_u64().unwrap()).collect();
            assert!(!touched.is_empty(), "{game}: {mv}");
            assert!(touched.iter().all(|&square| (square as usize) < squares(view)), "{game}: {mv}");
            assert!(mv["named"].as_u64().unwrap() > 0, "{game}: {mv}");
        }
        // The first move can be played, and is shown.
        let name = moves[0]["name"].as_str().unwrap();
        let after = answer(json!({"ask": "scene", "table": table(&game, "start", &[name])}));
        assert_eq!(after["line"], json!([name]), "{game}");
        assert_eq!(after["position"], moves[0]["position"], "{game}");
        assert_ne!(after["to_move"], scene["to_move"], "{game}");
        assert!(!after["last"].as_array().unwrap().is_empty(), "{game}");
    }
}

#[test]
fn every_game_has_agents_rules_and_an_editor() {
    for game in games() {
        let agents = answer(json!({"ask": "agents", "game": game}));
        assert!(agents["agents"].as_array().unwrap().len() > 5, "{game}");
        let lessons = answer(json!({"ask": "lessons", "game": game}));
        assert!(lessons["rules"].as_str().unwrap().len() > 20, "{game}");
        let part = (game == "sum").then_some(0);
        let edit =
            answer(json!({"ask": "edit", "game": game, "position": "start", "square": 0, "part": part}));
        let choices = edit["choices"].as_array().unwrap();
        assert!(choices.len() > 1, "{game}: {edit}");
        for format in ["line", "text", "ascii", "latex", "svg"] {
            let text = answer(json!({"ask": "export", "game": game, "position": "start", "as": format}));
            assert!(!text["text"].as_str().unwrap().is_empty(), "{game} as {format}");
        }
        let reply = answer(
            json!({"ask": "reply", "table": table(&game, "start", &[]), "agent": "greedy", "millis": 50}),
        );
        assert_eq!(reply["scene"]["line"], json!([reply["move"]]), "{game}");
    }
}

#[test]
fn a_perfect_player_says_where_it_is_not() {
    let reply = |start: &str, millis: u32| {
        let table = table("domineering", start, &[]);
        answer(json!({"ask": "reply", "table": table, "agent": "perfect", "millis": millis}))
    };
    let guessed = reply("10x10", 200);
    assert!(guessed["remark"].as_str().unwrap().starts_with("not perfect: "), "{guessed}");
    assert_eq!(guessed["thought"]["line"], json!([guessed["move"]]));
    assert_eq!(reply("4x4", 20_000)["remark"], json!(null));
}

#[test]
fn a_sum_of_heaps_is_judged_with_its_nim_sum() {
    let judged = said(json!({"ask": "judge", "table": table("nim", "3,4,5", &[]), "millis": 5000}));
    assert!(judged.len() > 1, "nothing was told on the way");
    let judgement = &judged.last().unwrap()["data"];
    assert_eq!(judgement["nim_sum"], json!({"parts": [3, 4, 5], "total": 2}));
    assert_eq!((&judgement["winner"], &judgement["complete"]), (&json!("left"), &json!(true)));
    for mv in judgement["moves"].as_array().unwrap() {
        assert_eq!(mv["result"] == "win", mv["move"] == "3-1", "{mv}");
        assert_eq!(mv["nimber"] == 0, mv["move"] == "3-1", "{mv}");
    }
}

#[test]
fn moves_of_a_partizan_game_are_judged_by_their_values() {
    let judgement =
        answer(json!({"ask": "judge", "table": table("domineering", "2x2", &[]), "millis": 5000}));
    let moves = judgement["moves"].as_array().unwrap();
    assert!(moves.iter().all(|mv| mv["result"] == "win" && mv["value"] == "1"), "{judgement}");
    let misere = json!({"game": "nim", "start": "1,1", "first": "right", "misere": true, "moves": []});
    let judgement = answer(json!({"ask": "judge", "table": misere, "millis": 2000}));
    assert_eq!((&judgement["winner"], &judgement["nim_sum"]), (&json!("right"), &Value::Null));
}

#[test]
fn the_engine_judges_what_has_no_value() {
    let puzzle = "2bb9w/1w12/1w12/14/14/14/14/14/14/14/14/11w1b w";
    let judgement =
        answer(json!({"ask": "judge", "table": table("epaminondas", puzzle, &[]), "millis": 8000}));
    assert_eq!(judgement["winner"], "left", "{}", judgement["why"]);
    let solution = judgement["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == "l1-m1").unwrap();
    assert_eq!((&solution["result"], &solution["why"]), (&json!("win"), &json!("wins in 5 plies")));
}

#[test]
fn hints_say_why() {
    let hint = answer(json!({"ask": "hint", "table": table("nim", "3,4,5", &[]), "millis": 3000}));
    assert_eq!(hint["move"], "3-1");
    let why = hint["why"].as_str().unwrap();
    assert!(why.contains("Leaves value 0") && why.contains("nim-sum 1 ⊕ 4 ⊕ 5 = 0"), "{why}");
    let hint = answer(json!({"ask": "hint", "table": table("tactix", "3x4", &[]), "millis": 3000}));
    assert!(hint["why"].as_str().unwrap().contains("Leaves value 0"), "{hint}");
    let over = answer(json!({"ask": "hint", "table": table("nim", "1", &["1-0"]), "millis": 3000}));
    assert_eq!(over["move"], Value::Null);
}

#[test]
fn a_position_is_explored() {
    let found = answer(json!({"ask": "explore", "game": "domineering", "position": "2x2", "millis": 5000}));
    assert_eq!((&found["value"]["canonical"], &found["outcome"]), (&json!("±1"), &json!("N")));
    assert_eq!(
        (&found["thermograph"]["mast"], &found["thermograph"]["temperature"]),
        (&json!("0"), &json!("1"))
    );
    assert_eq!(found["options"]["left"][0]["value"], "1");
    assert_eq!(found["options"]["left"][0]["sensible"], true);
    let found = answer(json!({"ask": "explore", "game": "cram", "position": "2x3", "millis": 5000}));
    assert_eq!(found["nimber"], 1);
    // Loopy games have values of their own, and some are only played.
    let found = answer(
        json!({"ask": "explore", "game": "legionnaires:centurion", "position": "B./.W", "millis": 5000}),
    );
    assert!(found["value"]["canonical"].is_string() && found["options"]["left"][0]["move"].is_string());
    let found = answer(json!({"ask": "explore", "game": "epaminondas", "position": "start", "millis": 1000}));
    assert!(found["note"].is_string() && found["options"]["left"][0]["value"].is_null());
}

#[test]
fn what_a_position_is_worth_is_told_before_its_moves() {
    let told = said(json!({"ask": "explore", "game": "domineering", "position": "3x3", "millis": 5000}));
    assert_eq!(told.len(), 2);
    assert_eq!((&told[0]["kind"], &told[1]["kind"]), (&json!("progress"), &json!("answer")));
    assert_eq!(told[0]["data"]["value"], told[1]["data"]["value"]);
    assert_eq!(told[0]["data"]["options"], Value::Null);
    let options = told[1]["data"]["options"]["right"].as_array().unwrap();
    assert!(options.iter().all(|option| option["value"].is_string() && option["sensible"].is_boolean()));
    assert!(options.iter().any(|option| option["sensible"] == true));
}

#[test]
fn expressions_are_evaluated_and_opened() {
    let value = answer(json!({"ask": "eval", "text": "{1|-1}"}));
    assert_eq!(value["canonical"], "±1");
    assert_eq!(answer(json!({"ask": "eval", "text": "1 < 2"})), json!({"relation": "<", "holds": true}));
    assert_eq!(answer(json!({"ask": "options", "text": "{1|-1}"}))["left"], json!(["1"]));
    let drawn = answer(json!({"ask": "thermograph", "text": "+-{2|1}"}));
    assert_eq!(drawn["mast"], "0");
    let fault = error(json!({"ask": "eval", "text": "1 + é)"}));
    assert_eq!(fault["text"], "1 + é)");
}

#[test]
fn variables_are_defined_along_with_the_question() {
    let definition = answer(json!({"ask": "eval", "text": "G := {2|-1}"}));
    assert_eq!((&definition["name"], &definition["value"]["canonical"]), (&json!("G"), &json!("{2|-1}")));
    let eval =
        |text: &str, definitions: &[&str]| json!({"ask": "eval", "text": text, "definitions": definitions});
    let sum = answer(eval("G+G", &["G := {2|-1}"]));
    assert_eq!(sum["canonical"], answer(json!({"ask": "eval", "text": "{2|-1}+{2|-1}"}))["canonical"]);
    // They come in order: later ones may use earlier ones, and replace them.
    assert_eq!(answer(eval("G + H", &["G := 1", "H := G + 1/2", "G := G + 1"]))["canonical"], "7/2");
    // Nothing is remembered from one question to the next.
    error(json!({"ask": "eval", "text": "G+G"}));
    // Definitions define, and there is an end to them.
    let fault = error(eval("1", &["1 + 1"]));
    assert!(fault["message"].as_str().unwrap().contains("NAME := VALUE"), "{fault}");
    assert_eq!(error(eval("G", &["G := {0|"]))["text"], "G := {0|");
    let many: Vec<String> = (0..65).map(|n| format!("V{n} := {n}")).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    assert_eq!(answer(eval("V63", &many[..64]))["canonical"], "63");
    error(eval("V63", &many));
    let long = format!("G := {}1", "0+".repeat(6000));
    assert_eq!(answer(eval("G", &[&long]))["canonical"], "1");
    error(eval("G", &[&long, &long]));
}

#[test]
fn sequences_tables_and_matches_tell_what_they_find() {
    let told = said(json!({"ask": "sequence", "game": "octal:0.007", "to": 30000, "values": true}));
    let (last, before) = told.split_last().unwrap();
    let values = last["data"]["values"].as_array().unwrap();
    assert_eq!((values.len(), before[0]["note"]["of"].as_u64()), (30_001, Some(30_000)));
    let mut known = 0;
    for found in before.iter().map(|part| &part["note"]["found"]).filter(|found| !found.is_null()) {
        let fresh = found["values"].as_array().unwrap();
        assert_eq!(
            (found["from"].as_u64(), fresh),
            (Some(known), &values[known as usize..][..fresh.len()].to_vec())
        );
        known += fresh.len() as u64;
    }
    assert!(known >= 1000, "{known}");
    let told = said(json!({"ask": "table", "game": "queens", "to": "3x3"}));
    let found: Vec<&Value> =
        told.iter().map(|part| &part["note"]["found"]).filter(|found| found.is_object()).collect();
    assert_eq!(found.len(), 9);
    let rows = told.last().unwrap()["data"]["rows"].as_array().unwrap();
    assert_eq!(rows.iter().find(|cell| cell["m"] == 3 && cell["n"] == 3).unwrap()["nimber"], 2);
    let told = said(json!({
        "ask": "match", "game": "nim", "position": "3,4,5", "left": "random", "right": "greedy", "games": 5, "standing": true,
    }));
    let lines: Vec<&Value> = told.iter().filter(|part| part["data"]["result"].is_string()).collect();
    assert_eq!((lines.len(), &told.last().unwrap()["data"]["games"]), (5, &json!(5)));
    let score = &lines[4]["data"]["score"];
    assert_eq!(score["wins"].as_u64().unwrap() + score["losses"].as_u64().unwrap(), 5);
}

/// A small example of every question of the lab's list, and what is the first key of its answer.
fn examples() -> Vec<(Value, &'static str)> {
    let certificate = json!({
        "format": "nimatron period certificate 1", "code": "0.3", "n0": 1, "period": 1, "saltus": 0, "checked_to": 2,
        "checksum": "", "version": "",
    });
    vec![
        (json!({"ask": "games", "name": "nim"}), "games"),
        (json!({"ask": "eval", "expression": "{0|*} + ^*"}), "canonical"),
        (json!({"ask": "value", "game": "domineering", "position": "2x2"}), "canonical"),
        (json!({"ask": "nimber", "game": "cram", "position": "2x3"}), "nimber"),
        (json!({"ask": "outcome", "game": "nim", "position": "1,2", "misere": true}), "outcome"),
        (json!({"ask": "solve", "game": "legionnaires", "position": "3x3"}), "outcome"),
        (json!({"ask": "best", "game": "nim", "position": "3,4,5", "to_move": "right"}), "winner"),
        (json!({"ask": "moves", "game": "nim", "position": "3"}), "moves"),
        (json!({"ask": "count", "game": "domineering", "position": "2x2"}), "positions"),
        (json!({"ask": "perft", "game": "domineering", "position": "2x2", "depth": 2}), "nodes"),
        (json!({"ask": "agents", "game": "nim"}), "agents"),
        (json!({"ask": "match", "game": "nim", "left": "random", "right": "random", "games": 2}), "game"),
        (json!({"ask": "complexity", "game": "nim", "games": 2, "openings": 0}), "game"),
        (json!({"ask": "record", "text": "Game: nim\nPosition: 1\n\n1. 1-0\n"}), "game"),
        (json!({"ask": "find", "game": "legionnaires", "value": "*", "boards": "2x2"}), "positions"),
        (json!({"ask": "census", "game": "legionnaires", "boards": "2x2"}), "values"),
        (json!({"ask": "quotient", "game": "kayles", "to": 11}), "code"),
        (json!({"ask": "losing", "game": "nim", "heaps": 2, "to": 3}), "positions"),
        (json!({"ask": "sequence", "game": "kayles", "to": 100}), "game"),
        (json!({"ask": "graph", "piece": "knights", "board": "3x3", "independence": true}), "piece"),
        (json!({"ask": "tour", "board": "6x6"}), "board"),
        (json!({"ask": "puzzle", "piece": "queens", "board": "6x6"}), "piece"),
        (json!({"ask": "table", "game": "cram", "to": "2x2"}), "game"),
        (json!({"ask": "verify", "text": certificate.to_string()}), "holds"),
        (json!({"ask": "export", "game": "nim", "position": "3,5", "as": "latex"}), "text"),
    ]
}

#[test]
fn every_question_of_the_list_can_be_asked() {
    let examples = examples();
    for (question, key) in &examples {
        let answer = answer(question.clone());
        assert_eq!(answer.as_object().unwrap().keys().next().unwrap(), key, "{question}: {answer}");
    }
    let names: Vec<&str> = examples.iter().map(|(question, _)| question["ask"].as_str().unwrap()).collect();
    let listed: Vec<&str> = nimatron_lab::QUESTIONS.iter().map(|entry| entry.name).collect();
    assert_eq!(names, listed);
}

#[test]
fn no_message_names_a_file_or_a_program() {
    for question in [
        json!({"ask": "value", "game": "nim", "position": "3", "svg": "x.svg"}),
        json!({"ask": "nimber", "game": "cram", "position": "2x2", "checkpoint": "x"}),
        json!({"ask": "sequence", "game": "kayles", "to": 10, "out": "x.csv"}),
        json!({"ask": "match", "game": "nim", "left": "ugi:ls", "right": "random"}),
        json!({"ask": "complexity", "game": "nim", "agent": " UGI:ls"}),
        json!({"ask": "verify", "file": "/etc/passwd"}),
    ] {
        error(question);
    }
}

#[test]
fn what_was_known_when_the_time_was_up_is_told_as_data() {
    let desk = Desk::new(
        catalog(),
        Resources { time: std::time::Duration::from_millis(300), ..Resources::default() },
    );
    let mut said = Vec::new();
    let question = r#"{"id":3,"ask":"quotient","game":"octal:0.04","to":100}"#;
    desk.handle_text(question, &Stopper::default(), &mut |text| said.push(text.to_owned()));
    let last: Value = serde_json::from_str(said.last().unwrap()).unwrap();
    assert_eq!((&last["kind"], &last["report"]["status"]), (&json!("error"), &json!("partial")), "{last}");
    assert!(said.len() > 1 && said[0].contains(r#""note":{"text":"heap 1, order 1""#), "{}", said[0]);
}

#[test]
fn what_is_too_large_is_refused_at_once() {
    error(json!({"ask": "scene", "table": table("nim", "9000000", &[])}));
    error(json!({"ask": "scene", "table": table("circular-nim:6", "100,100,100,100,100,100,100", &[])}));
    error(json!({"ask": "sequence", "game": "octal:0.007", "to": 4294967295u32, "misere": false}));
    error(json!({"ask": "table", "game": "queens", "to": "1000x1000"}));
    error(json!({"ask": "scene", "table": table("nim", "1", &["1-0", "1-0"])}));
}

#[test]
fn a_question_that_is_stopped_before_it_begins_ends_at_once() {
    let stop = Stopper::default();
    stop.stop_for_good();
    let long = json!({"ask": "sequence", "game": "octal:0.007", "to": 1000000, "misere": false});
    assert_eq!(said_unless(long, &stop).last().unwrap()["kind"], "stopped");
}

#[test]
fn the_editor_offers_what_a_game_can_read() {
    let edit = answer(
        json!({"ask": "edit", "game": "legionnaires", "position": "W./B.", "square": 1, "part": null}),
    );
    let letters: Vec<&str> =
        edit["choices"].as_array().unwrap().iter().map(|choice| choice["letter"].as_str().unwrap()).collect();
    assert_eq!(letters, [".", "B", "W"]);
    let edit = answer(
        json!({"ask": "edit", "game": "epaminondas", "position": "14/bbb11/14/14/14/14/14/14/14/14/www11/14 w", "square": 80, "part": null}),
    );
    assert_eq!(edit["choices"].as_array().unwrap().len(), 3, "{edit}");
}

/// A click sends the table once, and the server opens its game from text once, whatever the number of moves.
#[test]
fn a_click_opens_its_game_once() {
    let opened = Arc::new(AtomicUsize::new(0));
    let (count, games) = (Arc::clone(&opened), nimatron_builtin::registry());
    let info = GameInfo { name: "counted".into(), ..games.find("domineering").unwrap().about().clone() };
    let entry = Entry::new(info, GameKind::Partizan).opened_by(move |_, _, parameters, text| {
        count.fetch_add(1, Ordering::Relaxed);
        games.find("domineering").unwrap().open(&games, parameters, text)
    });
    let catalog = Catalog::new(Registry::new([entry], []), nimatron_builtin::engines());
    let question = json!({"id": 1, "ask": "scene", "table": table("counted", "4x4", &["a1-a2", "c1-d1"])});
    let mut said = Vec::new();
    Desk::new(catalog, Resources::default()).handle_text(
        &question.to_string(),
        &Stopper::default(),
        &mut |text| {
            said.push(serde_json::from_str::<Value>(text).unwrap());
        },
    );
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0]["data"]["moves"].as_array().unwrap().len() > 5, "{said:?}");
    assert_eq!(opened.load(Ordering::Relaxed), 1);
}
