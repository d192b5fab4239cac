//! The one type-erased game: a game whose type is known only at run time.
//!
//! [`AnyGame`] implements every promise, with [`AnyPosition`] and [`AnyMove`], and forwards each method to
//! the game inside. So code that works for any game is compiled once for this one: agents, the referee, sums,
//! questions. The [`Promises`] of the game inside say which of the optional promises it really makes; see
//! [`AnyGame::kind`].

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::{
    AnyMove, AnyPosition, Arranged, Convention, Ending, Evaluation, Expand, Fairly, GameInfo, GameKind,
    HeapRule, Heuristic, HeuristicSum, Hints, Impartial, Key, Line, Material, Notation, NotationError,
    Partizan, Parts, Player, Promises, Ranked, Representative, Rules, Short, Strategy, Takeover, Taking,
    Theorem, Touch, Turns, View,
};

/// A game whose type is known only at run time. Cheap to clone.
///
/// Methods that take positions or moves panic if these belong to another game: mixing them up is a bug.
#[derive(Clone)]
pub struct AnyGame(Arc<dyn AnyRules>);

/// What solvers need from a game whose positions have keys of type `K`.
pub struct Kernel<K> {
    /// The game as solvers see it.
    pub game: Arc<dyn Expand<K>>,
    /// The key of a position: the position itself, or the part of it that matters for what is to come.
    pub key: fn(&AnyPosition) -> K,
}

impl AnyGame {
    /// Erases the type of a game.
    pub fn new<R: Hints + Notation + 'static>(rules: R, info: Arc<GameInfo>, promises: Promises<R>) -> Self {
        AnyGame(Arc::new(Erased { rules: Arc::new(rules), info, promises }))
    }

    /// What the game says about itself.
    #[must_use]
    pub fn info(&self) -> &GameInfo {
        self.0.info()
    }

    /// The kind of the game: which of the optional promises it makes.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        self.0.kind()
    }

    /// The game inside, if it has this type.
    #[must_use]
    pub fn downcast_ref<R: Rules + 'static>(&self) -> Option<&R> {
        (&*self.0 as &dyn Any).downcast_ref::<Erased<R>>().map(|erased| &*erased.rules)
    }

    /// The kernel for solvers that are compiled for keys of type `K`; `None` if the game has other keys.
    #[must_use]
    pub fn kernel<K: Key>(&self) -> Option<Kernel<K>> {
        self.0.kernel().downcast().ok().map(|kernel| *kernel)
    }

    /// The same if the keys are the positions of the game, so that none of them are taken for equal.
    #[must_use]
    pub fn position_kernel<K: Key>(&self) -> Option<Kernel<K>> {
        self.0.keys_are_positions().then(|| self.kernel())?
    }

    /// A kernel for every game, with positions that stay type-erased.
    #[must_use]
    pub fn any_kernel(&self) -> Kernel<AnyPosition> {
        let game = Arc::new(self.clone());
        let game: Arc<dyn Expand<AnyPosition>> = match self.kind() {
            GameKind::Impartial => Arc::new(Fairly(game)),
            GameKind::Partizan => Arc::new(Partizan(game)),
            GameKind::Loopy | GameKind::Played => Arc::new(crate::Endless(game)),
        };
        Kernel { game, key: AnyPosition::clone }
    }

    /// The game as one in which pieces take the places of other pieces, if it is one.
    #[must_use]
    pub fn takeover(&self) -> Option<&dyn Takeover> {
        self.0.takeover()
    }

    /// Whether the positions of the game can be listed: see [`Arranged`].
    #[must_use]
    pub fn is_arranged(&self) -> bool {
        self.0.arrangements(0).is_some()
    }

    /// The name of the game with its parameters, as `name` or `name:parameters`.
    #[must_use]
    pub fn written(&self) -> String {
        let parameters = self.parameters();
        let colon = if parameters.is_empty() { "" } else { ":" };
        format!("{}{colon}{parameters}", self.info().name)
    }
}

impl fmt::Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written())
    }
}

/// Takes each promise with the methods whose type-erased signature is the promise's own. Declares [`AnyRules`],
/// which has all of them, object-safe, and the methods given first; and implements the promise for [`AnyGame`]
/// by forwarding them to the game inside. What stands in braces after the name of a promise is taken as it is.
macro_rules! forwarded {
    (
        { $($own:tt)* }
        $($(#[$about:meta])* $promise:ident { $($item:tt)* } {
            $(fn $name:ident($($argument:ident: $type:ty),*) $(-> $returned:ty)?;)*
        })*
    ) => {
        /// All methods of all promises, object-safe. Each does what the method of the same name does.
        trait AnyRules: Any + Send + Sync {
            $($own)*
            $($(fn $name(&self, $($argument: $type),*) $(-> $returned)?;)*)*
        }

        $($(#[$about])*
        impl $promise for AnyGame {
            $($item)*
            $(fn $name(&self, $($argument: $type),*) $(-> $returned)? {
                self.0.$name($($argument),*)
            })*
        })*
    };
}

forwarded! {
    {
        fn info(&self) -> &GameInfo;
        fn kind(&self) -> GameKind;
        /// A [`Kernel`] of the game's own keys.
        fn kernel(&self) -> Box<dyn Any>;
        fn keys_are_positions(&self) -> bool;
        fn takeover(&self) -> Option<&dyn Takeover>;
        /// `None` unless the positions can be listed.
        fn arrangements(&self, pieces: u32) -> Option<Box<dyn Iterator<Item = AnyPosition> + '_>>;
        fn any_move(
            &self,
            position: &AnyPosition,
            player: Player,
            below: &mut dyn FnMut(usize) -> usize,
        ) -> Option<AnyMove>;
    }

    Rules {
        type Position = AnyPosition;
        type Move = AnyMove;
    } {
        fn moves(position: &AnyPosition, player: Player, out: &mut Vec<AnyMove>);
        fn play(position: &AnyPosition, player: Player, mv: &AnyMove) -> AnyPosition;
        fn options(position: &AnyPosition, player: Player, out: &mut Vec<AnyPosition>);
        fn move_bound(position: &AnyPosition, player: Player) -> u64;
        fn first_moves(position: &AnyPosition, player: Player, most: usize, out: &mut Vec<AnyMove>);
        fn mobility(position: &AnyPosition, player: Player) -> u32;
        fn parts(position: &AnyPosition) -> Parts<AnyPosition>;
        fn normal(position: &AnyPosition) -> AnyPosition;
        fn normal_up_to_sign(position: &AnyPosition) -> (AnyPosition, bool);
    }

    /// Must be called only if the kind of the game says that play always ends.
    Short {} {
        fn moves_left(position: &AnyPosition) -> u32;
    }

    /// Must be called only if the kind of the game says that it is impartial.
    Impartial {} {
        fn known_nimber(part: &AnyPosition) -> Option<u32>;
        fn quick_nimber(part: &AnyPosition) -> Option<u32>;
        fn as_heaps(position: &AnyPosition) -> Option<(&HeapRule, Vec<u32>)>;
        fn as_lines(position: &AnyPosition) -> Option<Vec<Line>>;
        fn as_squares(position: &AnyPosition) -> Option<Vec<usize>>;
        fn as_taking(heaps: usize) -> Option<(Taking, Representative)>;
        fn by_theorem(position: &AnyPosition) -> Option<Theorem>;
    }

    /// There are no arrangements unless [`AnyGame::is_arranged`].
    Arranged {
        fn arrangements(&self, pieces: u32) -> Box<dyn Iterator<Item = AnyPosition> + '_> {
            self.0.arrangements(pieces).unwrap_or_else(|| Box::new(std::iter::empty()))
        }
    } {
        fn exchanged(position: &AnyPosition) -> Option<AnyPosition>;
    }

    Turns {} {
        fn ending(position: &AnyPosition, player: Player, convention: Convention) -> Option<Ending>;
        fn first_player() -> Player;
    }

    Hints {
        fn any_move(
            &self,
            position: &AnyPosition,
            player: Player,
            below: &mut impl FnMut(usize) -> usize,
        ) -> Option<AnyMove> {
            self.0.any_move(position, player, below)
        }
    } {
        fn strategies() -> Vec<Strategy<AnyGame>>;
        fn heuristics() -> Vec<Heuristic<AnyGame>>;
        fn heuristic_sum(weights: &[f64]) -> Option<Box<dyn HeuristicSum<AnyGame>>>;
        fn evaluation() -> Box<dyn Evaluation<AnyGame>>;
        fn features(position: &AnyPosition, player: Player) -> Option<Vec<i32>>;
        fn weights() -> Vec<i32>;
        fn weighted(weights: &[i32]) -> Option<Box<dyn Evaluation<AnyGame>>>;
        fn ranked_moves(position: &AnyPosition, player: Player, out: &mut Vec<Ranked<AnyMove>>);
        fn sharp_moves(position: &AnyPosition, player: Player, out: &mut Vec<Ranked<AnyMove>>);
        fn sharper_moves(position: &AnyPosition, player: Player, least: i32, out: &mut Vec<Ranked<AnyMove>>);
        fn answers(position: &AnyPosition, player: Player, out: &mut Vec<Ranked<AnyMove>>) -> bool;
        fn passing_is_bad(position: &AnyPosition, player: Player) -> bool;
        fn key(position: &AnyPosition, player: Player) -> u128;
        fn key_after(
            key: u128,
            before: &AnyPosition,
            player: Player,
            mv: &AnyMove,
            after: &AnyPosition
        ) -> u128;
        fn move_number(mv: &AnyMove) -> usize;
        fn move_of_number(position: &AnyPosition, player: Player, number: usize) -> Option<AnyMove>;
        fn finds_moves_by_number() -> bool;
        fn pieces_of_move(position: &AnyPosition, player: Player, mv: &AnyMove) -> u32;
        fn material() -> Option<Material>;
    }

    Notation {} {
        fn parse(text: &str) -> Result<AnyPosition, NotationError>;
        fn view(position: &AnyPosition) -> View;
        fn show_move(position: &AnyPosition, player: Player, mv: &AnyMove) -> String;
        fn touch(position: &AnyPosition, player: Player, mv: &AnyMove) -> Touch;
        fn can_be_turned() -> bool;
        fn parameters() -> String;
        fn show(position: &AnyPosition) -> String;
        fn show_turn(position: &AnyPosition, player: Player) -> String;
        fn parse_move(position: &AnyPosition, player: Player, text: &str) -> Result<AnyMove, NotationError>;
    }
}

/// A game whose type is known, and what it promises.
struct Erased<R: Rules> {
    rules: Arc<R>,
    info: Arc<GameInfo>,
    promises: Promises<R>,
}

fn own<R: Rules + 'static>(position: &AnyPosition) -> &R::Position {
    position.downcast_ref().expect("a position of this game, not of another")
}

fn own_move<R: Rules + 'static>(mv: &AnyMove) -> &R::Move {
    mv.downcast_ref().expect("a move of this game, not of another")
}

/// The game of this type inside a type-erased one.
fn inside<R: Rules + 'static>(game: &AnyGame) -> &R {
    game.downcast_ref().expect("this game, not another")
}

fn erased_moves<M: Clone + Eq + fmt::Debug + Send + Sync + 'static>(
    moves: Vec<Ranked<M>>,
    out: &mut Vec<Ranked<AnyMove>>,
) {
    out.extend(moves.into_iter().map(|Ranked { mv, rank }| Ranked { mv: AnyMove::new(mv), rank }));
}

impl<R: Hints + Notation + 'static> AnyRules for Erased<R> {
    fn info(&self) -> &GameInfo {
        &self.info
    }

    fn kind(&self) -> GameKind {
        self.promises.kind
    }

    fn kernel(&self) -> Box<dyn Any> {
        (self.promises.kernel)(&self.rules)
    }

    fn keys_are_positions(&self) -> bool {
        self.promises.keys_are_positions
    }

    fn takeover(&self) -> Option<&dyn Takeover> {
        self.promises.takeover.map(|takeover| takeover(&self.rules))
    }

    fn moves(&self, position: &AnyPosition, player: Player, out: &mut Vec<AnyMove>) {
        let mut moves = Vec::new();
        self.rules.moves(own::<R>(position), player, &mut moves);
        out.extend(moves.into_iter().map(AnyMove::new));
    }

    fn play(&self, position: &AnyPosition, player: Player, mv: &AnyMove) -> AnyPosition {
        AnyPosition::new(self.rules.play(own::<R>(position), player, own_move::<R>(mv)))
    }

    fn options(&self, position: &AnyPosition, player: Player, out: &mut Vec<AnyPosition>) {
        let mut options = Vec::new();
        self.rules.options(own::<R>(position), player, &mut options);
        out.extend(options.into_iter().map(AnyPosition::new));
    }

    fn move_bound(&self, position: &AnyPosition, player: Player) -> u64 {
        self.rules.move_bound(own::<R>(position), player)
    }

    fn first_moves(&self, position: &AnyPosition, player: Player, most: usize, out: &mut Vec<AnyMove>) {
        let mut moves = Vec::new();
        self.rules.first_moves(own::<R>(position), player, most, &mut moves);
        out.extend(moves.into_iter().map(AnyMove::new));
    }

    fn mobility(&self, position: &AnyPosition, player: Player) -> u32 {
        self.rules.mobility(own::<R>(position), player)
    }

    fn parts(&self, position: &AnyPosition) -> Parts<AnyPosition> {
        self.rules.parts(own::<R>(position)).into_iter().map(AnyPosition::new).collect()
    }

    fn normal(&self, position: &AnyPosition) -> AnyPosition {
        AnyPosition::new(self.rules.normal(own::<R>(position)))
    }

    fn normal_up_to_sign(&self, position: &AnyPosition) -> (AnyPosition, bool) {
        let (normal, negated) = self.rules.normal_up_to_sign(own::<R>(position));
        (AnyPosition::new(normal), negated)
    }

    fn moves_left(&self, position: &AnyPosition) -> u32 {
        let moves_left =
            self.promises.moves_left.expect("only short games have a bound on the moves to come");
        moves_left(&self.rules, own::<R>(position))
    }

    fn known_nimber(&self, part: &AnyPosition) -> Option<u32> {
        self.promises.impartial?(&self.rules).known_nimber(own::<R>(part))
    }

    fn quick_nimber(&self, part: &AnyPosition) -> Option<u32> {
        self.promises.impartial?(&self.rules).quick_nimber(own::<R>(part))
    }

    fn as_heaps(&self, position: &AnyPosition) -> Option<(&HeapRule, Vec<u32>)> {
        self.promises.impartial?(&self.rules).as_heaps(own::<R>(position))
    }

    fn as_lines(&self, position: &AnyPosition) -> Option<Vec<Line>> {
        self.promises.impartial?(&self.rules).as_lines(own::<R>(position))
    }

    fn as_squares(&self, position: &AnyPosition) -> Option<Vec<usize>> {
        self.promises.impartial?(&self.rules).as_squares(own::<R>(position))
    }

    fn as_taking(&self, heaps: usize) -> Option<(Taking, Representative)> {
        self.promises.impartial?(&self.rules).as_taking(heaps)
    }

    fn by_theorem(&self, position: &AnyPosition) -> Option<Theorem> {
        self.promises.impartial?(&self.rules).by_theorem(own::<R>(position))
    }

    fn arrangements(&self, pieces: u32) -> Option<Box<dyn Iterator<Item = AnyPosition> + '_>> {
        let arranged = self.promises.arranged?(&self.rules);
        Some(Box::new(arranged.arrangements(pieces).map(AnyPosition::new)))
    }

    fn exchanged(&self, position: &AnyPosition) -> Option<AnyPosition> {
        self.promises.arranged?(&self.rules).exchanged(own::<R>(position)).map(AnyPosition::new)
    }

    fn ending(&self, position: &AnyPosition, player: Player, convention: Convention) -> Option<Ending> {
        self.rules.ending(own::<R>(position), player, convention)
    }

    fn first_player(&self) -> Player {
        self.rules.first_player()
    }

    fn strategies(&self) -> Vec<Strategy<AnyGame>> {
        let erased = |Strategy { name, about, score }: Strategy<R>| {
            Strategy::new(name, about, move |game: &AnyGame, position: &AnyPosition, player, mv: &AnyMove| {
                score(inside(game), own::<R>(position), player, own_move::<R>(mv))
            })
        };
        self.rules.strategies().into_iter().map(erased).collect()
    }

    fn heuristics(&self) -> Vec<Heuristic<AnyGame>> {
        let erased = |Heuristic { name, about, weight, score }: Heuristic<R>| {
            Heuristic::new(name, about, weight, move |game: &AnyGame, position: &AnyPosition, player| {
                score(inside(game), own::<R>(position), player)
            })
        };
        self.rules.heuristics().into_iter().map(erased).collect()
    }

    fn heuristic_sum(&self, weights: &[f64]) -> Option<Box<dyn HeuristicSum<AnyGame>>> {
        Some(Box::new(ErasedSum(self.rules.heuristic_sum(weights)?)))
    }

    fn evaluation(&self) -> Box<dyn Evaluation<AnyGame>> {
        Box::new(ErasedEvaluation(self.rules.evaluation()))
    }

    fn features(&self, position: &AnyPosition, player: Player) -> Option<Vec<i32>> {
        self.rules.features(own::<R>(position), player)
    }

    fn weights(&self) -> Vec<i32> {
        self.rules.weights()
    }

    fn weighted(&self, weights: &[i32]) -> Option<Box<dyn Evaluation<AnyGame>>> {
        Some(Box::new(ErasedEvaluation(self.rules.weighted(weights)?)))
    }

    fn any_move(
        &self,
        position: &AnyPosition,
        player: Player,
        below: &mut dyn FnMut(usize) -> usize,
    ) -> Option<AnyMove> {
        self.rules.any_move(own::<R>(position), player, &mut |most| below(most)).map(AnyMove::new)
    }

    fn ranked_moves(&self, position: &AnyPosition, player: Player, out: &mut Vec<Ranked<AnyMove>>) {
        let mut moves = Vec::new();
        self.rules.ranked_moves(own::<R>(position), player, &mut moves);
        erased_moves(moves, out);
    }

    fn sharp_moves(&self, position: &AnyPosition, player: Player, out: &mut Vec<Ranked<AnyMove>>) {
        let mut moves = Vec::new();
        self.rules.sharp_moves(own::<R>(position), player, &mut moves);
        erased_moves(moves, out);
    }

    fn sharper_moves(
        &self,
        position: &AnyPosition,
        player: Player,
        least: i32,
        out: &mut Vec<Ranked<AnyMove>>,
    ) {
        let mut moves = Vec::new();
        self.rules.sharper_moves(own::<R>(position), player, least, &mut moves);
        erased_moves(moves, out);
    }

    fn answers(&self, position: &AnyPosition, player: Player, out: &mut Vec<Ranked<AnyMove>>) -> bool {
        let mut moves = Vec::new();
        let answers = self.rules.answers(own::<R>(position), player, &mut moves);
        erased_moves(moves, out);
        answers
    }

    fn passing_is_bad(&self, position: &AnyPosition, player: Player) -> bool {
        self.rules.passing_is_bad(own::<R>(position), player)
    }

    fn key(&self, position: &AnyPosition, player: Player) -> u128 {
        self.rules.key(own::<R>(position), player)
    }

    fn key_after(
        &self,
        key: u128,
        before: &AnyPosition,
        player: Player,
        mv: &AnyMove,
        after: &AnyPosition,
    ) -> u128 {
        self.rules.key_after(key, own::<R>(before), player, own_move::<R>(mv), own::<R>(after))
    }

    fn move_number(&self, mv: &AnyMove) -> usize {
        self.rules.move_number(own_move::<R>(mv))
    }

    fn move_of_number(&self, position: &AnyPosition, player: Player, number: usize) -> Option<AnyMove> {
        self.rules.move_of_number(own::<R>(position), player, number).map(AnyMove::new)
    }

    fn finds_moves_by_number(&self) -> bool {
        self.rules.finds_moves_by_number()
    }

    fn pieces_of_move(&self, position: &AnyPosition, player: Player, mv: &AnyMove) -> u32 {
        self.rules.pieces_of_move(own::<R>(position), player, own_move::<R>(mv))
    }

    fn material(&self) -> Option<Material> {
        self.rules.material()
    }

    fn parse(&self, text: &str) -> Result<AnyPosition, NotationError> {
        self.rules.parse(text).map(AnyPosition::new)
    }

    fn view(&self, position: &AnyPosition) -> View {
        self.rules.view(own::<R>(position))
    }

    fn show_move(&self, position: &AnyPosition, player: Player, mv: &AnyMove) -> String {
        self.rules.show_move(own::<R>(position), player, own_move::<R>(mv))
    }

    fn touch(&self, position: &AnyPosition, player: Player, mv: &AnyMove) -> Touch {
        self.rules.touch(own::<R>(position), player, own_move::<R>(mv))
    }

    fn can_be_turned(&self) -> bool {
        self.rules.can_be_turned()
    }

    fn parameters(&self) -> String {
        self.rules.parameters()
    }

    fn show(&self, position: &AnyPosition) -> String {
        self.rules.show(own::<R>(position))
    }

    fn show_turn(&self, position: &AnyPosition, player: Player) -> String {
        self.rules.show_turn(own::<R>(position), player)
    }

    fn parse_move(
        &self,
        position: &AnyPosition,
        player: Player,
        text: &str,
    ) -> Result<AnyMove, NotationError> {
        self.rules.parse_move(own::<R>(position), player, text).map(AnyMove::new)
    }
}

/// The sum of the heuristics of a type-erased game.
struct ErasedSum<R: Rules>(Box<dyn HeuristicSum<R>>);

impl<R: Rules + 'static> HeuristicSum<AnyGame> for ErasedSum<R> {
    fn sum(&self, game: &AnyGame, position: &AnyPosition, player: Player) -> f64 {
        self.0.sum(inside(game), own::<R>(position), player)
    }

    fn beyond(
        &self,
        game: &AnyGame,
        position: &AnyPosition,
        player: Player,
        window: (f64, f64),
    ) -> Option<f64> {
        self.0.beyond(inside(game), own::<R>(position), player, window)
    }
}

/// The evaluation of a type-erased game.
struct ErasedEvaluation<R: Rules>(Box<dyn Evaluation<R>>);

impl<R: Rules + 'static> Evaluation<AnyGame> for ErasedEvaluation<R> {
    fn tally(&self, game: &AnyGame, position: &AnyPosition) -> i32 {
        self.0.tally(inside(game), own::<R>(position))
    }

    fn tally_after(
        &self,
        game: &AnyGame,
        tally: i32,
        before: &AnyPosition,
        player: Player,
        mv: &AnyMove,
        after: &AnyPosition,
    ) -> i32 {
        self.0.tally_after(inside(game), tally, own::<R>(before), player, own_move::<R>(mv), own::<R>(after))
    }

    fn guess(&self, game: &AnyGame, position: &AnyPosition, tally: i32, player: Player) -> i32 {
        self.0.guess(inside(game), own::<R>(position), tally, player)
    }

    fn beyond(
        &self,
        game: &AnyGame,
        position: &AnyPosition,
        tally: i32,
        player: Player,
        window: (i32, i32),
    ) -> Option<i32> {
        self.0.beyond(inside(game), own::<R>(position), tally, player, window)
    }
}
