//! The processes that answer questions, one each. They give all their memory back when they end, and whatever ends them (no memory,
//! no stack, a bug) ends one question.

use std::ffi::OsString;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// The number of workers that are started ahead, so that a quick question doesn't wait for a process to start.
const SPARE: usize = 2;
/// The longest line of an answer, in bytes: the page has no use for more, and this process has to hold it.
const LONGEST_LINE: usize = 16 << 20;
/// What is kept of what a worker says before it dies, in bytes.
const LAST_WORDS: u64 = 16 << 10;
/// A worker that has closed its output ends soon.
const PATIENCE: Duration = Duration::from_secs(1);

/// Memory beyond what a question may use in tables: for code, buffers and what the allocator rounds up.
#[cfg(unix)]
const HEADROOM: usize = 64 << 20;
/// The same for each thread: a stack, its pieces that are allocated as it grows, and a heap of the allocator's.
#[cfg(unix)]
const HEADROOM_OF_A_THREAD: usize = 24 << 20;

/// How to start a worker.
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments, so that it calls [`answer_one`](crate::answer_one).
    pub arguments: Vec<OsString>,
    /// How long these let a question take.
    pub time: Duration,
    /// How many bytes they let a question use.
    pub memory: usize,
    /// How many threads they let a question have.
    pub threads: NonZeroUsize,
}

impl WorkerCommand {
    /// How many bytes a worker can have: a quarter more than it may use, as what is counted is not all there is.
    #[cfg(unix)]
    fn hard_limit(&self) -> usize {
        let threads = HEADROOM_OF_A_THREAD.saturating_mul(self.threads.get().saturating_add(1));
        self.memory.saturating_add(self.memory / 4).saturating_add(HEADROOM).saturating_add(threads)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
        #[cfg(unix)]
        {
            // Ctrl-C at the terminal is for the server.
            command.process_group(0);
            let bytes = libc::rlim_t::try_from(self.hard_limit()).unwrap_or(libc::RLIM_INFINITY);
            // SAFETY: between `fork` and `exec`, the closure calls nothing but a function that is safe to call there: it is a
            // system call, and allocates nothing.
            unsafe { command.pre_exec(move || limit_memory(bytes)) };
        }
        command
    }
}

/// Makes allocations of this process fail beyond a number of bytes.
///
/// The limit is on memory that can be written (`RLIMIT_DATA`), not on addresses (`RLIMIT_AS`): allocators reserve more addresses
/// than they need. It has to be there before the worker starts, as its allocator takes a gigabyte at once unless that is refused.
#[cfg(unix)]
fn limit_memory(bytes: libc::rlim_t) -> io::Result<()> {
    let mut limit = libc::rlimit { rlim_cur: bytes, rlim_max: bytes };
    // SAFETY: `limit` is a valid `rlimit` to write to and to read from, for the duration of both calls.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_DATA, &raw mut limit) == 0 {
            limit.rlim_cur = bytes.min(limit.rlim_max);
            // Where it can't be set, the solvers' own limits remain.
            let _ = libc::setrlimit(libc::RLIMIT_DATA, &raw const limit);
        }
    }
    Ok(())
}

/// Starts workers, some of them ahead.
pub(super) struct Workers {
    command: WorkerCommand,
    spare: Mutex<Vec<Worker>>,
}

/// A worker. Dropping it kills it.
pub(super) struct Worker {
    child: Child,
    /// `None` once it was asked to stop.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// What it has said of the next line.
    line: Vec<u8>,
    /// What it says on standard error.
    words: JoinHandle<String>,
}

/// How a worker ended that has not answered.
pub(super) enum Death {
    /// It had no memory left.
    OutOfMemory,
    /// Something else, which is a bug: what it said of it.
    Bug(String),
}

impl Workers {
    pub(super) fn new(command: WorkerCommand) -> Arc<Self> {
        Arc::new(Workers { command, spare: Mutex::default() })
    }

    /// Starts workers ahead, in the background.
    pub(super) fn prepare(self: &Arc<Self>) {
        let workers = Arc::clone(self);
        tokio::spawn(async move {
            while workers.lock().len() < SPARE {
                match workers.start() {
                    Ok(worker) => workers.lock().push(worker),
                    // The next question will see why.
                    Err(_) => return,
                }
            }
        });
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Worker>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A worker that waits for a question.
    pub(super) fn take(self: &Arc<Self>) -> io::Result<Worker> {
        loop {
            let spare = self.lock().pop();
            let worker = match spare {
                Some(mut worker) => match worker.child.try_wait() {
                    Ok(None) => Ok(worker),
                    // Somebody has killed it meanwhile.
                    _ => continue,
                },
                None => self.start(),
            };
            self.prepare();
            return worker;
        }
    }

    fn start(&self) -> io::Result<Worker> {
        let mut child = self.command.command().spawn()?;
        let missing = || io::Error::other("a worker has no pipes");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        let mut errors = child.stderr.take().ok_or_else(missing)?;
        let words = tokio::spawn(async move {
            let mut words = Vec::new();
            let _ = (&mut errors).take(LAST_WORDS).read_to_end(&mut words).await;
            // What comes after that is read, so that the worker doesn't wait, and forgotten.
            let _ = tokio::io::copy(&mut errors, &mut tokio::io::sink()).await;
            String::from_utf8_lossy(&words).into_owned()
        });
        Ok(Worker { child, input: Some(input), output, line: Vec::new(), words })
    }
}

impl Worker {
    /// Gives it its question.
    pub(super) async fn ask(&mut self, question: &str) -> io::Result<()> {
        let Some(input) = &mut self.input else { return Ok(()) };
        // A line is a question, so there must be no other line break in it. In JSON they mean nothing.
        input.write_all(question.replace(['\r', '\n'], " ").as_bytes()).await?;
        input.write_all(b"\n").await?;
        input.flush().await
    }

    /// Lets questions that take a moment go first, as far as the processor is concerned.
    pub(super) fn yield_to_others(&self) {
        #[cfg(unix)]
        if let Some(group) = self.child.id() {
            const NICE: libc::c_int = 10;
            // SAFETY: the call takes plain numbers and touches no memory. The worker leads a process group of its own, whose
            // number is its own until it is waited for, which `id` says has not happened.
            let _ = unsafe { libc::setpriority(libc::PRIO_PGRP, group, NICE) };
        }
    }

    /// Asks it to stop.
    pub(super) fn stop(&mut self) {
        self.input = None;
    }

    /// The next line that it says; `None` if there are no more. When this is cancelled, nothing is lost.
    pub(super) async fn line(&mut self) -> io::Result<Option<String>> {
        loop {
            let found = self.output.fill_buf().await?;
            if found.is_empty() {
                return Ok(None);
            }
            let end = found.iter().position(|byte| *byte == b'\n');
            let read = end.map_or(found.len(), |end| end + 1);
            self.line.extend_from_slice(&found[..read]);
            self.output.consume(read);
            if self.line.len() > LONGEST_LINE {
                return Err(io::ErrorKind::FileTooLarge.into());
            }
            if end.is_some() {
                let line = std::mem::take(&mut self.line);
                return String::from_utf8(line)
                    .map(|line| Some(line.trim_end().to_owned()))
                    .map_err(|_| io::ErrorKind::InvalidData.into());
            }
        }
    }

    /// Why it has ended without an answer.
    pub(super) async fn death(mut self) -> Death {
        let status = timeout(PATIENCE, self.child.wait()).await.ok().and_then(Result::ok);
        drop(self.child.start_kill());
        let words = timeout(PATIENCE, &mut self.words).await.ok().and_then(Result::ok).unwrap_or_default();
        if status.is_some_and(was_killed) || NO_MEMORY.iter().any(|sign| words.contains(sign)) {
            return Death::OutOfMemory;
        }
        Death::Bug(match status {
            Some(status) => format!("{words}(a worker ended: {status})"),
            None => words,
        })
    }
}

/// What a worker says when there is no memory left: the allocator's failure, and that of stacks, of threads and as they grow.
const NO_MEMORY: [&str; 4] =
    ["memory allocation of", "failed to allocate stack", "mprotect/mmap failed", "failed to spawn thread"];

/// Whether it was killed by the system, which does that when memory runs out. This server drops those it kills.
#[cfg(unix)]
fn was_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(libc::SIGKILL)
}

#[cfg(not(unix))]
fn was_killed(_: ExitStatus) -> bool {
    false
}
