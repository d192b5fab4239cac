//! The parts of the engine that can be switched off.

/// The parts of an engine. With all of them off, it is a plain alpha-beta search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Remembers positions in a table.
    pub table: bool,
    /// Continues with urgent moves, and answers to threats, at the end of each line.
    pub quiescence: bool,
    /// Searches one move deeper if a threat has to be answered.
    pub extensions: bool,
    /// First expects a score near the last one.
    pub aspiration: bool,
    /// Lets the opponent move twice: a player who is still ahead then needs no search.
    pub null_move: bool,
    /// Searches moves that come late in the list less deep.
    pub reductions: bool,
    /// Does so at the root, too, in the order that the search has learned.
    pub root_reductions: bool,
    /// Skips quiet moves near the end of a line that can hardly be good enough.
    pub futility: bool,
    /// Skips quiet moves near the end of a line that come very late in the list.
    pub late_pruning: bool,
    /// Tries moves first that were good elsewhere.
    pub history: bool,
}

impl Options {
    /// All parts: the default.
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

    /// The parts of LEONIDAS: a table, killers and history (King and Peterson 2014, Section 4).
    pub const LEONIDAS: Options = Options { table: true, history: true, ..Options::NONE };

    /// Plain alpha-beta.
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

    /// The parts by name, to switch them on and off.
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
