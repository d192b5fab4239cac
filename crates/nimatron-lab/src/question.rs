//! The questions one can ask about a position.

use std::str::FromStr;

use nimatron_rules::Player;
use nimatron_solve::Convention;

/// A question about a position.
///
/// It reads from words, as the golden files write it:
///
/// ```
/// use nimatron_lab::{Convention, Player, Question};
///
/// let question: Question = "best misere right".parse()?;
/// assert_eq!(question, Question::Best { convention: Convention::Misere, to_move: Some(Player::Right) });
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// What is it worth?
    Value,
    /// What is its Grundy value?
    Nimber,
    /// Who wins?
    Outcome {
        /// Under which convention.
        convention: Convention,
        /// Who is to move; if nobody is named, all four outcome classes are possible.
        to_move: Option<Player>,
    },
    /// Which moves win, or which is best if none does?
    Best {
        /// Under which convention.
        convention: Convention,
        /// Who is to move, if the position doesn't say it or is not to be asked.
        to_move: Option<Player>,
    },
    /// Which moves are there?
    Moves {
        /// Who is to move.
        to_move: Option<Player>,
    },
    /// How many positions can be reached?
    Count,
    /// How many ways to play are there?
    Perft {
        /// How many moves to play.
        depth: u32,
        /// Who begins.
        to_move: Option<Player>,
    },
}

impl FromStr for Question {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let name = words.next().ok_or("no question")?;
        let (mut convention, mut to_move, mut depth) = (Convention::Normal, None, None);
        for word in words {
            match word {
                "misere" | "misère" | "--misere" => convention = Convention::Misere,
                "left" => to_move = Some(Player::Left),
                "right" => to_move = Some(Player::Right),
                "--to-move" => {}
                _ => match word.parse() {
                    Ok(number) => depth = Some(number),
                    Err(_) => return Err(format!("`{word}` says nothing in `{text}`")),
                },
            }
        }
        let (question, takes_convention, takes_player) = match name {
            "value" => (Question::Value, false, false),
            "nimber" => (Question::Nimber, false, false),
            "outcome" => (Question::Outcome { convention, to_move }, true, true),
            "best" => (Question::Best { convention, to_move }, true, true),
            "moves" => (Question::Moves { to_move }, false, true),
            "count" => (Question::Count, false, false),
            "perft" => {
                let depth = depth.take().ok_or("perft of which depth?")?;
                (Question::Perft { depth, to_move }, false, true)
            }
            _ => return Err(format!("there is no question `{name}`")),
        };
        let superfluous = depth.is_some()
            || (convention == Convention::Misere && !takes_convention)
            || (to_move.is_some() && !takes_player);
        if superfluous { Err(format!("`{name}` doesn't take all of `{text}`")) } else { Ok(question) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read() {
        let perft = Question::Perft { depth: 3, to_move: Some(Player::Right) };
        assert_eq!("perft 3 right".parse(), Ok(perft));
        assert_eq!("value".parse(), Ok(Question::Value));
        let outcome = Question::Outcome { convention: Convention::Misere, to_move: None };
        assert_eq!("outcome misere".parse(), Ok(outcome));
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for bad in ["", "price", "perft", "value misere", "nimber left", "outcome 3", "count sideways"] {
            assert!(bad.parse::<Question>().is_err(), "{bad}");
        }
    }
}
