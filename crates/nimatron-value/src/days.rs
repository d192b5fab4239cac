//! All the games born by a given day.

use rustc_hash::FxHashSet;

use crate::{Arena, Game, Result, ValueError};

impl Arena {
    /// Every value born by `day`, each once, with those of earlier days first.
    ///
    /// There are 1, 4, 22 and 1474 of them by day 0, 1, 2 and 3 (Siegel, III.1). By day 4 there are more than
    /// 10^28 (Suetsugu, arXiv:2208.13403), so a later day is an error.
    ///
    /// ```
    /// use nimatron_value::Arena;
    /// assert_eq!(Arena::new().born_by_day(2)?.len(), 22);
    /// # Ok::<(), nimatron_value::ValueError>(())
    /// ```
    pub fn born_by_day(&self, day: u32) -> Result<Vec<Game>> {
        if day > 3 {
            return Err(ValueError::OutOfRange { what: "the number of games born by that day" });
        }
        let mut games = vec![Game::ZERO];
        for _ in 0..day {
            games = self.next_day(games)?;
        }
        Ok(games)
    }

    /// All games whose options are among `games`, which come first. Dominated options change nothing, so
    /// lists of pairwise incomparable options give all of them.
    fn next_day(&self, mut games: Vec<Game>) -> Result<Vec<Game>> {
        let antichains = self.antichains(&games)?;
        let mut seen: FxHashSet<Game> = games.iter().copied().collect();
        for left in &antichains {
            for right in &antichains {
                let game = self.canonical(left, right)?;
                if seen.insert(game) {
                    games.push(game);
                }
            }
        }
        Ok(games)
    }

    /// All sets of pairwise incomparable games of the list, including the empty one.
    fn antichains(&self, games: &[Game]) -> Result<Vec<Vec<Game>>> {
        let mut found = vec![Vec::new()];
        for g in games {
            for i in 0..found.len() {
                let mut free = true;
                for h in &found[i] {
                    free = free && self.compare(*g, *h)?.is_none();
                }
                if free {
                    let mut longer = found[i].clone();
                    longer.push(*g);
                    found.push(longer);
                }
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_days_have_one_four_22_and_1474_games() {
        let arena = Arena::new();
        let counts: Vec<usize> = (0..4).map(|day| arena.born_by_day(day).unwrap().len()).collect();
        assert_eq!(counts, [1, 4, 22, 1474]);
        assert!(arena.born_by_day(4).is_err());
    }

    #[test]
    fn earlier_days_come_first() {
        let arena = Arena::new();
        let (two, three) = (arena.born_by_day(2).unwrap(), arena.born_by_day(3).unwrap());
        assert_eq!(two, three[..22]);
    }
}
