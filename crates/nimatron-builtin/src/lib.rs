//! The games that come with nimatron, and the engines that are compiled for single games.
//!
//! Programs hand these to the lab, which contains no games. So a change in a game does not recompile the lab.
//!
//! ```
//! use nimatron_rules::Notation;
//!
//! let games = nimatron_builtin::registry();
//! let (entry, parameters) = games.entry("domineering")?;
//! let opened = entry.open(&games, parameters, "2x3")?;
//! assert_eq!(opened.game.show(&opened.position), ".../...");
//! # Ok::<(), nimatron_rules::NotationError>(())
//! ```

use nimatron_games::epaminondas::{Crossings, Epaminondas};
use nimatron_rules::Registry;
use nimatron_search::{Engines, TypedPlayers};

/// Every game that comes with nimatron.
#[must_use]
pub fn registry() -> Registry {
    Registry::new(nimatron_games::entries(), nimatron_games::aliases())
}

/// The engines that are compiled for single games: those that are played by search alone, where speed is
/// strength.
#[must_use]
pub fn engines() -> Engines {
    Engines::new([
        TypedPlayers::of::<Epaminondas<3>>(),
        TypedPlayers::of::<Epaminondas<4>>(),
        TypedPlayers::of::<Crossings<3>>(),
        TypedPlayers::of::<Crossings<4>>(),
    ])
}
