//! A solution: the winner of every position of every family.

use std::path::Path;
use std::sync::OnceLock;

use nimatron_rules::{Budget, Convention, Player, Stones, Takeover};

use super::file::SolutionFile;
use super::outcomes::Wins;
use super::{Classes, Families, Reach};
use crate::{Outcome, SolveError};

/// The winner of every position that can be reached from a position, in memory or in a file.
#[derive(Debug)]
pub struct Solution {
    families: Families,
    convention: Convention,
    /// By the number of pieces. Layers of a file are read when they are needed.
    layers: Vec<OnceLock<Wins>>,
    file: Option<SolutionFile>,
}

impl Solution {
    /// Solves all positions of the families in memory. The required memory is checked at the beginning.
    pub fn in_memory(
        families: Families,
        convention: Convention,
        budget: &Budget,
    ) -> Result<Self, SolveError> {
        needs_memory(families.solution_bytes() + families.bytes() as u64, budget)?;
        let mut solution = Solution::unsolved(families, convention, None);
        solution.solve(budget, |_, _| Ok(()))?;
        Ok(solution)
    }

    /// Solves all positions of the families into a file, layer by layer. If the file was started before, with
    /// the same families, the finished layers are taken from it. `label` is stored in the file and says what
    /// it is a solution of. `progress` receives the number of finished layers and of all layers.
    pub fn into_file(
        path: &Path,
        label: &str,
        families: Families,
        convention: Convention,
        budget: &Budget,
        mut progress: impl FnMut(usize, usize),
    ) -> Result<Self, SolveError> {
        // Two layers and their index are in memory at a time.
        let largest = families.layers.iter().map(|layer| 16 * layer.words as u64).max().unwrap_or(0);
        needs_memory(2 * largest + 2 * families.bytes() as u64, budget)?;
        let mut file = SolutionFile::create_or_resume(path, label, &families, convention)?;
        let layers = families.layers.len();
        let mut below = Wins::default();
        for pieces in 0..layers {
            let layer = &families.layers[pieces];
            let wins = match file.read_layer(&families, pieces) {
                Ok(Some(wins)) => wins,
                // Layers that are unfinished or damaged are computed again.
                _ => {
                    let below =
                        pieces.checked_sub(1).map(|below_pieces| (&families.layers[below_pieces], &below));
                    let wins = Wins::of_layer(layer, below, convention, budget)?;
                    file.write_layer(&families, pieces, &wins)?;
                    wins
                }
            };
            progress(pieces + 1, layers);
            below = wins;
        }
        let file = file.finished()?;
        Ok(Solution::unsolved(families, convention, Some(file)))
    }

    /// Opens the finished solution in a file. Also returns its label.
    pub fn open(path: &Path) -> Result<(Self, String), SolveError> {
        let (file, label, families, convention) = SolutionFile::open(path)?;
        Ok((Solution::unsolved(families, convention, Some(file)), label))
    }

    fn unsolved(families: Families, convention: Convention, file: Option<SolutionFile>) -> Self {
        let layers = families.layers.iter().map(|_| OnceLock::new()).collect();
        Solution { families, convention, layers, file }
    }

    fn solve(
        &mut self,
        budget: &Budget,
        mut solved: impl FnMut(usize, &Wins) -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        for pieces in 0..self.layers.len() {
            let below = pieces
                .checked_sub(1)
                .and_then(|below| Some((&self.families.layers[below], self.layers[below].get()?)));
            let wins = Wins::of_layer(&self.families.layers[pieces], below, self.convention, budget)?;
            solved(pieces, &wins)?;
            self.layers[pieces] = wins.into();
        }
        Ok(())
    }

    /// The convention of play.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The number of bytes of the answers.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.families.solution_bytes()
    }

    /// The number of positions that are solved, whether they can be reached or not.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.families.positions()
    }

    /// Whether `player`, moving first, wins; `None` if the position is not among those solved.
    pub fn first_wins(&self, position: &Stones<1>, player: Player) -> Result<Option<bool>, SolveError> {
        let Some((pieces, family, number)) = self.families.place(position) else { return Ok(None) };
        let wins = self.layer(pieces)?;
        let table = match player {
            Player::Left => &wins.left[family.words()],
            Player::Right => &wins.right[family.words()],
        };
        Ok(Some(table[number / 64] >> (number % 64) & 1 == 1))
    }

    /// The outcome of a position; `None` if it is not among those solved.
    pub fn outcome(&self, position: &Stones<1>) -> Result<Option<Outcome>, SolveError> {
        let left = self.first_wins(position, Player::Left)?;
        let right = self.first_wins(position, Player::Right)?;
        Ok(left.zip(right).map(|(left, right)| Outcome::from_first_players(left, right)))
    }

    /// The number of positions in each class that can be reached from `start`, with which the solution was
    /// made, and the number of moves between them.
    pub fn classes(
        &self,
        rules: &dyn Takeover,
        start: &Stones<1>,
        budget: &Budget,
    ) -> Result<(Classes, u64), SolveError> {
        let mut classes = Classes::default();
        let families = self.families.aimed(rules);
        let moves = Reach::new(&families, start).layers(budget, |pieces, reached| {
            match (&self.file, self.layers[pieces].get()) {
                // What is read only for this need not be kept.
                (Some(file), None) => {
                    let wins = file.read_layer(&self.families, pieces)?;
                    classes.add(reached, &wins.ok_or_else(|| file.unfinished())?);
                }
                _ => classes.add(reached, self.layer(pieces)?),
            }
            Ok(())
        })?;
        Ok((classes, moves))
    }

    /// Who wins the positions of a layer.
    fn layer(&self, pieces: usize) -> Result<&Wins, SolveError> {
        if let Some(wins) = self.layers[pieces].get() {
            return Ok(wins);
        }
        let file = self.file.as_ref().expect("what is not in memory is in a file");
        let wins = file.read_layer(&self.families, pieces)?.ok_or_else(|| file.unfinished())?;
        Ok(self.layers[pieces].get_or_init(|| wins))
    }
}

/// Fails at once if this is more than the budget allows.
fn needs_memory(bytes: u64, budget: &Budget) -> Result<(), SolveError> {
    SolveError::unless_memory(bytes, budget)
}
