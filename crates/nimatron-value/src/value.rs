//! Values with the operators of mathematics: a handle together with its arena.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use crate::{
    Arena, Dyadic, Game, Outcome, Printed, ReadError, Result, Style, Thermograph, ValueError, parse_value,
};

/// A value: a [`Game`] together with the [`Arena`] that stores it.
///
/// Values are copied freely, compared with `<` and `==`, and added with `+`. The order is partial, as it is
/// for games: of two confused values neither `<` nor `==` nor `>` holds.
///
/// ```
/// use nimatron_value::Arena;
///
/// let arena = Arena::new();
/// let [g, h] = [arena.read("{3|1}")?, arena.read("±1")?];
/// assert_eq!((g + h).to_string(), "2");
/// assert!(g > h - 5 && g.is_confused_with(2));
/// assert_eq!(h + h, 0);
/// assert_eq!(g.mean()?.to_string(), "2");
/// assert_eq!(format!("[{:>6}] [{:#}]", arena.read("⇑*")?, arena.read("⇑*")?), "[    ⇑*] [^^*]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Limits
///
/// Operators panic if a limit of the arena ([`ArenaLimits`](crate::ArenaLimits)) ends the operation, or if a
/// number of ups or a nimber exceeds its range. In an arena without limits, only the latter can happen. Where
/// limits may be reached, use the `checked_` methods, which return a [`ValueError`] instead.
///
/// # Panics
///
/// Operators and comparisons panic if the values belong to different arenas.
#[derive(Clone, Copy)]
pub struct Value<'a> {
    arena: &'a Arena,
    game: Game,
}

impl Arena {
    /// Reads a value, as [`parse_value`] does.
    ///
    /// # Errors
    /// If the text can't be read, or a limit of the arena is reached.
    ///
    /// ```
    /// let arena = nimatron_value::Arena::new();
    /// assert_eq!(arena.read("{0|*} + ^*")?.to_string(), "⇑*");
    /// assert_eq!(arena.read("{0|").unwrap_err().at(), 3..3);
    /// # Ok::<(), nimatron_value::ReadError>(())
    /// ```
    pub fn read(&self, text: &str) -> std::result::Result<Value<'_>, ReadError> {
        Ok(self.value(parse_value(self, text)?))
    }

    /// The value with this handle, which must come from this arena.
    #[must_use]
    pub fn value(&self, game: Game) -> Value<'_> {
        Value { arena: self, game }
    }

    /// The value 0, in which nobody can move.
    #[must_use]
    pub fn zero(&self) -> Value<'_> {
        self.value(Game::ZERO)
    }

    /// The value with these options.
    ///
    /// # Errors
    /// If a limit of the arena is reached.
    ///
    /// ```
    /// let arena = nimatron_value::Arena::new();
    /// let star = arena.from_options(&[arena.zero()], &[arena.zero()])?;
    /// assert_eq!(arena.from_options(&[arena.zero()], &[star])?.to_string(), "↑");
    /// # Ok::<(), nimatron_value::ValueError>(())
    /// ```
    pub fn from_options(&self, left: &[Value<'_>], right: &[Value<'_>]) -> Result<Value<'_>> {
        let handles =
            |options: &[Value<'_>]| -> Vec<Game> { options.iter().map(|option| option.of(self)).collect() };
        Ok(self.value(self.canonical(&handles(left), &handles(right))?))
    }
}

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arena").field("values", &self.len()).field("bytes", &self.bytes()).finish()
    }
}

impl<'a> Value<'a> {
    /// The arena of the value.
    #[must_use]
    pub fn arena(self) -> &'a Arena {
        self.arena
    }

    /// The handle of the value, for tables and inner loops.
    #[must_use]
    pub fn game(self) -> Game {
        self.game
    }

    /// The handle, checked to belong to this arena.
    fn of(self, arena: &Arena) -> Game {
        let here = std::ptr::eq(self.arena, arena);
        assert!(here, "values of different arenas can't be combined: read both with the same arena");
        self.game
    }

    fn with(self, game: Result<Game>) -> Result<Value<'a>> {
        Ok(self.arena.value(game?))
    }

    /// The sum.
    ///
    /// # Errors
    /// If a limit of the arena is reached.
    ///
    /// # Panics
    /// If the values belong to different arenas.
    pub fn checked_add(self, other: impl Into<Term<'a>>) -> Result<Self> {
        let other = other.into().in_arena(self.arena)?;
        self.with(self.arena.sum(self.game, other))
    }

    /// The difference.
    ///
    /// # Errors
    /// If a limit of the arena is reached.
    ///
    /// # Panics
    /// If the values belong to different arenas.
    pub fn checked_sub(self, other: impl Into<Term<'a>>) -> Result<Self> {
        let other = other.into().in_arena(self.arena)?;
        self.with(self.arena.difference(self.game, other))
    }

    /// The negative: the players exchanged.
    ///
    /// # Errors
    /// If a limit of the arena is reached.
    pub fn checked_neg(self) -> Result<Self> {
        self.with(self.arena.negative(self.game))
    }

    /// The sum of `n` copies, or of `-n` copies of the negative.
    ///
    /// # Errors
    /// If a limit of the arena is reached.
    pub fn checked_mul(self, n: i64) -> Result<Self> {
        self.with(self.arena.multiple(n, self.game))
    }

    /// How the values compare; `None` if they are confused.
    ///
    /// # Errors
    /// If a limit of the arena is reached.
    ///
    /// # Panics
    /// If the values belong to different arenas.
    pub fn checked_cmp(self, other: impl Into<Term<'a>>) -> Result<Option<Ordering>> {
        self.arena.compare(self.game, other.into().in_arena(self.arena)?)
    }

    /// Whether neither value is at least the other.
    ///
    /// ```
    /// let arena = nimatron_value::Arena::new();
    /// let star = arena.read("*")?;
    /// assert!(star.is_confused_with(0) && !star.is_confused_with(1));
    /// # Ok::<(), nimatron_value::ReadError>(())
    /// ```
    #[must_use]
    pub fn is_confused_with(self, other: impl Into<Term<'a>>) -> bool {
        within_limits(self.checked_cmp(other)).is_none()
    }

    /// The Left options of the canonical form.
    ///
    /// # Errors
    /// If a limit of the arena is reached.
    ///
    /// ```
    /// let arena = nimatron_value::Arena::new();
    /// let g = arena.read("{*,↑|-1}")?;
    /// let left: Vec<String> = g.left_options()?.map(|option| option.to_string()).collect();
    /// assert_eq!(left, ["*", "↑"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn left_options(self) -> Result<impl Iterator<Item = Value<'a>>> {
        let (left, _) = self.arena.sorted_options(self.game)?;
        Ok(left.into_iter().map(|option| self.arena.value(option)))
    }

    /// The Right options of the canonical form.
    ///
    /// # Errors
    /// If a limit of the arena is reached.
    pub fn right_options(self) -> Result<impl Iterator<Item = Value<'a>>> {
        let (_, right) = self.arena.sorted_options(self.game)?;
        Ok(right.into_iter().map(|option| self.arena.value(option)))
    }

    /// The outcome class in normal play.
    ///
    /// # Errors
    /// If a limit of the arena is reached.
    pub fn outcome(self) -> Result<Outcome> {
        self.arena.outcome(self.game)
    }

    /// The thermograph.
    ///
    /// # Errors
    /// If a limit of the arena is reached.
    pub fn thermograph(self) -> Result<Thermograph> {
        self.arena.thermograph(self.game)
    }

    /// The mean value.
    ///
    /// # Errors
    /// If a limit of the arena is reached.
    pub fn mean(self) -> Result<Dyadic> {
        self.arena.mean(self.game)
    }

    /// The temperature: how much a move is worth.
    ///
    /// # Errors
    /// If a limit of the arena is reached.
    pub fn temperature(self) -> Result<Dyadic> {
        self.arena.temperature(self.game)
    }

    /// The number reached in alternating play if Left starts.
    #[must_use]
    pub fn left_stop(self) -> Dyadic {
        self.arena.left_stop(self.game)
    }

    /// The number reached in alternating play if Right starts.
    #[must_use]
    pub fn right_stop(self) -> Dyadic {
        self.arena.right_stop(self.game)
    }

    /// The height of the canonical form.
    ///
    /// # Errors
    /// If a limit of the arena is reached.
    pub fn birthday(self) -> Result<Dyadic> {
        self.arena.birthday(self.game)
    }

    /// The atomic weight, if the value has one.
    ///
    /// # Errors
    /// If a limit of the arena is reached.
    ///
    /// ```
    /// let arena = nimatron_value::Arena::new();
    /// assert_eq!(arena.read("⇑*")?.atomic_weight()?.unwrap(), 2);
    /// assert!(arena.read("±1")?.atomic_weight()?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn atomic_weight(self) -> Result<Option<Value<'a>>> {
        Ok(self.arena.atomic_weight(self.game)?.map(|weight| self.arena.value(weight)))
    }

    /// The number that the value is, if it is one.
    #[must_use]
    pub fn as_number(self) -> Option<&'a Dyadic> {
        self.arena.number(self.game)
    }

    /// The `k` of the nimber `*k` that the value is, if it is one.
    #[must_use]
    pub fn as_nimber(self) -> Option<u32> {
        self.arena.as_nimber(self.game)
    }

    /// Whether the value is smaller than every positive number, and so is its negative.
    #[must_use]
    pub fn is_infinitesimal(self) -> bool {
        self.arena.is_infinitesimal(self.game)
    }

    /// Whether the value is hot: whether both players want to move.
    #[must_use]
    pub fn is_hot(self) -> bool {
        self.arena.is_hot(self.game)
    }

    /// The value cooled by `t`.
    ///
    /// # Errors
    /// If a limit of the arena is reached, or if `t` is less than −1.
    pub fn cooled(self, t: &Dyadic) -> Result<Value<'a>> {
        self.with(self.arena.cool(self.game, t))
    }

    /// The value as text in this style, abbreviated if it has more than 10,000 characters.
    #[must_use]
    pub fn display(self, style: Style) -> Printed {
        self.arena.display(self.game, style)
    }
}

/// What can be added to a value and compared with it: another value, an integer or a number.
#[derive(Clone, Debug)]
pub struct Term<'a>(Operand<'a>);

#[derive(Clone, Debug)]
enum Operand<'a> {
    Value(Value<'a>),
    Integer(i64),
    Number(Dyadic),
}

impl Term<'_> {
    /// The handle of the term in this arena.
    fn in_arena(self, arena: &Arena) -> Result<Game> {
        match self.0 {
            Operand::Value(value) => Ok(value.of(arena)),
            Operand::Integer(n) => arena.integer(n),
            Operand::Number(number) => arena.from_number(number),
        }
    }
}

impl<'a> From<Value<'a>> for Term<'a> {
    fn from(value: Value<'a>) -> Self {
        Term(Operand::Value(value))
    }
}

impl From<i64> for Term<'_> {
    fn from(n: i64) -> Self {
        Term(Operand::Integer(n))
    }
}

impl From<Dyadic> for Term<'_> {
    fn from(number: Dyadic) -> Self {
        Term(Operand::Number(number))
    }
}

impl From<&Dyadic> for Term<'_> {
    fn from(number: &Dyadic) -> Self {
        number.clone().into()
    }
}

/// The result of an operator.
#[track_caller]
fn within_limits<T>(result: Result<T>) -> T {
    match result {
        Ok(result) => result,
        Err(error) => limit_reached(&error),
    }
}

#[cold]
#[track_caller]
fn limit_reached(error: &ValueError) -> ! {
    panic!("{error}; where limits may be reached, use the `checked_` methods of values")
}

impl<'a, T: Into<Term<'a>>> Add<T> for Value<'a> {
    type Output = Value<'a>;

    #[track_caller]
    fn add(self, other: T) -> Value<'a> {
        within_limits(self.checked_add(other))
    }
}

impl<'a, T: Into<Term<'a>>> Sub<T> for Value<'a> {
    type Output = Value<'a>;

    #[track_caller]
    fn sub(self, other: T) -> Value<'a> {
        within_limits(self.checked_sub(other))
    }
}

impl<'a, T: Into<Term<'a>>> AddAssign<T> for Value<'a> {
    #[track_caller]
    fn add_assign(&mut self, other: T) {
        *self = *self + other;
    }
}

impl<'a, T: Into<Term<'a>>> SubAssign<T> for Value<'a> {
    #[track_caller]
    fn sub_assign(&mut self, other: T) {
        *self = *self - other;
    }
}

impl<'a> Neg for Value<'a> {
    type Output = Value<'a>;

    #[track_caller]
    fn neg(self) -> Value<'a> {
        within_limits(self.checked_neg())
    }
}

impl<'a> Mul<i64> for Value<'a> {
    type Output = Value<'a>;

    #[track_caller]
    fn mul(self, n: i64) -> Value<'a> {
        within_limits(self.checked_mul(n))
    }
}

impl<'a> Mul<Value<'a>> for i64 {
    type Output = Value<'a>;

    #[track_caller]
    fn mul(self, value: Value<'a>) -> Value<'a> {
        value * self
    }
}

/// The sum of some values; `None` of no values, as 0 would belong to no arena.
///
/// ```
/// let arena = nimatron_value::Arena::new();
/// let values = [arena.read("1/2")?, arena.read("*")?, arena.read("1/2")?];
/// assert_eq!(values.into_iter().sum::<Option<_>>().unwrap().to_string(), "1*");
/// # Ok::<(), nimatron_value::ReadError>(())
/// ```
impl<'a> Sum<Value<'a>> for Option<Value<'a>> {
    #[track_caller]
    fn sum<I: Iterator<Item = Value<'a>>>(values: I) -> Self {
        values.reduce(|sum, value| sum + value)
    }
}

impl PartialEq for Value<'_> {
    #[track_caller]
    fn eq(&self, other: &Self) -> bool {
        self.game == other.of(self.arena)
    }
}

impl Eq for Value<'_> {}

impl Hash for Value<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.game.hash(state);
    }
}

impl<'a> PartialOrd for Value<'a> {
    #[track_caller]
    fn partial_cmp(&self, other: &Value<'a>) -> Option<Ordering> {
        within_limits(self.checked_cmp(*other))
    }
}

macro_rules! comparable {
    ($($number:ty),*) => {
        $(impl PartialEq<$number> for Value<'_> {
            #[track_caller]
            fn eq(&self, other: &$number) -> bool {
                within_limits(Term::from(other.clone()).in_arena(self.arena)) == self.game
            }
        }

        impl PartialOrd<$number> for Value<'_> {
            #[track_caller]
            fn partial_cmp(&self, other: &$number) -> Option<Ordering> {
                within_limits(self.checked_cmp(other.clone()))
            }
        })*
    };
}

comparable!(i64, Dyadic);

/// The canonical form, abbreviated if it has more than 10,000 characters: in Unicode, or with `{:#}` in ASCII.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = if f.alternate() { Style::Ascii } else { Style::Unicode };
        f.pad(&self.display(style).to_string())
    }
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.display(Style::Unicode).to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::ArenaLimits;

    #[test]
    fn values_read_like_mathematics() {
        let arena = Arena::new();
        let [g, h] = [arena.read("{3|1}").unwrap(), arena.read("±1").unwrap()];
        assert_eq!(format!("{g}  {:#}", g + h), "{3|1}  2");
        assert!(g > h - 5);
        assert!(g.partial_cmp(&arena.read("2").unwrap()).is_none());
        assert!(g > 0 && g < 4 && g != 2 && -g == arena.read("{-1|-3}").unwrap());
        assert_eq!(h * 2, 0);
        assert_eq!(3 * arena.read("↑").unwrap(), arena.read("↑3").unwrap());
        let mut sum = arena.zero();
        sum += g;
        sum -= Dyadic::new(1, 1);
        assert_eq!(sum + Dyadic::new(1, 1), g);
        assert_eq!(
            format!("{g:?} {:>5}|{:<4}|", arena.read("*").unwrap(), arena.zero()),
            "{3|1}     *|0   |"
        );
        assert_eq!(HashSet::from([g, g + h, g + h]).len(), 2);
    }

    #[test]
    #[should_panic = "values of different arenas can't be combined"]
    fn values_of_different_arenas_are_not_added() {
        let (one, other) = (Arena::new(), Arena::new());
        let _ = one.read("{3|1}").unwrap() + other.read("*").unwrap();
    }

    #[test]
    #[should_panic = "values of different arenas can't be combined"]
    fn values_of_different_arenas_are_not_equal_by_chance() {
        let (one, other) = (Arena::new(), Arena::new());
        let _ = one.read("{3|1}").unwrap() == other.read("{5|2}").unwrap();
    }

    #[test]
    fn a_limit_is_an_error_of_checked_operations() {
        let arena = Arena::with_limits(ArenaLimits::new().memory(1 << 20));
        // Each round makes a value that is new: {n|½ⁿ}.
        let switch = |n: u32| -> Result<Value<'_>> {
            let small = arena.zero().checked_add(Dyadic::new(1, n % 60))?;
            arena.from_options(&[small.checked_add(i64::from(n))?], &[small])
        };
        if (1..200_000).any(|n| switch(n).is_err()) {
            return;
        }
        panic!("the limit was not reached");
    }
}
