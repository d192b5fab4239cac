//! A store that is never constructed, for platforms without files.

/// A store that can't exist.
pub enum Store {}

#[allow(dead_code)] // Nothing is kept, so nothing is read.
pub(crate) struct Key {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) question: String,
    pub(crate) convention: &'static str,
}

#[allow(dead_code)] // Nothing is kept, so nothing is read.
pub(crate) struct Row {
    pub(crate) answer: String,
    pub(crate) report: String,
    pub(crate) seconds: f64,
    pub(crate) positions: Option<u64>,
    pub(crate) date: String,
}

#[allow(dead_code)] // Nothing is kept, so nothing is read.
pub(crate) struct Played {
    pub(crate) game: String,
    pub(crate) position: String,
    pub(crate) question: String,
    pub(crate) convention: &'static str,
    pub(crate) answer: String,
    pub(crate) report: String,
    pub(crate) seconds: f64,
    pub(crate) games: Vec<(u64, String)>,
}

impl Store {
    pub(crate) fn find(&self, _: &Key) -> Option<Row> {
        match *self {}
    }

    pub(crate) fn keep(&self, _: &Key, _: &Row) {
        match *self {}
    }

    pub(crate) fn keep_match(&self, _: &Played) {
        match *self {}
    }
}
