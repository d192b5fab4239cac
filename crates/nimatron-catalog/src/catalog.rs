//! The games that can be opened.

use std::ops::Deref;
use std::sync::Arc;

use nimatron_rules::{Entry, HeapRule, Opened, Registry};
use nimatron_search::Engines;

use crate::position::Position;
use crate::{Fault, LabError};

/// The games that can be opened, and the agents that are compiled for single games. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Catalog {
    registry: Registry,
    engines: Engines,
}

impl Catalog {
    /// A catalog of these games and agents.
    #[must_use]
    pub fn new(registry: Registry, engines: Engines) -> Self {
        Catalog { registry, engines }
    }

    /// The game with this name, and its parameters.
    pub fn entry<'a>(&'a self, game: &'a str) -> Result<(&'a Arc<Entry>, &'a str), LabError> {
        Ok(self.registry.entry(game).map_err(|error| Fault::in_text(game, &error))?)
    }

    /// Opens the game in this position.
    pub fn open(&self, game: &str, position: &str) -> Result<Position, LabError> {
        let (entry, parameters) = self.entry(game)?;
        let opened = entry.open(&self.registry, parameters, position);
        let Opened { game, position, to_move } =
            opened.map_err(|error| Fault::in_notation(game, position, &error))?;
        Ok(Position { game, position, to_move, engines: self.engines.clone() })
    }

    /// The rule for one heap, if the game consists of heaps and nothing else.
    pub fn heap_rule(&self, game: &str) -> Result<Option<HeapRule>, LabError> {
        let (entry, parameters) = self.entry(game)?;
        let rule = entry.heap_rule(&self.registry, parameters);
        Ok(rule.map_err(|error| Fault::in_notation(game, "start", &error))?)
    }
}

impl Deref for Catalog {
    type Target = Registry;

    fn deref(&self) -> &Registry {
        &self.registry
    }
}
