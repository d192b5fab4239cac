//! Several threads that share one piece of work.

/// Runs the work on this number of threads, including this one, each with its index, and collects the
/// results. If no more threads can be started, fewer do the work.
pub(crate) fn by_threads<T: Send>(threads: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            .map_while(|number| {
                let work = &work;
                std::thread::Builder::new().spawn_scoped(scope, move || work(number)).ok()
            })
            .collect();
        let mine = work(0);
        let theirs = others
            .into_iter()
            .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        std::iter::once(mine).chain(theirs).collect()
    })
}
