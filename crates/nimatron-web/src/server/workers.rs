//! The processes that answer questions, one each. They free all their memory when they exit, and a failure
//! (no memory, no stack, a bug) ends only one question.

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

/// The number of workers started in advance, so that a quick question doesn't wait for a process.
const SPARE: usize = 2;
/// The longest line of an answer, in bytes: the page can't use more, and the server has to buffer it.
const LONGEST_LINE: usize = 16 << 20;
/// The number of bytes kept of a worker's standard error.
const LAST_WORDS: u64 = 16 << 10;
/// The time for a worker to exit after it has closed its output.
const PATIENCE: Duration = Duration::from_secs(1);

/// Memory beyond the tables of a question: code, buffers and the allocator's rounding.
#[cfg(unix)]
const HEADROOM: usize = 64 << 20;
/// The same for each thread: a stack, its extensions, and a heap of the allocator.
#[cfg(unix)]
const HEADROOM_OF_A_THREAD: usize = 24 << 20;

/// How to start a worker.
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments, which make it call [`answer_one`](crate::answer_one).
    pub arguments: Vec<OsString>,
    /// The time limit that they set.
    pub time: Duration,
    /// The memory limit that they set, in bytes.
    pub memory: usize,
    /// The number of threads that they set.
    pub threads: NonZeroUsize,
}

impl WorkerCommand {
    /// The hard memory limit: a quarter more than the soft one, as not all memory is counted.
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
            // SAFETY: between `fork` and `exec`, the closure only makes system calls that are safe there and
            // allocates nothing.
            unsafe { command.pre_exec(move || limit_memory(bytes)) };
        }
        command
    }
}

/// Makes allocations of this process fail beyond a number of bytes.
///
/// The limit is on writable memory (`RLIMIT_DATA`), not on addresses (`RLIMIT_AS`), of which allocators reserve
/// too many. It is set before the worker starts, as its allocator takes a gigabyte at once if it can.
#[cfg(unix)]
fn limit_memory(bytes: libc::rlim_t) -> io::Result<()> {
    let mut limit = libc::rlimit { rlim_cur: bytes, rlim_max: bytes };
    // SAFETY: `limit` is a valid `rlimit` to write to and to read from, for the duration of both calls.
    unsafe {
        if libc::getrlimit(libc::RLIMIT_DATA, &raw mut limit) == 0 {
            limit.rlim_cur = bytes.min(limit.rlim_max);
            // If it can't be set, the solvers' own limits remain.
            let _ = libc::setrlimit(libc::RLIMIT_DATA, &raw const limit);
        }
    }
    Ok(())
}

/// Starts workers, some of them in advance.
pub(super) struct Workers {
    command: WorkerCommand,
    spare: Mutex<Vec<Worker>>,
}

/// A worker. Dropping it kills it.
pub(super) struct Worker {
    child: Child,
    /// `None` after a stop.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// The part of the next line read so far.
    line: Vec<u8>,
    /// Its standard error.
    words: JoinHandle<String>,
}

/// How a worker ended without an answer.
pub(super) enum Death {
    /// It ran out of memory.
    OutOfMemory,
    /// Anything else, which is a bug: its standard error.
    Bug(String),
}

impl Workers {
    pub(super) fn new(command: WorkerCommand) -> Arc<Self> {
        Arc::new(Workers { command, spare: Mutex::default() })
    }

    /// Starts workers in advance, in the background.
    pub(super) fn prepare(self: &Arc<Self>) {
        let workers = Arc::clone(self);
        tokio::spawn(async move {
            while workers.lock().len() < SPARE {
                match workers.start() {
                    Ok(worker) => workers.lock().push(worker),
                    // The next question will report the error.
                    Err(_) => return,
                }
            }
        });
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Worker>> {
        self.spare.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a worker that is ready for a question.
    pub(super) fn take(self: &Arc<Self>) -> io::Result<Worker> {
        loop {
            let spare = self.lock().pop();
            let worker = match spare {
                Some(mut worker) => match worker.child.try_wait() {
                    Ok(None) => Ok(worker),
                    // It was killed meanwhile.
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
            // The rest is read and discarded, so that the worker doesn't block.
            let _ = tokio::io::copy(&mut errors, &mut tokio::io::sink()).await;
            String::from_utf8_lossy(&words).into_owned()
        });
        Ok(Worker { child, input: Some(input), output, line: Vec::new(), words })
    }
}

impl Worker {
    /// Sends it a question.
    pub(super) async fn ask(&mut self, question: &str) -> io::Result<()> {
        let Some(input) = &mut self.input else { return Ok(()) };
        // A question is one line. Line breaks in JSON are only whitespace.
        input.write_all(question.replace(['\r', '\n'], " ").as_bytes()).await?;
        input.write_all(b"\n").await?;
        input.flush().await
    }

    /// Lowers its CPU priority below that of quick questions.
    pub(super) fn yield_to_others(&self) {
        #[cfg(unix)]
        if let Some(group) = self.child.id() {
            const NICE: libc::c_int = 10;
            // SAFETY: the call takes plain numbers and touches no memory. The worker leads a process group,
            // whose number stays valid until it is waited for; `id` returns `None` after that.
            let _ = unsafe { libc::setpriority(libc::PRIO_PGRP, group, NICE) };
        }
    }

    /// Asks it to stop.
    pub(super) fn stop(&mut self) {
        self.input = None;
    }

    /// Reads the next line of its output; `None` at the end. This is cancel safe.
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

    /// Returns why it ended without an answer.
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

/// Messages of a worker without memory: from the allocator, from stacks and their growth, and from threads.
const NO_MEMORY: [&str; 4] =
    ["memory allocation of", "failed to allocate stack", "mprotect/mmap failed", "failed to spawn thread"];

/// Whether the system killed it, as when memory runs out. Workers that this server kills are dropped.
#[cfg(unix)]
fn was_killed(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(libc::SIGKILL)
}

#[cfg(not(unix))]
fn was_killed(_: ExitStatus) -> bool {
    false
}
