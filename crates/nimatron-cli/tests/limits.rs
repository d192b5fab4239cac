//! Every question keeps to its limits: peak memory at three limits, and lists that would be too long.

#![cfg(target_os = "linux")] // Elsewhere the memory of the process is not measured.
#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Questions of each kind that would take far more memory or time than they are given here.
const QUESTIONS: &[&str] = &[
    "value domineering 8x8",
    "value legionnaires 6x6:18",
    "value legionnaires:centurion 4x4",
    "nimber cram 7x7",
    "nimber queens 14x14",
    "outcome clobber 5x6 --misere",
    "outcome domineering 9x9",
    "outcome octal:0.77 40,40,40,40,40 --misere",
    "outcome subtraction:1,3,4 1000000 --misere",
    "outcome legionnaires:centurion 5x5",
    "best octal:0x0.8 10255 --misere",
    "best nim 9000000",
    "moves nim 3000000,4000000",
    "moves octal:0x0.8 3000 --json",
    "moves sum nim_400000_+_nim_500000",
    "count clobber 5x6",
    "count domineering 6x6",
    "perft octal:0x0.8 2000 5",
    "sequence octal:0.007 --to 100000000",
    "sequence octal:0x0.8 --to 100000",
    "table domineering --to 8x8",
    "eval 50000.{3||2|1}+30000.{5|^}",
    "quotient octal:0.04 --to 60",
    "losing circular-nim:2 --heaps 6 --to 60",
    "graph queens 20x20",
    "tour 8x8 --count",
    "tour 5000x5000 --json",
    "find legionnaires --value *4 --boards 4x5",
    "census legionnaires --boards 3x5",
    "solve legionnaires 8x8",
    "solve tactix 6x6 --misere",
    "puzzle queens 12x12",
    "match nim 3000000 --left random --right random --games 3",
    "match domineering 8x8 --left alpha-beta --right phalanx --games 2",
];

fn nimatron(question: &str, limits: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nimatron"));
    command
        .args(question.split(' ').map(|word| word.replace('_', " ")))
        .args(limits)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .env("NIMATRON_DATA", Path::new(env!("CARGO_TARGET_TMPDIR")).join("limits"))
        .env("NIMATRON_STORE", "off");
    command
}

/// How a process ended.
struct Ended {
    code: Option<i32>,
    peak: usize,
    took: Duration,
    complaint: String,
}

/// Waits for the end of a process, and learns its peak memory.
fn wait(mut child: Child) -> Ended {
    let started = Instant::now();
    let mut complaint = String::new();
    child.stderr.take().unwrap().read_to_string(&mut complaint).unwrap();
    let mut status = 0;
    // SAFETY: rusage is plain numbers, for which zeros are fine.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    let pid = libc::pid_t::try_from(child.id()).unwrap();
    // SAFETY: the child has not been waited for, and both pointers are to values that live long enough.
    let waited = unsafe { libc::wait4(pid, &raw mut status, 0, &raw mut usage) };
    assert_eq!(waited, pid);
    let code = libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status));
    Ended { code, peak: usize::try_from(usage.ru_maxrss).unwrap() << 10, took: started.elapsed(), complaint }
}

#[test]
fn every_question_keeps_to_its_memory() {
    const LIMITS: [usize; 3] = [25, 60, 150];
    let asked: Vec<(&str, usize)> =
        QUESTIONS.iter().flat_map(|question| LIMITS.map(|limit| (*question, limit))).collect();
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((question, limit)) = asked.get(next.fetch_add(1, Ordering::Relaxed)) {
            let memory = format!("{limit}M");
            let ended = wait(nimatron(question, &["--memory", &memory, "--time", "2s"]).spawn().unwrap());
            let allowed = (limit << 20) / 100 * 115 + (20 << 20);
            if ended.peak > allowed || !matches!(ended.code, Some(0..=2)) {
                let Ended { code, peak, complaint, .. } = ended;
                let line = format!("{question} --memory {memory}: {} MB, {code:?} {complaint}", peak >> 20);
                wrong.lock().unwrap().push(line);
            }
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn lists_of_moves_that_would_be_too_long_are_refused_at_once() {
    for question in [
        "best octal:0x0.8 30000 --misere",
        "moves octal:0x0.8 30000",
        "outcome octal:0x0.8 30000 --misere",
        "count octal:0x0.8 30000",
        "perft octal:0x0.8 30000 3",
        "play octal:0.F1 1999992 --left random --right random",
        "match octal:0.F1 1999992 --left random --right random --games 1",
    ] {
        let ended = wait(nimatron(question, &["--memory", "200M"]).spawn().unwrap());
        assert_eq!(ended.code, Some(2), "{question}: {}", ended.complaint);
        assert!(ended.complaint.contains("would be too long"), "{question}: {}", ended.complaint);
        assert!(ended.peak < 60 << 20, "{question}: {} MB", ended.peak >> 20);
    }
    // What needs no list is answered.
    let ended = wait(nimatron("nimber octal:0x0.8 300", &["--memory", "200M"]).spawn().unwrap());
    assert_eq!(ended.code, Some(0), "{}", ended.complaint);
}

#[test]
fn time_is_kept_by_what_takes_long_without_a_search() {
    for question in [
        "tour 5000x5000",
        "tour 3000x3000 --json",
        "moves nim 9000000",
        "moves octal:0x0.8 9000 --json",
        "best octal:0x0.8 10255 --misere",
        "match nim 3,4 --left ugi:sleep_60 --right random --games 1",
        "census legionnaires --boards 3x5 --json",
        "sequence octal:0x0.8 --to 100000",
    ] {
        let ended = wait(nimatron(question, &["--time", "300ms"]).spawn().unwrap());
        assert!(matches!(ended.code, Some(0..=2)), "{question}: {}", ended.complaint);
        // Half a second late at most on a machine that has nothing else to do; tests run on others, too.
        assert!(ended.took < Duration::from_secs(8), "{question}: {:?}", ended.took);
    }
}
