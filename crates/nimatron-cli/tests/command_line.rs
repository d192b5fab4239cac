//! The command line as people use it: the README's own examples, and those of `tests/cmd`.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use nimatron_lab::{Catalog, Lab, Limits, golden};

fn catalog() -> Catalog {
    Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines())
}

fn nimatron() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimatron"));
    // What the tests keep is not what their user keeps.
    command
        .stdin(Stdio::null())
        .env("NIMATRON_DATA", Path::new(env!("CARGO_TARGET_TMPDIR")).join("data"))
        // What an earlier test remembers is no test.
        .env("NIMATRON_STORE", "off");
    command
}

fn run(arguments: &[&str]) -> Output {
    nimatron().args(arguments).output().unwrap()
}

/// Feeds standard input, at once or not at all, and waits for the end.
fn run_with_input(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = nimatron()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || {
        // Whoever has heard enough may hang up.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_examples_do_what_they_say() {
    trycmd::TestCases::new()
        .env("NIMATRON_DATA", concat!(env!("CARGO_TARGET_TMPDIR"), "/examples"))
        .env("NIMATRON_STORE", "off")
        .case("tests/cmd/*.md")
        .case("../../README.md")
        .run();
}

#[test]
fn monstrous_input_is_refused_at_once() {
    let deep = "{".repeat(100_000);
    let started = Instant::now();
    for input in ["{".repeat(100 << 20), "}".repeat(100 << 20), deep.clone() + &"|}".repeat(100_000)] {
        let output = run_with_input(&["eval", "-"], input.as_bytes());
        assert_eq!(output.status.code(), Some(2));
        let complaint = text(&output.stderr);
        assert!(complaint.starts_with("error: ") && complaint.lines().count() <= 3, "{complaint}");
        assert!(complaint.len() < 500, "{complaint}");
    }
    let output = run(&["eval", &deep]);
    assert_eq!(output.status.code(), Some(2));
    for game in ["domineering", "nim", "toads-and-frogs", "sum"] {
        let output = run_with_input(&["value", game, "-"], "1,".repeat(10 << 20).as_bytes());
        assert_eq!(output.status.code(), Some(2), "{game}");
    }
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}

#[test]
fn input_that_is_no_text_is_refused() {
    let output = run_with_input(&["eval", "-"], b"\xff\xfe{0|}");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: standard input is not text"));
}

#[test]
fn a_line_that_is_not_text_is_named_and_the_others_are_answered() {
    let output = run_with_input(&["repl"], b"1+1\n\xff\xfe\n3+4\n");
    assert_eq!(output.status.code(), Some(2));
    let answers: Vec<String> = text(&output.stdout).lines().map(str::to_owned).collect();
    assert!(answers.contains(&"2".to_owned()) && answers.contains(&"7".to_owned()), "{answers:?}");
    let complaint = text(&output.stderr);
    assert!(complaint.starts_with("error: line 2 of the input is not valid UTF-8\n"), "{complaint}");
}

#[test]
fn running_out_of_time_is_said_with_what_is_known() {
    let started = Instant::now();
    let output = run(&["value", "snort", "6x6", "--time", "300ms"]);
    assert_eq!(output.status.code(), Some(2));
    let complaint = text(&output.stderr);
    assert!(complaint.starts_with("error: out of time: the budget allows 300ms; "), "{complaint}");
    assert!(complaint.contains("positions visited in"), "{complaint}");
    assert!(started.elapsed() < Duration::from_secs(5));
    let arguments = "match nim 3,4,5 --left random --right random --games 999999999 --time 200ms";
    let output = nimatron().args(arguments.split(' ')).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let complaint = text(&output.stderr);
    assert!(complaint.contains("known so far: of ") && complaint.contains(" random won "), "{complaint}");
}

#[test]
fn time_also_runs_out_in_the_middle_of_a_sum() {
    // Sums of hot games with many options each take much longer than this.
    let terms: Vec<String> =
        (1..60).map(|k| format!("{{{k}|*,^,{{{k}/2|-{k}||-3}}}}", k = 2 * k + 1)).collect();
    let output = run(&["eval", &terms.join("+"), "--time", "200ms"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("error: out of time: "), "{}", text(&output.stderr));
}

#[test]
fn running_out_of_memory_is_said() {
    let output = run(&["value", "clobber", "5x6", "--memory", "16M"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("out of memory"), "{}", text(&output.stderr));
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = nimatron()
        .args(["perft", "nim", "3", "2"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut complaint = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    assert_eq!((child.wait().unwrap().code(), &*complaint), (Some(0), ""));
}

#[test]
fn every_json_answer_has_its_keys() {
    let value = "canonical outcome left_stop right_stop mean temperature birthday atomic_weight number nimber \
                 infinitesimal all_small ascii latex";
    let position = format!("{value} positions seconds");
    let cases = [
        ("eval ^*", value),
        ("eval 1<2", "relation holds"),
        ("value domineering 2x2", &*position),
        ("value legionnaires:centurion 2x2", &*format!("{position} stopper onside offside")),
        ("eval over", &*format!("{value} stopper onside offside")),
        ("nimber cram 2x3", "nimber outcome positions seconds"),
        ("outcome nim 1,2 --misere", "outcome winner positions seconds"),
        ("outcome nim 1,2 --to-move right", "outcome winner positions seconds"),
        ("best domineering 2x3", "winner moves"),
        ("moves domineering 2x3", "moves"),
        ("count domineering 2x3", "positions positions_up_to_symmetry by_moves moves"),
        ("perft domineering 2x3 2", "nodes"),
        ("solve legionnaires 4x4", "outcome positions classes moves file bytes seconds"),
        ("games nim", "name about promises positions"),
        (
            "match nim 1 --left random --right random --games 1",
            "game winner plies moves seed wins draws losses elo elo_low elo_high",
        ),
        ("find legionnaires --value *2 --limit 1", "position value"),
        ("census legionnaires --boards 2x2 --kind nimber --pieces 0", "value count position"),
    ];
    for (question, keys) in cases {
        let output = nimatron().args(question.split(' ')).arg("--json").output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{question}");
        // A match has a line for each game, and one for all.
        let lines = text(&output.stdout);
        let answers: Vec<serde_json::Value> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        for key in keys.split_whitespace() {
            let has = answers.iter().any(|answer| answer.get(key).is_some());
            assert!(has, "{question} answers without {key}: {lines}");
        }
    }
}

/// Of every golden file some rows, as JSON through the binary.
#[test]
fn goldens_are_answered_through_the_command_line() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../goldens");
    let mut asked = 0;
    for path in golden::files(&folder).unwrap() {
        for row in golden::read(&path, &catalog()).unwrap().into_iter().step_by(7) {
            let (question, key) = row.question_and_key();
            let words: Vec<&str> = question.split_whitespace().collect();
            let [name, rest @ ..] = &words[..] else { panic!("no question in {row:?}") };
            let mut command = nimatron();
            command.args([name, &*row.game, &*row.position]).arg("--json");
            command.args(rest.iter().map(|word| if *word == "misere" { "--misere" } else { word }));
            let output = command.output().unwrap();
            assert_eq!(output.status.code(), Some(0), "{row:?}: {}", text(&output.stderr));
            let answer: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            let count = || row.answer.replace(',', "").parse::<u64>().ok();
            let agrees = match *name {
                _ if key.is_some() => {
                    let shown = answer[key.unwrap_or_default()].to_string();
                    shown.trim_matches('"') == row.answer.replace(',', "")
                }
                "value" => {
                    let lab = Lab::new(catalog(), Limits::default());
                    let same = |text: &str| lab.same_value(text, &row.answer).unwrap();
                    same(answer["canonical"].as_str().unwrap()) && same(answer["ascii"].as_str().unwrap())
                }
                "nimber" => answer["nimber"].as_u64() == count(),
                "outcome" => answer["outcome"].as_str() == Some(&row.answer),
                "count" => answer["positions"].as_u64() == count(),
                "perft" => answer["nodes"].as_array().unwrap().last().unwrap().as_u64() == count(),
                _ => true,
            };
            assert!(agrees, "{row:?}: {answer}");
            asked += 1;
        }
    }
    assert!(asked > 10, "{asked}");
}

#[test]
fn man_pages_and_completions_are_written() {
    let folder = std::env::temp_dir().join(format!("nimatron-generate-{}", std::process::id()));
    let output = nimatron().arg("generate").arg(&folder).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    for file in ["nimatron.1", "nimatron-value.1", "nimatron.bash", "_nimatron", "nimatron.fish"] {
        assert!(folder.join(file).exists(), "{file}");
    }
    let page = std::fs::read_to_string(folder.join("nimatron-eval.1")).unwrap();
    assert!(page.contains(".SH EXAMPLES\n") && page.contains(".TH nimatron-eval"), "{page}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_long_value_is_abbreviated_unless_asked_for_in_full() {
    let json =
        |arguments: &[&str]| -> serde_json::Value { serde_json::from_slice(&run(arguments).stdout).unwrap() };
    let short = json(&["value", "snort", "3x6", "--json"]);
    let full = json(&["value", "snort", "3x6", "--json", "--full"]);
    assert_eq!((&short["abbreviated"], &full["abbreviated"]), (&true.into(), &false.into()));
    let canonical = full["canonical"].as_str().unwrap();
    assert_eq!(full["length"].as_u64(), Some(canonical.chars().count() as u64));
    assert!(short["canonical"].as_str().unwrap().chars().count() < canonical.chars().count());
    let streamed = run(&["value", "snort", "3x6", "--full"]);
    assert_eq!(text(&streamed.stdout).trim_end(), canonical);
    let again = run_with_input(&["eval", "-", "--full"], &streamed.stdout);
    assert_eq!(again.stdout, streamed.stdout);
}

#[test]
fn a_thermograph_is_drawn_to_a_file() {
    let file = std::env::temp_dir().join(format!("nimatron-{}.svg", std::process::id()));
    let output = nimatron().args(["eval", "{2|-1}", "--svg"]).arg(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(std::fs::read_to_string(&file).unwrap().starts_with("<svg"));
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn a_conversation_through_a_pipe_has_no_prompts() {
    let lines = "# a comment\nG := {0|*}\nG.AtomicWeight\n\nvalue sum nim 1 + nim 2\nH := value domineering 2x2\n\
                 H + H = 0\nG <= 1\nquit\n1/3\n";
    let output = run_with_input(&["repl"], lines.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let answers = text(&output.stdout);
    assert!(answers.starts_with("G := ↑\n1\n*3\n"), "{answers}");
    assert!(answers.contains("\nH := ±1\nyes: they are equal\n"), "{answers}");
    assert!(answers.ends_with("yes: the first is less\n"), "{answers}");
    assert_eq!(text(&output.stderr), "");
    let failed = run_with_input(&["repl"], b"1/3\nnimber nim 3,5\nvalue\n");
    assert_eq!(failed.status.code(), Some(2));
    assert_eq!(text(&failed.stdout), "6\n");
    assert!(text(&failed.stderr).ends_with("error: 2 lines had no answer\n"), "{}", text(&failed.stderr));
}

#[test]
fn positions_are_found_in_a_conversation() {
    let lines = "find legionnaires --value '*2' --limit 1\nfind legionnaires --value '*3' --boards 2x4\n";
    let output = run_with_input(&["repl"], lines.as_bytes());
    assert_eq!((output.status.code(), &*text(&output.stdout)), (Some(0), "W..B/.WB.\n"));
    assert!(text(&output.stderr).contains("*3 does not occur"), "{}", text(&output.stderr));
}

#[test]
fn how_many_threads_does_not_matter_to_what_is_found() {
    let find = |threads| {
        let arguments = ["find", "legionnaires", "--kind", "fraction", "--limit", "50", "--threads", threads];
        text(&run(&arguments).stdout)
    };
    assert_eq!(find("1"), find("3"));
    assert_eq!(find("2").lines().count(), 50);
}

#[test]
fn clear_forgets_values_and_variables() {
    let lines = "G := 1\nvariables\nclear\nvariables\nG\n";
    let output = run_with_input(&["repl"], lines.as_bytes());
    assert_eq!(text(&output.stdout), "G := 1\nG := 1\n");
    assert!(text(&output.stderr).starts_with("error: nothing is called `G`\n"), "{}", text(&output.stderr));
    // One megabyte holds few values, but again and again.
    let round = "H := value domineering 4x4\nH + H.Birthday\nclear\n";
    let output = run_with_input(&["repl", "--memory", "2M"], round.repeat(30).as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
}

#[test]
fn a_conversation_in_json_is_json_line_by_line() {
    let lines = "G := 1\nH := value domineering 2x2\nvariables\nG <= H\nnimber nim 3\n";
    let output = run_with_input(&["repl", "--json"], lines.as_bytes());
    let read = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    let answers: Vec<_> = text(&output.stdout).lines().map(read).collect();
    assert_eq!(answers.len(), 6, "{answers:?}");
    assert_eq!((&answers[1]["name"], &answers[1]["value"]["canonical"]), (&"H".into(), &"±1".into()));
}

#[test]
fn a_question_in_a_conversation_has_its_own_limit() {
    let lines = "G := 1\nG := value snort 6x6\nvalue snort 6x6 --time 100ms\nG\n";
    let output = run_with_input(&["repl", "--time", "100ms"], lines.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    // What failed has changed no variable.
    assert!(text(&output.stdout).starts_with("G := 1\n1\n"), "{}", text(&output.stdout));
    let limited = run_with_input(&["repl"], b"value snort 6x6 --time 100ms\n");
    assert!(text(&limited.stderr).starts_with("error: out of time"), "{}", text(&limited.stderr));
}

#[test]
fn a_board_may_be_drawn_on_lines() {
    let output = run_with_input(&["value", "domineering", "-"], b"#...\n....\r\n.#..\n");
    assert!(text(&output.stdout).starts_with("{3/2|1/2||-1|-2}\n"), "{}", text(&output.stderr));
}

#[test]
fn the_title_of_a_picture_has_room() {
    let file = std::env::temp_dir().join(format!("nimatron-title-{}.svg", std::process::id()));
    let output = nimatron().args(["value", "snort", "3x6", "--svg"]).arg(&file).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let picture = std::fs::read_to_string(&file).unwrap();
    let title = picture.split("<title>").nth(1).unwrap().split("</title>").next().unwrap();
    assert!(title.contains('…') && title.chars().count() < 100, "{title}");
    std::fs::remove_file(&file).unwrap();
}

#[test]
fn a_solution_that_was_killed_again_and_again_is_that_of_a_quiet_run() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("killed");
    let _ = std::fs::remove_dir_all(&folder);
    let solve = |name: &str| {
        let mut command = nimatron();
        command.args(["solve", "legionnaires", "6x6:18", "--json"]).env("NIMATRON_DATA", folder.join(name));
        command
    };
    let file = |output: &Output| {
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["classes"]["P"], 134_284);
        std::fs::read(report["file"].as_str().unwrap()).unwrap()
    };
    let quiet = file(&solve("quiet").output().unwrap());
    for milliseconds in (5..).step_by(15) {
        let mut child = solve("killed").stdout(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        if child.wait().unwrap().success() {
            break;
        }
    }
    assert_eq!(file(&solve("killed").output().unwrap()), quiet);
    // A solution that is there is read; one that is damaged is set aside, and the question answered all the same.
    let best = || {
        let mut command = nimatron();
        command.args(["best", "legionnaires", "6x6:18"]).env("NIMATRON_DATA", folder.join("killed"));
        command.output().unwrap()
    };
    let expected = best();
    assert_eq!((expected.status.code(), text(&expected.stderr).as_str()), (Some(0), ""));
    let path = std::fs::read_dir(folder.join("killed/solutions")).unwrap().next().unwrap().unwrap().path();
    let mut damaged = quiet;
    let last = damaged.len() - 1;
    damaged[last] ^= 1;
    std::fs::write(&path, &damaged).unwrap();
    let output = best();
    assert_eq!((output.status.code(), output.stdout), (Some(0), expected.stdout));
    let warned = text(&output.stderr);
    assert!(warned.starts_with("warning: ") && warned.contains("damaged"), "{warned}");
    assert!(!path.exists());
    assert_eq!(std::fs::read(format!("{}.damaged", path.display())).unwrap(), damaged);
}

#[test]
fn a_sequence_that_was_killed_again_and_again_is_that_of_a_quiet_run() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("killed-sequence");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let sequence = |name: &str| {
        let mut command = nimatron();
        command.args(["sequence", "octal:0.007", "--to", "2^17", "--threads", "1", "--out"]);
        command.arg(folder.join(name)).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    assert!(sequence("quiet.csv").status().unwrap().success());
    let checkpoint = folder.join("killed.csv.checkpoint");
    let mut kept = 0;
    for _ in 0..100 {
        let mut child = sequence("killed.csv").spawn().unwrap();
        std::thread::sleep(Duration::from_millis(700));
        child.kill().unwrap();
        if child.wait().unwrap().success() {
            break;
        }
        // What was kept once is never lost.
        let size = checkpoint.metadata().map_or(0, |found| found.len());
        assert!(size >= kept, "{size} bytes after {kept}");
        kept = size;
    }
    assert!(kept > 0, "it was done before it could be killed");
    assert!(sequence("killed.csv").status().unwrap().success());
    let files = ["quiet.csv", "killed.csv"].map(|name| std::fs::read(folder.join(name)).unwrap());
    assert!(files[0] == files[1], "the values differ");
}

#[test]
fn a_nimber_whose_search_was_killed_again_and_again_is_found() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("killed-nimber");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let checkpoint = folder.join("cram-5x8");
    // It takes some seconds.
    let search = || {
        let mut command = nimatron();
        command.args(["nimber", "cram", "5x8", "--threads", "1", "--json", "--checkpoint"]).arg(&checkpoint);
        command
    };
    let mut kept = 0;
    for milliseconds in (1300..).step_by(500).take(20) {
        let mut child = search().stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        if child.wait().unwrap().success() {
            break;
        }
        // What was kept once is never lost.
        let size = checkpoint.metadata().map_or(0, |found| found.len());
        assert!(size >= kept, "{size} bytes after {kept}");
        kept = size;
    }
    assert!(kept > 0, "it was done before it could be killed");
    let output = search().output().unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["nimber"], 1);
    // A damaged file is not believed.
    let mut bytes = std::fs::read(&checkpoint).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&checkpoint, bytes).unwrap();
    let output = search().output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("damaged"), "{}", text(&output.stderr));
}

#[test]
fn misere_tactix_is_solved_once_and_then_looked_up() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("solved-subsets");
    let _ = std::fs::remove_dir_all(&folder);
    let ask = |arguments: &[&str]| {
        let mut command = nimatron();
        command.args(arguments).args(["--misere", "--json"]).env("NIMATRON_DATA", &folder);
        let output = command.output().unwrap();
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        (output, report)
    };
    let (_, report) = ask(&["solve", "tactix", "5x5"]);
    assert_eq!((&report["outcome"], &report["classes"]["P"]), (&"N".into(), &3_177_421.into()));
    let file = report["file"].as_str().unwrap().to_owned();
    assert!(file.ends_with(".subsets"), "{file}");
    let (_, again) = ask(&["solve", "tactix", "5x5"]);
    assert_eq!((&again["classes"], &again["file"]), (&report["classes"], &report["file"]));
    // The moves that win are those to positions in which the second player wins, by the file and by search.
    let (_, best) = ask(&["best", "tactix", "5x5"]);
    std::fs::rename(&file, folder.join("elsewhere")).unwrap();
    let (_, searched) = ask(&["best", "tactix", "5x5"]);
    assert!(!best["moves"].as_array().unwrap().is_empty());
    assert_eq!(best["moves"], searched["moves"]);
    // A position on the same board is found in the same file.
    std::fs::rename(folder.join("elsewhere"), &file).unwrap();
    let (_, after) = ask(&["outcome", "tactix", "ooooo/ooooo/oo.oo/ooooo/ooooo"]);
    assert_eq!(after["positions"], 1 << 25, "{after}");
    // What is damaged is set aside, and the question is answered all the same.
    let mut bytes = std::fs::read(&file).unwrap();
    let last = bytes.len() - 1;
    bytes[last] ^= 1;
    std::fs::write(&file, bytes).unwrap();
    let (output, again) = ask(&["best", "tactix", "5x5"]);
    assert_eq!((output.status.code(), &again["moves"]), (Some(0), &best["moves"]));
    assert!(text(&output.stderr).contains("damaged"), "{}", text(&output.stderr));
    assert!(!Path::new(&file).exists() && Path::new(&format!("{file}.damaged")).exists());
}

#[test]
fn an_error_that_quotes_a_line_break_is_one_line() {
    let output = run(&["outcome", "to\nds-and-frogs", "3"]);
    assert_eq!(output.status.code(), Some(2));
    let complaint = text(&output.stderr);
    assert!(complaint.starts_with("error: there is no game `to\\nds-and-frogs`"), "{complaint}");
    let lines: Vec<&str> = complaint.lines().collect();
    assert_eq!(lines[1..], ["  to", "  ^^"], "{complaint}");
}

#[test]
fn a_game_is_played_through_a_pipe() {
    let arguments = ["play", "nim", "1,2", "--right", "perfect", "--seed", "1"];
    let output = run_with_input(&arguments, b"moves\nposition\n2-5\nhint\n2-0\n");
    assert_eq!(output.status.code(), Some(0));
    let said = text(&output.stdout);
    assert!(said.starts_with("Left: you, Right: perfect\n"), "{said}");
    for part in ["#1 1-0", "\n1,2\n", "the player to move wins:\n  2-1", "Right plays 1-0\n"] {
        assert!(said.contains(part), "no `{part}` in {said}");
    }
    assert!(said.ends_with("Right wins: Left cannot move, after 2 moves.\n"), "{said}");
    let complaint = text(&output.stderr);
    assert!(complaint.starts_with("error: Left has no move `2-5`") && complaint.ends_with("  2-5\n  ^^^\n"));
}

#[test]
fn a_perfect_player_that_is_out_of_time_says_so_in_a_game() {
    let arguments =
        ["play", "domineering", "10x10", "--left", "perfect", "--right", "human", "--time", "300ms"];
    let said = text(&run_with_input(&arguments, b"quit\n").stdout);
    assert!(said.contains("\n(not perfect: solving this position takes more"), "{said}");
    let arguments = ["play", "domineering", "4x4", "--left", "perfect", "--right", "human", "--time", "60s"];
    let said = text(&run_with_input(&arguments, b"quit\n").stdout);
    assert!(said.contains("Left plays ") && !said.contains("not perfect"), "{said}");
}

#[test]
fn moves_are_taken_back_and_the_end_of_input_ends_politely() {
    // White begins, and alpha-beta plays White unless somebody else is named.
    let arguments = ["play", "legionnaires", "4x4", "--seed", "1"];
    let output = run_with_input(&arguments, b"undo\n#1\nundo\nposition\n");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.starts_with("Left (B): you, Right (W): alpha-beta\n"), "{said}");
    assert!(said.contains("There is no move of yours to take back."), "{said}");
    assert!(said.ends_with("The game ends here.\n"), "{said}");
    // After White's first move, and again after Black's was taken back.
    let board = said.split("Right (W) plays ").nth(1).unwrap().split("\n\n").nth(1).unwrap();
    assert!(said.matches(board).count() >= 2, "{said}");
}

#[test]
fn two_people_may_play_and_leave() {
    let arguments =
        ["play", "nim", "1", "--left", "human", "--right", "human", "--misere", "--to-move", "right"];
    let output = run_with_input(&arguments, b"1-0\n");
    let said = text(&output.stdout);
    assert!(said.ends_with("Left wins: Left cannot move, after one move.\n"), "{said}");
    let output = run_with_input(&arguments, b"quit\n1-0\n");
    assert_eq!(output.status.code(), Some(0));
    assert!(!text(&output.stdout).contains("wins"));
}

#[test]
fn a_game_between_agents_is_the_same_with_the_same_seed() {
    let arguments = ["play", "legionnaires", "4x4", "--left", "random", "--right", "blocking", "--seed", "5"];
    let [one, other] = [run(&arguments), run(&arguments)];
    assert_eq!((one.status.code(), &one.stdout), (Some(0), &other.stdout));
    assert!(text(&one.stdout).contains(" wins: "), "{}", text(&one.stdout));
}

#[test]
fn a_reader_that_leaves_ends_the_match() {
    let mut child = nimatron()
        .args(["match", "nim", "--left", "random", "--right", "random", "--games", "1000000000", "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    assert!(text(&first).starts_with("{\"game\":1,"));
    assert_eq!(child.wait().unwrap().code(), Some(0));
}
