//! The arena: each value is stored once, behind a small copyable handle.
//!
//! All short values live in an [`Arena`], which threads share by reference. Equal games have equal handles.
//!
//! - **Nodes.** A value is a node of one cache line, found by its sorted options in a sharded hash table.
//!   Nodes never move (`slab.rs`), so reading one needs no lock. Each node is followed by a tag that every
//!   reader checks: a handle of another arena either names a value of this arena or causes a panic.
//! - **Compact forms.** Values `x + n·↑ + *k` have a compact form beside their node, with closed arithmetic.
//!   Their options are written out only when a caller asks for them, so 10³⁰ or `*4000000000` cost nothing.
//! - **Marks.** Every node records how it compares with 160 fixed small games, the *probes* (`probes.rs`). A
//!   bit operation on the marks of two values refutes or proves most comparisons. Together with the stops
//!   they settle 93 % of the 11.2 million comparisons of Domineering 5×6.
//! - **Stops.** Every node records its stops, with the player to move there. They decide every comparison
//!   with a number, tell exactly whether a game is a number, and are packed into words that compare as
//!   integers.
//! - **What is left** is asked of the options: first their marks and stops, then a memo, and finally a
//!   recursion that starts with the question most likely to decide. Most of the time is spent waiting for
//!   memory, so nodes are prefetched before they are needed.
//! - **The memo** may forget but never lies (`cache.rs`): a slot holds its whole key, so no two questions can
//!   be confused. It grows in place, to twice the size of the values. A memo of four times the size saved 3 %
//!   of the comparisons of Legionnaires 3×7.
//! - Before a game is simplified, it is looked up with the options it has: most games recur.
//! - The order of handles depends on which value was created first, so nothing that a user sees depends on
//!   it. Printing sorts by structure.
//! - **Limits** are part of the arena. It fails with an error when its memory or its time is used up or its
//!   stop flag is raised, and can be used again with other limits. Recursions that go as deep as a game grow
//!   their stack as needed.
//!
//! # Where the time goes
//!
//! Legionnaires 6×6 with 18 pawns has 3.5 million distinct values in its 2.3 million positions up to
//! symmetry. 63 % of the time goes into comparisons that marks don't settle, and most of that into cache
//! misses on values that are far apart in memory. Domineering 5×6 gained nothing from these measures: about
//! half of its time goes into parts, normal forms and the table of positions, and 9 % into sums.
//!
//! # Tried and not kept
//!
//! These did not pay on Domineering 5×6: a memo of non-canonical forms (63 % of them recur, but only 1 % of
//! the instructions were saved); testing around a domino whether a region falls apart, instead of filling the
//! region; huge pages; a newer CPU as the baseline; a cache of options before they are normalised (16 %
//! hits). On Legionnaires: huge pages, and a memo of four times the size.

use std::num::NonZeroU32;
use std::sync::PoisonError;
use std::sync::atomic::Ordering;

use hashbrown::HashTable;
use smallvec::SmallVec;

use crate::cache::{PairCache, SumCache};
use crate::chunks::{Chunks, Place};
use crate::limits::{Account, ArenaLimits};
use crate::marks::{Bits, COUNT, Marks};
use crate::nus::Nus;
use crate::probes::probes;
use crate::slab::{Blocks, Slab, Slot};
use crate::stops::Stop;
use crate::sync::{AtomicPtr, AtomicU32, Mistake, Mutex, MutexGuard, is_seeded};
use crate::{Dyadic, Result, ValueError};

/// A value: the handle of a canonical form in an [`Arena`]. Equal games have equal handles.
///
/// The order of handles has no meaning; [`Arena::compare`] returns the order of games.
///
/// A handle belongs to the arena that it comes from. Another arena panics if it has no value with this
/// handle, and otherwise interprets it as a value of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Game(pub(crate) u32);

impl Game {
    /// The game in which nobody can move; the same in every arena.
    pub const ZERO: Game = Game(0);

    /// The handle as a number, for tables of numbers.
    #[inline]
    #[must_use]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The handle that this number was made from. Any other number is a handle that an arena refuses with a
    /// panic or interprets as some value of its own.
    #[inline]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        Game(bits)
    }
}

/// All the values in use, with what is known about them. Shared by reference between threads.
///
/// ```
/// use nimatron_value::{Arena, Game};
/// let arena = Arena::new();
/// let star = arena.canonical(&[Game::ZERO], &[Game::ZERO])?;
/// assert_eq!(arena.sum(star, star)?, Game::ZERO);
/// # Ok::<(), nimatron_value::ValueError>(())
/// ```
pub struct Arena {
    nodes: Slab<Form>,
    compact: Chunks<Compact>,
    blocks: Mutex<Blocks>,
    by_options: Box<[Mutex<HashTable<Entry>>]>,
    by_compact: Box<[Mutex<HashTable<u32>>]>,
    pub(crate) order: PairCache,
    pub(crate) sums: SumCache,
    /// See limits.rs.
    pub(crate) account: Account,
}

/// A canonical form with its flags and its negative: one cache line.
pub(crate) type Node = Slot<Form>;

/// A canonical form.
pub(crate) struct Form {
    pub(crate) marks: Marks,
    body: Body,
    /// Where play ends if Left starts: the handle of a number, and the player to move there. See [`Stop`].
    pub(crate) left_stop: Stop,
    /// Where play ends if Right starts.
    pub(crate) right_stop: Stop,
}

#[cfg(not(feature = "model"))]
const _: () = assert!(size_of::<Node>() == 64, "a node is one cache line");

/// The contents of a value. The flags of the node say which of the two it is.
union Body {
    /// Its options.
    options: Block,
    /// Its compact form, which the arena owns and never moves.
    compact: *const Compact,
}

/// A list `[left count, right count, left…, right…]`, which the arena owns and never changes.
type Block = *const u32;

// SAFETY: both pointers lead to what is written before the node is published, and what is behind them
// is shared as `&[u32]` and `&Compact`, both of which are `Sync`.
unsafe impl Send for Form {}
// SAFETY: as above.
unsafe impl Sync for Form {}

/// A value `x + n·↑ + *k`.
struct Compact {
    nus: Nus,
    /// Its options; null until they are needed.
    options: AtomicPtr<u32>,
}

impl Place for Compact {}

/// An entry of the table of values by options: the handle, and most of the hash, so that few wrong values are
/// compared.
#[derive(Clone, Copy)]
struct Entry {
    hash: u32,
    id: u32,
}

impl Entry {
    /// The hash that the tables use, from the bits that an entry stores.
    #[inline]
    fn spread(hash: u32) -> u64 {
        u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

pub(crate) const UNKNOWN: u32 = u32::MAX;

/// All Left options are probes, so comparisons with them need only the marks.
pub(crate) const LEFT_PROBES: u32 = 1;
/// All Right options are probes.
pub(crate) const RIGHT_PROBES: u32 = 2;
/// The value is a number.
pub(crate) const NUMBER: u32 = 4;
/// The value is `x + n·↑ + *k`.
pub(crate) const COMPACT: u32 = 8;
/// Always set: the tag of a slot is not 0.
const WRITTEN: NonZeroU32 = NonZeroU32::new(16).expect("16 is not 0");

impl Node {
    /// Which of [`LEFT_PROBES`], [`RIGHT_PROBES`], [`NUMBER`], [`COMPACT`] hold; from bit 8 on, the height.
    #[inline]
    pub(crate) fn flags(&self) -> u32 {
        self.tag()
    }

    /// The handle of the negative, or [`UNKNOWN`].
    #[inline]
    pub(crate) fn negative(&self) -> &AtomicU32 {
        &self.link
    }

    /// See [`Marks::height`].
    #[inline]
    pub(crate) fn height(&self) -> u32 {
        self.flags() >> 8
    }

    #[inline]
    fn is_compact(&self) -> bool {
        self.flags() & COMPACT != 0
    }

    #[inline]
    fn compact(&self) -> Option<&Compact> {
        // SAFETY: the flag says which of the two the body is; the pointer was made from an item of the
        // arena's slab, which never moves, and a node lives no longer than the arena.
        if self.is_compact() { Some(unsafe { &*self.body.compact }) } else { None }
    }

    /// A hint that the options will be needed soon.
    #[inline]
    pub(crate) fn prefetch_options(&self) {
        crate::slab::prefetch(self.block());
    }

    /// The block of its options, or null if they are not written out.
    #[inline]
    fn block(&self) -> Block {
        match self.compact() {
            Some(compact) => compact.options.load(Ordering::Acquire),
            // SAFETY: the flag says that these are options.
            None => unsafe { self.body.options },
        }
    }
}

const SHARDS: usize = if cfg!(feature = "model") { 2 } else { 32 };

/// The options of one player.
pub(crate) type Options = SmallVec<[Game; 12]>;

impl Default for Arena {
    fn default() -> Self {
        Arena::new()
    }
}

impl Arena {
    /// An arena without a limit.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limits(ArenaLimits::new())
    }

    /// An arena that keeps to these limits.
    ///
    /// The initial contents of an arena, about 0.4 MB, are there whatever the limit. If that is more than the
    /// limit, every new value is an error.
    #[must_use]
    pub fn with_limits(limits: ArenaLimits) -> Self {
        let mut arena = Self::empty();
        arena.plant_probes();
        arena.set_limits(limits);
        arena
    }

    /// An arena without any value, and without a limit.
    fn empty() -> Self {
        let (order, sums) = (PairCache::new(), SumCache::new());
        let account = Account::new(ArenaLimits::new());
        account.add(order.bytes() + sums.first_bytes());
        Arena {
            nodes: Slab::new(),
            compact: Chunks::new(),
            blocks: Mutex::new(Blocks::new()),
            by_options: (0..SHARDS).map(|_| Mutex::new(HashTable::new())).collect(),
            by_compact: (0..SHARDS).map(|_| Mutex::new(HashTable::new())).collect(),
            order,
            sums,
            account,
        }
    }

    /// An arena that has zero and no probes, which would be too many for a model.
    #[cfg(feature = "model")]
    pub(crate) fn with_zero_alone() -> Self {
        let arena = Self::empty();
        let zero = arena.compact_with(&Nus::from_number(Dyadic::ZERO), Bits::EMPTY, Bits::EMPTY);
        assert_eq!(zero, Ok(Game::ZERO));
        arena
    }

    /// Inserts the probes first: probe `i` has the handle `i`. Everything else relies on that, so it is done
    /// before there is any limit.
    fn plant_probes(&self) {
        for (i, probe) in probes().list.iter().enumerate() {
            let game = match &probe.nus {
                Some(nus) => self.compact_with(nus, probes().le[i], probes().ge[i]),
                None => {
                    let handles = |o: &[u32]| o.iter().map(|o| Game(*o)).collect::<Options>();
                    self.intern(&mut handles(&probe.left), &mut handles(&probe.right))
                }
            };
            assert!(game == Ok(Game(i as u32)), "the probes come first, in their order");
        }
    }

    /// The handle of a probe.
    #[cfg(test)]
    pub(crate) fn probe(&self, index: u32) -> Game {
        Game(index)
    }

    // ---- what a handle stands for -------------------------------------------------------------

    #[inline]
    pub(crate) fn node(&self, g: Game) -> &Node {
        self.nodes.get(g.0)
    }

    /// A hint that this value will be compared or added soon, so that it is prefetched.
    #[inline]
    pub fn prefetch(&self, g: Game) {
        self.nodes.prefetch(g.0);
    }

    /// The compact form `x + n·↑ + *k`, if the value has one.
    #[inline]
    #[must_use]
    pub fn compact(&self, g: Game) -> Option<&Nus> {
        self.node(g).compact().map(|compact| &compact.nus)
    }

    /// The number that the value equals, if it is one.
    #[inline]
    #[must_use]
    pub fn number(&self, g: Game) -> Option<&Dyadic> {
        if self.node(g).flags() & NUMBER == 0 { None } else { self.compact(g).map(Nus::number) }
    }

    /// Left's options in canonical form.
    pub fn left(&self, g: Game) -> Result<&[Game]> {
        Ok(self.options(g)?.0)
    }

    /// Right's options in canonical form.
    pub fn right(&self, g: Game) -> Result<&[Game]> {
        Ok(self.options(g)?.1)
    }

    /// Left's and Right's options in canonical form, each once, in no particular order.
    #[inline]
    pub fn options(&self, g: Game) -> Result<(&[Game], &[Game])> {
        let block = self.node(g).block();
        if block.is_null() {
            self.write_out(g)?;
            return self.options(g);
        }
        // SAFETY: a block is `[left count, right count, left…, right…]`, written before its pointer
        // was published and unchanged while the arena lives; `Game` is a plain `u32`.
        unsafe {
            let (left, right) = (*block as usize, *block.add(1) as usize);
            let first = block.add(2).cast::<Game>();
            Ok((std::slice::from_raw_parts(first, left), std::slice::from_raw_parts(first.add(left), right)))
        }
    }

    /// The number of options of both players in canonical form, found without writing them out: `*n` has
    /// `2n`.
    #[must_use]
    pub fn option_count(&self, g: Game) -> usize {
        let block = self.node(g).block();
        if block.is_null() {
            return self.compact(g).map_or(0, |nus| 2 * nus.width());
        }
        self.options(g).map_or(0, |(left, right)| left.len() + right.len())
    }

    /// Makes the options of a compact value.
    #[cold]
    fn write_out(&self, g: Game) -> Result<()> {
        let compact = self.node(g).compact().expect("only compact values have no block of options");
        let nus = &compact.nus;
        let width = nus.width();
        if width > Slab::<Form>::LIMIT as usize {
            return Err(ValueError::OutOfRange { what: "the number of options" });
        }
        self.afford(width * 2 * (size_of::<Node>() + size_of::<Compact>()))?;
        let (left, right) = nus.options();
        let handles = |list: &[Nus]| list.iter().map(|o| self.game(o)).collect::<Result<Options>>();
        let block = self.block(&handles(&left)?, &handles(&right)?)?;
        // Two threads may get here at the same time: both blocks are equal, and one of them is not used.
        compact.options.store(block, Ordering::Release);
        Ok(())
    }

    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len() as usize
    }

    /// Always `false`: zero and the probes are there from the start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    // ---- making values ------------------------------------------------------------------------

    /// The value `x + n·↑ + *k`.
    pub fn game(&self, nus: &Nus) -> Result<Game> {
        let hash = hash_compact(nus);
        if let Some(found) = self.find_compact(hash, nus) {
            return Ok(found);
        }
        let marks = self.marks_of_compact(nus)?;
        self.compact_with(nus, marks.le, marks.ge)
    }

    /// The value of a number.
    pub fn from_number(&self, number: Dyadic) -> Result<Game> {
        self.game(&Nus::from_number(number))
    }

    /// The value of an integer.
    pub fn integer(&self, n: i64) -> Result<Game> {
        self.from_number(Dyadic::from(n))
    }

    /// The value of a Nim heap.
    pub fn nimber(&self, k: u32) -> Result<Game> {
        self.game(&Nus::new(Dyadic::ZERO, 0, k))
    }

    fn find_compact(&self, hash: u64, nus: &Nus) -> Option<Game> {
        let shard = lock(&self.by_compact[hash as usize % SHARDS]);
        shard.find(hash, |id| self.compact(Game(*id)) == Some(nus)).map(|id| Game(*id))
    }

    pub(crate) fn compact_with(&self, nus: &Nus, le: Bits, ge: Bits) -> Result<Game> {
        let hash = hash_compact(nus);
        let (left_stop, right_stop) = self.stops_of_compact(nus)?;
        let digits = nus.number().heap_bytes();
        self.afford_value(self.compact.cost_of_push() + digits)?;
        let mut shard = lock(&self.by_compact[hash as usize % SHARDS]);
        let known = shard.find(hash, |id| self.compact(Game(*id)) == Some(nus));
        if let Some(id) = known.filter(|_| !is_seeded(Mistake::NoSecondLook)) {
            return Ok(Game(*id));
        }
        self.spend(digits);
        let compact = Compact { nus: nus.clone(), options: AtomicPtr::new(std::ptr::null_mut()) };
        let compact = self.compact.keep(compact, &self.account);
        let marks = Marks { le, ge };
        let flags = if nus.is_number() { NUMBER } else { 0 } | COMPACT;
        let form = Form { marks, body: Body { compact }, left_stop, right_stop };
        let id = self.push(form, flags);
        self.enter(&mut shard, hash, id, |id| {
            hash_compact(self.compact(Game(*id)).expect("only compact values are here"))
        });
        Ok(Game(id))
    }

    /// How `x + n·↑ + *k` compares with the probes.
    ///
    /// Beyond the birthdays of the probes, a larger `n` or `k` makes no difference to any of them (Siegel,
    /// II.7: stars past a game's birthday are remote from it, and alike), so both are first reduced to
    /// [`FAR_UP`] and [`FAR_STAR`]; `far_ups_and_stars_compare_alike` tests it.
    fn marks_of_compact(&self, nus: &Nus) -> Result<Marks> {
        let near = Nus::new(nus.number().clone(), nus.up().clamp(-FAR_UP, FAR_UP), nus.star().min(FAR_STAR));
        if near != *nus {
            let marks = self.node(self.game(&near)?).marks;
            return Ok(marks);
        }
        let table = probes();
        let (mut below_left, mut above_right) = (Bits::EMPTY, Bits::EMPTY);
        if !nus.is_number() {
            let (left, right) = nus.options();
            for l in &left {
                below_left |= self.node(self.game(l)?).marks.ge;
            }
            for r in &right {
                above_right |= self.node(self.game(r)?).marks.le;
            }
        }
        let mut marks = Marks { le: Bits::EMPTY, ge: Bits::EMPTY };
        for (i, probe) in table.list.iter().enumerate() {
            let bit = Bits::one(i);
            let (le, ge) = match &probe.nus {
                Some(other) => {
                    let order = nus.compare(other);
                    (
                        order.is_some_and(std::cmp::Ordering::is_le),
                        order.is_some_and(std::cmp::Ordering::is_ge),
                    )
                }
                // A player need not move in a number while the other game is not one (number avoidance), so
                // for numbers `below_left` and `above_right` stay empty.
                None => {
                    let ge = !above_right.has(i) && (table.left[i] & marks.le).is_empty();
                    (!below_left.has(i) && (table.right[i] & marks.ge).is_empty(), ge)
                }
            };
            marks.le |= if le { bit } else { Bits::EMPTY };
            marks.ge |= if ge { bit } else { Bits::EMPTY };
        }
        Ok(marks)
    }

    /// The value with exactly these options, which must be in canonical form and not a number. Both lists
    /// must not contain a handle twice; they are sorted.
    pub(crate) fn intern(&self, left: &mut Options, right: &mut Options) -> Result<Game> {
        match self.find(left, right)? {
            Found::Game(game) => Ok(game),
            Found::Nothing(hash) => self.insert(left, right, hash, &self.measure(left, right)),
        }
    }

    /// Looks for a value with exactly these options, and sorts them. A value that is found is the value of
    /// the game with these options, even if they were not known to be in canonical form.
    pub(crate) fn find(&self, left: &mut Options, right: &mut Options) -> Result<Found> {
        if left.iter().chain(right.iter()).all(|g| self.node(*g).is_compact()) {
            let compact =
                |list: &[Game]| list.iter().filter_map(|g| self.compact(*g)).collect::<SmallVec<[&Nus; 8]>>();
            if let Some(nus) = Nus::from_options(&compact(left), &compact(right)) {
                return self.game(&nus).map(Found::Game);
            }
        }
        left.sort_unstable_by_key(|g| g.0);
        right.sort_unstable_by_key(|g| g.0);
        let hash = hash_options(left, right);
        let shard = self.shard_of(hash);
        let found = shard.find(Entry::spread(hash), |entry| self.has_options(entry, hash, left, right));
        Ok(found.map_or(Found::Nothing(hash), |entry| Found::Game(Game(entry.id))))
    }

    #[inline]
    fn shard_of(&self, hash: u32) -> MutexGuard<'_, HashTable<Entry>> {
        // The tables use the lowest bits, so the shards use the highest.
        lock(&self.by_options[(hash >> (32 - SHARDS.ilog2())) as usize])
    }

    #[inline]
    fn has_options(&self, entry: &Entry, hash: u32, left: &[Game], right: &[Game]) -> bool {
        entry.hash == hash && self.options(Game(entry.id)).is_ok_and(|(l, r)| l == left && r == right)
    }

    /// Inserts a value whose sorted options [`Arena::find`] did not find.
    pub(crate) fn insert(&self, left: &[Game], right: &[Game], hash: u32, measure: &Measure) -> Result<Game> {
        self.afford_value(0)?;
        let block = self.block(left, right)?;
        let mut shard = self.shard_of(hash);
        let known = shard.find(Entry::spread(hash), |entry| self.has_options(entry, hash, left, right));
        if let Some(entry) = known.filter(|_| !is_seeded(Mistake::NoSecondLook)) {
            return Ok(Game(entry.id)); // another thread was faster; its block serves, ours is forgotten
        }
        let all_probes = |list: &[Game]| list.iter().all(|g| (g.0 as usize) < COUNT);
        let flags =
            if all_probes(left) { LEFT_PROBES } else { 0 } | if all_probes(right) { RIGHT_PROBES } else { 0 };
        let form = Form {
            marks: measure.marks,
            body: Body { options: block },
            left_stop: measure.left_stop,
            right_stop: measure.right_stop,
        };
        let id = self.push(form, flags);
        self.enter(&mut shard, Entry::spread(hash), Entry { hash, id }, |entry| Entry::spread(entry.hash));
        Ok(Game(id))
    }

    fn push(&self, form: Form, flags: u32) -> u32 {
        let flags = WRITTEN | flags | form.marks.height() << 8;
        self.nodes.push(form, UNKNOWN, flags, &self.account)
    }

    /// Fails if one more value, and `bytes` with it, would exceed a limit.
    fn afford_value(&self, bytes: usize) -> Result<()> {
        if self.nodes.is_full() {
            return Err(ValueError::OutOfRange { what: "the number of values" });
        }
        self.afford(self.nodes.cost_of_push() + bytes)
    }

    /// Adds an entry to a table, and books the growth of the table.
    fn enter<T>(&self, table: &mut HashTable<T>, hash: u64, entry: T, hash_of: impl Fn(&T) -> u64) {
        let before = table.allocation_size();
        table.insert_unique(hash, entry, hash_of);
        self.spend(table.allocation_size() - before);
    }

    fn block(&self, left: &[Game], right: &[Game]) -> Result<*mut u32> {
        let count = |list: &[Game]| {
            u32::try_from(list.len()).map_err(|_| ValueError::OutOfRange { what: "the number of options" })
        };
        let ids = |list: &[Game]| list.iter().map(|g| g.0).collect::<SmallVec<[u32; 12]>>();
        let head = [count(left)?, count(right)?];
        let mut blocks = lock(&self.blocks);
        let cost = blocks.cost_of_push(left.len() + right.len());
        self.afford(cost)?;
        self.spend(cost);
        Ok(blocks.push(head, &ids(left), &ids(right)))
    }
}

/// Larger multiples of ↑ compare with the probes like this one.
const FAR_UP: i64 = 14;
/// Larger stars compare with the probes like this one.
const FAR_STAR: u32 = 16;

/// The result of [`Arena::find`].
pub(crate) enum Found {
    Game(Game),
    /// Nothing; the hash of the options is returned for [`Arena::insert`].
    Nothing(u32),
}

/// What is known about a game from its options, before it is simplified.
pub(crate) struct Measure {
    pub(crate) marks: Marks,
    pub(crate) left_stop: Stop,
    pub(crate) right_stop: Stop,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn hash_compact(nus: &Nus) -> u64 {
    use std::hash::{BuildHasher, BuildHasherDefault};
    BuildHasherDefault::<rustc_hash::FxHasher>::default().hash_one(nus)
}

fn hash_options(left: &[Game], right: &[Game]) -> u32 {
    let step = |h: u64, g: &Game| (h.rotate_left(23) ^ u64::from(g.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let h = left.iter().fold(left.len() as u64, step);
    let h = right.iter().fold(h ^ 0x5555_5555, step);
    (h >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "it makes tens of thousands of values, which takes Miri hours")]
    fn far_ups_and_stars_compare_alike() {
        // The marks of 14·↑ and *16 represent all larger ones: check a few steps further, by the definition,
        // against every probe.
        let arena = Arena::new();
        let value = |x: i64, up, star| Nus::new(Dyadic::new(x, 1), up, star);
        for x in -5..6 {
            for (up, star) in (-18..19).flat_map(|up| (0..21).map(move |star| (up, star))) {
                if up == 0 && star == 0 {
                    continue;
                }
                let nus = value(x, up, star);
                let game = arena.game(&nus).unwrap();
                let (left, right) = arena.options(game).unwrap();
                let below = left.iter().fold(Bits::EMPTY, |m, l| m | arena.node(*l).marks.ge);
                let above = right.iter().fold(Bits::EMPTY, |m, r| m | arena.node(*r).marks.le);
                let honest = probes().marks(below, above);
                assert_eq!(arena.node(game).marks.le, honest.le, "{nus:?}");
                assert_eq!(arena.node(game).marks.ge, honest.ge, "{nus:?}");
            }
        }
    }
    #[test]
    fn several_threads_make_the_same_values_and_read_their_options() {
        let arena = Arena::new();
        let make = || {
            let (one, other) = (arena.integer(1).unwrap(), arena.integer(-1).unwrap());
            let switch = arena.canonical(&[one], &[other]).unwrap();
            let threat = arena.canonical(&[switch], &[Game::ZERO]).unwrap();
            let heap = arena.nimber(5).unwrap();
            assert_eq!(arena.options(switch), Ok((&[one][..], &[other][..])));
            assert_eq!(arena.left(heap).unwrap().len(), 5);
            [switch, threat, heap, arena.negative(threat).unwrap(), arena.sum(threat, heap).unwrap()]
        };
        let made: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..3).map(|_| scope.spawn(make)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(made.iter().all(|values| *values == made[0]));
    }
}
