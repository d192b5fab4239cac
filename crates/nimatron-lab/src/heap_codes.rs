//! The codes of heap games.

use nimatron_rules::{HeapCode, HeapRule};

use crate::{Lab, LabError};

/// The code of a heap game: of `octal:0.77`, `kayles` or `subtraction:1,3,4`.
pub(crate) fn heap_code(lab: &Lab, game: &str) -> Result<HeapCode, LabError> {
    const HEAPS: &str = "a heap game such as octal:0.77, kayles or subtraction:1,3,4";
    let info = lab.game(game)?.about();
    let name = &info.name;
    match lab.catalog().heap_rule(game)? {
        Some(HeapRule::Code(_)) if !info.not_misere.is_empty() => {
            Err(LabError::Senseless(format!("{} or {HEAPS}", info.not_misere)))
        }
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
            assert_eq!(
                heap_code(&Lab::default(), game).map(|code| code.to_string()),
                Ok(code.into()),
                "{game}"
            );
        }
    }

    #[test]
    fn faults_point_at_their_place() {
        let at = |game: &str| match heap_code(&Lab::default(), game) {
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
            assert!(matches!(heap_code(&Lab::default(), game), Err(LabError::Senseless(_))), "{game}");
        }
    }
}
