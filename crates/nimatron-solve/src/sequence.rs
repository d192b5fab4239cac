//! The Grundy values of heaps 0, 1, 2, … of a game whose moves are made in one heap each
//! (`Impartial::as_heaps`).
//!
//! `plain` has the definition. `block` computes many values at a time, with the vector instructions of
//! `lanes`, on the threads of a `team`, in the sparse `space` of the game if it has one. `period` proves
//! periods.
//!
//! 1. 64 neighbouring heaps are processed together, so that one load serves 32 of them. A sample of all
//!    breaks is marked in a table for each heap.
//! 2. The few values that are left are looked for among all breaks by comparing whole registers (AVX-512,
//!    AVX2 or none, depending on the machine), first 24 values at a time, at the end 4.
//! 3. If a mask makes few heaps *rare*, common values are looked for among rare heaps only. The mask is
//!    chosen by a Walsh–Hadamard transform, and chosen again at powers of two.
//! 4. Games with values below 64 and few rare heaps are handled by `tiny`: a set of values is a word, and
//!    eight heaps share each instruction.
//!
//! Samples and masks only affect the speed, never the result. A period is proved by the theorem of Guy and
//! Smith. Arithmetic periods of games that break heaps into three are only reported as observed. Certificates
//! of periods are checked by code that shares nothing with these modules except the rules.
//!
//! # What limits .007
//!
//! Beyond 2¹⁸ the game has 22,400 rare heaps, so each value takes at least 700 comparisons of 32. A third of
//! the time goes into marks (5600 with rare heaps, 4000 with others), a fifth into comparisons, a fifth into
//! the search for rare values that no mark has shown, and a sixth into heaps whose first 24 candidates all
//! turn out to be options. It does not help that, on average, rare heaps make a value in many ways. The
//! values are nearly periodic (a tenth of them equal those of 86 heaps before, or of 852 or 971), so of the
//! 300 common values below that of a heap, about 30 are made by fewer than eight pairs, and these have to be
//! found.
//!
//! Tried without gain: octets of the most frequent values as bytes, so that one instruction shows options of
//! 64 heaps (twenty octets leave 7 of 300 common values unknown, but take longer than the marks); fewer marks
//! and more candidates.

mod block;
mod checkpoint;
mod kernels;
mod lanes;
mod period;
mod plain;
mod shape;
mod space;
pub(crate) mod team;
mod tiny;

use std::fmt;
use std::ops::Index;
use std::str::FromStr;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::vec::IntoIter;

use nimatron_rules::{Budget, HeapRule, NotationError};

use crate::SolveError;
use block::{Block, CHUNK, Tables};
pub use checkpoint::Checkpoint;
use lanes::Registers;
pub use period::Period;
use plain::{Marks, Triples};
use shape::Shape;
use space::Space;
use team::{Leader, Team};

/// Grundy values by the size of the heap.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Values {
    /// None of them needs more than 16 bits.
    Narrow(Vec<u16>),
    /// Some do.
    Wide(Vec<u32>),
}

/// The method by which the last values were found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// One after the other, by the definition.
    Definition,
    /// Many at a time, examining all pairs.
    Plain,
    /// Many at a time, examining rare heaps.
    Sparse {
        /// The heaps with an even number of bits in this mask are rare.
        mask: u16,
        /// The parity of what is taken in a break, if that of a heap's size counts, too.
        by_size: Option<usize>,
        /// The number of rare heaps.
        rare: usize,
    },
}

impl Method {
    /// Whether a heap with this value is rare; always `false` without a sparse space.
    #[must_use]
    pub fn is_rare(self, heap: usize, value: u32) -> bool {
        match self {
            Method::Sparse { mask, by_size, .. } => {
                let odd = (value as u16 & mask).count_ones() as usize % 2;
                match by_size {
                    None => odd == 0,
                    Some(taken) => odd == (heap + taken) % 2,
                }
            }
            _ => false,
        }
    }
}

/// The known Grundy values of a heap game.
///
/// ```
/// use nimatron_rules::{Budget, HeapCode, HeapRule};
/// use nimatron_solve::HeapSequence;
///
/// let kayles = HeapRule::Code(HeapCode::parse("0.77")?);
/// let mut sequence = HeapSequence::new(kayles);
/// let period = sequence.run(1_000_000, true, &Budget::unlimited(), &mut |_| Ok(()))?.unwrap();
/// assert_eq!((period.preperiod, period.period), (71, 12));
/// assert_eq!(sequence.value(10), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct HeapSequence {
    rule: HeapRule,
    shape: Shape,
    values: Values,
    /// All values are below 2 to this power.
    bits: u32,
    space: Option<Space>,
    /// What the space was chosen for: the number of values, and which heaps are near.
    chosen: (usize, usize),
    /// Whether a sparse space may be used.
    sparse: bool,
    registers: Registers,
    marks: Marks,
    triples: Triples,
    last_method: Method,
    /// The period, once it is proved.
    period: Option<Period>,
}

/// Up to this number, values are found one after the other.
const FEW: usize = 1024;
/// Values with more bits are also found one after the other: tables for them would not fit the caches.
const MOST_BITS: u32 = 15;
/// In a sparse space at most one heap in this number is rare.
const SPARSE: usize = 3;
/// This number of values is searched for a period before it is checked whether all fit into memory.
const SHORT: usize = 1 << 16;
/// Larger heaps would need more memory than any machine has.
const MOST_VALUES: usize = u32::MAX as usize;

impl HeapSequence {
    /// A sequence without any known values.
    #[must_use]
    pub fn new(rule: HeapRule) -> Self {
        let shape = Shape::new(&rule);
        HeapSequence {
            rule,
            shape,
            values: Values::Narrow(Vec::new()),
            bits: 6,
            space: None,
            chosen: (0, 0),
            sparse: true,
            registers: Registers::widest(),
            marks: Marks::default(),
            triples: Triples::default(),
            last_method: Method::Definition,
            period: None,
        }
    }

    /// A sequence without any known values that examines all pairs even if few would suffice, to check the
    /// results of sparse spaces.
    #[must_use]
    pub fn plain(rule: HeapRule) -> Self {
        HeapSequence { sparse: false, ..HeapSequence::new(rule) }
    }

    /// Continues from values that were found before. The caller is responsible for their correctness.
    #[must_use]
    pub fn resumed(rule: HeapRule, values: Values) -> Self {
        let mut sequence = HeapSequence::new(rule);
        let most = (0..values.len()).filter_map(|heap| values.get(heap)).max().unwrap_or(0);
        sequence.bits = (u32::BITS - most.leading_zeros()).max(6);
        sequence.values = values;
        sequence
    }

    /// The rule for a heap.
    #[must_use]
    pub fn rule(&self) -> &HeapRule {
        &self.rule
    }

    /// The known values.
    #[must_use]
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The method by which the last values were found.
    #[must_use]
    pub fn method(&self) -> Method {
        self.last_method
    }

    /// The value of a heap, if it is known.
    #[must_use]
    pub fn value(&self, heap: usize) -> Option<u32> {
        self.values.get(heap)
    }

    /// Finds the values of all heaps up to `last`, without limits: see [`HeapSequence::run`] for a budget and
    /// progress.
    ///
    /// # Errors
    /// If there are more values than can be stored.
    ///
    /// ```
    /// use nimatron_solve::HeapSequence;
    ///
    /// let mut kayles: HeapSequence = "0.77".parse()?;
    /// kayles.extend_to(1000)?;
    /// assert_eq!(kayles[10], 2);
    /// let period = kayles.period().unwrap();
    /// assert_eq!((period.period, period.preperiod, period.proved), (12, 71, true));
    /// assert_eq!((&kayles).into_iter().max(), Some(8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extend_to(&mut self, last: usize) -> Result<(), SolveError> {
        self.run(last, false, &Budget::unlimited(), &mut |_| Ok(()))?;
        Ok(())
    }

    /// The period of the sequence, if the known values prove it.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// Finds the values of all heaps up to `last`, or until a period is proved if `stop` is set. `progress`
    /// receives the number of known values from time to time, and may end the run.
    pub fn run(
        &mut self,
        last: usize,
        stop: bool,
        budget: &Budget,
        progress: &mut dyn FnMut(&Values) -> Result<(), SolveError>,
    ) -> Result<Option<Period>, SolveError> {
        let wanted = last.saturating_add(1);
        // A sequence that continues from a file may already be past the proof.
        let mut look = 0;
        loop {
            look = period::next_look(look).min(wanted);
            // A game with a short period needs little memory, however large the heap.
            if look > SHORT {
                self.check_memory(wanted, budget)?;
                self.reserve(wanted)?;
            }
            self.extend(look, budget, progress)?;
            if stop || look == wanted {
                self.period = self.proved_by(look);
                if look == wanted || self.period.is_some_and(|period| period.saltus == 0) {
                    self.note_method();
                    return Ok(self.period);
                }
            }
        }
    }

    /// Determines the method of the last values, whether they were found in this run or before: it depends on
    /// the values alone.
    fn note_method(&mut self) {
        let near = Block::near(CHUNK, &self.shape);
        let in_blocks = !self.shape.two.is_empty() && self.shape.three.is_empty() && self.bits <= MOST_BITS;
        let known = self.values.len();
        self.last_method = Method::Definition;
        if in_blocks && matches!(self.values, Values::Narrow(_)) && known >= FEW.max(4 * near) {
            self.choose_space(if self.chosen.1 == 0 { near } else { self.chosen.1 });
            let space = self.space.as_ref().filter(|space| SPARSE * space.count < known);
            self.last_method = space.map_or(Method::Plain, Space::method);
        }
    }

    /// The period that the first values prove.
    fn proved_by(&self, length: usize) -> Option<Period> {
        match &self.values {
            _ if self.rule == HeapRule::TakeAny => {
                Some(Period { preperiod: 0, period: 1, saltus: 1, proved: true })
            }
            Values::Narrow(values) => period::proved(&self.shape, &values[..length]),
            Values::Wide(values) => period::proved(&self.shape, &values[..length]),
        }
    }

    /// An arithmetic period that is observed in the values, though not proved: for games that break heaps
    /// into three.
    #[must_use]
    pub fn seen_period(&self) -> Option<Period> {
        match &self.values {
            _ if self.shape.three.is_empty() => None,
            Values::Narrow(values) => period::seen(values),
            Values::Wide(values) => period::seen(values),
        }
    }

    /// The last heap whose value was used in the proof of a period.
    #[must_use]
    pub fn proof_end(&self, period: &Period) -> usize {
        period::proof_bound(&self.shape, period.preperiod.max(1), period.period) + period.period - 1
    }

    /// The value of a heap of any size, if it is known or follows from a period.
    pub fn find(&mut self, heap: usize, budget: &Budget) -> Result<u32, SolveError> {
        if let Some(value) = self.value(heap) {
            return Ok(value);
        }
        if self.rule == HeapRule::TakeAny {
            return u32::try_from(heap).map_err(|_| SolveError::NeedsMemory {
                bytes: heap as u64,
                allowed: budget.memory_limit() as u64,
            });
        }
        let period = match self.period {
            Some(period) => Some(period),
            None => self.run(heap, true, budget, &mut |_| Ok(()))?,
        };
        let same = match period {
            Some(period) if heap >= period.preperiod => {
                period.preperiod + (heap - period.preperiod) % period.period
            }
            _ => heap,
        };
        Ok(self.value(same).expect("it was just found"))
    }

    /// Adds values from a period of this sequence, up to `last`.
    ///
    /// # Errors
    /// If the known values don't have that period, or are too few to be repeated.
    pub fn repeat(&mut self, period: &Period, last: usize, budget: &Budget) -> Result<(), SolveError> {
        let wanted = last.saturating_add(1);
        self.check_memory(wanted, budget)?;
        let known = self.values.len();
        let expected = |values: &Values, heap: usize| {
            heap.checked_sub(period.period).and_then(|before| values.get(before)?.checked_add(period.saltus))
        };
        let first = period.preperiod.saturating_add(period.period);
        let fits = |heap| self.values.get(heap) == expected(&self.values, heap);
        if period.period == 0 || known < first || !(first..known).all(fits) {
            return Err(SolveError::NotPeriodic { period: period.period, preperiod: period.preperiod });
        }
        self.reserve(wanted)?;
        let mut meter = budget.meter();
        for heap in known..wanted {
            meter.step()?;
            let value = expected(&self.values, heap).ok_or(SolveError::TooMany)?;
            self.bits = self.bits.max(u32::BITS - value.leading_zeros());
            self.values.push(value);
        }
        Ok(())
    }

    /// Reserves memory for this many values at once, so that they never exist twice.
    fn reserve(&mut self, length: usize) -> Result<(), SolveError> {
        let more = length.saturating_sub(self.values.len());
        let reserved = match &mut self.values {
            Values::Narrow(values) => values.try_reserve_exact(more),
            Values::Wide(values) => values.try_reserve_exact(more),
        };
        let needed =
            |_| SolveError::NeedsMemory { bytes: 4 * length as u64, allowed: self.values.bytes() as u64 };
        reserved.map_err(needed)
    }

    /// Finds values until this number of them is known.
    fn extend(
        &mut self,
        length: usize,
        budget: &Budget,
        progress: &mut dyn FnMut(&Values) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        if self.values.len() >= length {
            return Ok(());
        }
        self.check_memory(length, budget)?;
        let in_blocks = !self.shape.two.is_empty() && self.shape.three.is_empty();
        // A few values are not worth a team.
        let members = if length < 1 << 14 { 1 } else { budget.thread_limit().clamp(1, 64) };
        let size = members * CHUNK;
        let enough = FEW.max(4 * Block::near(size, &self.shape));
        while self.values.len() < length {
            let narrow = matches!(self.values, Values::Narrow(_)) && self.bits <= MOST_BITS;
            if in_blocks && narrow && self.values.len() >= enough {
                Team::gather(members, |team| self.extend_in_blocks(length, team, budget, progress))?;
            } else {
                let to = if in_blocks && narrow { length.min(enough) } else { length };
                self.extend_plainly(to, budget, progress)?;
            }
        }
        Ok(())
    }

    /// Refuses values that don't fit.
    fn check_memory(&self, length: usize, budget: &Budget) -> Result<(), SolveError> {
        let width = match self.values {
            Values::Narrow(_) => 2,
            Values::Wide(_) => 4,
        };
        let (bytes, allowed) = ((length as u64).saturating_mul(width), budget.memory_limit() as u64);
        let room = budget.memory_left().saturating_add(self.values.bytes()) as u64;
        if length > MOST_VALUES || bytes > room {
            return Err(SolveError::NeedsMemory { bytes, allowed });
        }
        Ok(())
    }

    fn extend_plainly(
        &mut self,
        length: usize,
        budget: &Budget,
        progress: &mut dyn FnMut(&Values) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let mut meter = budget.meter();
        while self.values.len() < length {
            let heap = self.values.len();
            meter.step()?;
            if heap.is_multiple_of(256) {
                meter.tick()?;
                budget.check_memory(self.bytes())?;
                progress(&self.values)?;
            }
            let value = match &self.values {
                // Bouton's theorem.
                _ if self.rule == HeapRule::TakeAny => heap as u32,
                Values::Narrow(values) => {
                    self.triples.extend(&self.shape, values);
                    plain::next_value(&self.shape, values, &self.triples, &mut self.marks)
                }
                Values::Wide(values) => {
                    self.triples.extend(&self.shape, values);
                    plain::next_value(&self.shape, values, &self.triples, &mut self.marks)
                }
            };
            self.bits = self.bits.max(u32::BITS - value.leading_zeros());
            self.values.push(value);
        }
        Ok(())
    }

    /// Chooses the mask at powers of two, so that it depends only on the values.
    fn choose_space(&mut self, near: usize) {
        let Values::Narrow(values) = &self.values else { return };
        let power = 1 << values.len().ilog2();
        if self.chosen == (power, near) || !self.sparse {
            return;
        }
        let mut space = Space::choose(&values[..power], self.shape.parity_of_breaks(), near);
        for (heap, &value) in values.iter().enumerate().skip(power) {
            space.append(heap, value, near);
        }
        self.space = Some(space);
        self.chosen = (power, near);
    }

    fn extend_in_blocks(
        &mut self,
        length: usize,
        team: &mut Leader,
        budget: &Budget,
        progress: &mut dyn FnMut(&Values) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        let size = team.members() * CHUNK;
        let near = Block::near(size, &self.shape);
        let tables: Vec<Mutex<Tables>> = (0..team.members()).map(|_| Mutex::default()).collect();
        let table = |member: usize| tables[member].lock().unwrap_or_else(PoisonError::into_inner);
        let mut blocks = 0u64;
        while self.values.len() < length && self.bits <= MOST_BITS {
            budget.spend(1)?;
            blocks += 1;
            if blocks.is_multiple_of(64) {
                budget.check_memory(self.bytes())?;
                progress(&self.values)?;
            }
            self.choose_space(near);
            let Values::Narrow(values) = &mut self.values else { return Ok(()) };
            let first = values.len();
            // 1. What the known values say about all heaps of the block.
            let space = self.space.as_ref().filter(|space| SPARSE * space.count < first);
            let (shape, bits, registers) = (&self.shape, self.bits, self.registers);
            let end = length.min(2 << first.ilog2()).min(first + size);
            if space.is_some_and(|space| tiny::suits(shape, bits, space))
                && let Some(space) = &mut self.space
            {
                while values.len() < end && space.count <= tiny::FEW_RARES && self.bits == bits {
                    let before = values.len();
                    tiny::extend(shape, values, end, space, registers);
                    if values.len() == before {
                        break;
                    }
                    for (heap, &value) in values.iter().enumerate().skip(before) {
                        space.append(heap, value, near);
                        self.bits = self.bits.max(u16::BITS - value.leading_zeros());
                    }
                }
                if values.len() > first {
                    continue;
                }
            }
            let space = self.space.as_ref().filter(|space| SPARSE * space.count < first);
            let block = Block { shape, first, bits, space, size, registers };
            let before = &values[..];
            team.run(&|member| block.look_far(before, member, &mut table(member)));
            // 2. One after the other. If a value is greater than all before, the tables have no room for what
            //    follows.
            for lane in 0..end - first {
                let value = block.finish(values, table(lane / CHUNK).of(lane % CHUNK));
                values.push(value);
                self.bits = self.bits.max(u16::BITS - value.leading_zeros());
                if self.bits > bits {
                    break;
                }
            }
            if let Some(space) = &mut self.space {
                for (heap, &value) in values.iter().enumerate().skip(first) {
                    space.append(heap, value, near);
                }
            }
        }
        Ok(())
    }

    /// The memory of the values.
    fn bytes(&self) -> usize {
        self.values.bytes() + self.triples.bytes() + self.space.as_ref().map_or(0, Space::bytes)
    }
}

/// The sequence of a take-and-break game, from its code.
impl FromStr for HeapSequence {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        text.parse().map(HeapSequence::new)
    }
}

/// The value of a heap.
///
/// # Panics
/// If it is not known: see [`HeapSequence::extend_to`].
impl Index<usize> for HeapSequence {
    type Output = u32;

    fn index(&self, heap: usize) -> &u32 {
        /// What an index returns must exist as a `u32`, but small values are stored in 16 bits.
        static SMALL: LazyLock<Vec<u32>> = LazyLock::new(|| (0..=u32::from(u16::MAX)).collect());
        match &self.values {
            Values::Narrow(values) => &SMALL[usize::from(values[heap])],
            Values::Wide(values) => &values[heap],
        }
    }
}

/// The known values, from that of the empty heap on.
impl IntoIterator for &HeapSequence {
    type Item = u32;
    type IntoIter = IntoIter<u32>;

    fn into_iter(self) -> IntoIter<u32> {
        self.values.iter().collect::<Vec<_>>().into_iter()
    }
}

impl fmt::Debug for HeapSequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HeapSequence({}, {} values)", self.rule, self.values.len())
    }
}

impl Values {
    /// The number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Values::Narrow(values) => values.len(),
            Values::Wide(values) => values.len(),
        }
    }

    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The value of a heap.
    #[must_use]
    pub fn get(&self, heap: usize) -> Option<u32> {
        match self {
            Values::Narrow(values) => values.get(heap).map(|&value| value.into()),
            Values::Wide(values) => values.get(heap).copied(),
        }
    }

    /// Keeps only this number of values.
    pub fn truncate(&mut self, length: usize) {
        match self {
            Values::Narrow(values) => values.truncate(length),
            Values::Wide(values) => values.truncate(length),
        }
    }

    /// All values, in order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let (narrow, wide): (&[u16], &[u32]) = match self {
            Values::Narrow(values) => (values, &[]),
            Values::Wide(values) => (&[], values),
        };
        narrow.iter().map(|&value| value.into()).chain(wide.iter().copied())
    }

    /// Appends a value. If it needs more than 16 bits, all values are widened.
    fn push(&mut self, value: u32) {
        match self {
            Values::Wide(values) => values.push(value),
            Values::Narrow(values) => match u16::try_from(value) {
                Ok(value) => values.push(value),
                Err(_) => {
                    let mut wide: Vec<u32> = values.iter().map(|&value| value.into()).collect();
                    wide.push(value);
                    *self = Values::Wide(wide);
                }
            },
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Values::Narrow(values) => 2 * values.capacity(),
            Values::Wide(values) => 4 * values.capacity(),
        }
    }
}

#[cfg(test)]
mod tests {
    use nimatron_rules::HeapCode;

    use super::*;

    #[test]
    fn all_registers_find_the_same() {
        for code in ["0.007", "0.106", "4.07", "0.6"] {
            let rule = HeapRule::Code(HeapCode::parse(code).unwrap());
            let mut found = Vec::new();
            for registers in Registers::all() {
                let mut sequence = HeapSequence::new(rule.clone());
                sequence.registers = registers;
                sequence.run(6000, false, &Budget::unlimited(), &mut |_| Ok(())).unwrap();
                found.push(sequence.values);
            }
            assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{code}");
        }
    }

    #[test]
    fn values_get_wider_when_they_need_to() {
        let mut values = Values::Narrow(vec![1, 2]);
        values.push(65_535);
        assert!(matches!(values, Values::Narrow(_)));
        values.push(65_536);
        assert_eq!(values, Values::Wide(vec![1, 2, 65_535, 65_536]));
    }
}
