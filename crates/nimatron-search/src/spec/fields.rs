//! Reading `key=value,…`.

use std::ops::Range;
use std::time::Duration;

use nimatron_rules::NotationError;

use crate::Thinking;

/// The parameters of an agent as they were written.
pub(super) struct Fields<'t> {
    agent: &'t str,
    fields: Vec<Field<'t>>,
    /// Where they begin, and where the whole text ends.
    at: Range<usize>,
}

/// `key=value`.
pub(super) struct Field<'t> {
    pub(super) key: &'t str,
    pub(super) value: &'t str,
    key_at: Range<usize>,
    value_at: Range<usize>,
}

impl<'t> Fields<'t> {
    /// Reads the parameters of an agent, which begin at `start`.
    pub(super) fn read(agent: &'t str, parameters: &'t str, start: usize) -> Result<Self, NotationError> {
        let mut fields: Vec<Field<'t>> = Vec::new();
        let mut at = start;
        for field in parameters.split(',').filter(|_| !parameters.is_empty()) {
            let here = at..at + field.len();
            at = here.end + 1;
            let (key, value) = field.split_once('=').unwrap_or((field, ""));
            let key_at = here.start..here.start + key.len();
            if fields.iter().any(|field| field.key == key) {
                return Err(NotationError::new(key_at, format!("`{key}` is given twice")));
            }
            fields.push(Field { key, value, value_at: here.end - value.len()..here.end, key_at });
        }
        Ok(Fields { agent, fields, at: start..start + parameters.len() })
    }

    /// Refuses parameters.
    pub(super) fn none(&self) -> Result<(), NotationError> {
        if self.at.start == self.agent.len() {
            return Ok(());
        }
        let error =
            NotationError::new(self.agent.len()..self.at.end, format!("{} has no parameters", self.agent));
        Err(error.expected("its name alone"))
    }

    /// Calls `take` with every field; all keys must be among these.
    pub(super) fn each(
        &self,
        known: &[&str],
        mut take: impl FnMut(&Field<'t>) -> Result<(), NotationError>,
    ) -> Result<(), NotationError> {
        for field in &self.fields {
            if !known.contains(&field.key) {
                let key: String = field.key.chars().take(30).collect();
                let message = format!("{} has no parameter `{key}`", self.agent);
                return Err(NotationError::new(field.key_at.clone(), message).expected(listed(known)));
            }
            if field.key_at.end == field.value_at.start {
                let message = format!("`{}` has no value", field.key);
                let expected = format!("`{}=` and its value", field.key);
                return Err(NotationError::new(field.key_at.clone(), message).expected(expected));
            }
            take(field)?;
        }
        Ok(())
    }
}

/// `a, b or c`.
fn listed(names: &[&str]) -> String {
    match names {
        [] => "none".into(),
        [name] => (*name).into(),
        [names @ .., last] => format!("{} or {last}", names.join(", ")),
    }
}

/// Reads a field that limits the search.
pub(super) fn think(thinking: &mut Thinking, field: &Field<'_>) -> Result<(), NotationError> {
    match field.key {
        "depth" => {
            let depth = field.number(1..=Thinking::DEEPEST.into())?;
            thinking.depth = Some(u32::try_from(depth).unwrap_or(Thinking::DEEPEST));
        }
        "nodes" | "simulations" => thinking.nodes = Some(field.number(1..=u64::MAX)?),
        _ => thinking.time = Some(field.duration()?),
    }
    Ok(())
}

impl Field<'_> {
    pub(super) fn number(&self, allowed: std::ops::RangeInclusive<u64>) -> Result<u64, NotationError> {
        let read = self.value.parse().ok().filter(|number| allowed.contains(number));
        read.ok_or_else(|| {
            let expected = match (*allowed.start(), *allowed.end()) {
                (least, u64::MAX) => format!("a number, at least {least}"),
                (least, most) => format!("a number from {least} to {most}"),
            };
            NotationError::new(self.value_at.clone(), "no such number").expected(expected)
        })
    }

    /// Reads a finite number.
    pub(super) fn real(&self) -> Result<f64, NotationError> {
        let read = self.value.parse::<f64>().ok().filter(|number| number.is_finite() && number.abs() <= 1e6);
        read.ok_or_else(|| {
            NotationError::new(self.value_at.clone(), "no such number").expected("a number, as 0.5 or 10")
        })
    }

    pub(super) fn switch(&self) -> Result<bool, NotationError> {
        match self.value {
            "on" => Ok(true),
            "off" => Ok(false),
            _ => Err(NotationError::new(self.value_at.clone(), "on or off?").expected("`on` or `off`")),
        }
    }

    /// Reads `1s`, `1.5s`, `500ms` or `2m`.
    fn duration(&self) -> Result<Duration, NotationError> {
        let error = || {
            NotationError::new(self.value_at.clone(), "no time to think").expected("a time, as 1s or 500ms")
        };
        let text = self.value;
        let end = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
        let (number, unit) = text.split_at(end);
        let scale = match unit {
            "ms" => 0.001,
            "s" => 1.0,
            "m" => 60.0,
            _ => return Err(error()),
        };
        let seconds: f64 = number.parse().map_err(|_| error())?;
        let duration = Duration::try_from_secs_f64(seconds * scale).map_err(|_| error())?;
        if duration.is_zero() { Err(error()) } else { Ok(duration) }
    }
}
