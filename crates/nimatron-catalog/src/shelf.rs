//! The shelf: solutions of whole games, in memory and in a folder.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nimatron_solve::{Convention, Solution, SolveError, Subsets};

/// Solutions that were made or found.
#[derive(Default)]
pub struct Shelf {
    folder: Option<PathBuf>,
    /// With the game and board each is of.
    known: Mutex<Vec<(String, Arc<Solution>)>>,
    /// The files that are among them.
    read: Mutex<Vec<PathBuf>>,
    /// The subsets that were solved last, and the game and board they are of: they may be large, so there is room for one.
    subsets: Mutex<Option<(String, Arc<Subsets>)>>,
}

/// How the names of files end: of solutions by families, and of solved subsets.
const SOLUTION: &str = "solution";
const SUBSETS: &str = "subsets";

impl Shelf {
    /// A shelf with what is in a folder, which need not be there.
    pub fn in_folder(folder: PathBuf) -> Self {
        Shelf { folder: Some(folder), ..Shelf::default() }
    }

    /// The file for a solution; nothing if there is no folder.
    pub fn file(&self, label: &str, convention: Convention) -> Option<PathBuf> {
        self.path(label, convention, SOLUTION)
    }

    /// The file for solved subsets; nothing if there is no folder.
    pub fn file_of_subsets(&self, label: &str, convention: Convention) -> Option<PathBuf> {
        self.path(label, convention, SUBSETS)
    }

    fn path(&self, label: &str, convention: Convention, extension: &str) -> Option<PathBuf> {
        let folder = self.folder.as_ref()?;
        let misere = match convention {
            Convention::Normal => "",
            Convention::Misere => "-misere",
        };
        let digest = blake3::hash(label.as_bytes()).to_hex();
        let game = label.splitn(3, ' ').take(2).collect::<Vec<_>>().join(" ");
        Some(folder.join(format!("{}{misere}-{}.{extension}", file_name(&game), &digest[..12])))
    }

    /// Keeps a solution for later questions.
    pub fn put(&self, game: &str, solution: Solution) -> Arc<Solution> {
        let solution = Arc::new(solution);
        lock(&self.known).push((game.into(), Arc::clone(&solution)));
        solution
    }

    /// Keeps solved subsets for later questions, and no others.
    pub fn put_subsets(&self, game: &str, subsets: Subsets) -> Arc<Subsets> {
        let subsets = Arc::new(subsets);
        *lock(&self.subsets) = Some((game.into(), Arc::clone(&subsets)));
        subsets
    }

    /// Subsets of that game and board for which `knows` holds: those that were solved last, or some in the folder.
    pub fn subsets(
        &self,
        game: &str,
        convention: Convention,
        knows: impl Fn(&Subsets) -> Result<bool, SolveError>,
    ) -> Result<Option<Arc<Subsets>>, SolveError> {
        if let Some((of, subsets)) = lock(&self.subsets).clone()
            && of == game
            && subsets.convention() == convention
            && knows(&subsets)?
        {
            return Ok(Some(subsets));
        }
        for path in self.files(game, SUBSETS) {
            let (subsets, label) = Subsets::open(&path)?;
            if is_of(&label, game) && subsets.convention() == convention && knows(&subsets)? {
                return Ok(Some(self.put_subsets(game, subsets)));
            }
        }
        Ok(None)
    }

    /// A solution of that game and board for which `knows` holds.
    pub fn find(
        &self,
        game: &str,
        convention: Convention,
        knows: impl Fn(&Solution) -> Result<bool, SolveError>,
    ) -> Result<Option<Arc<Solution>>, SolveError> {
        self.read_folder(game)?;
        let known: Vec<_> = lock(&self.known).clone();
        for (of, solution) in known {
            if of == game && solution.convention() == convention && knows(&solution)? {
                return Ok(Some(solution));
            }
        }
        Ok(None)
    }

    /// Reads what the folder has of a game and board.
    fn read_folder(&self, game: &str) -> Result<(), SolveError> {
        for path in self.files(game, SOLUTION) {
            if lock(&self.read).contains(&path) {
                continue;
            }
            let (solution, label) = Solution::open(&path)?;
            if is_of(&label, game) {
                self.put(game, solution);
                lock(&self.read).push(path);
            }
        }
        Ok(())
    }

    /// The files in the folder that may be of a game and board.
    fn files(&self, game: &str, extension: &str) -> Vec<PathBuf> {
        let Some(files) = self.folder.as_ref().and_then(|folder| std::fs::read_dir(folder).ok()) else {
            return Vec::new();
        };
        let (begin, end) = (file_name(game), format!(".{extension}"));
        let is_one = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(&begin) && name.ends_with(&end)
        };
        let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).filter(is_one).collect();
        files.sort();
        files
    }
}

/// Whether a label says that something is of this game and board: the position comes after these.
fn is_of(label: &str, game: &str) -> bool {
    label.strip_prefix(game).is_some_and(|rest| rest.starts_with(' '))
}

/// A game and board as the beginning of a file's name.
fn file_name(game: &str) -> String {
    game.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
