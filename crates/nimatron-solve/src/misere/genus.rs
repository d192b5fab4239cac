//! The genus of heaps and of their sums.

use nimatron_rules::{Budget, HeapCode, Meter};
use nimatron_value::Genus;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::SolveError;
use crate::stack::deep;

type Heaps = SmallVec<[u32; 8]>;

/// Finds the genus of sums of heaps. The genus of a sum does not follow from those of its parts, so every sum
/// that can be reached is examined.
pub struct GenusSolver<'a> {
    code: &'a HeapCode,
    meter: Meter,
    known: FxHashMap<Heaps, Genus>,
}

impl<'a> GenusSolver<'a> {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new(code: &'a HeapCode, budget: &Budget) -> Self {
        GenusSolver { code, meter: budget.meter(), known: FxHashMap::default() }
    }

    /// The genus of a sum of heaps.
    pub fn genus(&mut self, heaps: &[usize]) -> Result<Genus, SolveError> {
        let heaps = heaps.iter().map(|&heap| u32::try_from(heap).unwrap_or(u32::MAX));
        self.of(Self::sorted(heaps.collect()))
    }

    fn of(&mut self, heaps: Heaps) -> Result<Genus, SolveError> {
        if let Some(genus) = self.known.get(&heaps) {
            return Ok(genus.clone());
        }
        self.meter.tick()?;
        self.meter.budget().check_memory(self.known.len() * 4 * size_of::<(Heaps, Genus)>())?;
        let mut options: Vec<Heaps> = Vec::new();
        for (i, &heap) in heaps.iter().enumerate() {
            if i > 0 && heaps[i - 1] == heap {
                continue;
            }
            self.meter.budget().check_list::<Heaps>(self.code.count_options(heap as usize))?;
            self.code.each_option(heap as usize, |left| {
                let mut option = heaps.clone();
                option.remove(i);
                option.extend(left.iter().map(|&heap| heap as u32));
                options.push(Self::sorted(option));
            });
        }
        options.sort_unstable();
        options.dedup();
        let mut genera = Vec::with_capacity(options.len());
        for option in options {
            let genus = deep(self, |solver| solver.meter.budget(), |solver| solver.of(option))?;
            if !genera.contains(&genus) {
                genera.push(genus);
            }
        }
        let genus = Genus::of_options(&genera);
        self.known.insert(heaps, genus.clone());
        Ok(genus)
    }

    fn sorted(mut heaps: Heaps) -> Heaps {
        heaps.retain(|heap| *heap > 0);
        heaps.sort_unstable();
        heaps
    }
}
