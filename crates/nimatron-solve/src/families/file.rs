//! Solutions as flat files.
//!
//! A file is written under its final name with the suffix `.partial`, and renamed when it is finished:
//!
//! 1. `nimatron solution 1`, then the rest of the head: label, convention, squares, families; its length and
//!    digest come before it;
//! 2. for each layer its digest, or zeros as long as the layer isn't finished;
//! 3. for each layer the bits of Left, and those of Right.
//!
//! The digest of a layer is written when its bits are known to be on disk. So after an interruption, a layer
//! that has a digest is complete, and a layer that has none is computed again. Numbers are little-endian.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::outcomes::Wins;
use super::{Families, Layer};
use nimatron_rules::Convention;

use crate::SolveError;
use crate::disk::{free_space, open_ours, partial};

const MAGIC: &[u8; 24] = b"nimatron solution 1\0\0\0\0\n";
const DIGEST: usize = blake3::OUT_LEN;
/// The maximum length of a head: 2^32 families would have one of 48 GB, and could not be solved.
const LONGEST_HEAD: u64 = 1 << 36;

/// A solution on disk.
#[derive(Debug)]
pub(super) struct SolutionFile {
    path: PathBuf,
    file: Mutex<File>,
    /// Where the digests of the layers begin.
    digests: u64,
}

impl SolutionFile {
    /// Starts a file, or continues one that was started with the same families and label.
    pub(super) fn create_or_resume(
        path: &Path,
        label: &str,
        families: &Families,
        convention: Convention,
    ) -> Result<Self, SolveError> {
        let partial = partial(path);
        let fails = |error: io::Error| SolveError::file(&partial, &error);
        let head = head(label, families, convention);
        let prefix =
            [&MAGIC[..], &(head.len() as u64).to_le_bytes(), blake3::hash(&head).as_bytes()].concat();
        let digests = (prefix.len() + head.len()) as u64;
        let whole = digests + (DIGEST * families.layers.len()) as u64 + families.solution_bytes();
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| SolveError::file(folder, &error))?;
        }
        let mut file = open_ours(&partial, MAGIC)?;
        if file.try_lock().is_err() {
            return Err(SolveError::File { path: partial, why: "another process is writing it".into() });
        }
        // 1. A file that was started begins like this one, and has the same length.
        let mut found = vec![0; prefix.len() + head.len()];
        let same = file.metadata().map_err(fails)?.len() == whole
            && file.read_exact(&mut found).is_ok()
            && found[..prefix.len()] == prefix
            && found[prefix.len()..] == head;
        // 2. Otherwise start, if the disk has room for it.
        if !same {
            let free = free_space(&partial).map_err(fails)?;
            if free < whole {
                return Err(SolveError::NeedsDisk { path: partial, bytes: whole, free });
            }
            file.set_len(0).map_err(fails)?;
            file.seek(SeekFrom::Start(0)).map_err(fails)?;
            file.write_all(&prefix).map_err(fails)?;
            file.write_all(&head).map_err(fails)?;
            file.set_len(whole).map_err(fails)?;
            file.sync_all().map_err(fails)?;
        }
        Ok(SolutionFile { path: partial, file: Mutex::new(file), digests })
    }

    /// Opens a finished file.
    pub(super) fn open(path: &Path) -> Result<(Self, String, Families, Convention), SolveError> {
        let fails = |error: io::Error| SolveError::file(path, &error);
        let wrong = || SolveError::Damaged {
            path: path.into(),
            why: "this is not a solution, or it is damaged".into(),
        };
        let mut file = File::open(path).map_err(fails)?;
        let mut prefix = [0; MAGIC.len() + 8 + DIGEST];
        file.read_exact(&mut prefix).map_err(|_| wrong())?;
        let (magic, rest) = prefix.split_at(MAGIC.len());
        let (length, digest) = rest.split_at(8);
        let length = u64::from_le_bytes(length.try_into().map_err(|_| wrong())?);
        let len = file.metadata().map_err(fails)?.len();
        if magic != MAGIC || length > LONGEST_HEAD.min(len) {
            return Err(wrong());
        }
        let mut head = vec![0; length as usize];
        file.read_exact(&mut head).map_err(|_| wrong())?;
        if blake3::hash(&head).as_bytes() != digest {
            return Err(wrong());
        }
        let (label, families, convention) = Reader(&head).head().ok_or_else(wrong)?;
        let digests = prefix.len() as u64 + length;
        if len != digests + (DIGEST * families.layers.len()) as u64 + families.solution_bytes() {
            return Err(wrong());
        }
        Ok((SolutionFile { path: path.into(), file: Mutex::new(file), digests }, label, families, convention))
    }

    /// The file under its final name.
    pub(super) fn finished(mut self) -> Result<Self, SolveError> {
        let path = self.path.with_extension("");
        self.file().sync_all().map_err(|error| self.fails(&error))?;
        std::fs::rename(&self.path, &path).map_err(|error| self.fails(&error))?;
        self.path = path;
        Ok(self)
    }

    /// The bits of a layer; `None` if they are not finished. They are compared with their digest.
    pub(super) fn read_layer(&self, families: &Families, pieces: usize) -> Result<Option<Wins>, SolveError> {
        let mut digest = [0; DIGEST];
        self.read_at(self.digest_of(pieces), &mut digest)?;
        if digest == [0; DIGEST] {
            return Ok(None);
        }
        let layer = &families.layers[pieces];
        let mut bytes = vec![0; 16 * layer.words];
        self.read_at(self.bits_of(families, pieces), &mut bytes)?;
        if digest_of(&bytes) != digest {
            let why = format!("the layer of {pieces} pieces is damaged; delete the file and solve again");
            return Err(SolveError::Damaged { path: self.path.clone(), why });
        }
        let (left, right) = bytes.split_at(8 * layer.words);
        Ok(Some(Wins { left: words(left), right: words(right) }))
    }

    /// Stores the bits of a layer.
    pub(super) fn write_layer(
        &mut self,
        families: &Families,
        pieces: usize,
        wins: &Wins,
    ) -> Result<(), SolveError> {
        let bytes: Vec<u8> =
            wins.left.iter().chain(&wins.right).flat_map(|word| word.to_le_bytes()).collect();
        self.write_at(self.bits_of(families, pieces), &bytes)?;
        self.write_at(self.digest_of(pieces), &digest_of(&bytes))
    }

    /// The error that a layer is missing in a file that should be finished.
    pub(super) fn unfinished(&self) -> SolveError {
        SolveError::Damaged {
            path: self.path.clone(),
            why: "it isn't finished; delete it and solve again".into(),
        }
    }

    fn digest_of(&self, pieces: usize) -> u64 {
        self.digests + (DIGEST * pieces) as u64
    }

    fn bits_of(&self, families: &Families, pieces: usize) -> u64 {
        let before: u64 = families.layers[..pieces].iter().map(|layer| 16 * layer.words as u64).sum();
        self.digest_of(families.layers.len()) + before
    }

    fn file(&self) -> std::sync::MutexGuard<'_, File> {
        self.file.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fails(&self, error: &io::Error) -> SolveError {
        SolveError::file(&self.path, error)
    }

    fn read_at(&self, at: u64, bytes: &mut [u8]) -> Result<(), SolveError> {
        let mut file = self.file();
        file.seek(SeekFrom::Start(at))
            .and_then(|_| file.read_exact(bytes))
            .map_err(|error| self.fails(&error))
    }

    /// Writes, and waits until the data is on disk.
    fn write_at(&self, at: u64, bytes: &[u8]) -> Result<(), SolveError> {
        let mut file = self.file();
        file.seek(SeekFrom::Start(at))
            .and_then(|_| file.write_all(bytes))
            .and_then(|()| file.sync_data())
            .map_err(|error| self.fails(&error))
    }
}

/// A digest that is not zero.
fn digest_of(bytes: &[u8]) -> [u8; DIGEST] {
    *blake3::hash(bytes).as_bytes()
}

fn words(bytes: &[u8]) -> Vec<u64> {
    bytes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect()
}

fn head(label: &str, families: &Families, convention: Convention) -> Vec<u8> {
    let mut head = Vec::new();
    let number = |head: &mut Vec<u8>, number: usize| head.extend((number as u64).to_le_bytes());
    number(&mut head, label.len());
    head.extend(label.as_bytes());
    head.push(match convention {
        Convention::Normal => 0,
        Convention::Misere => 1,
    });
    number(&mut head, families.squares.len());
    head.extend(&families.squares);
    for layer in &families.layers {
        number(&mut head, layer.families.len());
        for family in &layer.families {
            for squares in [family.occupied, family.left, family.right] {
                head.extend(squares.to_le_bytes());
            }
        }
    }
    head
}

/// Reads a head; returns `None` if the text ends too early or makes no sense.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn bytes(&mut self, count: usize) -> Option<&[u8]> {
        let (bytes, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(bytes)
    }

    fn number(&mut self) -> Option<usize> {
        let number = u64::from_le_bytes(self.bytes(8)?.try_into().ok()?);
        // Everything that is counted takes at least a byte.
        usize::try_from(number).ok().filter(|&number| number <= self.0.len())
    }

    fn set(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(self.bytes(4)?.try_into().ok()?))
    }

    fn head(mut self) -> Option<(String, Families, Convention)> {
        let length = self.number()?;
        let label = String::from_utf8(self.bytes(length)?.to_vec()).ok()?;
        let convention = match self.bytes(1)? {
            [0] => Convention::Normal,
            [1] => Convention::Misere,
            _ => return None,
        };
        let length = self.number().filter(|&length| length <= Families::MOST_PIECES as usize)?;
        let squares = self.bytes(length)?.to_vec();
        let mut families = Families { squares, layers: Vec::new() };
        for pieces in 0..=length {
            let mut layer = Layer::default();
            for _ in 0..self.number()? {
                let (occupied, left, right) = (self.set()?, self.set()?, self.set()?);
                let ordered = layer.families.last().is_none_or(|last| last.occupied < occupied);
                if !ordered || left | right != occupied || occupied.count_ones() as usize != pieces {
                    return None;
                }
                layer.push(occupied, left, right).ok()?;
            }
            families.layers.push(layer);
        }
        self.0.is_empty().then_some((label, families, convention))
    }
}
