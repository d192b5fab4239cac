//! The games, and a description of the engine.

use nimatron_lab::{Entry, View};

use crate::desk::Asking;
use crate::protocol::{GameInfo, GameName, Hello, Player, Shape};

/// The games, and a description of the engine.
pub(crate) fn hello(asking: &Asking<'_>) -> Hello {
    let catalog = asking.lab.catalog();
    let names = catalog.aliases().iter().map(|alias| GameName {
        name: alias.name.clone(),
        game: format!("{}:{}", alias.game, alias.parameters),
    });
    Hello {
        version: env!("CARGO_PKG_VERSION").into(),
        engine: asking.resources.engine,
        threads: asking.resources.threads.get(),
        games: catalog.games().map(|entry| game_info(asking, entry)).collect(),
        names: names.collect(),
    }
}

fn game_info(asking: &Asking<'_>, entry: &Entry) -> GameInfo {
    let about = entry.about();
    let opened = asking.lab.open(&entry.example(), "start").ok();
    let shape = match opened.as_ref().map(|opened| opened.view()) {
        Some(View::Board { .. }) => Shape::Board,
        Some(View::Strips(_)) => Shape::Strips,
        Some(View::Sum(_)) => Shape::Sum,
        Some(View::Heaps(_)) | None => Shape::Heaps,
    };
    let first = opened.map_or(Player::Left, |opened| opened.first_player().into());
    GameInfo {
        name: about.name.clone(),
        title: about.title.clone(),
        about: about.about.clone(),
        positions: about.positions.clone(),
        parameters: about.parameters.clone(),
        start: about.start.clone(),
        promises: entry.promises().iter().map(|&promise| promise.into()).collect(),
        shape,
        sequence: matches!(asking.lab.catalog().heap_rule(&entry.example()), Ok(Some(_))),
        first,
    }
}
