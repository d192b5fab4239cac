//! The codes of heap games.

use nimatron_catalog::entry;
use nimatron_rules::{HeapCode, HeapRule};

use crate::{Fault, LabError};

/// The code of a heap game: of `octal:0.77`, `kayles` or `subtraction:1,3,4`.
pub(crate) fn heap_code(game: &str) -> Result<HeapCode, LabError> {
    const HEAPS: &str = "a heap game such as octal:0.77, kayles or subtraction:1,3,4";
    let (entry, parameters) = entry(game)?;
    let name = entry.about().name;
    let rule = entry.heap_rule(parameters).map_err(|error| Fault::in_notation(game, "start", &error))?;
    match rule {
        Some(HeapRule::Code(_)) if name == "treblecross" => Err(LabError::Senseless(format!(
            "who completes three in misère Treblecross loses, which is not misère 0.007; ask for octal:0.007 or {HEAPS}"
        ))),
        Some(HeapRule::Code(code)) => Ok(code),
        _ => Err(LabError::Senseless(format!(
            "{name} has no take-and-break code; this question is about {HEAPS}"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_are_read() {
        for (game, code) in [
            ("octal:0.77", "0.77"),
            ("octal:77", "0.77"),
            ("Kayles", "0.77"),
            ("dawson-chess", "0.137"),
            ("subtraction:1,3,4", "0.3033"),
        ] {
            assert_eq!(heap_code(game).map(|code| code.to_string()), Ok(code.into()), "{game}");
        }
    }

    #[test]
    fn faults_point_at_their_place() {
        let at = |game: &str| match heap_code(game) {
            Err(LabError::Fault(fault)) => fault.at,
            other => panic!("{game}: {other:?}"),
        };
        assert_eq!(at("octal:0.8"), 8..9);
        assert_eq!(at("octal:"), 6..6);
        assert_eq!(at("octal"), 5..5);
        assert_eq!(at("kayles:3"), 7..8);
        assert_eq!(at("subtraction:1,0"), 14..15);
        assert_eq!(at("kayels"), 0..6);
        for game in ["nim", "cram", "treblecross"] {
            assert!(matches!(heap_code(game), Err(LabError::Senseless(_))), "{game}");
        }
    }
}
