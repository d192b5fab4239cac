//! The games, one file each.
//!
//! ```
//! use nimatron_games::domineering::Domineering;
//! use nimatron_rules::{Named, Notation, Player, Rules};
//!
//! let (game, board) = Domineering::<1>::open("", "2x3")?;
//! let mv = game.parse_move(&board, Player::Left, "b1-b2")?;
//! assert_eq!(game.show(&game.play(&board, Player::Left, &mv)), ".#./.#.");
//! # Ok::<(), nimatron_rules::NotationError>(())
//! ```

pub mod centurion;
pub mod circular_nim;
pub mod clobber;
pub mod col;
pub mod colouring;
pub mod cram;
pub mod domineering;
pub mod ellie;
pub mod epaminondas;
pub mod heap_games;
pub mod legionnaires;
pub mod nim;
pub mod octal;
pub mod placement;
pub mod snort;
pub mod staircase;
pub mod tactix;
pub mod toads_and_frogs;

use nimatron_rules::{Alias, Entry};

/// Every game that comes with nimatron.
#[must_use]
pub fn entries() -> Vec<Entry> {
    let mut entries = vec![
        centurion::entry(),
        circular_nim::entry(),
        clobber::entry(),
        col::entry(),
        cram::entry(),
        domineering::entry(),
        ellie::entry(),
        legionnaires::entry(),
        nim::entry(),
        octal::entry(),
        placement::entry(),
        snort::entry(),
        tactix::entry(),
        toads_and_frogs::entry(),
    ];
    entries.extend(epaminondas::entries());
    entries.extend(heap_games::entries());
    entries
}

/// Other names of games with parameters.
#[must_use]
pub fn aliases() -> Vec<Alias> {
    placement::aliases()
}
