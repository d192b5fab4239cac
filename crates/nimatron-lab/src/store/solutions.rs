//! Checks the digests of the files of solutions.
//!
//! `nimatron-solve` writes and reads these files, and checks only the parts it reads. Here a whole file is read, piece
//! by piece.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use nimatron_solve::{Solution, Subsets};

const DIGEST: usize = blake3::OUT_LEN;
/// The size of a piece of solved subsets, in bytes.
const PIECE: u64 = 1 << 20;

/// A file and its header.
struct Opened {
    file: BufReader<File>,
    head: Vec<u8>,
    /// The number of bytes after the header.
    rest: u64,
}

/// Checks all digests of a solution by families: one for each layer.
pub(super) fn check_solution(path: &Path) -> Result<(), String> {
    Solution::open(path).map_err(|error| error.to_string())?;
    let mut opened = Opened::new(path)?;
    let layers = layers(&opened.head).ok_or("its head can't be read")?;
    let digests = opened.take((DIGEST * layers.len()) as u64)?;
    for (pieces, (digest, bytes)) in digests.chunks(DIGEST).zip(layers).enumerate() {
        if *digest != opened.digest_of_next(bytes)? {
            return Err(format!("the layer of {pieces} pieces is damaged; delete the file and solve again"));
        }
    }
    if opened.rest == 0 { Ok(()) } else { Err("it is longer than it should be".into()) }
}

/// Checks all digests of solved subsets: one for each mebibyte.
pub(super) fn check_subsets(path: &Path) -> Result<(), String> {
    Subsets::open(path).map_err(|error| error.to_string())?;
    let mut opened = Opened::new(path)?;
    // The digests are at the end of the header.
    let count = opened.rest.div_ceil(PIECE) as usize;
    let begin = opened.head.len().checked_sub(DIGEST * count).ok_or("its head is too short")?;
    let digests = opened.head.split_off(begin);
    for digest in digests.chunks(DIGEST) {
        let bytes = opened.rest.min(PIECE);
        if *digest != opened.digest_of_next(bytes)? {
            return Err("a piece of it is damaged; delete the file and solve again".into());
        }
    }
    Ok(())
}

/// The size of each layer of a solution in bytes; `None` if the header is invalid.
fn layers(head: &[u8]) -> Option<Vec<u64>> {
    let mut head = Head(head);
    let label = head.number()?;
    // The label, and the convention.
    head.take(label + 1)?;
    let squares = head.number()?;
    head.take(squares)?;
    let mut layers = Vec::new();
    for _ in 0..=squares {
        let mut words = 0;
        for _ in 0..head.number()? {
            let sets = head.take(12)?;
            let set = |at: usize| Some(u32::from_le_bytes(sets[at..at + 4].try_into().ok()?));
            // The squares that may belong to either player are the variables of the family's truth table.
            let variables = (set(4)? & set(8)?).count_ones();
            words += 1u64 << variables.saturating_sub(6);
        }
        // One bit for each player.
        layers.push(16 * words);
    }
    Some(layers)
}

/// The unread part of a header.
struct Head<'a>(&'a [u8]);

impl<'a> Head<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (some, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(some)
    }

    /// A number of items that take at least a byte each.
    fn number(&mut self) -> Option<usize> {
        let number = u64::from_le_bytes(self.take(8)?.try_into().ok()?);
        usize::try_from(number).ok().filter(|number| *number <= self.0.len())
    }
}

impl Opened {
    /// Reads the header of a file: a magic word of 24 bytes, the length of the header, its digest, and the header.
    fn new(path: &Path) -> Result<Self, String> {
        let file = File::open(path).map_err(|error| error.to_string())?;
        let rest = file.metadata().map_err(|error| error.to_string())?.len();
        let mut opened = Opened { file: BufReader::with_capacity(1 << 16, file), head: Vec::new(), rest };
        let prefix = opened.take(24 + 8 + DIGEST as u64)?;
        let length = u64::from_le_bytes(prefix[24..32].try_into().map_err(|_| "its head is too short")?);
        opened.head = opened.take(length)?;
        if *blake3::hash(&opened.head).as_bytes() == prefix[32..] {
            Ok(opened)
        } else {
            Err("its head is damaged".into())
        }
    }

    /// The next `count` bytes.
    fn take(&mut self, count: u64) -> Result<Vec<u8>, String> {
        self.rest = self.rest.checked_sub(count).ok_or("it ends too early")?;
        let mut bytes = vec![0; count as usize];
        self.file.read_exact(&mut bytes).map_err(|error| error.to_string())?;
        Ok(bytes)
    }

    /// The digest of the next `count` bytes, which may be many.
    fn digest_of_next(&mut self, mut count: u64) -> Result<[u8; DIGEST], String> {
        let mut hasher = blake3::Hasher::new();
        while count > 0 {
            let some = count.min(PIECE);
            hasher.update(&self.take(some)?);
            count -= some;
        }
        Ok(*hasher.finalize().as_bytes())
    }
}
