//! Tab completion of questions, games, methods and variables.

use std::cell::RefCell;

use nimatron_lab::{Lab, METHODS, QUESTIONS, find_question};
use rustyline::completion::{Completer, Pair};
use rustyline::{Context, Helper, Highlighter, Hinter, Validator};

/// Completes names.
#[derive(Helper, Highlighter, Hinter, Validator)]
pub(super) struct Names<'a> {
    lab: &'a RefCell<Lab>,
}

impl<'a> Names<'a> {
    pub(super) fn new(lab: &'a RefCell<Lab>) -> Self {
        Names { lab }
    }

    /// Where the word before the cursor begins, and its possible completions.
    fn candidates(&self, before: &str) -> (usize, Vec<String>) {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
        let start = before
            .char_indices()
            .rev()
            .take_while(|(_, c)| is_word(*c))
            .last()
            .map_or(before.len(), |(i, _)| i);
        let (lead, word) = before.split_at(start);
        let mut words = lead.split_whitespace();
        let candidates: Vec<String> = if lead.ends_with('.') {
            METHODS.iter().map(|method| method.name.to_owned()).collect()
        } else if words.next().is_some_and(|first| find_question(first).is_some()) && words.next().is_none() {
            self.lab.borrow().catalog().games().map(|game| game.about().name.clone()).collect()
        } else {
            let commands = ["clear", "help", "quit", "variables"].into_iter();
            let names = commands.chain(QUESTIONS.iter().map(|entry| entry.name)).map(str::to_owned);
            let names = names.filter(|_| lead.trim().is_empty());
            names.chain(self.lab.borrow().variables()).collect()
        };
        let lower = word.to_lowercase();
        (start, candidates.into_iter().filter(|name| name.to_lowercase().starts_with(&lower)).collect())
    }
}

impl Completer for Names<'_> {
    type Candidate = Pair;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<Pair>)> {
        let (start, names) = self.candidates(line.get(..position).unwrap_or(line));
        let pair = |name: String| Pair { display: name.clone(), replacement: name };
        Ok((start, names.into_iter().map(pair).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_games_methods_and_variables_are_completed() {
        let lab = RefCell::new(Lab::new(crate::commands::catalog(), nimatron_lab::Limits::default()));
        lab.borrow().evaluate("Girl := 1").unwrap();
        let names = Names::new(&lab);
        let complete = |text: &str| names.candidates(text);
        assert_eq!(complete("va"), (0, vec!["variables".to_owned(), "value".to_owned()]));
        assert_eq!(complete("value dom"), (6, vec!["domineering".to_owned()]));
        assert_eq!(complete("value toads-a"), (6, vec!["toads-and-frogs".to_owned()]));
        assert_eq!(complete("Girl.mea"), (5, vec!["Mean".to_owned()]));
        assert_eq!(complete("1 + G"), (4, vec!["Girl".to_owned()]));
    }
}
