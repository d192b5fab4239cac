//! Solved subsets as flat files, of which only the parts that are asked for are read.
//!
//! 1. `nimatron subsets 1`, then the length of the head and its digest;
//! 2. the head: label, convention, squares, moves, P-positions, and the digest of each piece of a mebibyte;
//! 3. the bits, in the order of the subsets' numbers.
//!
//! A file is written under another name and renamed when everything is on disk. Numbers are little-endian.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::Subsets;
use nimatron_rules::Convention;

use crate::SolveError;
use crate::disk::{free_space, open_ours, partial};

const MAGIC: &[u8; 24] = b"nimatron subsets 1\0\0\0\0\0\n";
const DIGEST: usize = blake3::OUT_LEN;
const PREFIX: usize = MAGIC.len() + 8 + DIGEST;
/// The number of words of a piece.
const PIECE: usize = 1 << 17;
/// The number of pieces that are cached.
const KEPT: usize = 64;

/// Answers on disk.
#[derive(Debug)]
pub(super) struct Answers {
    path: PathBuf,
    reading: Mutex<Reading>,
    digests: Vec<[u8; DIGEST]>,
    /// Where the bits begin, and their number of words.
    begin: u64,
    words: u64,
    pub(super) p_positions: u64,
}

#[derive(Debug)]
struct Reading {
    file: File,
    /// The pieces that were used last, with their numbers.
    pieces: VecDeque<(usize, Box<[u64]>)>,
}

impl Answers {
    /// A word of the bits. What is read is compared with its digest.
    pub(super) fn word(&self, at: u64) -> Result<u64, SolveError> {
        let (number, place) = ((at / PIECE as u64) as usize, (at % PIECE as u64) as usize);
        let mut reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, piece)) = reading.pieces.iter().find(|(of, _)| *of == number) {
            return Ok(piece[place]);
        }
        let first = number as u64 * PIECE as u64;
        let mut bytes = vec![0; 8 * (self.words - first).min(PIECE as u64) as usize];
        let file = &mut reading.file;
        file.seek(SeekFrom::Start(self.begin + 8 * first))
            .and_then(|_| file.read_exact(&mut bytes))
            .map_err(|error| SolveError::file(&self.path, &error))?;
        if *blake3::hash(&bytes).as_bytes() != self.digests[number] {
            let why = "a piece of it is damaged; delete the file and solve again".into();
            return Err(SolveError::Damaged { path: self.path.clone(), why });
        }
        let piece: Box<[u64]> = bytes.as_chunks().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
        let word = piece[place];
        reading.pieces.truncate(KEPT - 1);
        reading.pieces.push_front((number, piece));
        Ok(word)
    }
}

impl Subsets {
    /// Fails if there is no room on the disk for a file with the answers for this number of squares. Creates
    /// the folder.
    pub fn check_room(path: &Path, squares: usize) -> Result<(), SolveError> {
        let Some(folder) = path.parent() else { return Ok(()) };
        std::fs::create_dir_all(folder).map_err(|error| SolveError::file(folder, &error))?;
        let free = free_space(folder).map_err(|error| SolveError::file(folder, &error))?;
        let bits = Self::bytes(squares).unwrap_or(u64::MAX);
        // A digest for each piece, and a little more.
        let bytes = bits.saturating_add(bits / (8 * PIECE as u64) * DIGEST as u64).saturating_add(1 << 12);
        match free < bytes {
            true => Err(SolveError::NeedsDisk { path: path.into(), bytes, free }),
            false => Ok(()),
        }
    }

    /// Writes all answers to a file, with a label that says what they belong to.
    pub fn write(&self, path: &Path, label: &str) -> Result<(), SolveError> {
        let partial = partial(path);
        let fails = |error: io::Error| SolveError::file(&partial, &error);
        let file = open_ours(&partial, MAGIC)?;
        if file.try_lock().is_err() {
            return Err(SolveError::File { path: partial, why: "another process is writing it".into() });
        }
        let words = self.words();
        let pieces = words.div_ceil(PIECE as u64) as usize;
        let mut head = self.head(label);
        let begin = PREFIX + head.len() + DIGEST * pieces;
        let mut write = || -> io::Result<()> {
            file.set_len(0)?;
            // 1. The bits, at their final place, after the bytes that identify the file.
            let mut out = BufWriter::with_capacity(1 << 20, &file);
            out.write_all(MAGIC)?;
            out.seek(SeekFrom::Start(begin as u64))?;
            let mut bytes = Vec::with_capacity(8 * PIECE);
            let mut piece = |bytes: &mut Vec<u8>| {
                head.extend(blake3::hash(bytes).as_bytes());
                let written = out.write_all(bytes);
                bytes.clear();
                written
            };
            for word in self.slices.iter().filter_map(|slice| slice.get()).flatten() {
                bytes.extend(word.to_le_bytes());
                if bytes.len() == 8 * PIECE {
                    piece(&mut bytes)?;
                }
            }
            if !bytes.is_empty() {
                piece(&mut bytes)?;
            }
            // 2. The head before them.
            out.seek(SeekFrom::Start(0))?;
            out.write_all(MAGIC)?;
            out.write_all(&(head.len() as u64).to_le_bytes())?;
            out.write_all(blake3::hash(&head).as_bytes())?;
            out.write_all(&head)?;
            out.flush()?;
            drop(out);
            file.sync_all()?;
            std::fs::rename(&partial, path)
        };
        write().map_err(fails)
    }

    /// Opens a file, and returns its label. The answers are read when they are needed.
    pub fn open(path: &Path) -> Result<(Self, String), SolveError> {
        let fails = |error: io::Error| SolveError::file(path, &error);
        let wrong = || SolveError::Damaged {
            path: path.into(),
            why: "these are no solved subsets, or they are damaged".into(),
        };
        let mut file = File::open(path).map_err(fails)?;
        let length = file.metadata().map_err(fails)?.len();
        let mut prefix = [0; PREFIX];
        file.read_exact(&mut prefix).map_err(|_| wrong())?;
        let (magic, rest) = prefix.split_at(MAGIC.len());
        let (size, digest) = rest.split_at(8);
        let size = u64::from_le_bytes(size.try_into().map_err(|_| wrong())?);
        if magic != MAGIC || size > length {
            return Err(wrong());
        }
        let mut head = vec![0; size as usize];
        file.read_exact(&mut head).map_err(|_| wrong())?;
        if blake3::hash(&head).as_bytes() != digest {
            return Err(wrong());
        }
        let head = Head::read(&head).ok_or_else(wrong)?;
        let bytes = Self::bytes(head.squares.len()).ok_or_else(wrong)?;
        let (begin, words) = (PREFIX as u64 + size, bytes / 8);
        if length != begin + bytes || head.digests.len() as u64 != words.div_ceil(PIECE as u64) {
            return Err(wrong());
        }
        let answers = Answers {
            path: path.into(),
            reading: Mutex::new(Reading { file, pieces: VecDeque::new() }),
            digests: head.digests,
            begin,
            words,
            p_positions: head.p_positions,
        };
        let subsets = Subsets {
            squares: head.squares,
            convention: head.convention,
            slices: Vec::new(),
            file: Some(answers),
            moves: head.moves,
        };
        Ok((subsets, head.label))
    }

    /// The head without the digests.
    fn head(&self, label: &str) -> Vec<u8> {
        let mut head = Vec::new();
        head.extend((label.len() as u64).to_le_bytes());
        head.extend(label.as_bytes());
        head.extend(u64::from(self.convention == Convention::Misere).to_le_bytes());
        head.extend((self.squares.len() as u64).to_le_bytes());
        self.squares.iter().for_each(|square| head.extend((*square as u64).to_le_bytes()));
        head.extend(self.moves.to_le_bytes());
        head.extend(self.p_positions().to_le_bytes());
        head
    }
}

/// The contents of a head.
struct Head {
    label: String,
    convention: Convention,
    squares: Vec<usize>,
    moves: u64,
    p_positions: u64,
    digests: Vec<[u8; DIGEST]>,
}

impl Head {
    /// Returns `None` if the head ends too early or makes no sense.
    fn read(mut bytes: &[u8]) -> Option<Self> {
        let mut take = |count: u64| -> Option<&[u8]> {
            let (some, rest) = bytes.split_at_checked(usize::try_from(count).ok()?)?;
            bytes = rest;
            Some(some)
        };
        let mut number = || Some(u64::from_le_bytes(take(8)?.try_into().ok()?));
        let length = number()?;
        let label = String::from_utf8(take(length)?.to_vec()).ok()?;
        let mut number = || Some(u64::from_le_bytes(take(8)?.try_into().ok()?));
        let convention = match number()? {
            0 => Convention::Normal,
            1 => Convention::Misere,
            _ => return None,
        };
        let count = number()?;
        let squares: Option<Vec<usize>> = (0..count).map(|_| usize::try_from(number()?).ok()).collect();
        let squares = squares?;
        let (moves, p_positions) = (number()?, number()?);
        let (digests, rest) = bytes.as_chunks();
        let is_whole = rest.is_empty() && squares.is_sorted_by(|a, b| a < b);
        is_whole.then(|| Head { label, convention, squares, moves, p_positions, digests: digests.to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::MOST;
    use super::*;
    use nimatron_games::tactix::Tactix;
    use nimatron_rules::{Bits, Budget, Named};

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("nimatron-subsets-{}-{name}", std::process::id()))
    }

    #[test]
    fn what_was_written_is_read_and_what_is_damaged_is_not_believed() {
        let path = path("4x4");
        let (rules, start) = Tactix::<1>::open("", "4x4").unwrap();
        let budget = Budget::unlimited();
        let made =
            Subsets::solve(&rules, &start, Convention::Misere, &budget, &mut |_, _| {}).unwrap().unwrap();
        Subsets::check_room(&path, 16).unwrap();
        made.write(&path, "tactix 4x4").unwrap();
        let (read, label) = Subsets::open(&path).unwrap();
        assert_eq!((label.as_str(), read.convention()), ("tactix 4x4", Convention::Misere));
        assert_eq!((read.positions(), read.p_positions()), (1 << 16, 8568));
        assert_eq!(read.moves(), made.moves());
        let squares: Vec<usize> = start.iter().collect();
        for number in 0..1usize << 16 {
            let some = squares.iter().enumerate().filter(|(i, _)| number >> i & 1 == 1);
            let position: Bits<1> = some.map(|(_, square)| *square).collect();
            assert_eq!(
                read.first_wins(&rules, &position).unwrap(),
                made.first_wins(&rules, &position).unwrap()
            );
        }
        // One bit at a time, in the head and in the answers.
        let bytes = std::fs::read(&path).unwrap();
        for place in [3, 30, 60, 100, bytes.len() / 2, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 4;
            std::fs::write(&path, damaged).unwrap();
            let error = match Subsets::open(&path) {
                Err(error) => error,
                Ok((subsets, _)) => subsets.first_wins(&rules, &start).unwrap_err(),
            };
            assert!(error.to_string().contains("damaged"), "{place}: {error}");
        }
        std::fs::write(&path, &bytes[..bytes.len() - 8]).unwrap();
        assert!(Subsets::open(&path).is_err());
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn several_pieces_are_read_as_they_are_asked_for() {
        let path = path("5x5");
        let (rules, start) = Tactix::<1>::open("", "5x5").unwrap();
        let budget = Budget::unlimited();
        let made =
            Subsets::solve(&rules, &start, Convention::Misere, &budget, &mut |_, _| {}).unwrap().unwrap();
        made.write(&path, "tactix 5x5").unwrap();
        let (read, _) = Subsets::open(&path).unwrap();
        assert!(read.file.as_ref().is_some_and(|file| file.digests.len() == 4));
        let mut state = 3u64;
        for _ in 0..2000 {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let position: Bits<1> = start.iter().filter(|square| state >> (square + 20) & 1 == 1).collect();
            let answer = made.first_wins(&rules, &position).unwrap();
            assert_eq!(read.first_wins(&rules, &position).unwrap(), answer);
        }
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_disk_that_is_too_small_is_said() {
        let error = Subsets::check_room(&path("large"), MOST + 1).unwrap_err();
        assert!(matches!(error, SolveError::NeedsDisk { .. }), "{error}");
    }
}
