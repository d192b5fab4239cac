//! Loopy values: finite games in which play may go on for ever and is then drawn.
//!
//! The theory is in Siegel, *Combinatorial Game Theory*, chapter VI. A loopy game has two *sides*: its
//! **onside** G⁺ is its value if Left wins all infinite plays, and its **offside** G⁻ is its value if Right
//! does. `G ≥ H` if and only if this holds for both sides, and G⁺ ≥ H⁺ if and only if Left, moving second in
//! G⁺ − H⁺, can avoid losing. A **stopper** has no infinite alternating play, neither from itself nor from
//! any follower; both of its sides equal the game itself, and it has a unique simplest form.
//!
//! Loopy values live in `Loops`, apart from the arena, which does not know them:
//!
//! - A value is a pair of onsides: its own, and that of its negative, which is the negative of its offside.
//!   So only one kind of side has to be handled, and negation exchanges the two.
//! - The order of *all* pairs of sides is stored, two bits each. New positions are added one strongly
//!   connected component at a time. They are compared with each other and with all known positions by working
//!   backwards from the ends of the differences. For games that are not stoppers, that is a Büchi game.
//! - Simplest forms are guessed and then proved. The rules for stoppers (remove dominated options, bypass
//!   reversible ones) can fail on cycles, but a form that turns out to equal its position is right. A
//!   position without a proved form stays as it is. It is still compared and added exactly; only its name
//!   says less.
//! - Equal positions are not identified before they are simplified: `{*|*}` is 0, and putting it in the place
//!   of the 0 inside it would create a cycle.
//!
//! | file | contents |
//! |---|---|
//! | `graph.rs` | positions and their moves; strongly connected components; which positions are stoppers |
//! | `square.rs` | a square of bits, for the order of all values |
//! | `compare.rs` | the order of sides, by retrograde analysis of differences |
//! | `simplify.rs` | the simplest forms of sides: guessed by the rules for stoppers, then proved |
//! | `sides.rs` | values with two sides: sums, negatives, order, outcome; conversion from and to short games |
//! | `names.rs`, `print.rs` | `on`, `over`, `^[on]`, `a{0||||0|||a|*||*}` |
//! | `evaluate.rs` | the values of expressions that contain loopy values |

mod compare;
mod evaluate;
mod graph;
mod names;
mod print;
mod sides;
mod simplify;
mod square;

use rustc_hash::FxHashMap;

pub use evaluate::LoopyAnswer;
pub use graph::Graph;
pub use sides::{End, Ends, Sided};

use crate::limits::{Account, check_within};
use crate::{ArenaLimits, Result, ValueError};
use square::Square;

/// All loopy values in use, each once, and the order of all of them.
///
/// ```
/// use nimatron_value::{Arena, Graph, Loops, Style};
///
/// // over = {0|over}
/// let mut graph = Graph::new();
/// let (zero, over) = (graph.add(), graph.add());
/// graph.set(over, &[zero], &[over]);
/// let mut loops = Loops::new();
/// let values = loops.sides(&graph)?;
/// let (zero, over) = (values[0], values[1]);
/// assert!(loops.ge(over, zero) && !loops.ge(zero, over));
/// assert_eq!(loops.sum(over, over)?, over);
/// assert_eq!(loops.show(&Arena::new(), over, Style::Ascii)?, "over");
/// # Ok::<(), nimatron_value::ValueError>(())
/// ```
pub struct Loops {
    vertices: Vec<Vertex>,
    /// Whether Left survives x − y when Right begins: whether x ≥ y.
    second: Square,
    /// Whether Left survives x − y when Left begins.
    first: Square,
    /// The vertex with these options, if they are all older than itself.
    by_options: FxHashMap<[Box<[u32]>; 2], u32>,
    negatives: FxHashMap<u32, u32>,
    account: Account,
}

/// The onside of some game: the simplest form of a stopper or, if none was found, any form.
#[derive(Clone, Debug)]
struct Vertex {
    options: [Box<[u32]>; 2],
    stopper: bool,
}

impl Default for Loops {
    fn default() -> Self {
        Loops::new()
    }
}

impl Loops {
    /// No values, and no limits.
    #[must_use]
    pub fn new() -> Self {
        Self::with_limits(ArenaLimits::new())
    }

    /// No values, with these limits.
    #[must_use]
    pub fn with_limits(limits: ArenaLimits) -> Self {
        Loops {
            vertices: Vec::new(),
            second: Square::new(),
            first: Square::new(),
            by_options: FxHashMap::default(),
            negatives: FxHashMap::default(),
            account: Account::new(limits),
        }
    }

    /// The number of sides of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.vertices.len()
    }

    /// Whether there are no sides.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.vertices.is_empty()
    }

    /// Replaces the limits.
    pub fn set_limits(&mut self, limits: ArenaLimits) {
        self.account.set_limits(limits);
    }

    /// Fails if a limit is reached.
    fn go_on(&self) -> Result<()> {
        self.account.limits.check()?;
        check_within()
    }

    /// Fails if the order of this many vertices, in at most four squares, exceeds the limit.
    fn afford(&self, vertices: usize) -> Result<()> {
        self.go_on()?;
        if vertices > u32::MAX as usize / 4 {
            return Err(ValueError::OutOfRange { what: "the number of loopy values" });
        }
        self.account.afford((4 * Square::bytes(vertices)).saturating_sub(self.account.bytes()))
    }

    /// Fails if a list of pairs, which is about to grow, exceeds the limit together with the order of all
    /// vertices.
    fn afford_list<T>(&self, list: &Vec<T>) -> Result<()> {
        self.account.afford(3 * list.capacity() * size_of::<T>())?;
        self.go_on()
    }

    /// Books the two squares that exist now.
    fn book_order(&mut self) {
        let (before, now) = (self.account.bytes(), 2 * Square::bytes(self.vertices.len()));
        self.account.add(now.saturating_sub(before));
        self.account.give_back(before.saturating_sub(now));
    }

    fn options(&self, vertex: u32, player: usize) -> &[u32] {
        &self.vertices[vertex as usize].options[player]
    }

    /// Whether a ≥ b, as onsides.
    fn at_least(&self, a: u32, b: u32) -> bool {
        self.second.at(a as usize, b as usize)
    }

    fn equal(&self, a: u32, b: u32) -> bool {
        self.at_least(a, b) && self.at_least(b, a)
    }
}
