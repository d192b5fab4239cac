//! Compares our results with the papers.

use crate::{Lab, LabError};

/// Whether two texts agree, by the comparison that the row specifies.
pub(super) fn same(lab: &Lab, how: &str, paper: &str, here: &str) -> Result<bool, String> {
    let words: Vec<&str> = how.split_whitespace().collect();
    match words[..] {
        [] | ["text"] => Ok(same_text(paper, here)),
        ["value"] => same_value(lab, paper, here),
        ["list"] => {
            let list = |text: &str| text.split(',').map(|item| item.trim().to_owned()).collect::<Vec<_>>();
            let (paper, here) = (list(paper), list(here));
            Ok(paper.len() == here.len() && paper.iter().zip(&here).all(|(one, other)| same_text(one, other)))
        }
        ["about", percent] => {
            let part = measure(percent.trim_end_matches('%'))? / 100.0;
            let (paper, here) = (measure(paper)?, measure(here)?);
            Ok((paper - here).abs() <= part * paper.abs())
        }
        ["within", distance] => Ok((measure(paper)? - measure(here)?).abs() <= measure(distance)?),
        _ => Err(format!("`{how}` is not a comparison")),
    }
}

/// Whether two texts are equal or denote the same number; digits may be grouped.
fn same_text(paper: &str, here: &str) -> bool {
    let plain = |text: &str| {
        let digits = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '−');
        let groups = |c: char| matches!(c, ' ' | ',' | '\u{a0}' | '\u{202f}');
        let is_number = text.chars().any(|c| c.is_ascii_digit())
            && text.chars().all(|c| digits(c) || groups(c))
            && text.split(groups).skip(1).all(|group| group.len() == 3);
        if is_number {
            text.chars().filter(|&c| !groups(c)).map(|c| if c == '−' { '-' } else { c }).collect()
        } else {
            text.trim().to_owned()
        }
    };
    plain(paper) == plain(here)
}

/// Whether two texts denote the same value. Abbreviated values are not compared.
fn same_value(lab: &Lab, paper: &str, here: &str) -> Result<bool, String> {
    match lab.same_value(&format!("({paper})"), &format!("({here})")) {
        Ok(same) => Ok(same),
        Err(LabError::Fault(fault)) => Err(format!("`{}` is not a value: {fault}", fault.text)),
        Err(error) => Err(error.to_string()),
    }
}

/// A number, for comparisons with a tolerance. `4.67M+` is more than 4.67 million.
pub(super) fn measure(text: &str) -> Result<f64, String> {
    let plain: String = text
        .chars()
        .filter(|c| !matches!(c, ' ' | ',' | '%' | '+' | '≈' | '~' | '\u{a0}' | '\u{202f}'))
        .collect();
    let (digits, scale) = match plain.strip_suffix('M') {
        Some(digits) => (digits, 1e6),
        None => (&*plain, 1.0),
    };
    let number: Result<f64, _> = digits.replace('−', "-").parse();
    number.map(|number| number * scale).map_err(|_| format!("`{text}` is not a number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_the_same_in_several_ways() {
        let lab = Lab::default();
        for (how, paper, here, answer) in [
            ("", "14 789", "14789", true),
            ("text", "14,789", "14790", false),
            ("text", "P", "P", true),
            ("", "1, 2", "12", false),
            ("value", "{0|*}", "^", true),
            ("value", "v*", "⇓*", false),
            ("list", "0,0, 1", "0, 0, 1", true),
            ("list", "0,0,1", "0,0,1,1", false),
            ("about 15%", "67", "59", true),
            ("about 1%", "67", "59", false),
            ("within 5.9", "85", "79.2", true),
            ("within 5", "85 %", "79.2", false),
        ] {
            assert_eq!(same(&lab, how, paper, here), Ok(answer), "{how}: {paper} and {here}");
        }
        for (how, paper) in [("roughly", "1"), ("about 5%", "many"), ("value", "{0|")] {
            assert!(same(&lab, how, paper, "1").is_err(), "{how}");
        }
    }
}
