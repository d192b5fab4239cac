//! Entries of the registry: what is known about a game before it is opened. Entries are made at run time, so
//! a game that was read from a file is an entry like any other.

use std::fmt;
use std::sync::Arc;

use crate::{
    AnyGame, AnyPosition, GameInfo, GameKind, HeapRule, Hints, Impartial, Named, NotationError, Player,
    Promises, Registry,
};

/// A game that can be opened.
pub struct Entry {
    info: Arc<GameInfo>,
    kind: GameKind,
    openers: Vec<Opener>,
    is_summand: bool,
}

/// A game in a position.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The game, on its board.
    pub game: AnyGame,
    /// The position.
    pub position: AnyPosition,
    /// The player to move, if that was written beside the position.
    pub to_move: Option<Player>,
}

/// One way to open a game.
struct Opener {
    /// Recognizes the positions that only this opener reads; if `None`, it tries to read all positions that
    /// no other opener claims.
    claims: Option<fn(&str) -> bool>,
    /// Returns an error if a position can't be a summand.
    as_summand: fn(&str) -> Result<(), NotationError>,
    open: Open,
}

type Open = Box<dyn Fn(&Registry, &Arc<GameInfo>, &str, &str) -> Result<Opened, NotationError> + Send + Sync>;

impl Entry {
    /// The entry of a compiled game with these promises.
    #[must_use]
    pub fn of<R: Named + Hints + 'static>(promises: Promises<R>) -> Self {
        Entry::new(R::ABOUT.into(), promises.kind).or(promises)
    }

    /// An entry without a way to open it: see [`Entry::opened_by`].
    #[must_use]
    pub fn new(info: GameInfo, kind: GameKind) -> Self {
        let is_summand = kind.is_short();
        Entry { info: Arc::new(info), kind, openers: Vec::new(), is_summand }
    }

    /// Adds code that opens positions which the code before it cannot read: usually boards of another size.
    #[must_use]
    pub fn or<R: Named + Hints + 'static>(self, promises: Promises<R>) -> Self {
        self.push(None, |_| Ok(()), promises)
    }

    /// Adds code that opens the positions that `claims` recognizes. `as_summand` may refuse some of them in
    /// sums.
    #[must_use]
    pub fn or_if<R: Named + Hints + 'static>(
        self,
        claims: fn(&str) -> bool,
        as_summand: fn(&str) -> Result<(), NotationError>,
        promises: Promises<R>,
    ) -> Self {
        self.push(Some(claims), as_summand, promises)
    }

    fn push<R: Named + Hints + 'static>(
        mut self,
        claims: Option<fn(&str) -> bool>,
        as_summand: fn(&str) -> Result<(), NotationError>,
        promises: Promises<R>,
    ) -> Self {
        let open: Open = Box::new(move |_, info, parameters, text| {
            let (rules, position) = R::open(parameters, text)?;
            let game = AnyGame::new(rules, Arc::clone(info), promises);
            Ok(Opened { game, position: AnyPosition::new(position), to_move: R::to_move(text) })
        });
        self.openers.push(Opener { claims, as_summand, open });
        self
    }

    /// Adds a function that opens the game from its parameters and a position.
    #[must_use]
    pub fn opened_by(
        mut self,
        open: impl Fn(&Registry, &Arc<GameInfo>, &str, &str) -> Result<Opened, NotationError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.openers.push(Opener { claims: None, as_summand: |_| Ok(()), open: Box::new(open) });
        self
    }

    /// Excludes the game from sums.
    #[must_use]
    pub fn not_in_sums(mut self) -> Self {
        self.is_summand = false;
        self
    }

    /// What the game says about itself.
    #[must_use]
    pub fn about(&self) -> &GameInfo {
        &self.info
    }

    /// The game with parameters with which it can be opened, as `name` or `name:parameters`.
    #[must_use]
    pub fn example(&self) -> String {
        let GameInfo { name, sample, .. } = &*self.info;
        if sample.is_empty() { name.clone() } else { format!("{name}:{sample}") }
    }

    /// What can be asked of it.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        self.kind
    }

    /// Whether both players always have the same moves.
    #[must_use]
    pub fn is_impartial(&self) -> bool {
        self.kind == GameKind::Impartial
    }

    /// Whether play may go on for ever.
    #[must_use]
    pub fn is_loopy(&self) -> bool {
        !self.kind.is_short()
    }

    /// Whether the game is played in turns and has no values.
    #[must_use]
    pub fn is_only_played(&self) -> bool {
        self.kind == GameKind::Played
    }

    /// The promises that the game makes, in words.
    #[must_use]
    pub fn promises(&self) -> &'static [&'static str] {
        self.kind.words()
    }

    /// Whether the game can be a summand.
    #[must_use]
    pub fn is_summand(&self) -> bool {
        self.is_summand
    }

    /// Opens the game with these parameters in this position.
    ///
    /// # Errors
    /// If the parameters or the position can't be read. If there are several ways to open a game, the error
    /// is that of the last.
    pub fn open(&self, registry: &Registry, parameters: &str, text: &str) -> Result<Opened, NotationError> {
        let text = text.trim();
        if let Some(opener) = self.claiming(text) {
            return (opener.open)(registry, &self.info, parameters, text);
        }
        let mut last = Err(NotationError::new(0..text.len(), format!("{} can't be opened", self.info.name)));
        for opener in self.openers.iter().filter(|opener| opener.claims.is_none()) {
            last = (opener.open)(registry, &self.info, parameters, text);
            if last.is_ok() {
                break;
            }
        }
        last
    }

    /// The opener that claims a position.
    fn claiming(&self, text: &str) -> Option<&Opener> {
        self.openers.iter().find(|opener| opener.claims.is_some_and(|claims| claims(text)))
    }

    /// Opens the game as a summand.
    ///
    /// # Errors
    /// As [`Entry::open`], and if the position is too large to be a summand.
    pub fn open_summand(
        &self,
        registry: &Registry,
        parameters: &str,
        text: &str,
    ) -> Result<Opened, NotationError> {
        if let Some(opener) = self.claiming(text) {
            (opener.as_summand)(text)?;
        }
        self.open(registry, parameters, text)
    }

    /// The rule for one heap, if the game consists of heaps and nothing else.
    ///
    /// # Errors
    /// If the parameters can't be read.
    pub fn heap_rule(
        &self,
        registry: &Registry,
        parameters: &str,
    ) -> Result<Option<HeapRule>, NotationError> {
        if !self.is_impartial() {
            return Ok(None);
        }
        let Opened { game, position, .. } = self.open(registry, parameters, "start")?;
        Ok(game.as_heaps(&position).map(|(rule, _)| rule.clone()))
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("info", &self.info).field("kind", &self.kind).finish_non_exhaustive()
    }
}
