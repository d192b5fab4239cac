//! A team of threads that do one small job after the other, with as little overhead as possible: a job takes
//! less time than starting a thread.

use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use crate::sync::{AtomicBool, AtomicUsize, Mistake, Mutex, is_seeded, spin_loop, yield_now};

/// A job: it receives the index of the member that does it.
type Job<'a> = dyn Fn(usize) + Sync + 'a;

/// Hands out the jobs of a team. There is one leader for each team, and it hands out one job at a time.
pub(super) struct Leader<'a>(&'a Team);

/// What the members share.
pub(super) struct Team {
    members: usize,
    /// The current job. Its lifetime is extended and ends with [`Leader::run`].
    job: Mutex<Option<&'static Job<'static>>>,
    /// The number of jobs so far.
    round: AtomicUsize,
    /// The number of other members that have finished this one.
    done: AtomicUsize,
    over: AtomicBool,
    failed: AtomicBool,
}

impl Team {
    fn new(members: usize) -> Self {
        Team {
            members: members.max(1),
            job: Mutex::new(None),
            round: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            failed: AtomicBool::new(false),
        }
    }

    /// Calls `work` with the leader of a team with this number of threads, including this one.
    pub(super) fn gather<T>(members: usize, work: impl FnOnce(&mut Leader) -> T) -> T {
        let team = Team::new(members);
        std::thread::scope(|scope| {
            // First, so that the other members end if a thread can't be started.
            let mut leader = Leader(&team);
            for member in 1..team.members {
                let team = &team;
                scope.spawn(move || team.serve(member));
            }
            work(&mut leader)
        })
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
            if is_seeded(Mistake::DoneTooSoon) {
                self.done.fetch_add(1, Ordering::Release);
            }
            if let Some(job) = job
                && std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(member))).is_err()
            {
                self.failed.store(true, Ordering::Relaxed);
            }
            if !is_seeded(Mistake::DoneTooSoon) {
                self.done.fetch_add(1, Ordering::Release);
            }
        }
    }
}

impl Leader<'_> {
    /// The number of threads.
    pub(super) fn members(&self) -> usize {
        self.0.members
    }

    /// Lets every member do the job once, and waits for all of them. It borrows the leader exclusively, so
    /// that no job can hand out another one.
    pub(super) fn run(&mut self, job: &(dyn Fn(usize) + Sync)) {
        let team = self.0;
        if team.members == 1 {
            return job(0);
        }
        // SAFETY: the others use the job only until they count themselves done, and this function doesn't
        // return before, not even by a panic. No other job is handed out meanwhile, because the leader is
        // borrowed.
        let forever: &'static Job<'static> =
            unsafe { std::mem::transmute::<&Job<'_>, &'static Job<'static>>(job) };
        *team.job.lock().unwrap_or_else(PoisonError::into_inner) = Some(forever);
        team.done.store(0, Ordering::Relaxed);
        team.round.fetch_add(1, Ordering::Release);
        let own = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| job(0)));
        wait_until(|| team.done.load(Ordering::Acquire) == team.members - 1);
        *team.job.lock().unwrap_or_else(PoisonError::into_inner) = None;
        if let Err(panic) = own {
            std::panic::resume_unwind(panic);
        }
        assert!(!team.failed.load(Ordering::Relaxed), "a member of the team has panicked");
    }
}

/// Ends the other members, however the work ends.
impl Drop for Leader<'_> {
    fn drop(&mut self) {
        self.0.over.store(true, Ordering::Release);
    }
}

/// Spins briefly, and then yields the core.
fn wait_until(ready: impl Fn() -> bool) {
    // In a model no time passes: every turn is for others.
    const TURNS: u32 = if cfg!(feature = "model") { 1 } else { 2000 };
    let mut turns = 0u32;
    while !ready() {
        turns += 1;
        if turns < TURNS {
            spin_loop();
        } else {
            yield_now();
        }
    }
}

/// Two members do two jobs: the leader sees what the other has done, and no member does anything after that.
#[cfg(feature = "model")]
pub(crate) fn model() {
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;

    /// What a member has done.
    struct Done(UnsafeCell<usize>);
    // SAFETY: each is changed by one member while it does its job, and read by the leader when all are done;
    // loom checks it.
    unsafe impl Sync for Done {}

    let shared = Arc::new((Team::new(2), [Done(UnsafeCell::new(0)), Done(UnsafeCell::new(0))]));
    let other = loom::thread::spawn({
        let shared = Arc::clone(&shared);
        move || shared.0.serve(1)
    });
    let (team, done) = &*shared;
    // SAFETY: see above.
    let job = |member: usize| done[member].0.with_mut(|done| unsafe { *done += 1 });
    let mut leader = Leader(team);
    for round in 1..=2 {
        leader.run(&job);
        // SAFETY: see above.
        done.iter()
            .for_each(|done| assert_eq!(done.0.with(|done| unsafe { *done }), round, "a job is not done"));
    }
    drop(leader);
    other.join().expect("it does not panic");
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
