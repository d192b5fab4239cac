//! Runs commands in separate processes and measures their cost.

use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};

/// The cost of a process.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// CPU seconds, user and system.
    pub seconds: f64,
    /// Peak resident memory in bytes, where available.
    pub memory: Option<u64>,
}

/// Runs a command and returns its standard output and its cost.
pub fn run(command: &mut Command) -> Result<(String, Cost)> {
    let program = command.get_program().to_string_lossy().into_owned();
    let started = Instant::now();
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("could not run {program}"))?;
    let mut text = String::new();
    let mut stdout = child.stdout.take().context("the process has no output")?;
    let read = stdout.read_to_string(&mut text);
    let (success, cost) = wait(child, started)?;
    read.with_context(|| format!("{program} did not write text"))?;
    if !success {
        bail!("{program} failed");
    }
    Ok((text, cost))
}

/// Runs one benchmark in a separate process. Returns its answer and cost.
pub fn run_one(name: &str) -> Result<(String, Cost)> {
    let (text, mut cost) = run(Command::new(std::env::current_exe()?).args(["--one", name]))?;
    let last = text.lines().last().unwrap_or_default();
    let report: Value = serde_json::from_str(last).with_context(|| format!("{name} ended with `{last}`"))?;
    let answer = report["answer"].as_str().with_context(|| format!("{name} gave no answer"))?.to_owned();
    cost.seconds = report["seconds"].as_f64().unwrap_or(cost.seconds);
    Ok((answer, cost))
}

/// The line that gives [`run_one`] the answer, and the time if the benchmark measured it.
pub fn report_of_one(answer: &str, seconds: Option<f64>) -> Value {
    json!({ "answer": answer, "seconds": seconds })
}

/// Waits for a child. Returns its success and its cost.
#[cfg(unix)]
fn wait(child: Child, _: Instant) -> Result<(bool, Cost)> {
    let pid = libc::pid_t::try_from(child.id()).context("a process number out of range")?;
    let mut status = 0;
    // SAFETY: rusage is plain data, for which all zeros is valid.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    loop {
        // SAFETY: both pointers are to live variables of the right types. Nothing else
        // waits for the child: `child` is owned here and is dropped without being waited for.
        let waited = unsafe { libc::wait4(pid, &raw mut status, 0, &raw mut usage) };
        if waited == pid {
            break;
        }
        let error = std::io::Error::last_os_error();
        if error.kind() != std::io::ErrorKind::Interrupted {
            return Err(error).context("could not wait for a process");
        }
    }
    let success = libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0;
    // Linux counts kilobytes, Apple counts bytes.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1024 };
    let memory = u64::try_from(usage.ru_maxrss).ok().map(|peak| peak * unit);
    Ok((success, Cost { seconds: seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime), memory }))
}

/// The CPU seconds used by this process.
#[cfg(unix)]
pub fn cpu_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a live variable of the right type. The clock always exists here.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut time) };
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

#[cfg(unix)]
fn seconds_of(time: libc::timeval) -> f64 {
    time.tv_sec as f64 + time.tv_usec as f64 * 1e-6
}

/// Without Unix: wall-clock time, and unknown memory.
#[cfg(not(unix))]
fn wait(mut child: Child, started: Instant) -> Result<(bool, Cost)> {
    let success = child.wait()?.success();
    Ok((success, Cost { seconds: started.elapsed().as_secs_f64(), memory: None }))
}

/// Without Unix: wall-clock time.
#[cfg(not(unix))]
pub fn cpu_seconds() -> f64 {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_process_has_its_own_output_time_and_memory() {
        let (text, cost) = run(Command::new("echo").arg("hello")).unwrap();
        assert_eq!(text, "hello\n");
        assert!(cost.seconds < 1.0);
        assert!(cost.memory.unwrap() > 0);
    }

    #[test]
    fn a_process_that_fails_is_an_error() {
        assert!(run(&mut Command::new("false")).is_err());
        assert!(run(&mut Command::new("there-is-no-such-program")).is_err());
    }
}
