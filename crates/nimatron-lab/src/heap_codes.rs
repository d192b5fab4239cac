//! Heap games by name: take-and-break codes, and the usual names of well-known ones.

use nimatron_rules::{HeapCode, NotationError};

use crate::lab::no_such_game;
use crate::{Fault, LabError};

/// The usual names of take-and-break games, with their codes (*Winning Ways*, chapter 4).
pub(crate) const NAMED: [(&str, &str); 5] = [
    ("kayles", "0.77"),
    ("dawson-kayles", "0.07"),
    ("dawson-chess", "0.137"),
    ("guiles", "0.15"),
    ("officers", "0.6"),
];

/// The code of a heap game: of `octal:0.77`, `kayles` or `subtraction:1,3,4`.
pub(crate) fn heap_code(game: &str) -> Result<HeapCode, LabError> {
    let (name, parameters) = game.split_once(':').unwrap_or((game, ""));
    let name = name.to_ascii_lowercase();
    let in_parameters = |error: NotationError| {
        let start = game.find(':').map_or(game.len(), |colon| colon + 1);
        let at = start + error.at.start..start + error.at.end;
        LabError::from(Fault { text: game.into(), at, message: error.to_string() })
    };
    match &*name {
        "octal" => HeapCode::parse(parameters).map_err(in_parameters),
        "subtraction" => subtraction(parameters).map_err(in_parameters),
        _ => match NAMED.iter().find(|(known, _)| *known == name) {
            Some((_, code)) if parameters.is_empty() => HeapCode::parse(code).map_err(in_parameters),
            Some(_) => {
                let message = format!("{name} has no parameters");
                Err(in_parameters(NotationError::new(0..parameters.len(), message)))
            }
            None => Err(no_heap_game(game, &name)),
        },
    }
}

/// Reads the numbers that may be taken.
fn subtraction(text: &str) -> Result<HeapCode, NotationError> {
    let all = 0..text.len();
    let numbers: Option<Vec<usize>> = text.split(',').map(|number| number.trim().parse().ok()).collect();
    let code = numbers.and_then(|numbers| HeapCode::subtraction(&numbers));
    let fault =
        || NotationError::new(all, "not the numbers that may be taken").expected("as in 1,3,4, up to 1000");
    code.ok_or_else(fault)
}

/// Why a game is no heap game with a code.
fn no_heap_game(game: &str, name: &str) -> LabError {
    let heaps = "a heap game such as octal:0.77, kayles or subtraction:1,3,4";
    match name {
        "treblecross" => LabError::Senseless(format!(
            "who completes three in misère Treblecross loses, which is not misère 0.007; ask for octal:0.007 or {heaps}"
        )),
        _ if crate::find(name).is_some() => {
            LabError::Senseless(format!("{name} has no take-and-break code; this question is about {heaps}"))
        }
        _ => {
            let at = 0..game.find(':').unwrap_or(game.len());
            let names = NAMED.iter().map(|(name, _)| *name).chain(["octal", "subtraction"]);
            let message = match crate::catalog::nearest_of(name, names) {
                Some(nearest) => {
                    let short: String = name.chars().take(30).collect();
                    format!("there is no heap game `{short}`; did you mean `{nearest}`?")
                }
                None => no_such_game(name),
            };
            Fault { text: game.into(), at, message }.into()
        }
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
        assert_eq!(at("subtraction:1,0"), 12..15);
        assert_eq!(at("kayels"), 0..6);
        for game in ["nim", "cram", "treblecross"] {
            assert!(matches!(heap_code(game), Err(LabError::Senseless(_))), "{game}");
        }
    }
}
