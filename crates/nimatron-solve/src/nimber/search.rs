//! One worker that finds Grundy values.
//!
//! Instead of taking the mex of all options' values, it asks "does the second player win `G + *k`?" for k =
//! 0, 1, 2, … (Lemoine and Viennot, *Nimbers are inevitable*, 2012). A single option with value k answers
//! "no", so most options of most positions are never examined. Of a sum, all parts but the largest are
//! evaluated in full and combined with k.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use nimatron_rules::{Budget, Fair, Key, Meter, Player, hash_of, sort_by_key};
use smallvec::{SmallVec, smallvec};

use super::branch::{Branch, CHANCE_OF_SUM, Look, Open, Scratch, chance};
use super::known::{BITS, Known};
use super::shared::{Shared, Store};
use crate::SolveError;
use crate::stack::deep;

/// The method to find a Grundy value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// By asking who wins `G + *k`.
    Questions,
    /// As the mex of all options.
    Mex,
}

/// Why a worker has no answer.
pub(crate) enum Halt {
    Error(SolveError),
    /// It takes more work than was allowed.
    Work,
    /// Another worker has the answer or an error.
    Over,
}

impl<E: Into<SolveError>> From<E> for Halt {
    fn from(error: E) -> Self {
        Halt::Error(error.into())
    }
}

/// What the workers at one table share.
pub(crate) struct Team {
    /// Whether a worker has the answer or an error.
    pub(crate) over: AtomicBool,
    /// The questions that workers are working on: others leave them for later. Many questions share a slot,
    /// so this is only a hint.
    begun: Box<[AtomicU64]>,
}

impl Team {
    pub(crate) fn new() -> Self {
        Team { over: AtomicBool::new(false), begun: (0..1 << 12).map(|_| AtomicU64::new(0)).collect() }
    }

    fn place(&self, question: u64) -> &AtomicU64 {
        &self.begun[(question >> 40) as usize % self.begun.len()]
    }
}

/// Work that is done from time to time, with the table at hand.
pub(crate) type Pause<'a, P> = dyn Fn(&Shared<P>) -> Result<(), SolveError> + Sync + 'a;

/// One worker.
pub(crate) struct Worker<'a, K, S> {
    pub(crate) game: &'a dyn Fair<K>,
    pub(crate) store: S,
    pub(crate) meter: &'a mut Meter,
    pub(crate) spare: &'a mut Vec<Scratch<K>>,
    pub(crate) way: Way,
    /// The number of options that it may examine.
    pub(crate) work: u64,
    pub(crate) team: Option<&'a Team>,
    /// The index of this worker and the number of workers.
    pub(crate) number: (usize, usize),
    pub(crate) pause: Option<&'a Pause<'a, K>>,
}

/// Options with at least this many moves are examined closely before they are searched. Such an examination
/// costs as much as about fifty look-ups. Of 36, 30, 24 and 20, Cram 5×7 and 4×9 are fastest with 30, by a
/// tenth or more.
const LARGE: u64 = 30;

/// A position with this number of options takes so long that the limits are checked each time.
const MANY: usize = 64;

/// The number of options that are looked up together: Cram 5×7 takes 0.38 s with 4, 0.41 s with 8, 0.49 s
/// with 16.
const GROUP: usize = 4;

impl<K: Key, S: Store<K>> Worker<'_, K, S> {
    fn budget(&self) -> &Budget {
        self.meter.budget()
    }

    /// Fails if there are too many options to be listed.
    #[inline]
    fn check_options(&self, part: &K) -> Result<(), Halt> {
        Ok(self.budget().check_list::<[K; 2]>(self.game.move_bound(part, Player::Left))?)
    }

    /// The Grundy value of a part in normal form.
    pub(crate) fn part(&mut self, part: &K) -> Result<u32, Halt> {
        if self.way == Way::Questions {
            for k in 0..BITS {
                if let Some(nimber) = self.known(part) {
                    return Ok(nimber);
                }
                self.second_wins(part, k)?;
            }
        }
        match self.known(part) {
            Some(nimber) => Ok(nimber),
            None => deep(self, Self::budget, |worker| worker.by_mex(part)),
        }
    }

    /// What a theorem or the table says about the value of a part.
    #[inline]
    fn known(&mut self, part: &K) -> Option<u32> {
        match self.store.get(part) {
            Some(known) => known.value(),
            None => self.game.known_nimber(part),
        }
    }

    /// Counts a position, and does the work that is done from time to time.
    #[inline]
    fn tick(&mut self) -> Result<(), Halt> {
        self.meter.tick()?;
        if let Some(pause) = self.pause {
            pause(self.store.all())?;
        }
        match self.team {
            Some(team) if team.over.load(Ordering::Relaxed) => Err(Halt::Over),
            _ => Ok(()),
        }
    }

    /// Whether the second player wins `part + *k`, that is, whether the Grundy value is `k`.
    fn second_wins(&mut self, part: &K, k: u32) -> Result<bool, Halt> {
        if k >= BITS {
            return Ok(self.part(part)? == k);
        }
        if let Some(known) = self.store.get(part) {
            if known.value() == Some(k) {
                return Ok(true);
            }
            if known.excludes(k) {
                return Ok(false);
            }
        } else if let Some(nimber) = self.game.known_nimber(part) {
            return Ok(nimber == k);
        }
        self.tick()?;
        if deep(self, Self::budget, |worker| worker.some_option_is(part, k))? {
            self.learn(part, Known::not(k))?;
            return Ok(false);
        }
        // No option has the value k, so the value of the part is at most k.
        for smaller in 0..k {
            if self.second_wins(part, smaller)? {
                return Ok(false);
            }
        }
        self.learn(part, Known::exactly(k))?;
        Ok(true)
    }

    /// Whether some option of a part has the Grundy value `k`.
    fn some_option_is(&mut self, part: &K, k: u32) -> Result<bool, Halt> {
        // 1. Options that the table decides immediately.
        let mut open = Open::new();
        if self.found_at_once(part, k, &mut open)? {
            return Ok(true);
        }
        // 2. A large option is examined closely: how much work its own open options are, unless the table
        //    refutes it by one of them.
        if open.len() > 1 {
            let mut near = Open::new();
            for branch in &mut open {
                if branch.size >= LARGE && branch.unknown.len() == 1 {
                    self.look_closer(branch, &mut near)?;
                } else {
                    // An estimate of what a close examination would return if every other option were open,
                    // with six moves less each.
                    let (options, less) = (branch.size / 2, branch.size.saturating_sub(6));
                    branch.size = options.clamp(1, 1 << 12) << (less / 3).min(50);
                }
            }
            open.retain(|branch| !branch.refuted);
            for branch in &mut open {
                branch.size = (branch.size.min(1 << 48) << 8) / branch.chance;
            }
        }
        // 3. The others, starting with those that have the least work left relative to their probability.
        sort_by_key(&mut open, |branch| branch.size);
        let Some(team) = self.team else {
            for branch in open {
                if self.branch_is_zero(branch)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        };
        // 4. If other workers are active, questions they are working on come last; perhaps they find the
        //    answer meanwhile.
        let question = question(part, k);
        let (mut now, mut later) = (open, SmallVec::<[_; 16]>::new());
        for round in 0..2 {
            for branch in std::mem::take(&mut now) {
                if self.store.get(part).is_some_and(|known| known.excludes(k) && known.value().is_none()) {
                    return Ok(true);
                }
                let asked = branch.unknown.last().map_or(0, |last| self::question(last, branch.heap));
                if round == 0 && team.place(asked).load(Ordering::Relaxed) == asked {
                    later.push(branch);
                    continue;
                }
                team.place(question).store(question, Ordering::Relaxed);
                team.place(asked).store(asked, Ordering::Relaxed);
                let zero = self.branch_is_zero(branch);
                team.place(asked).store(0, Ordering::Relaxed);
                if zero? {
                    return Ok(true);
                }
            }
            now = std::mem::take(&mut later);
        }
        Ok(false)
    }

    /// Measures the work of a branch by its own open options, or finds that it is refuted.
    fn look_closer(&mut self, branch: &mut Branch<K>, near: &mut Open<K>) -> Result<(), Halt> {
        near.clear();
        branch.refuted = self.found_at_once(&branch.unknown[0], branch.heap, near)?;
        // All of them have to be refuted, and a few more moves double the work.
        branch.size = near.iter().fold(0, |work, open| work.saturating_add(1 << (open.size / 3).min(50)));
        Ok(())
    }

    /// Whether the table knows an option of the part with the value `k`. All options that may have that value
    /// are appended to `open`, each once: a symmetric part has half as many, and is less work. The values of
    /// known options are excluded for the part.
    fn found_at_once(&mut self, part: &K, k: u32, open: &mut Open<K>) -> Result<bool, Halt> {
        self.check_options(part)?;
        let mut scratch = self.spare.pop().unwrap_or_default();
        self.game.options(part, Player::Left, &mut scratch.options);
        self.work = self.work.checked_sub(scratch.options.len() as u64).ok_or(Halt::Work)?;
        if scratch.options.len() >= MANY {
            self.meter.flush()?;
        }
        let mut values = 0u32;
        let found = self.look_up(&mut scratch, k, &mut values) || self.open(&scratch, k, &mut values, open);
        scratch.clear();
        self.spare.push(scratch);
        // No part has the value of one of its options.
        if let Some(known) = Known::none_of(values) {
            self.learn(part, known)?;
        }
        Ok(found)
    }

    /// Looks options up until one with the value `k` is found, and marks the values of the others.
    ///
    /// Look-ups are done in small groups, so that the cache misses of a group overlap.
    fn look_up(&mut self, scratch: &mut Scratch<K>, k: u32, values: &mut u32) -> bool {
        let Scratch { options, heaps, asked, looks, unknown } = scratch;
        for group in options.chunks(GROUP) {
            let first = looks.len();
            asked.clear();
            heaps.clear();
            self.game.split(group, first, heaps, asked);
            for (_, normal) in asked.iter() {
                self.store.prefetch(normal);
            }
            looks.extend(heaps.iter().map(|heap| Look { heap: heap ^ k, unknown: 0 }));
            for (option, normal) in asked.drain(..) {
                // A value that a theorem gives is never stored in the table, so an entry of the table needs
                // no theorem.
                let known = self.store.get(&normal);
                let nimber = match known {
                    Some(known) => known.value(),
                    None => self.game.known_nimber(&normal),
                };
                let look = &mut looks[option];
                match nimber {
                    Some(nimber) => look.heap ^= nimber,
                    None => {
                        look.unknown += 1;
                        unknown.push((normal, known));
                    }
                }
            }
            for look in &looks[first..] {
                if look.unknown == 0 {
                    *values |= 1u32.checked_shl(look.heap ^ k).unwrap_or(0);
                    if look.heap == 0 {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Appends the undecided options to `open`; returns whether one of them has the value `k` after all.
    fn open(&self, scratch: &Scratch<K>, k: u32, values: &mut u32, open: &mut Open<K>) -> bool {
        let (mut rest, mut marks) = (&scratch.unknown[..], 0u64);
        for look in &scratch.looks {
            if look.unknown == 0 {
                continue;
            }
            let (own, others) = rest.split_at(look.unknown);
            rest = others;
            if let [(part, known)] = own {
                if known.is_some_and(|known| known.excludes(look.heap)) {
                    continue;
                }
                // Most parts are new, and then one look at the marks is enough.
                let mark = 1u64 << (hash_of(part) >> 58);
                let seen = |other: &Branch<K>| {
                    other.heap == look.heap && other.unknown.len() == 1 && other.unknown[0] == *part
                };
                if marks & mark != 0 && open.iter().any(seen) {
                    continue;
                }
                marks |= mark;
                let size = self.game.mobility(part, Player::Left).into();
                let unknown = smallvec![part.clone()];
                let chance = chance(*known, look.heap);
                open.push(Branch { unknown, heap: look.heap, size, refuted: false, chance });
                continue;
            }
            let branch = self.branch(own, look.heap);
            if branch.unknown.is_empty() {
                *values |= 1u32.checked_shl(branch.heap ^ k).unwrap_or(0);
                if branch.heap == 0 {
                    return true;
                }
            } else if !branch.refuted && !open.iter().any(|other| other.is(&branch)) {
                open.push(branch);
            }
        }
        false
    }

    /// Whether an option and its heap together are worth 0. Of a sum, all parts but the largest are evaluated
    /// and combined with the heap.
    fn branch_is_zero(&mut self, branch: Branch<K>) -> Result<bool, Halt> {
        let Branch { mut unknown, mut heap, .. } = branch;
        if unknown.len() > 1 {
            sort_by_key(&mut unknown, |part| self.game.mobility(part, Player::Left));
        }
        let largest = unknown.pop();
        for part in unknown {
            heap ^= self.part(&part)?;
        }
        match largest {
            None => Ok(heap == 0),
            Some(part) => self.second_wins(&part, heap),
        }
    }

    /// A branch with several unknown parts. Two equal parts cancel out.
    fn branch(&self, parts: &[(K, Option<Known>)], heap: u32) -> Branch<K> {
        let mut branch =
            Branch { unknown: SmallVec::new(), heap, size: 0, refuted: false, chance: CHANCE_OF_SUM };
        for (part, _) in parts {
            let size = u64::from(self.game.mobility(part, Player::Left));
            match branch.unknown.iter().position(|other| other == part) {
                Some(other) => {
                    branch.unknown.swap_remove(other);
                    branch.size -= size;
                }
                None => {
                    branch.size += size;
                    branch.unknown.push(part.clone());
                }
            }
        }
        if let [left] = &branch.unknown[..] {
            let known = parts.iter().find(|(part, _)| part == left).and_then(|(_, known)| *known);
            branch.refuted = known.is_some_and(|known| known.excludes(heap));
            branch.chance = chance(known, heap);
        }
        branch
    }

    /// The least value that no option has.
    fn by_mex(&mut self, part: &K) -> Result<u32, Halt> {
        self.tick()?;
        self.check_options(part)?;
        let mut scratch = self.spare.pop().unwrap_or_default();
        let options = &mut scratch.options;
        self.game.options(part, Player::Left, options);
        self.work = self.work.checked_sub(options.len() as u64).ok_or(Halt::Work)?;
        // Every worker begins at another option.
        let (number, workers) = self.number;
        let shift = options.len() * number / workers;
        options.rotate_left(shift);
        // All options are split in one call. Their values begin with those of their small parts.
        let Scratch { options, heaps, asked, .. } = &mut scratch;
        self.game.split(options, 0, heaps, asked);
        for (option, part) in asked.drain(..) {
            heaps[option] ^= self.part(&part)?;
        }
        let nimber = mex(heaps);
        scratch.clear();
        self.spare.push(scratch);
        self.learn(part, Known::exactly(nimber))?;
        Ok(nimber)
    }

    fn learn(&mut self, part: &K, known: Known) -> Result<(), Halt> {
        Ok(self.store.learn(part, known, self.meter.budget())?)
    }
}

/// The number of a question, which is never 0.
fn question<P: std::hash::Hash>(part: &P, k: u32) -> u64 {
    (hash_of(part) ^ u64::from(k)).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1
}

/// The least number that is not in the list.
pub(crate) fn mex(values: &mut [u32]) -> u32 {
    values.sort_unstable();
    let mut least = 0;
    for value in values {
        if *value == least {
            least += 1;
        }
    }
    least
}
