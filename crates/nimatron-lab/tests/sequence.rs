//! Sequences of Grundy values: what is reported, what is kept, what goes on, what is certified.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use nimatron_lab::{Certificate, Lab, LabError, Limits, SequenceOptions, SequenceReport};
use nimatron_rules::Budget;

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

fn sequence(game: &str, options: &SequenceOptions) -> Result<SequenceReport, LabError> {
    let lab = Lab::default();
    lab.sequence(&lab.start(), game, options, &mut |_| ())
}

fn to(to: usize) -> SequenceOptions {
    SequenceOptions { to, ..SequenceOptions::default() }
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
    let on = sequence("kayles", &SequenceOptions { no_stop: true, ..to(5000) }).unwrap();
    assert_eq!((on.to, on.period), (5000, Some(12)));
    // With the values themselves all that were asked for are there, by the period.
    let all = sequence("kayles", &SequenceOptions { values: true, ..to(5000) }).unwrap();
    let plain = sequence("kayles", &SequenceOptions { values: true, no_stop: true, ..to(5000) }).unwrap();
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
        let out = Some(folder.file(name));
        sequence("octal:0.007", &SequenceOptions { out, ..to(9) }).unwrap();
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
    let wanted = |out: &PathBuf| SequenceOptions { out: Some(out.clone()), no_stop: true, ..to(60_000) };
    let full = sequence("octal:0.106", &wanted(&whole)).unwrap();
    // 1. Stopped by the flag, again and again, wherever it was; then let through.
    let stop = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let lab = Lab::new(Limits::default(), Arc::clone(&stop));
    for _ in 0..3 {
        let mut calls = 0;
        let error = lab
            .sequence(&lab.start(), "octal:0.106", &wanted(&cut), &mut |_| {
                calls += 1;
                if calls == 3 {
                    stop.store(true, std::sync::atomic::Ordering::Relaxed);
                }
            })
            .unwrap_err();
        assert!(error.to_string().contains("kept in "), "{error}");
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
    let with = |last: usize| SequenceOptions { checkpoint: Some(path.clone()), ..to(last) };
    sequence("octal:0.007", &with(5000)).unwrap();
    let longer = sequence("octal:0.007", &with(9999)).unwrap();
    assert_eq!(longer.checksum, sequence("octal:0.007", &to(9999)).unwrap().checksum);
    // What is kept may be more than is asked for.
    let shorter = sequence("octal:0.007", &with(5000)).unwrap();
    assert_eq!((shorter.to, shorter.checksum), (5000, sequence("octal:0.007", &to(5000)).unwrap().checksum));
    // Another game's checkpoint, a damaged one and one that is cut off.
    assert!(sequence("octal:0.77", &with(100)).unwrap_err().to_string().contains("no checkpoint of 0.77"));
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
        SequenceOptions { out: Some(missing.clone()), ..to(1 << 30) },
        SequenceOptions { checkpoint: Some(missing.clone()), ..to(1 << 30) },
        SequenceOptions { certificate: Some(missing.clone()), ..to(1 << 30) },
        SequenceOptions { plot: Some(missing.with_extension("svg")), ..to(1 << 30) },
        SequenceOptions { plot: Some("picture.gif".into()), ..to(1 << 30) },
    ] {
        assert!(sequence("octal:0.007", &options).is_err());
    }
    assert!(!PathBuf::from("picture.gif").exists());
}

#[test]
fn a_picture_has_its_panels() {
    let folder = Folder::new("plot");
    let plot = folder.file("x.svg");
    sequence("octal:0.106", &SequenceOptions { plot: Some(plot.clone()), no_stop: true, ..to(9999) })
        .unwrap();
    let drawn = std::fs::read_to_string(plot).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.ends_with("</svg>\n"));
    assert!(drawn.contains("the first 10,000 values") && drawn.contains("rare"));
}

#[test]
fn certificates_hold_and_forged_ones_do_not() {
    let folder = Folder::new("certificate");
    let path = folder.file("x.json");
    let lab = Lab::default();
    for game in ["kayles", "dawson-kayles", "octal:0.137", "octal:0.F1", "subtraction:1,3,4"] {
        sequence(game, &SequenceOptions { certificate: Some(path.clone()), ..to(100_000) }).unwrap();
        let report = lab.verify(&lab.start(), &path).unwrap();
        assert!(report.holds, "{game}: {}", report.why);
    }
    sequence("kayles", &SequenceOptions { certificate: Some(path.clone()), ..to(100_000) }).unwrap();
    let right: Certificate = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let forged = [
        Certificate { n0: 70, ..right.clone() },
        Certificate { n0: 0, ..right.clone() },
        Certificate { period: 6, ..right.clone() },
        Certificate { period: 0, ..right.clone() },
        Certificate { period: 24, ..right.clone() },
        Certificate { saltus: 1, ..right.clone() },
        Certificate { checked_to: right.checked_to - 1, ..right.clone() },
        Certificate { checked_to: right.checked_to + 1, ..right.clone() },
        Certificate { code: "0.07".into(), ..right.clone() },
        Certificate { code: "0.8".into(), ..right.clone() },
        Certificate { checksum: right.checksum.replace(|c: char| c.is_ascii_digit(), "a"), ..right.clone() },
        Certificate { n0: u64::MAX, ..right.clone() },
        Certificate { period: u64::MAX / 2, ..right.clone() },
        Certificate { format: "nimatron period certificate 2".into(), ..right.clone() },
    ];
    for certificate in forged {
        let report = certificate.verify(&Budget::unlimited()).unwrap();
        assert!(!report.holds, "{certificate:?}: {}", report.why);
    }
    assert!(right.verify(&Budget::unlimited().time(Duration::from_secs(60))).unwrap().holds);
    std::fs::write(&path, "{}").unwrap();
    assert!(lab.verify(&lab.start(), &path).is_err());
}

#[test]
fn games_without_such_heaps_are_refused() {
    for game in ["cram", "tactix", "domineering", "sum", "octal:0.8", "octal:", "octal:0.G", "nonsense"] {
        assert!(sequence(game, &to(10)).is_err(), "{game}");
    }
}
