//! Listeners, which receive lines and progress notes while a question is being answered.

use std::any::Any;
use std::io;

use serde::Serialize;
use serde_json::Value;

/// Receives the output of a question before its answer is complete.
pub trait Listener {
    /// Who reads the answer.
    fn audience(&self) -> Audience {
        Audience::Programs
    }

    /// Receives a line of an answer that has many, and returns whether more are wanted.
    fn line(&self, _line: &dyn Line) -> bool {
        true
    }

    /// Receives the progress of the question.
    fn note(&self, _note: &Note) {}
}

/// Who reads an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Audience {
    /// People, who read text.
    People,
    /// Programs, which read JSON.
    Programs,
}

/// The progress of a question.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Note {
    /// The progress in words, on one line.
    pub text: String,
    /// The number of steps done.
    #[cfg_attr(test, ts(type = "number"))]
    pub done: u64,
    /// The number of all steps, if known.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub of: Option<u64>,
    /// What was found since the last note, if the question reports it.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub found: Option<Value>,
}

impl Note {
    /// `done` of `all` steps; `steps` is their name.
    #[must_use]
    pub fn of(done: u64, all: u64, steps: &str) -> Self {
        let text = format!("{} of {} {steps}", crate::grouped(done), crate::grouped(all));
        Note { text, done, of: Some(all), found: None }
    }
}

/// A line of an answer that has many: data for programs, and text for people.
pub trait Line {
    /// Writes the line as JSON, without a line break.
    fn write_json(&self, out: &mut dyn io::Write) -> serde_json::Result<()>;
    /// The text for people, with its line break.
    fn text(&self) -> String;
    /// The line itself.
    fn as_any(&self) -> &dyn Any;
}

impl<T: Serialize + std::fmt::Display + 'static> Line for T {
    fn write_json(&self, out: &mut dyn io::Write) -> serde_json::Result<()> {
        serde_json::to_writer(out, self)
    }

    fn text(&self) -> String {
        self.to_string()
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Ignores all lines and notes.
pub(crate) struct Nobody;

impl Listener for Nobody {}

/// Collects the lines of one type.
#[derive(Debug)]
pub struct Lines<T>(std::cell::RefCell<Vec<T>>);

impl<T> Default for Lines<T> {
    fn default() -> Self {
        Lines(Default::default())
    }
}

impl<T> Lines<T> {
    /// The lines so far.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.0.into_inner()
    }
}

impl<T: Clone + 'static> Listener for Lines<T> {
    fn line(&self, line: &dyn Line) -> bool {
        self.0.borrow_mut().extend(line.as_any().downcast_ref::<T>().cloned());
        true
    }
}
