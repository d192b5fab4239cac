//! Sequences of Grundy values: what is reported, what is kept, what goes on, what is certified.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::cell::Cell;
use std::path::PathBuf;

use nimatron_lab::parameters::FileText;
use nimatron_lab::questions::sequence::{Sequence, SequenceReport};
use nimatron_lab::questions::verify::{Verify, VerifyReport};
use nimatron_lab::{Catalog, Lab, LabError, Limits, Listener, Note, Stopper};
use serde_json::{Value, json};

fn catalog() -> Catalog {
    Catalog::new(nimatron_builtin::registry(), nimatron_builtin::engines())
}

/// A folder for one test, gone with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("nimatron-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn sequence(game: &str, options: &Sequence) -> Result<SequenceReport, LabError> {
    Lab::new(catalog(), Limits::default()).ask(&Sequence { game: game.into(), ..options.clone() })
}

/// Stops the third time that something is noted.
struct Stops {
    stopper: Stopper,
    notes: Cell<u32>,
}

impl Listener for Stops {
    fn note(&self, _: &Note) {
        self.notes.set(self.notes.get() + 1);
        if self.notes.get() == 3 {
            self.stopper.stop();
        }
    }
}

fn to(to: usize) -> Sequence {
    Sequence { to, ..Sequence::default() }
}

#[test]
fn a_report_says_what_the_paper_says() {
    // Heubach, Chinn, Dufour and Stevens, *Analyzing Ellie* (2009): "10000 values, max val 262, max freq 202".
    let report = sequence("octal:0.007", &to(9999)).unwrap();
    assert_eq!((report.to, report.max, report.argmax), (9999, 262, 9915));
    assert_eq!(report.histogram_top[0].count, 202);
    assert_eq!((report.zeros_count, report.zeros.last()), (36, Some(&7868)));
    assert_eq!(report.period, None);
}

#[test]
fn periods_stop_it_unless_it_is_told_otherwise() {
    let report = sequence("kayles", &to(1_000_000)).unwrap();
    assert_eq!(
        (report.period, report.preperiod, report.saltus, report.proved),
        (Some(12), Some(71), Some(0), Some(true))
    );
    assert!(report.to < 1000);
    let on = sequence("kayles", &Sequence { no_stop: true, ..to(5000) }).unwrap();
    assert_eq!((on.to, on.period), (5000, Some(12)));
    // With the values themselves all that were asked for are there, by the period.
    let all = sequence("kayles", &Sequence { values: true, ..to(5000) }).unwrap();
    let plain = sequence("kayles", &Sequence { values: true, no_stop: true, ..to(5000) }).unwrap();
    assert_eq!((all.values.as_ref().unwrap().len(), &all.checksum), (5001, &plain.checksum));
    assert_eq!(all.values, plain.values);
}

#[test]
fn arithmetic_periods_are_seen_and_not_called_proved() {
    let report = sequence("octal:0x0.8", &to(300)).unwrap();
    assert_eq!((report.period, report.saltus, report.proved), (Some(3), Some(1), Some(false)));
}

#[test]
fn files_hold_the_values() {
    let folder = Folder::new("files");
    let write = |name: &str| {
        let out = Some(folder.file(name).into());
        sequence("octal:0.007", &Sequence { out, ..to(9) }).unwrap();
        std::fs::read(folder.file(name)).unwrap()
    };
    assert_eq!(write("x.csv"), b"n,value\n0,0\n1,0\n2,0\n3,1\n4,1\n5,1\n6,2\n7,2\n8,0\n9,3\n");
    assert!(write("x.bfile").starts_with(b"0 0\n1 0\n2 0\n3 1\n"));
    let raw: Vec<u8> =
        [0u16, 0, 0, 1, 1, 1, 2, 2, 0, 3].iter().flat_map(|value| value.to_le_bytes()).collect();
    assert_eq!(write("x.raw"), raw);
    let npy = write("x.npy");
    assert!(npy.starts_with(b"\x93NUMPY\x01\x00") && npy.ends_with(&raw));
    assert_eq!((npy.len() - raw.len()) % 64, 0);
    assert!(String::from_utf8_lossy(&npy).contains("'descr': '<u2', 'fortran_order': False, 'shape': (10,)"));
    // Nothing is left beside them.
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 4);
}

#[test]
fn what_was_stopped_goes_on_and_ends_the_same() {
    let folder = Folder::new("resume");
    let (cut, whole) = (folder.file("cut.raw"), folder.file("whole.raw"));
    let wanted = |out: &PathBuf| Sequence { out: Some(out.clone().into()), no_stop: true, ..to(60_000) };
    let full = sequence("octal:0.106", &wanted(&whole)).unwrap();
    // 1. Stopped again and again, wherever it was; then let through.
    let lab = Lab::new(catalog(), Limits::default());
    for _ in 0..3 {
        let stops = Stops { stopper: lab.stopper().clone(), notes: Cell::new(0) };
        let asked = Sequence { game: "octal:0.106".into(), ..wanted(&cut) };
        let error = lab.start().heard_by(&stops).ask(&asked).unwrap_err();
        assert!(matches!(&error, LabError::Stopped(_)) && error.to_string().contains("kept in "), "{error}");
        assert!(!cut.exists());
    }
    let resumed = sequence("octal:0.106", &wanted(&cut)).unwrap();
    assert_eq!(SequenceReport { seconds: 0.0, ..resumed }, SequenceReport { seconds: 0.0, ..full });
    assert!(std::fs::read(&cut).unwrap() == std::fs::read(&whole).unwrap());
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 2);
}

#[test]
fn a_checkpoint_is_extended_and_a_damaged_one_refused() {
    let folder = Folder::new("checkpoint");
    let path = folder.file("values");
    let with = |last: usize| Sequence { checkpoint: Some(path.clone().into()), ..to(last) };
    sequence("octal:0.007", &with(5000)).unwrap();
    let longer = sequence("octal:0.007", &with(9999)).unwrap();
    assert_eq!(longer.checksum, sequence("octal:0.007", &to(9999)).unwrap().checksum);
    // What is kept may be more than is asked for.
    let shorter = sequence("octal:0.007", &with(5000)).unwrap();
    assert_eq!((shorter.to, shorter.checksum), (5000, sequence("octal:0.007", &to(5000)).unwrap().checksum));
    // Another game's checkpoint, a damaged one and one that is cut off.
    assert!(sequence("octal:0.77", &with(100)).unwrap_err().to_string().contains("not a checkpoint of 0.77"));
    let bytes = std::fs::read(&path).unwrap();
    let mut damaged = bytes.clone();
    damaged[200] ^= 1;
    std::fs::write(&path, &damaged).unwrap();
    assert!(sequence("octal:0.007", &with(100)).unwrap_err().to_string().contains("damaged"));
    std::fs::write(&path, &bytes[..bytes.len() - 7]).unwrap();
    assert_eq!(sequence("octal:0.007", &with(9999)).unwrap().checksum, longer.checksum);
}

#[test]
fn files_that_can_not_be_written_are_known_before_anything_is_found() {
    let missing = PathBuf::from("/no such folder/file.csv");
    for options in [
        Sequence { out: Some(missing.clone().into()), ..to(1 << 30) },
        Sequence { checkpoint: Some(missing.clone().into()), ..to(1 << 30) },
        Sequence { certificate: Some(missing.clone().into()), ..to(1 << 30) },
        Sequence { plot: Some(missing.with_extension("svg").into()), ..to(1 << 30) },
        Sequence { plot: Some("picture.gif".into()), ..to(1 << 30) },
    ] {
        assert!(sequence("octal:0.007", &options).is_err());
    }
    assert!(!PathBuf::from("picture.gif").exists());
}

#[test]
fn a_picture_has_its_panels() {
    let folder = Folder::new("plot");
    let plot = folder.file("x.svg");
    sequence("octal:0.106", &Sequence { plot: Some(plot.clone().into()), no_stop: true, ..to(9999) })
        .unwrap();
    let drawn = std::fs::read_to_string(plot).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.ends_with("</svg>\n"));
    assert!(drawn.contains("the first 10,000 values") && drawn.contains("rare"));
}

#[test]
fn certificates_hold_and_forged_ones_do_not() {
    let folder = Folder::new("certificate");
    let path = folder.file("x.json");
    let lab = Lab::new(catalog(), Limits::default());
    for game in ["kayles", "dawson-kayles", "octal:0.137", "octal:0.F1", "subtraction:1,3,4"] {
        sequence(game, &Sequence { certificate: Some(path.clone().into()), ..to(100_000) }).unwrap();
        let report = lab.ask(&Verify { file: FileText::File(path.clone()) }).unwrap();
        assert!(report.holds, "{game}: {}", report.why);
    }
    sequence("kayles", &Sequence { certificate: Some(path.clone().into()), ..to(100_000) }).unwrap();
    let right: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let verify =
        |text: String| -> Result<VerifyReport, LabError> { lab.ask(&Verify { file: FileText::Text(text) }) };
    let checked_to = right["checked_to"].as_u64().unwrap();
    let checksum = right["checksum"].as_str().unwrap().replace(|c: char| c.is_ascii_digit(), "a");
    let forged = [
        ("n0", json!(70)),
        ("n0", json!(0)),
        ("period", json!(6)),
        ("period", json!(0)),
        ("period", json!(24)),
        ("saltus", json!(1)),
        ("checked_to", json!(checked_to - 1)),
        ("checked_to", json!(checked_to + 1)),
        ("code", json!("0.07")),
        ("code", json!("0.8")),
        ("checksum", json!(checksum)),
        ("n0", json!(u64::MAX)),
        ("period", json!(u64::MAX / 2)),
        ("format", json!("nimatron period certificate 2")),
    ];
    for (key, value) in forged {
        let mut certificate = right.clone();
        certificate[key] = value;
        let report = verify(certificate.to_string()).unwrap();
        assert!(!report.holds, "{certificate}: {}", report.why);
    }
    assert!(verify(right.to_string()).unwrap().holds);
    assert!(verify("{}".into()).is_err());
}

#[test]
fn games_without_such_heaps_are_refused() {
    for game in ["cram", "tactix", "domineering", "sum", "octal:0.8", "octal:", "octal:0.G", "nonsense"] {
        assert!(sequence(game, &to(10)).is_err(), "{game}");
    }
}
