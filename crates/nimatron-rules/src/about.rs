//! What a game says about itself.

use crate::NotationError;

/// What a compiled game says about itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct About {
    /// The name on the command line.
    pub name: &'static str,
    /// The name in print.
    pub title: &'static str,
    /// The goal of the game in one sentence.
    pub goal: &'static str,
    /// The rules in a few sentences.
    pub about: &'static str,
    /// How to write positions and moves, with examples.
    pub positions: &'static str,
    /// What may follow the colon of `name:parameters`; empty if there are no parameters.
    pub parameters: &'static str,
    /// Parameters with which the game can be opened, for examples; empty if it needs none.
    pub sample: &'static str,
    /// The position that `start` stands for.
    pub start: &'static str,
    /// Other positions worth trying.
    pub starts: &'static [&'static str],
    /// The names of Left and Right.
    pub players: [&'static str; 2],
    /// The names of pieces, by their letters.
    pub pieces: &'static [(char, &'static str)],
    /// How the heaps are arranged, in a game of heaps.
    pub heaps: HeapLayout,
    /// Why misère play on the heaps is not misère play of the game; empty if it is.
    pub not_misere: &'static str,
}

/// How the heaps of a position are arranged.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum HeapLayout {
    /// In any order: separate heaps of counters.
    #[default]
    Loose,
    /// In a circle: each heap is next to two others.
    Circle,
    /// Each heap is a row of squares.
    Rows,
}

impl About {
    /// Defaults for the fields that a game need not fill in.
    pub const PLAIN: About = About {
        name: "",
        title: "",
        goal: "Who cannot move has lost.",
        about: "",
        positions: "",
        parameters: "",
        sample: "",
        start: "",
        starts: &[],
        players: ["Left", "Right"],
        pieces: &[],
        heaps: HeapLayout::Loose,
        not_misere: "",
    };

    /// The text, or the standard start if the text is `start`.
    #[must_use]
    pub fn or_start<'a>(&self, text: &'a str) -> &'a str {
        if text == "start" { self.start } else { text }
    }

    /// Refuses parameters, for games that have none.
    ///
    /// # Errors
    /// If there are parameters.
    pub fn no_parameters(&self, parameters: &str) -> Result<(), NotationError> {
        if parameters.is_empty() {
            return Ok(());
        }
        let mut error = NotationError::new(0..parameters.len(), format!("{} has no parameters", self.name));
        error.in_parameters = true;
        Err(error)
    }
}

/// What a game says about itself, known at run time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameInfo {
    /// The name on the command line.
    pub name: String,
    /// The name in print.
    pub title: String,
    /// The goal of the game in one sentence.
    pub goal: String,
    /// The rules in a few sentences.
    pub about: String,
    /// How to write positions and moves, with examples.
    pub positions: String,
    /// What may follow the colon of `name:parameters`; empty if there are no parameters.
    pub parameters: String,
    /// Parameters with which the game can be opened, for examples; empty if it needs none.
    pub sample: String,
    /// The position that `start` stands for.
    pub start: String,
    /// Other positions worth trying.
    pub starts: Vec<String>,
    /// The names of Left and Right.
    pub players: [String; 2],
    /// The names of pieces, by their letters.
    pub pieces: Vec<(char, String)>,
    /// How the heaps are arranged, in a game of heaps.
    pub heaps: HeapLayout,
    /// Why misère play on the heaps is not misère play of the game; empty if it is.
    pub not_misere: String,
}

impl From<About> for GameInfo {
    fn from(about: About) -> Self {
        GameInfo {
            name: about.name.into(),
            title: about.title.into(),
            goal: about.goal.into(),
            about: about.about.into(),
            positions: about.positions.into(),
            parameters: about.parameters.into(),
            sample: about.sample.into(),
            start: about.start.into(),
            starts: about.starts.iter().map(|start| (*start).to_owned()).collect(),
            players: about.players.map(Into::into),
            pieces: about.pieces.iter().map(|(letter, name)| (*letter, (*name).to_owned())).collect(),
            heaps: about.heaps,
            not_misere: about.not_misere.into(),
        }
    }
}
