//! Sums of positions of different games, as a game of its own: `nim 3,5 + domineering 2x2`.

use std::ops::Range;
use std::sync::Arc;

use nimatron_rules::{
    About, DynRules, Impartial, Notation, NotationError, Parts, Player, Rules, Short, Sum, SumMove, Summand,
    Turns, View,
};

use crate::catalog;
use crate::entry::{Entry, Promises, open};

/// What the catalog knows of sums.
pub(crate) const ENTRY: Entry = Entry {
    about: &Sums::<false>::ABOUT,
    impartial: false,
    loopy: false,
    played: false,
    summand: None,
    open: |parameters, position| {
        if is_impartial(position.trim()) {
            open::<Sums<true>>(parameters, position, (Promises::<Sums<true>>::NIMBERS, None), None)
        } else {
            open::<Sums<false>>(parameters, position, (None, None), None)
        }
    },
    board: |_, _| None,
    heap_rule: |_| Ok(None),
};

/// The rules of the games in the sum, and whether all of them are impartial.
#[derive(Debug)]
pub struct Sums<const IMPARTIAL: bool>(Sum);

/// A summand as it was written: the game, its parameters, the position and where that stands.
struct Written<'a> {
    entry: &'static Entry,
    parameters: &'a str,
    position: &'a str,
    at: Range<usize>,
}

impl<const IMPARTIAL: bool> Rules for Sums<IMPARTIAL> {
    type Position = Vec<Summand>;
    type Move = SumMove;

    fn moves(&self, position: &Vec<Summand>, player: Player, out: &mut Vec<SumMove>) {
        self.0.moves(position, player, out);
    }

    fn play(&self, position: &Vec<Summand>, player: Player, mv: &SumMove) -> Vec<Summand> {
        self.0.play(position, player, mv)
    }

    fn options(&self, position: &Vec<Summand>, player: Player, out: &mut Vec<Vec<Summand>>) {
        self.0.options(position, player, out);
    }

    fn move_bound(&self, position: &Vec<Summand>, player: Player) -> u64 {
        self.0.move_bound(position, player)
    }

    fn first_moves(&self, position: &Vec<Summand>, player: Player, most: usize, out: &mut Vec<SumMove>) {
        self.0.first_moves(position, player, most, out);
    }

    fn mobility(&self, position: &Vec<Summand>, player: Player) -> u32 {
        self.0.mobility(position, player)
    }

    fn parts(&self, position: &Vec<Summand>) -> Parts<Vec<Summand>> {
        self.0.parts(position)
    }

    fn normal(&self, position: &Vec<Summand>) -> Vec<Summand> {
        self.0.normal(position)
    }

    fn normal_up_to_sign(&self, position: &Vec<Summand>) -> (Vec<Summand>, bool) {
        self.0.normal_up_to_sign(position)
    }
}

impl<const IMPARTIAL: bool> Short for Sums<IMPARTIAL> {
    fn moves_left(&self, position: &Vec<Summand>) -> u32 {
        self.0.moves_left(position)
    }
}

impl Impartial for Sums<true> {}

impl<const IMPARTIAL: bool> Turns for Sums<IMPARTIAL> {}

impl<const IMPARTIAL: bool> Notation for Sums<IMPARTIAL> {
    const ABOUT: About = About {
        name: "sum",
        title: "Sums",
        about: "Several positions, of any games, side by side: a move is a move in one of them.",
        positions: "Each summand with its game, `+` between them: `nim 3,5 + domineering 2x2`. A move names \
                    the summand, counted from 1, and the move there: 2:a1-a2.",
        parameters: "",
        start: "nim 3,5 + domineering 2x2",
    };

    fn open(parameters: &str, position: &str) -> Result<(Self, Vec<Summand>), NotationError> {
        Self::ABOUT.no_parameters(parameters)?;
        let mut games: Vec<Arc<dyn DynRules>> = Vec::new();
        let mut names = Vec::new();
        let mut summands = Vec::new();
        for Written { entry, parameters, position, at } in written(Self::ABOUT.or_start(position))? {
            // Summands of one game share its rules if they can, so that what is known of one helps the other.
            let name = (entry.about().name, parameters);
            let known = names.iter().enumerate().filter(|(_, known)| **known == name);
            let shared = known.filter_map(|(game, _)| {
                let position = games[game].parse(position).ok()?;
                Some(Summand { game, position })
            });
            if let Some(summand) = { shared }.next() {
                summands.push(summand);
                continue;
            }
            let opened = entry.erased(parameters, position).unwrap_or_else(|| {
                let whole = 0..position.len();
                Err(if entry.is_loopy() {
                    NotationError::new(whole, format!("{} is loopy, and no summand", entry.about().name))
                } else {
                    NotationError::new(whole, "a sum is no summand").expected("its summands")
                })
            });
            let (rules, position) = opened.map_err(|error| moved(error, &at))?;
            summands.push(Summand { game: games.len(), position });
            games.push(rules);
            names.push(name);
        }
        moves_left_fit(&Sum::new(games.clone()), &summands, position)?;
        Ok((Sums(Sum::new(games)), summands))
    }

    fn parse(&self, text: &str) -> Result<Vec<Summand>, NotationError> {
        let mut summands = Vec::new();
        for Written { entry, position, at, .. } in written(Self::ABOUT.or_start(text))? {
            let name = entry.about().name;
            let same = self.0.summands().iter().enumerate().filter(|(_, game)| game.about().name == name);
            let mut fault = NotationError::new(at.clone(), format!("no summand is a position of {name}"));
            let mut found = None;
            for (game, rules) in same {
                match rules.parse(position) {
                    Ok(position) => {
                        found = Some(Summand { game, position });
                        break;
                    }
                    Err(error) => fault = moved(error, &at),
                }
            }
            summands.push(found.ok_or(fault)?);
        }
        moves_left_fit(&self.0, &summands, text)?;
        Ok(summands)
    }

    fn view(&self, position: &Vec<Summand>) -> View {
        self.0.view(position)
    }

    fn show(&self, position: &Vec<Summand>) -> String {
        self.0.show(position)
    }

    fn show_move(&self, position: &Vec<Summand>, player: Player, mv: &SumMove) -> String {
        self.0.show_move(position, player, mv)
    }
}

/// The most summands that are read.
const MOST: usize = 1000;

/// Whether all summands are impartial, in a sum that can be read.
pub fn is_impartial(text: &str) -> bool {
    let summands = written(Sums::<true>::ABOUT.or_start(text));
    summands.is_ok_and(|summands| summands.iter().all(|summand| summand.entry.is_impartial()))
}

/// Takes a sum apart.
fn written(text: &str) -> Result<Vec<Written<'_>>, NotationError> {
    if text.trim() == "0" {
        return Ok(Vec::new());
    }
    let mut summands = Vec::new();
    let mut start = 0;
    for summand in text.split('+') {
        let lead = summand.len() - summand.trim_start().len();
        let first = start + lead;
        start += summand.len() + 1;
        let summand = summand.trim();
        let fault = |at: Range<usize>, message: String| {
            NotationError::new(at, message).expected("a game and a position, as in nim 3,5 + cram 2x2")
        };
        if summands.len() == MOST {
            return Err(fault(first..text.len(), format!("more than {MOST} summands")));
        }
        let Some((game, position)) = summand.split_once(char::is_whitespace) else {
            return Err(fault(first..first + summand.len(), "no game and position".into()));
        };
        let (entry, parameters) = catalog::find_written(game).ok_or_else(|| {
            let name = game.split(':').next().unwrap_or(game);
            let at = first..first + name.len();
            NotationError::new(at, catalog::no_such_game(name))
        })?;
        let position = position.trim_start();
        let at = first + summand.len() - position.len()..first + summand.len();
        summands.push(Written { entry, parameters, position, at });
    }
    Ok(summands)
}

/// The error in a summand, counted from the beginning of the sum.
fn moved(error: NotationError, summand: &Range<usize>) -> NotationError {
    let at = if error.in_parameters {
        summand.clone()
    } else {
        summand.start + error.at.start..summand.start + error.at.end
    };
    NotationError { at, in_parameters: false, ..error }
}

/// Refuses sums that last longer than 32 bits can count.
fn moves_left_fit(sum: &Sum, summands: &[Summand], text: &str) -> Result<(), NotationError> {
    let left = |summand: &Summand| u64::from(sum.summands()[summand.game].moves_left(&summand.position));
    if summands.iter().map(left).sum::<u64>() <= u64::from(u32::MAX) {
        return Ok(());
    }
    Err(NotationError::new(0..text.len(), "the sum is too large"))
}
