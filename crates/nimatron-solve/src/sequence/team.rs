//! A team of threads that do one small job after the other, with as little ado in between as possible: a job takes
//! less time than it takes to start a thread.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// A job: it hears which member of the team does it.
type Job<'a> = dyn Fn(usize) + Sync + 'a;

/// What the members share.
pub(super) struct Team {
    members: usize,
    /// The job at hand. Its lifetime is a lie, and ends with [`Team::run`].
    job: Mutex<Option<&'static Job<'static>>>,
    /// How many jobs there have been.
    round: AtomicUsize,
    /// How many of the others are done with this one.
    done: AtomicUsize,
    over: AtomicBool,
    failed: AtomicBool,
}

impl Team {
    /// Calls `work` with a team of so many threads, this one among them.
    pub(super) fn gather<T>(members: usize, work: impl FnOnce(&Team) -> T) -> T {
        let team = Team {
            members: members.max(1),
            job: Mutex::new(None),
            round: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            failed: AtomicBool::new(false),
        };
        /// Sends the others home, however `work` ends.
        struct GoHome<'a>(&'a Team);
        impl Drop for GoHome<'_> {
            fn drop(&mut self) {
                self.0.over.store(true, Ordering::Release);
            }
        }
        std::thread::scope(|scope| {
            for member in 1..team.members {
                let team = &team;
                scope.spawn(move || team.serve(member));
            }
            let _over = GoHome(&team);
            work(&team)
        })
    }

    /// How many threads there are.
    pub(super) fn members(&self) -> usize {
        self.members
    }

    /// Has every member do the job once, and waits for all of them.
    pub(super) fn run(&self, job: &(dyn Fn(usize) + Sync)) {
        if self.members == 1 {
            return job(0);
        }
        // SAFETY: the others use the job only until they count themselves done, and this function doesn't end before,
        // not even by a panic.
        let forever: &'static Job<'static> =
            unsafe { std::mem::transmute::<&Job<'_>, &'static Job<'static>>(job) };
        *self.job.lock().unwrap_or_else(PoisonError::into_inner) = Some(forever);
        self.done.store(0, Ordering::Relaxed);
        self.round.fetch_add(1, Ordering::Release);
        let own = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(0)));
        wait_until(|| self.done.load(Ordering::Acquire) == self.members - 1);
        *self.job.lock().unwrap_or_else(PoisonError::into_inner) = None;
        if let Err(panic) = own {
            std::panic::resume_unwind(panic);
        }
        assert!(!self.failed.load(Ordering::Relaxed), "a member of the team has panicked");
    }

    fn serve(&self, member: usize) {
        let mut served = 0;
        loop {
            wait_until(|| self.round.load(Ordering::Acquire) != served || self.over.load(Ordering::Acquire));
            if self.round.load(Ordering::Acquire) == served {
                return;
            }
            served += 1;
            let job = *self.job.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(job) = job
                && std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(member))).is_err()
            {
                self.failed.store(true, Ordering::Relaxed);
            }
            self.done.fetch_add(1, Ordering::Release);
        }
    }
}

/// Waits a little for what will be soon, and lets others have the core if it takes longer.
fn wait_until(ready: impl Fn() -> bool) {
    let mut turns = 0u32;
    while !ready() {
        turns += 1;
        if turns < 2000 {
            std::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_does_every_job_once() {
        for members in [1, 2, 5] {
            let counts: Vec<_> = (0..members).map(|_| AtomicUsize::new(0)).collect();
            Team::gather(members, |team| {
                for _ in 0..1000 {
                    team.run(&|member| {
                        counts[member].fetch_add(1, Ordering::Relaxed);
                    });
                }
            });
            assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) == 1000));
        }
    }
}
