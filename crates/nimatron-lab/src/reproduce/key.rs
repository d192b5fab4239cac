//! Selects a part of an answer: `positions`, `values[3]`, `values[0..24]`, `#moves`, `moves[0].value`.

use serde_json::Value;

/// The selected part of an answer, as text. Lists are written with commas.
pub(super) fn picked(answer: &Value, key: &str) -> Result<String, String> {
    let (counted, path) = key.strip_prefix('#').map_or((false, key), |path| (true, path));
    let missing = || format!("the answer has no `{key}`");
    let mut here = answer;
    // The dots of a slice don't divide the path.
    let path = path.replace("..", "…");
    for step in path.split('.').flat_map(steps) {
        here = match step {
            Step::Name(name) => here.get(name).ok_or_else(missing)?,
            Step::At(index) => here.get(index).ok_or_else(missing)?,
            Step::Slice(from, to) => {
                let list = here.as_array().and_then(|list| list.get(from..to)).ok_or_else(missing)?;
                return if counted { Ok(list.len().to_string()) } else { Ok(listed(list)) };
            }
            Step::Wrong => return Err(format!("`{key}` is not a key")),
        };
    }
    if counted {
        return here.as_array().map(|list| list.len().to_string()).ok_or_else(missing);
    }
    Ok(shown(here))
}

enum Step<'a> {
    Name(&'a str),
    At(usize),
    Slice(usize, usize),
    Wrong,
}

/// A name and the indices in brackets after it.
fn steps(part: &str) -> Vec<Step<'_>> {
    let mut steps = Vec::new();
    let (name, mut rest) = part.split_at(part.find('[').unwrap_or(part.len()));
    if !name.is_empty() {
        steps.push(Step::Name(name));
    }
    while let Some((inner, after)) = rest.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        let step = match inner.split_once('…') {
            Some((from, to)) => {
                from.parse().ok().zip(to.parse().ok()).map(|(from, to)| Step::Slice(from, to))
            }
            None => inner.parse().ok().map(Step::At),
        };
        steps.push(step.unwrap_or(Step::Wrong));
        rest = after;
    }
    if !rest.is_empty() {
        steps.push(Step::Wrong);
    }
    steps
}

fn listed(list: &[Value]) -> String {
    list.iter().map(shown).collect::<Vec<_>>().join(", ")
}

/// A value as shown in a table.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "–".into(),
        Value::String(text) => text.clone(),
        Value::Array(list) => listed(list),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_lead_into_an_answer() {
        let answer = serde_json::json!({
            "positions": 35, "values": [0, 0, 1, 2], "moves": [{"move": "a1", "value": null}], "canonical": "±1",
        });
        for (key, text) in [
            ("positions", "35"),
            ("canonical", "±1"),
            ("values[2]", "1"),
            ("values[1..4]", "0, 1, 2"),
            ("#values[1..4]", "3"),
            ("#moves", "1"),
            ("moves[0].move", "a1"),
            ("moves[0].value", "–"),
            ("values", "0, 0, 1, 2"),
        ] {
            assert_eq!(picked(&answer, key).as_deref(), Ok(text), "{key}");
        }
        for key in ["price", "values[9]", "values[2..9]", "#positions", "values[x]", "moves[0]x"] {
            assert!(picked(&answer, key).is_err(), "{key}");
        }
    }
}
