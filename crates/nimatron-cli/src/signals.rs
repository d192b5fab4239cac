//! Signal handling: the program prints what is known so far, and ends with its files intact.
//!
//! Ctrl-C stops the current question. SIGTERM and SIGHUP stop it and end the program, even if more questions are waiting.
//! A second signal ends the program at once, and so does the first one while the program waits for input.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nimatron_lab::{Stopped, Stopper};

/// Whether the whole program should end, not only the current question.
static ENDING: AtomicBool = AtomicBool::new(false);
/// Whether the program waits for input, and has nothing to finish.
static WAITING: AtomicBool = AtomicBool::new(false);
/// How often an ending program checks whether it waits for input.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// The exit code of a program that a signal ends at once.
const AT_ONCE: i32 = 130;

/// Whether the whole program should end.
pub(crate) fn is_ending() -> bool {
    ENDING.load(Ordering::Relaxed)
}

/// Waits for input. A signal ends the program while it waits.
pub(crate) fn waiting<T>(read: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::Relaxed);
    let input = read();
    WAITING.store(false, Ordering::Relaxed);
    input
}

/// Stops runs on signals, from now on. In a REPL, Ctrl-C stops only the current question.
pub(crate) fn stop(stopper: Stopper, in_conversation: bool) {
    // Without a handler a signal ends the program, which is acceptable.
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
    let signals = {
        let _inside = runtime.enter();
        Signals::new()
    };
    let Ok(mut signals) = signals else { return };
    let watch = move || {
        runtime.block_on(async {
            // The second signal ends the program without waiting for the run to stop.
            while !ENDING.load(Ordering::Relaxed) {
                let signal = signals.next().await;
                if WAITING.load(Ordering::Relaxed) {
                    std::process::exit(AT_ONCE);
                }
                let stopped = match signal {
                    Signal::Interrupt => match stopper.stop() {
                        // The question has not begun yet.
                        Stopped::Nothing if !in_conversation => stopper.stop_for_good(),
                        stopped => stopped,
                    },
                    Signal::End => {
                        ENDING.store(true, Ordering::Relaxed);
                        stopper.stop_for_good()
                    }
                };
                if stopped == Stopped::Before {
                    std::process::exit(AT_ONCE);
                }
            }
            // An ending program that waits for input again has nothing to finish.
            loop {
                if tokio::time::timeout(LOOK_EVERY, signals.next()).await.is_ok()
                    || WAITING.load(Ordering::Relaxed)
                {
                    std::process::exit(AT_ONCE);
                }
            }
        });
    };
    // If no thread can be started, signals have no effect; but then little else works, and SIGKILL still ends the program.
    let _ = std::thread::Builder::new().name("signals".into()).spawn(watch);
}

/// Waits for the first signal; the second one ends the program at once.
pub(crate) async fn ended() {
    // Without a handler a signal ends the program, which is acceptable.
    let Ok(mut signals) = Signals::new() else { return std::future::pending().await };
    signals.next().await;
    tokio::spawn(async move {
        signals.next().await;
        std::process::exit(AT_ONCE);
    });
}

/// A received signal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// End the program.
    End,
}

/// The signals that end a program.
#[cfg(unix)]
pub(crate) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    /// `None` if SIGHUP is ignored, as it is under nohup.
    hang_up: Option<tokio::signal::unix::Signal>,
}

#[cfg(unix)]
impl Signals {
    /// Handles the signals, from now on. Needs to be inside a runtime.
    pub(crate) fn new() -> std::io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let hang_up = if is_ignored(libc::SIGHUP) { None } else { Some(signal(SignalKind::hangup())?) };
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            hang_up,
        })
    }

    /// The next signal.
    pub(crate) async fn next(&mut self) -> Signal {
        let Signals { interrupt, terminate, hang_up } = self;
        let hang_up = async {
            match hang_up {
                Some(signal) => signal.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = interrupt.recv() => Signal::Interrupt,
            _ = terminate.recv() => Signal::End,
            _ = hang_up => Signal::End,
        }
    }
}

/// Ctrl-C, on systems without Unix signals.
#[cfg(not(unix))]
pub(crate) struct Signals;

#[cfg(not(unix))]
impl Signals {
    /// Handles the signals, from now on. Needs to be inside a runtime.
    pub(crate) fn new() -> std::io::Result<Self> {
        Ok(Signals)
    }

    /// The next signal.
    pub(crate) async fn next(&mut self) -> Signal {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        Signal::Interrupt
    }
}

/// Whether a signal is ignored.
#[cfg(unix)]
fn is_ignored(signal: libc::c_int) -> bool {
    let mut action = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: without a new action, `sigaction` changes nothing. It writes the old action to `action`, which is read only
    // on success.
    unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

/// Makes writing beyond the limit of `ulimit -f` an ordinary error, like a full disk, instead of a signal that kills the
/// program.
pub(crate) fn survive_file_limits() {
    #[cfg(unix)]
    // SAFETY: this signal has no other handler, and ignoring a signal runs no code of ours.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}
