//! Signals: the program ends with what is known so far, and with its files intact.
//!
//! Ctrl-C stops the question at hand. SIGTERM and SIGHUP stop it too, and then the program ends, even one that would answer
//! more questions. A second signal ends the program at once, and so does the first one while it waits for input.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nimatron_lab::{Stopped, Stopper};

/// Whether the whole program is to end, and not only the question at hand.
static ENDING: AtomicBool = AtomicBool::new(false);
/// Whether the program waits for input, and has nothing to finish.
static WAITING: AtomicBool = AtomicBool::new(false);
/// How often it is looked at whether a program that is to end waits for input.
const LOOK_EVERY: Duration = Duration::from_millis(20);
/// The exit code of a program that is ended at once.
const AT_ONCE: i32 = 130;

/// Whether the whole program is to end.
pub(crate) fn is_ending() -> bool {
    ENDING.load(Ordering::Relaxed)
}

/// Waits for input. A signal ends the program meanwhile.
pub(crate) fn waiting<T>(read: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::Relaxed);
    let input = read();
    WAITING.store(false, Ordering::Relaxed);
    input
}

/// Stops runs at signals, from now on. In a conversation Ctrl-C stops one question, and the next one is answered.
pub(crate) fn stop(stopper: Stopper, in_conversation: bool) {
    // Without a handler a signal ends the program, which will do.
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
    let signals = {
        let _inside = runtime.enter();
        Signals::new()
    };
    let Ok(mut signals) = signals else { return };
    let watch = move || {
        runtime.block_on(async {
            // A run that has to stop already is not waited for: the second signal ends the program.
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
            // A program that is to end and waits for input again has nothing to finish.
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
    // Without a handler a signal ends the program, which will do.
    let Ok(mut signals) = Signals::new() else { return std::future::pending().await };
    signals.next().await;
    tokio::spawn(async move {
        signals.next().await;
        std::process::exit(AT_ONCE);
    });
}

/// A signal that came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// The program is to end.
    End,
}

/// The signals that end a program.
#[cfg(unix)]
pub(crate) struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    /// Nothing if it is ignored, as it is for what nohup starts.
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

/// The signals that end a program: where there are none, Ctrl-C.
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
    // SAFETY: without a new action `sigaction` changes nothing. It writes the old one to where there is room for it, and
    // that is read only if it succeeds.
    unsafe {
        libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) == 0
            && action.assume_init().sa_sigaction == libc::SIG_IGN
    }
}

/// Makes it an error to write a file that grows beyond the limit of `ulimit -f`, as a full disk is, and not the end of the
/// program.
pub(crate) fn survive_file_limits() {
    #[cfg(unix)]
    // SAFETY: nobody handles this signal, and to ignore one runs no code of ours.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}
