//! Solutions of whole games, in memory and in a folder.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nimatron_rules::Convention;
use nimatron_solve::{Solution, SolveError, Subsets, with_suffix};

/// Solutions that were made or found in files.
#[derive(Default)]
pub struct Solutions {
    folder: Option<PathBuf>,
    known: Mutex<Vec<Known>>,
    /// Damaged files that could not be renamed.
    damaged: Mutex<Vec<PathBuf>>,
    /// Receives warnings about damaged files.
    tell: Option<Tell>,
    /// The subsets that were solved last, and the game and board they belong to. They may be large, so only
    /// one is kept.
    subsets: Mutex<Option<(String, Arc<Subsets>)>>,
}

/// A known solution.
#[derive(Clone)]
struct Known {
    /// The game and board of the solution.
    game: String,
    solution: Arc<Solution>,
    /// The file of the solution, if there is one.
    file: Option<PathBuf>,
}

/// Receives warnings: problems in spite of which there is an answer.
pub type Tell = Arc<dyn Fn(&str) + Send + Sync>;

/// The file extensions of solutions by families and of solved subsets.
const SOLUTION: &str = "solution";
const SUBSETS: &str = "subsets";

impl Solutions {
    /// The solutions that are in a folder, which need not exist.
    pub fn in_folder(folder: PathBuf) -> Self {
        Solutions { folder: Some(folder), ..Solutions::default() }
    }

    /// Sends warnings about damaged files to this function.
    pub fn tell_to(&mut self, tell: Tell) {
        self.tell = Some(tell);
    }

    /// Renames a damaged file, so that it is not read again but nothing is lost, and warns.
    pub fn set_aside(&self, path: &Path, why: &str) {
        lock(&self.known).retain(|known| known.file.as_deref() != Some(path));
        if path.extension().is_some_and(|extension| extension == SUBSETS) {
            lock(&self.subsets).take();
        }
        let free = (1..).map(|number| match number {
            1 => with_suffix(path, ".damaged"),
            _ => with_suffix(path, &format!(".damaged-{number}")),
        });
        let aside = free.into_iter().find(|aside| !aside.exists()).expect("there is no last number");
        let done = match std::fs::rename(path, &aside) {
            Ok(()) => format!("it is kept as {}", aside.display()),
            Err(error) => {
                lock(&self.damaged).push(path.into());
                format!("it can't be renamed ({error})")
            }
        };
        if let Some(tell) = &self.tell {
            tell(&format!("{}: {why}; {done}, and not used", path.display()));
        }
    }

    /// The result of reading a file; if the file is damaged, sets it aside and returns `None`.
    pub fn unless_damaged<T>(&self, found: Result<T, SolveError>) -> Result<Option<T>, SolveError> {
        match found {
            Ok(found) => Ok(Some(found)),
            Err(SolveError::Damaged { path, why }) => {
                self.set_aside(&path, &why);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// The file for a solution; `None` if there is no folder.
    pub fn file(&self, label: &str, convention: Convention) -> Option<PathBuf> {
        self.path(label, convention, SOLUTION)
    }

    /// The file for solved subsets; `None` if there is no folder.
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

    /// Keeps a solution for later questions, with its file if there is one.
    pub fn put(&self, game: &str, solution: Solution, file: Option<PathBuf>) -> Arc<Solution> {
        let solution = Arc::new(solution);
        lock(&self.known).push(Known { game: game.into(), solution: Arc::clone(&solution), file });
        solution
    }

    /// Keeps solved subsets for later questions, instead of any others.
    pub fn put_subsets(&self, game: &str, subsets: Subsets) -> Arc<Subsets> {
        let subsets = Arc::new(subsets);
        *lock(&self.subsets) = Some((game.into(), Arc::clone(&subsets)));
        subsets
    }

    /// Subsets of this game and board for which `knows` holds: those that were solved last, or those in the
    /// folder.
    pub fn subsets(
        &self,
        game: &str,
        convention: Convention,
        knows: impl Fn(&Subsets) -> Result<bool, SolveError>,
    ) -> Result<Option<Arc<Subsets>>, SolveError> {
        let last = lock(&self.subsets).clone();
        if let Some((of, subsets)) = last
            && of == game
            && subsets.convention() == convention
            && self.unless_damaged(knows(&subsets))?.unwrap_or(false)
        {
            return Ok(Some(subsets));
        }
        for path in self.files(game, SUBSETS) {
            let Some((subsets, label)) = self.unless_damaged(Subsets::open(&path))? else { continue };
            let knows = || self.unless_damaged(knows(&subsets));
            if is_of(&label, game) && subsets.convention() == convention && knows()?.unwrap_or(false) {
                return Ok(Some(self.put_subsets(game, subsets)));
            }
        }
        Ok(None)
    }

    /// A solution of this game and board for which `knows` holds.
    pub fn find(
        &self,
        game: &str,
        convention: Convention,
        knows: impl Fn(&Solution) -> Result<bool, SolveError>,
    ) -> Result<Option<Arc<Solution>>, SolveError> {
        self.read_folder(game)?;
        let known: Vec<Known> = lock(&self.known).clone();
        for Known { game: of, solution, .. } in known {
            let knows = || self.unless_damaged(knows(&solution));
            if of == game && solution.convention() == convention && knows()?.unwrap_or(false) {
                return Ok(Some(solution));
            }
        }
        Ok(None)
    }

    /// Reads the solutions of a game and board from the folder.
    fn read_folder(&self, game: &str) -> Result<(), SolveError> {
        for path in self.files(game, SOLUTION) {
            if lock(&self.known).iter().any(|known| known.file.as_ref() == Some(&path)) {
                continue;
            }
            let Some((solution, label)) = self.unless_damaged(Solution::open(&path))? else { continue };
            if is_of(&label, game) {
                self.put(game, solution, Some(path));
            }
        }
        Ok(())
    }

    /// The files in the folder that may belong to a game and board.
    fn files(&self, game: &str, extension: &str) -> Vec<PathBuf> {
        let Some(files) = self.folder.as_ref().and_then(|folder| std::fs::read_dir(folder).ok()) else {
            return Vec::new();
        };
        let (begin, end) = (file_name(game), format!(".{extension}"));
        let is_one = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(&begin) && name.ends_with(&end) && !lock(&self.damaged).contains(path)
        };
        let mut files: Vec<PathBuf> = files.flatten().map(|file| file.path()).filter(is_one).collect();
        files.sort();
        files
    }
}

/// Whether a label belongs to this game and board: the position comes after these.
fn is_of(label: &str, game: &str) -> bool {
    label.strip_prefix(game).is_some_and(|rest| rest.starts_with(' '))
}

/// The game and board as the beginning of a file name.
fn file_name(game: &str) -> String {
    game.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
