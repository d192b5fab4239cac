//! The rules of a game, and puzzles from papers, as listed in `lessons.md`.

use nimatron_lab::Convention;

use crate::desk::{Answer, Asking};
use crate::protocol::{Lessons, Player, Puzzle};

/// The source text of the lessons.
const LESSONS: &str = include_str!("../lessons.md");

/// The lessons of a game.
pub(crate) fn lessons(asking: &Asking<'_>, game: &str) -> Answer<Lessons> {
    let entry = asking.lab.game(game)?;
    let about = entry.about();
    let name = &about.name;
    let is_it = |other: &str| asking.lab.game(other).is_ok_and(|entry| entry.about().name == *name);
    let known = rows("Where the games come from").find(|row| row.first().is_some_and(|game| is_it(game)));
    let cell = |at: usize| known.as_ref().and_then(|row| row.get(at)).map(|text| plain(text));
    Ok(Lessons {
        rules: about.about.clone(),
        source: cell(1),
        example: cell(2),
        puzzles: puzzles().filter(|(puzzle, _)| is_it(&puzzle.game)).map(|(puzzle, _)| puzzle).collect(),
    })
}

/// All puzzles with their solutions.
fn puzzles() -> impl Iterator<Item = (Puzzle, Vec<&'static str>)> {
    rows("Puzzles").filter_map(|row| {
        let [game, title, position, to_move, misere, task, plies, solution, source] = row[..] else {
            return None;
        };
        let puzzle = Puzzle {
            title: title.into(),
            source: plain(source),
            game: game.into(),
            position: position.into(),
            to_move: if to_move == "right" { Player::Right } else { Player::Left },
            convention: if misere == "yes" { Convention::Misere } else { Convention::Normal },
            task: task.into(),
            plies: plies.parse().ok(),
        };
        Some((puzzle, solution.split_whitespace().collect()))
    })
}

/// The rows of the table below a heading, without the header.
fn rows(heading: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let below = LESSONS.split("\n## ").find_map(|part| part.strip_prefix(heading)).unwrap_or_default();
    let lines = below.lines().filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    lines.skip(1).map(|line| line.split(" | ").map(str::trim).collect())
}

/// Removes the asterisks around book titles.
fn plain(text: &str) -> String {
    text.replace('*', "")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use nimatron_lab::parameters::Place;
    use nimatron_lab::questions::best::Best;
    use nimatron_lab::{Lab, Limits};

    use super::*;

    #[test]
    fn every_puzzle_has_the_solution_that_is_written() {
        let lab = Lab::new(crate::test_catalog(), Limits::default());
        let mut count = 0;
        for (puzzle, mut solution) in puzzles() {
            let Puzzle { game, position, to_move, convention, title, plies, .. } = &puzzle;
            let (place, to_play) = (Place::new(game, position), Some((*to_move).into()));
            let question = Best { place, convention: *convention, to_move: to_play };
            // Those of Epaminondas are found by search, which may be slow on a busy machine.
            let time = Some(Duration::from_secs(100));
            let run = lab.start_within(Limits { time, ..lab.limits() });
            let best = run.ask(&question).unwrap();
            let mover = nimatron_lab::Player::from(*to_move);
            assert_eq!(best.winner.as_deref(), Some(&*mover.to_string().to_lowercase()), "{title}: {best:?}");
            let mut found: Vec<&str> = best.moves.iter().map(|best| &*best.name).collect();
            found.sort_unstable();
            solution.sort_unstable();
            assert_eq!(found, solution, "{title}");
            if let Some(plies) = plies.filter(|plies| *plies > 1) {
                assert!(best.why.contains(&format!("in {plies} plies")), "{title}: {}", best.why);
            }
            count += 1;
        }
        assert!(count > 20, "only {count} puzzles are read");
    }

    #[test]
    fn every_source_and_example_is_of_a_game_that_is_there() {
        let lab = Lab::new(crate::test_catalog(), Limits::default());
        for row in rows("Where the games come from") {
            let [game, _, example] = row[..] else { panic!("{row:?}") };
            let parameters = match game {
                "circular-nim" => ":2",
                "placement" => ":Q",
                "octal" => ":0.007",
                _ => "",
            };
            lab.view(&format!("{game}{parameters}"), example).unwrap();
        }
    }
}
