//! One run of the program: its exit status, output, duration and peak memory.

use std::ffi::OsString;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// The number of bytes kept of each stream.
const MOST_OUTPUT: usize = 16 << 20;

/// The program, and the folder in which it runs.
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
    folder: PathBuf,
}

/// How a run ended.
#[derive(Debug)]
pub struct Ended {
    /// The exit code; `None` after a signal.
    pub code: Option<i32>,
    /// The signal that ended it, if it was not killed here.
    pub signal: Option<i32>,
    /// Whether it was killed because it exceeded its time.
    pub killed: bool,
    pub stdout: String,
    pub stderr: String,
    pub time: Duration,
    /// The peak resident memory, in bytes.
    pub peak: u64,
}

impl Program {
    pub fn new(path: PathBuf, folder: PathBuf) -> Self {
        Program { path, folder }
    }

    /// The folder in which it runs, and in which it keeps its data.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The same program in a new folder.
    pub fn within(&self, name: &str) -> Result<Self> {
        let folder = self.folder.join(name);
        std::fs::create_dir_all(&folder).with_context(|| format!("could not make {}", folder.display()))?;
        Ok(Program { path: self.path.clone(), folder })
    }

    /// The program with these arguments, with its own process group and data folder.
    pub fn command(&self, arguments: &[String]) -> Command {
        let mut command = Command::new(&self.path);
        command
            .args(arguments.iter().map(OsString::from))
            .current_dir(&self.folder)
            .env("NIMATRON_DATA", self.folder.join("data"))
            .env("NO_COLOR", "1")
            .env_remove("NIMATRON_STORE")
            .env_remove("RUST_BACKTRACE")
            .stdin(Stdio::null())
            .process_group(0);
        // SAFETY: only setrlimit is called between fork and exec. It is async-signal-safe and does not allocate.
        unsafe { command.pre_exec(bound_memory) };
        command
    }

    /// Runs it, and kills it when `patience` has passed.
    pub fn run(&self, arguments: &[String], patience: Duration) -> Result<Ended> {
        let started = Instant::now();
        let mut child = self
            .command(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("could not run {}", self.path.display()))?;
        let stdout = listen(child.stdout.take());
        let stderr = listen(child.stderr.take());
        let (status, peak, killed) = wait(&child, started + patience)?;
        let time = started.elapsed();
        Ok(Ended {
            code: status.code(),
            signal: status.signal().filter(|_| !killed),
            killed,
            stdout: heard(stdout),
            stderr: heard(stderr),
            time,
            peak,
        })
    }

    /// The command line as it is typed into a shell.
    pub fn shown(arguments: &[String]) -> String {
        let words = arguments.iter().map(|word| quoted(word));
        std::iter::once("nimatron".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
    }
}

/// Makes allocations fail in a run that ignores its limits, to protect the machine.
fn bound_memory() -> std::io::Result<()> {
    const MOST: libc::rlim_t = 4 << 30;
    let limit = libc::rlimit { rlim_cur: MOST, rlim_max: MOST };
    // SAFETY: the pointer is to a live variable of the right type.
    match unsafe { libc::setrlimit(libc::RLIMIT_AS, &limit) } {
        0 => Ok(()),
        _ => Err(std::io::Error::last_os_error()),
    }
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.,:/=+@".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else if word.chars().any(char::is_control) {
        let escaped: String = word.chars().flat_map(char::escape_default).collect();
        format!("$'{}'", escaped.replace("\\\"", "\""))
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Kills a process and its descendants.
pub fn kill(child: &Child) {
    // SAFETY: kill takes any numbers. The group is that of the child; if it is empty, the call just fails.
    unsafe { libc::kill(-(child.id() as libc::pid_t), libc::SIGKILL) };
}

/// Waits for a process until the deadline. Returns exit status, peak memory, and whether it was killed.
pub fn wait(child: &Child, deadline: Instant) -> Result<(ExitStatus, u64, bool)> {
    let pid = child.id() as libc::pid_t;
    let mut killed = false;
    let mut pause = Duration::from_micros(200);
    loop {
        let mut status = 0;
        // SAFETY: rusage is plain numbers, for which zeros are valid.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: both pointers are to live variables of the right type. The child is reaped nowhere else.
        let found = unsafe { libc::wait4(pid, &mut status, libc::WNOHANG, &mut usage) };
        if found == pid {
            // Its own children may still be running.
            kill(child);
            // Kilobytes, or bytes on macOS.
            let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
            return Ok((ExitStatus::from_raw(status), usage.ru_maxrss as u64 * unit, killed));
        }
        if found < 0 {
            let error = std::io::Error::last_os_error();
            if error.kind() != std::io::ErrorKind::Interrupted {
                return Err(error).context("could not wait for the program");
            }
        }
        if !killed && Instant::now() >= deadline {
            kill(child);
            killed = true;
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// Reads a stream and keeps it up to a limit; the rest is dropped, so that the program does not block.
fn listen(stream: Option<impl Read + Send + 'static>) -> JoinHandle<Vec<u8>> {
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        let Some(mut stream) = stream else { return kept };
        let mut buffer = [0; 1 << 14];
        while let Ok(count @ 1..) = stream.read(&mut buffer) {
            let room = MOST_OUTPUT.saturating_sub(kept.len());
            kept.extend_from_slice(&buffer[..count.min(room)]);
        }
        kept
    })
}

fn heard(listener: JoinHandle<Vec<u8>>) -> String {
    String::from_utf8_lossy(&listener.join().unwrap_or_default()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(program: &str, arguments: &[&str], patience: Duration) -> Ended {
        let program = Program::new(program.into(), std::env::temp_dir());
        program.run(&arguments.iter().map(|&word| word.to_owned()).collect::<Vec<_>>(), patience).unwrap()
    }

    #[test]
    fn a_run_tells_how_it_ended() {
        let ended = run("/bin/sh", &["-c", "echo out; echo err >&2; exit 3"], Duration::from_secs(20));
        assert_eq!((ended.code, ended.signal, ended.killed), (Some(3), None, false));
        assert_eq!((&*ended.stdout, &*ended.stderr), ("out\n", "err\n"));
        assert!(ended.peak > 100_000);
        let ended = run("/bin/sh", &["-c", "kill -ABRT $$"], Duration::from_secs(20));
        assert_eq!((ended.code, ended.signal), (None, Some(libc::SIGABRT)));
    }

    #[test]
    fn what_does_not_end_is_killed_with_its_children() {
        let ended = run("/bin/sh", &["-c", "sleep 100 & sleep 100"], Duration::from_millis(100));
        assert!(ended.killed && ended.time < Duration::from_secs(50));
    }

    #[test]
    fn words_are_quoted_as_a_shell_reads_them() {
        let shown =
            Program::shown(&["eval".into(), "{0|1}".into(), "it's".into(), String::new(), "a\n".into()]);
        assert_eq!(shown, r"nimatron eval '{0|1}' 'it'\''s' '' $'a\n'");
    }
}
