//! What an engine may do, each of which can be switched off.

/// The parts of an engine. With all of them off it is a plain alpha-beta search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Remembers positions in a table.
    pub table: bool,
    /// Goes on with urgent moves, and answers to threats, at the end of each line.
    pub quiescence: bool,
    /// Looks one move further where a threat has to be answered.
    pub extensions: bool,
    /// First expects a score near the last one.
    pub aspiration: bool,
    /// Lets the opponent move twice: who is still ahead then needs no search.
    pub null_move: bool,
    /// Looks less far at moves that come late in the list.
    pub reductions: bool,
    /// Does so with the moves of the position at hand, too, in the order that the search has learned.
    pub root_reductions: bool,
    /// Leaves out quiet moves near the end of a line that can hardly be good enough.
    pub futility: bool,
    /// Leaves out quiet moves near the end of a line that come very late in the list.
    pub late_pruning: bool,
    /// Tries moves first that were good in other places.
    pub history: bool,
}

impl Options {
    /// All parts: what the engine is.
    pub const ALL: Options = Options {
        table: true,
        quiescence: true,
        extensions: true,
        aspiration: true,
        null_move: true,
        reductions: true,
        root_reductions: true,
        futility: true,
        late_pruning: true,
        history: true,
    };

    /// What LEONIDAS has: a table, killers and history (King and Peterson 2014, Section 4).
    pub const LEONIDAS: Options = Options { table: true, history: true, ..Options::NONE };

    /// Nothing but alpha-beta.
    pub const NONE: Options = Options {
        table: false,
        quiescence: false,
        extensions: false,
        aspiration: false,
        null_move: false,
        reductions: false,
        root_reductions: false,
        futility: false,
        late_pruning: false,
        history: false,
    };

    /// The parts by name, to switch them.
    pub(crate) fn parts(&mut self) -> [(&'static str, &mut bool); 10] {
        [
            ("table", &mut self.table),
            ("quiescence", &mut self.quiescence),
            ("extensions", &mut self.extensions),
            ("aspiration", &mut self.aspiration),
            ("null-move", &mut self.null_move),
            ("reductions", &mut self.reductions),
            ("root-reductions", &mut self.root_reductions),
            ("futility", &mut self.futility),
            ("late-pruning", &mut self.late_pruning),
            ("history", &mut self.history),
        ]
    }
}
