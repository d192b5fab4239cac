//! Files: processes killed while writing, damaged files, and foreign files.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::dice::Dice;
use crate::program::{self, Program};
use crate::trial::Trial;

/// Keys that differ between runs, or contain paths.
const VOLATILE: &[&str] = &["seconds", "positions", "remembered", "file", "bytes", "method"];

/// A question that keeps something in a file.
#[derive(Clone, Debug)]
struct Work {
    /// The words of the first run.
    words: Vec<String>,
    /// The words that are added when the file exists.
    again: &'static [&'static str],
    /// The file, or the folder of its files.
    file: &'static str,
}

/// A random question.
fn work(dice: &mut Dice) -> Work {
    let (line, again, file): (String, &'static [&'static str], _) = match dice.below(6) {
        0 => {
            let code = dice.one_of(&["0.377", "0.007", "0.6", "0.16", "0.45"]);
            let to = dice.within(3_000, 60_000);
            (format!("sequence octal:{code} --to {to} --no-stop --checkpoint kept"), &[], "kept")
        }
        1 => {
            let game = dice.one_of(&["cram", "ellie", "domineering", "knights"]);
            (format!("table {game} --to 4x{} --checkpoint kept", dice.within(3, 5)), &[], "kept")
        }
        2 => {
            let question =
                dice.one_of(&["cram 5x5", "cram 4x6", "cram 5x6", "queens 6x6", "ellie 4x7", "tactix 4x4"]);
            (format!("nimber {question} --checkpoint kept"), &[], "kept")
        }
        3 => {
            let game = dice.one_of(&["clobber 4x4", "nim 3,4,5", "domineering 5x5", "legionnaires 5x5"]);
            let (games, seed) = (dice.within(5, 80), dice.below(1000));
            let line = format!(
                "match {game} --left random --right fewest-replies --games {games} --seed {seed} --records kept"
            );
            (line, &["--resume"], "kept")
        }
        4 => {
            let question = dice.one_of(&[
                "clobber 4x4",
                "clobber 3x5",
                "tactix 4x5 --misere",
                "tactix 4x4",
                "legionnaires 5x5",
            ]);
            (format!("solve {question}"), &[], "data/solutions")
        }
        _ => {
            let question = dice.one_of(&[
                "value domineering 4x4",
                "nimber cram 4x5",
                "outcome clobber 4x4",
                "best nim 3,5,7",
                "count cram 3x4",
            ]);
            (format!("{question} --store kept"), &[], "kept")
        }
    };
    Work { words: line.split(' ').map(str::to_owned).collect(), again, file }
}

impl Work {
    /// The words of the next run.
    fn words(&self, program: &Program) -> Vec<String> {
        let mut words = self.words.clone();
        if program.folder().join(self.file).exists() {
            words.extend(self.again.iter().map(|&word| word.to_owned()));
        }
        if !words.iter().any(|word| word == "--store") {
            words.extend(["--store".into(), "off".into()]);
        }
        words
    }

    /// Asks, and returns the answer; `None` if it is refused.
    fn answer(&self, trial: &mut Trial, part: &str, program: &Program) -> Result<Option<Value>> {
        let lines = trial.json(part, program, &self.words(program), None)?;
        Ok(lines.and_then(|mut lines| lines.pop()).map(stable))
    }

    /// All its files.
    fn files(&self, program: &Program) -> Result<Vec<PathBuf>> {
        let path = program.folder().join(self.file);
        if !path.is_dir() {
            return Ok(path.exists().then_some(path).into_iter().collect());
        }
        let mut files =
            std::fs::read_dir(&path)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
        files.sort();
        Ok(files)
    }
}

/// An answer without the keys that differ between runs.
fn stable(mut answer: Value) -> Value {
    if let Some(object) = answer.as_object_mut() {
        object.retain(|key, _| !VOLATILE.contains(&&**key));
    }
    answer
}

/// A folder for a case, and the program in it.
fn case(trial: &mut Trial, part: &str, step: u64) -> Result<Program> {
    let program = trial.program.within(&format!("{part}-{step}"))?;
    trial.kept = Some(program.folder().to_owned());
    Ok(program)
}

/// Removes the files of a case, unless it has findings.
fn close(trial: &mut Trial, findings: u64) -> Result<()> {
    let folder = trial.kept.take();
    match folder {
        Some(folder) if trial.findings == findings => {
            std::fs::remove_dir_all(&folder).with_context(|| format!("could not remove {}", folder.display()))
        }
        _ => Ok(()),
    }
}

/// Kills a process that writes, up to three times, and asks again: the answer must not change.
pub fn kills(trial: &mut Trial, step: u64) -> Result<()> {
    const PART: &str = "kills";
    let mut dice = trial.dice(PART, step);
    let work = work(&mut dice);
    let before = trial.findings;
    let program = case(trial, PART, step)?;
    let quiet = program.within("undisturbed")?;
    let started = Instant::now();
    let expected = work.answer(trial, PART, &quiet)?;
    let length = started.elapsed();
    let Some(expected) = expected else {
        if trial.findings == before {
            trial.finding(PART, &Program::shown(&work.words), "an answer", "none");
        }
        return close(trial, before);
    };
    let mut delays = Vec::new();
    for _ in 0..dice.within(1, 3) {
        let delay = length.mul_f64(dice.below(1200) as f64 / 1000.0);
        let mut command = program.command(&work.words(&program));
        let child =
            command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null()).spawn()?;
        std::thread::sleep(delay);
        program::kill(&child);
        program::wait(&child, Instant::now())?;
        delays.push(format!("{:.0} ms", delay.as_secs_f64() * 1000.0));
    }
    let found = work.answer(trial, PART, &program)?;
    if found.as_ref() != Some(&expected) && trial.findings == before {
        let command =
            format!("{}, killed after {}, then to its end", Program::shown(&work.words), delays.join(", "));
        let found = found.map_or("no answer".into(), |found| found.to_string());
        trial.finding(PART, &command, &expected.to_string(), &found);
    }
    close(trial, before)
}

/// Damages a file that the program has written: it is refused, or the answer is the same.
pub fn damages(trial: &mut Trial, step: u64) -> Result<()> {
    const PART: &str = "damages";
    let mut dice = trial.dice(PART, step);
    let work = work(&mut dice);
    let before = trial.findings;
    let program = case(trial, PART, step)?;
    let Some(expected) = work.answer(trial, PART, &program)? else { return close(trial, before) };
    let intact: Vec<(PathBuf, Vec<u8>)> = work
        .files(&program)?
        .into_iter()
        .map(|path| Ok((path.clone(), std::fs::read(path)?)))
        .collect::<Result<_>>()?;
    // Each damage is done to intact files.
    for _ in 0..4 {
        if intact.is_empty() {
            break;
        }
        for (path, bytes) in &intact {
            std::fs::write(path, bytes)?;
        }
        let (path, bytes) = dice.one_of(&intact).clone();
        let (damaged, how) = damage(&bytes, &mut dice);
        std::fs::write(&path, damaged)?;
        let found = work.answer(trial, PART, &program)?;
        if let Some(found) = found.filter(|found| *found != expected) {
            let name = path.strip_prefix(program.folder()).unwrap_or(&path).display();
            let command = format!("{}, then {how} in {name}, and again", Program::shown(&work.words));
            trial.finding(PART, &command, &format!("a refusal, or {expected}"), &found.to_string());
            break;
        }
        if trial.findings != before {
            break;
        }
    }
    close(trial, before)
}

/// Damaged bytes, and what was done to them.
fn damage(bytes: &[u8], dice: &mut Dice) -> (Vec<u8>, String) {
    let mut bytes = bytes.to_vec();
    if bytes.is_empty() {
        return (dice.bytes(10), "ten bytes where there were none".into());
    }
    let at = dice.below(bytes.len());
    let how = match dice.below(7) {
        0 => {
            let bit = dice.below(8);
            bytes[at] ^= 1 << bit;
            format!("bit {bit} of byte {at} turned")
        }
        // The hardest to notice in a text: another digit.
        1 | 2 => {
            let digits: Vec<usize> = (0..bytes.len()).filter(|&at| bytes[at].is_ascii_digit()).collect();
            let at = if digits.is_empty() { at } else { *dice.one_of(&digits) };
            let old = bytes[at];
            bytes[at] = b'0' + (old.wrapping_sub(b'0').wrapping_add(1 + dice.below(9) as u8)) % 10;
            format!("byte {at} {:?} instead of {:?}", char::from(bytes[at]), char::from(old))
        }
        3 => {
            bytes.truncate(at);
            format!("cut after {at} bytes")
        }
        4 => {
            let end = (at + dice.within(1, 64)).min(bytes.len());
            bytes[at..end].fill(0);
            format!("zeros from {at} to {end}")
        }
        5 => {
            let end = (at + dice.within(1, 64)).min(bytes.len());
            bytes.drain(at..end);
            format!("bytes {at} to {end} taken out")
        }
        _ => {
            let count = dice.within(1, 40);
            bytes.extend(dice.bytes(count));
            format!("{count} bytes at the end")
        }
    };
    (bytes, how)
}

/// Questions with a file that the program might mistake for its own.
const NAMED: &[&str] = &[
    "table cram --to 2x2 --checkpoint",
    "sequence kayles --to 1000 --checkpoint",
    "nimber cram 4x4 --checkpoint",
    "match nim 3,4 --left random --right random --games 2 --records",
    "match nim 3,4 --left random --right random --games 2 --resume --records",
    "value domineering 3x3 --store",
];

/// A foreign file must stay unchanged. Tries one way to name it, or all.
pub fn foreign(trial: &mut Trial, dice: &mut Dice, all: bool) -> Result<()> {
    const PART: &str = "foreign files";
    let random: &[&str] = &[*dice.one_of(NAMED)];
    for line in if all { NAMED } else { random } {
        let count = dice.within(1, 5000);
        let content: Vec<u8> = match dice.below(if all { 1 } else { 5 }) {
            0 => b"my thesis".to_vec(),
            1 => b"1x1 0\n1x2 1\n".to_vec(),
            2 => b"{\"game\":1,\"result\":\"win\"}\n".to_vec(),
            3 => b"nimatron".to_vec(),
            _ => dice.bytes(count),
        };
        let program = trial.program.within("foreign")?;
        let path = program.folder().join("thesis");
        std::fs::write(&path, &content)?;
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        words.push("thesis".into());
        if !line.ends_with("--store") {
            words.extend(["--store".into(), "off".into()]);
        }
        trial.asked(PART, &program, &words, None)?;
        let after = std::fs::read(&path).unwrap_or_default();
        if after != content {
            let shown = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(60)]).into_owned();
            let command = format!("{} with a file {:?}", Program::shown(&words), shown(&content));
            trial.finding(PART, &command, "the same file afterwards", &format!("{:?}", shown(&after)));
        }
        remove(&path)?;
    }
    Ok(())
}

/// Removes a file and the files that SQLite writes beside it.
fn remove(path: &Path) -> Result<()> {
    for end in ["", "-wal", "-shm", "-journal"] {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        if Path::new(&name).exists() {
            std::fs::remove_file(&name)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_changes_bytes() {
        for step in 0..200 {
            let mut dice = Dice::new(1, "damage", step);
            let zeros = vec![0; 100];
            let text = b"1x1 0 11947de31ede30ad\n".repeat(20);
            let (damaged, how) = damage(&text, &mut dice);
            assert_ne!(damaged, text, "{how}");
            assert!(!damage(&zeros, &mut dice).1.is_empty());
        }
    }

    #[test]
    fn times_and_places_do_not_count() {
        let answer = serde_json::json!({"nimber": 2, "seconds": 0.1, "positions": 7});
        assert_eq!(stable(answer), serde_json::json!({"nimber": 2}));
    }
}
