//! The list of games, made at run time.

use std::sync::Arc;

use crate::{Entry, NotationError, sums};

/// The games that can be opened. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Registry {
    entries: Arc<[Arc<Entry>]>,
    aliases: Arc<[Alias]>,
}

/// A separate name for a game with parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alias {
    /// The name.
    pub name: String,
    /// The game that the alias stands for.
    pub game: String,
    /// The parameters of the game.
    pub parameters: String,
}

impl Alias {
    /// Makes `name` an alias of `game:parameters`.
    #[must_use]
    pub fn new(name: &str, game: &str, parameters: &str) -> Self {
        Alias { name: name.into(), game: game.into(), parameters: parameters.into() }
    }
}

impl Registry {
    /// Makes a registry of these games, sorted by name, and adds their sums.
    #[must_use]
    pub fn new(entries: impl IntoIterator<Item = Entry>, aliases: impl IntoIterator<Item = Alias>) -> Self {
        let mut entries: Vec<Arc<Entry>> = entries.into_iter().map(Arc::new).collect();
        entries.sort_by(|one, other| one.about().name.cmp(&other.about().name));
        entries.push(Arc::new(sums::entry()));
        Registry { entries: entries.into(), aliases: aliases.into_iter().collect() }
    }

    /// All games, sorted by name, with sums last.
    pub fn games(&self) -> impl Iterator<Item = &Arc<Entry>> + Clone {
        self.entries.iter()
    }

    /// Other names of games with parameters.
    #[must_use]
    pub fn aliases(&self) -> &[Alias] {
        &self.aliases
    }

    /// The game of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Arc<Entry>> {
        self.games().find(|entry| entry.about().name.eq_ignore_ascii_case(name))
    }

    /// The game that is written `name` or `name:parameters`, and its parameters. Some variants are separate
    /// games and have a colon in their name.
    #[must_use]
    pub fn find_written<'a>(&'a self, game: &'a str) -> Option<(&'a Arc<Entry>, &'a str)> {
        if let Some(alias) = self.aliases.iter().find(|alias| alias.name.eq_ignore_ascii_case(game)) {
            return Some((self.find(&alias.game)?, &alias.parameters));
        }
        let (name, parameters) = game.split_once(':').unwrap_or((game, ""));
        self.find(game).map(|entry| (entry, "")).or_else(|| Some((self.find(name)?, parameters)))
    }

    /// The game with this name, and its parameters.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn entry<'a>(&'a self, game: &'a str) -> Result<(&'a Arc<Entry>, &'a str), NotationError> {
        let name = game.split(':').next().unwrap_or(game);
        self.find_written(game).ok_or_else(|| NotationError::new(0..name.len(), self.no_such_game(name)))
    }

    /// The message that there is no such game, with a suggestion if there is a similar name.
    #[must_use]
    pub fn no_such_game(&self, name: &str) -> String {
        let mut short: String = name.chars().take(30).collect();
        if short.len() < name.len() {
            short.push('…');
        }
        match self.nearest(name) {
            Some(nearest) => format!("there is no game `{short}`; did you mean `{nearest}`?"),
            None => format!("there is no game `{short}`; `nimatron games` lists them"),
        }
    }

    /// The most similar name, if one is similar enough.
    #[must_use]
    pub fn nearest(&self, name: &str) -> Option<&str> {
        let games = self.games().map(|entry| entry.about().name.as_str());
        nearest_of(name, games.chain(self.aliases.iter().map(|alias| alias.name.as_str())))
    }
}

/// The most similar of these names, if one is similar enough. Case is ignored.
pub fn nearest_of<'a>(name: &str, names: impl Iterator<Item = &'a str> + Clone) -> Option<&'a str> {
    // Names are short; a long text is not a name and need not be compared.
    let name: String = name.chars().take(40).collect::<String>().to_lowercase();
    let starts = |candidate: &&str| name.len() >= 2 && candidate.to_lowercase().starts_with(&*name);
    let close = |candidate: &'a str| {
        let distance = strsim::osa_distance(&candidate.to_lowercase(), &name);
        (distance <= 1 + candidate.len() / 4).then_some((distance, candidate))
    };
    names.clone().find(starts).or_else(|| names.filter_map(close).min().map(|(_, name)| name))
}
