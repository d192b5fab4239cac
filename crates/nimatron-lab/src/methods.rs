//! The methods of values: `G.Mean`, `G.Cool(1/2)`, or `Mean(G)`.

use nimatron_rules::nearest_of;
use nimatron_value::{Answer, Arena, Cause, Dyadic, Game, Result, Style, ValueError};

use crate::evaluate::{Other, Variable};

/// A method of values.
pub struct Method {
    /// The name, case-insensitive.
    pub name: &'static str,
    /// The names of the arguments besides the value.
    pub arguments: &'static [&'static str],
    /// What it returns.
    pub about: &'static str,
    run: fn(&Arena, &[Game]) -> Result<Variable>,
}

/// The methods, grouped by topic.
pub static METHODS: &[Method] = &[
    method("Outcome", &[], "who wins: N, P, L or R", |a, g| other(Other::Outcome(a.outcome(g[0])?))),
    method("LeftStop", &[], "the number reached if Left starts", |a, g| number(a, a.left_stop(g[0]).clone())),
    method("RightStop", &[], "the number reached if Right starts", |a, g| {
        number(a, a.right_stop(g[0]).clone())
    }),
    method("Mean", &[], "the mean value", |a, g| number(a, a.mean(g[0])?)),
    method("Temperature", &[], "how much a move is worth", |a, g| number(a, a.temperature(g[0])?)),
    method("Thermograph", &[], "the stops at every temperature", |a, g| {
        other(Other::Thermograph(Box::new(a.thermograph(g[0])?)))
    }),
    method("Birthday", &[], "the height of the canonical form", |a, g| number(a, a.birthday(g[0])?)),
    method("AtomicWeight", &[], "the atomic weight, if it has one", |a, g| {
        a.atomic_weight(g[0])?.map_or(other(Other::Nothing), game)
    }),
    method("FarStar", &[], "the least nimber that is remote from it", |a, g| game(a.far_star(g[0])?)),
    method("CanonicalForm", &[], "the value itself", |_, g| game(g[0])),
    method("ReducedCanonicalForm", &[], "the simplest value infinitesimally close to it", |a, g| {
        game(a.reduced_canonical_form(g[0])?)
    }),
    method("RCF", &[], "the same as ReducedCanonicalForm", |a, g| game(a.reduced_canonical_form(g[0])?)),
    method("LeftOptions", &[], "Left's options in canonical form", |a, g| {
        other(Other::Games(a.sorted_options(g[0])?.0))
    }),
    method("RightOptions", &[], "Right's options in canonical form", |a, g| {
        other(Other::Games(a.sorted_options(g[0])?.1))
    }),
    method("Incentives", &[], "the largest incentives of both players", |a, g| {
        other(Other::Games(a.incentives(g[0])?))
    }),
    method("LeftIncentives", &[], "what each option gains for Left", |a, g| {
        other(Other::Games(a.left_incentives(g[0])?))
    }),
    method("RightIncentives", &[], "what each option gains for Right", |a, g| {
        other(Other::Games(a.right_incentives(g[0])?))
    }),
    method("Followers", &[], "how many distinct positions it has", |a, g| {
        let count = i64::try_from(a.follower_count(g[0])?);
        number(a, Dyadic::from(count.map_err(|_| ValueError::OutOfRange { what: "the count" })?))
    }),
    method("Cool", &["temperature"], "cooled by a number", |a, g| game(a.cool(g[0], &as_number(a, g[1])?)?)),
    method("Freeze", &[], "cooled by its temperature", |a, g| game(a.freeze(g[0])?)),
    method("Heat", &["by"], "heated by a value", |a, g| game(a.heat(g[0], g[1])?)),
    method("Overheat", &["from", "to"], "overheated from one value to another", |a, g| {
        game(a.overheat(g[0], g[1], g[2])?)
    }),
    method("OrdinalSum", &["subordinate"], "the ordinal sum G:H", |a, g| game(a.ordinal_sum(g[0], g[1])?)),
    method("NortonProduct", &["unit"], "the Norton product by a positive unit", |a, g| {
        game(a.norton_product(g[0], g[1])?)
    }),
    method("ConwayProduct", &["other"], "the Conway product, if the values determine it", |a, g| {
        game(a.conway_product(g[0], g[1])?)
    }),
    method("Tiny", &[], "tiny-G, {0||0|−G}", |a, g| game(a.tiny(g[0])?)),
    method("Miny", &[], "miny-G, {G|0||0}", |a, g| game(a.miny(g[0])?)),
    method("UpPower", &[], "↑ⁿ for an integer n", |a, g| game(a.up_power(order(a, g[0])?)?)),
    method("UpSum", &[], "↑ + ↑² + … + ↑ⁿ for an integer n", |a, g| {
        game(a.up_sum(order(a, g[0])?)?)
    }),
    method("IsNumber", &[], "whether it is a number", |a, g| truth(a.is_number(g[0]))),
    method("IsInteger", &[], "whether it is an integer", |a, g| truth(a.is_integer(g[0]))),
    method("IsNimber", &[], "whether it is a nimber", |a, g| truth(a.is_nimber(g[0]))),
    method("IsSwitch", &[], "whether it is {x|y} with numbers x > y", |a, g| truth(a.is_switch(g[0])?)),
    method("IsInfinitesimal", &[], "whether it is infinitesimal", |a, g| truth(a.is_infinitesimal(g[0]))),
    method("IsNumberish", &[], "whether it is infinitesimally close to a number", |a, g| {
        truth(a.is_numberish(g[0]))
    }),
    method("IsAllSmall", &[], "whether it is all-small", |a, g| truth(a.is_all_small(g[0])?)),
    method("IsHot", &[], "whether both players want to move", |a, g| truth(a.is_hot(g[0]))),
    method("IsReduced", &[], "whether it is its own reduced canonical form", |a, g| {
        truth(a.is_reduced(g[0])?)
    }),
    method("IsClose", &["other"], "whether the two differ by an infinitesimal", |a, g| {
        truth(a.is_infinitesimally_close(g[0], g[1])?)
    }),
    method("Ascii", &[], "the value as text for keyboards", |a, g| text(a, g[0], Style::Ascii)),
    method("Latex", &[], "the value as text for LaTeX", |a, g| text(a, g[0], Style::Latex)),
    method("Length", &[], "how many characters the value has in full", |a, g| {
        other(Other::Text(a.length(g[0], Style::Unicode).to_string()))
    }),
];

impl Method {
    /// `G.Overheat(from, to)`.
    #[must_use]
    pub fn usage(&self) -> String {
        match self.arguments {
            [] => format!("G.{}", self.name),
            arguments => format!("G.{}({})", self.name, arguments.join(", ")),
        }
    }
}

/// Whether a method has this name.
pub(crate) fn is_one(name: &str) -> bool {
    find(name).is_some()
}

fn find(name: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.name.eq_ignore_ascii_case(name))
}

/// Calls a method on the first game, with the others as arguments.
pub(crate) fn call(arena: &Arena, name: &str, games: &[Game]) -> std::result::Result<Variable, Cause> {
    let unknown = || match nearest_of(name, METHODS.iter().map(|method| method.name)) {
        Some(nearest) => Cause::Call(format!("there is no method `{name}`; did you mean `{nearest}`?")),
        None => Cause::UnknownMethod(name.into()),
    };
    let method = find(name).ok_or_else(unknown)?;
    if games.len() != 1 + method.arguments.len() {
        return Err(Cause::Call(format!("`{}` is written {}", method.name, method.usage())));
    }
    Ok((method.run)(arena, games)?)
}

const fn method(
    name: &'static str,
    arguments: &'static [&'static str],
    about: &'static str,
    run: fn(&Arena, &[Game]) -> Result<Variable>,
) -> Method {
    Method { name, arguments, about, run }
}

fn game(game: Game) -> Result<Variable> {
    Ok(Answer::Game(game))
}

fn number(arena: &Arena, number: Dyadic) -> Result<Variable> {
    Ok(Answer::Game(arena.from_number(number)?))
}

fn other(other: Other) -> Result<Variable> {
    Ok(Answer::Other(other))
}

fn truth(truth: bool) -> Result<Variable> {
    other(Other::Truth(truth))
}

fn text(arena: &Arena, game: Game, style: Style) -> Result<Variable> {
    other(Other::Text(arena.display(game, style).to_string()))
}

fn as_number(arena: &Arena, game: Game) -> Result<Dyadic> {
    arena.number(game).cloned().ok_or(ValueError::Undefined("a temperature is a number"))
}

/// The order of an uptimal.
fn order(arena: &Arena, game: Game) -> Result<u32> {
    let order = arena.number(game).and_then(Dyadic::to_i64).and_then(|n| u32::try_from(n).ok());
    order.filter(|n| (1..=1000).contains(n)).ok_or(ValueError::Undefined("only an integer from 1 to 1000"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_methods_have_one_name() {
        let mut names: Vec<_> = METHODS.iter().map(|method| method.name.to_lowercase()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), METHODS.len());
    }

    #[test]
    fn every_method_answers_or_says_why_not() {
        let arena = Arena::new();
        for text in ["0", "2", "*2", "^", "{2|-1}", "+-{1|*}"] {
            let g = nimatron_value::parse_value(&arena, text).unwrap();
            for method in METHODS {
                let games = vec![g; 1 + method.arguments.len()];
                if let Err(cause) = call(&arena, method.name, &games) {
                    assert!(
                        matches!(cause, Cause::Value(ValueError::Undefined(_))),
                        "{}: {cause}",
                        method.name
                    );
                }
            }
        }
    }

    #[test]
    fn a_method_without_its_arguments_says_how_it_is_written() {
        let error = call(&Arena::new(), "overheat", &[Game::ZERO]).unwrap_err();
        assert_eq!(error.to_string(), "`Overheat` is written G.Overheat(from, to)");
    }
}
