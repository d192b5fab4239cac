//! The stoppers that have names.
//!
//! | value | is | ASCII | Unicode |
//! |---|---|---|---|
//! | on, off | {on\|}, {\|off} | `on` `off` | the same |
//! | x + over, x + under, x a number | {x\|pass}, {pass\|x} | `over` `3/2under` | the same |
//! | x + upon, its negative | {pass\|x\*}, {x\*\|pass} | `^[on]` `5v[on]` | `↑^[on]` `5↓_[on]` |
//! | the same and a star | {x,pass\|x}, {x\|x,pass} | `^[on]*` `v[on]*` | `↑^[on]*` `↓_[on]*` |
//! | x + upon-th, its negative | {x\|\|x\|x,pass}, … | `^<on>` `v<on>` | `↑ᵒⁿ` `↓ₒₙ` |
//! | the same and a star | {x,x\*\|\|x\*\|pass}, … | `^<on>*` `v<on>*` | `↑ᵒⁿ*` `↓ₒₙ*` |
//! | tiny-G, its negative | {0\|\|0\|−G}, {G\|0\|\|0} | `Tiny(on)` `Miny(over)` | `+ₒₙ` `−ₒₙ` `Tiny(over)` |
//! | on & off | {pass\|pass} | `dud` | the same |
//!
//! The ASCII ones are CGSuite's.

use super::print::Printer;
use crate::words::compact_text;
use crate::{Dyadic, Nus, Result, Style};

/// A name, without the number before it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Name {
    On,
    Off,
    Over,
    Under,
    /// `^[on]`, `^<on>`, or their negatives, perhaps with a star.
    Upon {
        is_power: bool,
        is_negative: bool,
        has_star: bool,
    },
}

impl Printer<'_> {
    /// The name of a vertex, if it has one.
    pub(super) fn name(&self, v: u32) -> Result<Option<String>> {
        if let Some((number, name)) = self.named(v)? {
            return Ok(Some(text(&number, name, self.style)));
        }
        self.tiny(v)
    }

    fn named(&self, v: u32) -> Result<Option<(Dyadic, Name)>> {
        if let Some(found) = self.with_pass(v)? {
            return Ok(Some(found));
        }
        // A power is recognised by the sum that it has as an option.
        for player in [0, 1] {
            let [theirs] = self.options(v, player)[..] else { continue };
            let Some((x, Name::Upon { is_power: false, is_negative, has_star })) = self.with_pass(theirs)?
            else {
                continue;
            };
            if is_negative == (player == 0) {
                continue;
            }
            let ours = self.compacts(self.options(v, 1 - player))?;
            let wanted: &[u32] = if has_star { &[0] } else { &[0, 1] };
            if ours.is_some_and(|ours| is_number_and_stars(&ours, &x, wanted)) {
                let name = Name::Upon { is_power: true, is_negative: !is_negative, has_star: !has_star };
                return Ok(Some((x, name)));
            }
        }
        Ok(None)
    }

    /// The names of vertices in which a player can pass.
    fn with_pass(&self, v: u32) -> Result<Option<(Dyadic, Name)>> {
        let sides = [0, 1].map(|player| self.options(v, player));
        let passes = sides.map(|side| side.contains(&v));
        if passes[0] == passes[1] {
            return Ok(None);
        }
        let player = usize::from(passes[1]);
        let rest: Vec<u32> = sides[player].iter().copied().filter(|option| *option != v).collect();
        if rest.is_empty() && sides[1 - player].is_empty() {
            return Ok(Some((Dyadic::ZERO, if player == 0 { Name::On } else { Name::Off })));
        }
        let (Some(mine), Some(theirs)) = (self.compacts(&rest)?, self.compacts(sides[1 - player])?) else {
            return Ok(None);
        };
        let [reply] = &theirs[..] else { return Ok(None) };
        let x = reply.number().clone();
        let upon = |has_star| Name::Upon { is_power: false, is_negative: player == 1, has_star };
        let is = |wanted: &[u32]| is_number_and_stars(&theirs, &x, wanted);
        let name = match &mine[..] {
            [] if is(&[0]) => {
                if player == 0 {
                    Name::Under
                } else {
                    Name::Over
                }
            }
            [] if is(&[1]) => upon(false),
            [_] if is(&[0]) && is_number_and_stars(&mine, &x, &[0]) => upon(true),
            _ => return Ok(None),
        };
        Ok(Some((x, name)))
    }

    /// `Tiny(G)` and `Miny(G)`, where G is on, or a number and over or under.
    fn tiny(&self, v: u32) -> Result<Option<String>> {
        for player in [0, 1] {
            let ([zero], [threat]) = (self.options(v, player), self.options(v, 1 - player)) else { continue };
            let ([same], [of]) = (self.options(*threat, player), self.options(*threat, 1 - player)) else {
                continue;
            };
            if zero != same || !self.is_zero(*zero) {
                continue;
            }
            // Tiny-G contains −G.
            let of = if player == 0 { self.negative().named(*of)? } else { self.named(*of)? };
            let Some((number, name @ (Name::On | Name::Over | Name::Under))) = of else { continue };
            let of = text(&number, name, self.style);
            let (plus, word) = if player == 0 { ("+", "Tiny") } else { ("−", "Miny") };
            return Ok(Some(match self.style {
                Style::Latex => format!("{{{}}}_{{{of}}}", if player == 0 { "+" } else { "-" }),
                Style::Unicode if of == "on" => format!("{plus}ₒₙ"),
                _ => format!("{word}({of})"),
            }));
        }
        Ok(None)
    }

    /// The options as numbers, ups and stars, if they all are.
    fn compacts(&self, options: &[u32]) -> Result<Option<Vec<Nus>>> {
        let mut found = Vec::new();
        for option in options {
            let Some(nus) = self.short(*option)?.and_then(|game| self.arena.compact(game)) else {
                return Ok(None);
            };
            found.push(nus.clone());
        }
        Ok(Some(found))
    }
}

/// Whether these are the number with each of these stars, in any order.
fn is_number_and_stars(options: &[Nus], number: &Dyadic, stars: &[u32]) -> bool {
    let wanted = |star: &u32| options.contains(&Nus::new(number.clone(), 0, *star));
    options.len() == stars.len() && stars.iter().all(wanted)
}

fn text(number: &Dyadic, name: Name, style: Style) -> String {
    let number =
        if number.is_zero() { String::new() } else { compact_text(&Nus::from_number(number.clone()), style) };
    let word = |word: &str| match style {
        Style::Latex => format!(r"\mathbf{{{word}}}"),
        _ => word.to_owned(),
    };
    let name = match name {
        Name::On => word("on"),
        Name::Off => word("off"),
        Name::Over => word("over"),
        Name::Under => word("under"),
        Name::Upon { is_power, is_negative, has_star } => {
            let arrow = match (style, is_power, is_negative) {
                (Style::Ascii, false, false) => "^[on]",
                (Style::Ascii, false, true) => "v[on]",
                (Style::Ascii, true, false) => "^<on>",
                (Style::Ascii, true, true) => "v<on>",
                (Style::Unicode, false, false) => "↑^[on]",
                (Style::Unicode, false, true) => "↓_[on]",
                (Style::Unicode, true, false) => "↑ᵒⁿ",
                (Style::Unicode, true, true) => "↓ₒₙ",
                (Style::Latex, false, false) => r"{\uparrow}^{[\mathbf{on}]}",
                (Style::Latex, false, true) => r"{\downarrow}_{[\mathbf{on}]}",
                (Style::Latex, true, false) => r"{\uparrow}^{\mathbf{on}}",
                (Style::Latex, true, true) => r"{\downarrow}_{\mathbf{on}}",
            };
            let star = match (has_star, style) {
                (false, _) => "",
                (true, Style::Latex) => r"{\ast}",
                (true, _) => "*",
            };
            format!("{arrow}{star}")
        }
    };
    number + &name
}
