//! The arguments of `cargo x start`, checked before a build that takes minutes.

use std::net::IpAddr;

use anyhow::{Context, Result, bail};

/// What to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// Serve the page, with these arguments for `nimatron serve`.
    Serve(Vec<String>),
    /// Write the page into this folder, for any web server.
    Static(String),
}

/// An option of `nimatron serve` that has a value.
struct Valued {
    name: &'static str,
    is_valid: fn(&str) -> bool,
    expected: &'static str,
}

/// The options that are passed on to `nimatron serve`, which checks them again.
const VALUED: &[Valued] = &[
    Valued { name: "port", is_valid: |text| text.parse::<u16>().is_ok(), expected: "a number up to 65535" },
    Valued { name: "host", is_valid: |text| text.parse::<IpAddr>().is_ok(), expected: "an IP address" },
    Valued { name: "name", is_valid: |text| !text.is_empty(), expected: "the name of a host" },
    Valued { name: "store", is_valid: |text| !text.is_empty(), expected: "a file, or `off`" },
    Valued { name: "time", is_valid: starts_with_digit, expected: "a duration such as 30s" },
    Valued { name: "memory", is_valid: starts_with_digit, expected: "a size such as 8G" },
    Valued {
        name: "threads",
        is_valid: |text| text.parse::<u32>().is_ok_and(|threads| threads > 0),
        expected: "a number of threads, at least 1",
    },
];

/// Options without a value. The browser is opened in any case.
const PLAIN: &[&str] = &["open"];

/// Options that `cargo x start` itself passes to `nimatron serve`.
#[cfg(test)]
const OWN: &[&str] = &["page"];

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|letter: char| letter.is_ascii_digit())
}

/// Reads the arguments; a leading `--`, as after `cargo run`, is ignored.
pub fn read(arguments: &[&str]) -> Result<Start> {
    let rest = arguments.strip_prefix(&["--"]).unwrap_or(arguments);
    match rest {
        ["--static", folder] => return Ok(Start::Static((*folder).to_owned())),
        ["--static"] => bail!("where to? Say `cargo x start --static DIR`"),
        ["--static", _, more @ ..] => {
            bail!("`--static DIR` takes nothing else, and here is `{}`", more.join(" "))
        }
        _ => {}
    }
    let mut words = rest.iter();
    let mut passed = Vec::new();
    while let Some(word) = words.next() {
        let (name, attached) = match word.strip_prefix("--") {
            None => bail!("`cargo x start` does not take `{word}`; {}", known()),
            Some(option) => {
                option.split_once('=').map_or((option, None), |(name, value)| (name, Some(value)))
            }
        };
        if PLAIN.contains(&name) && attached.is_none() {
            continue;
        }
        let Some(option) = VALUED.iter().find(|option| option.name == name) else {
            bail!("`cargo x start` does not take `{word}`; {}", known());
        };
        let expected = option.expected;
        let value = attached.or_else(|| words.next().copied());
        let value = value.with_context(|| format!("`--{name}` needs {expected}"))?;
        if !(option.is_valid)(value) {
            bail!("`--{name}` needs {expected}, and `{value}` is not one");
        }
        passed.extend([format!("--{name}"), value.to_owned()]);
    }
    Ok(Start::Serve(passed))
}

/// The known options.
fn known() -> String {
    let names: Vec<String> = VALUED.iter().map(|option| format!("--{}", option.name)).collect();
    format!("it takes {}, or --static DIR", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn serve(words: &[&str]) -> Start {
        Start::Serve(words.iter().map(|&word| word.to_owned()).collect())
    }

    #[test]
    fn options_of_serve_are_passed_on_also_after_two_dashes() {
        let port = serve(&["--port", "7733"]);
        assert_eq!(read(&["--", "--port", "7733"]).unwrap(), port);
        assert_eq!(read(&["--port", "7733"]).unwrap(), port);
        assert_eq!(read(&["--port=7733", "--open"]).unwrap(), port);
        assert_eq!(
            read(&["--host", "::1", "--memory", "2G"]).unwrap(),
            serve(&["--host", "::1", "--memory", "2G"])
        );
        assert_eq!(read(&[]).unwrap(), serve(&[]));
        assert_eq!(read(&["--static", "site"]).unwrap(), Start::Static("site".into()));
    }

    #[test]
    fn what_serve_would_refuse_is_refused_before_anything_is_built() {
        for (arguments, complaint) in [
            (&["--prot", "7733"][..], "does not take `--prot`"),
            (&["7733"], "does not take `7733`"),
            (&["--port"], "`--port` needs a number up to 65535"),
            (&["--port", "77333"], "`77333` is not one"),
            (&["--host", "everywhere"], "needs an IP address"),
            (&["--threads", "0"], "at least 1"),
            (&["--time", "soon"], "a duration such as 30s"),
            (&["--static"], "where to?"),
            (&["--static", "site", "--port", "1"], "`--port 1`"),
        ] {
            let error = read(arguments).unwrap_err().to_string();
            assert!(error.contains(complaint), "{arguments:?}: {error}");
        }
    }

    /// The options are read from the source, so nothing is built.
    #[test]
    fn every_option_of_serve_is_known_here() {
        let source = crate::repository::root().unwrap().join("crates/nimatron-cli/src/serve.rs");
        let source = std::fs::read_to_string(source).unwrap();
        let (_, arguments) = source.split_once("struct Arguments {").unwrap();
        let (arguments, _) = arguments.split_once("\n}").unwrap();
        let fields = arguments.lines().filter(|line| line.ends_with(',') && !line.trim().starts_with('#'));
        // Options that may be repeated have plural field names.
        let names: Vec<&str> = fields
            .filter_map(|line| line.trim().split_once(':'))
            .map(|(name, kind)| if kind.contains("Vec<") { name.trim_end_matches('s') } else { name })
            .collect();
        assert!(names.contains(&"port") && names.contains(&"host"), "{names:?}");
        for name in names {
            let is_valued = VALUED.iter().any(|option| option.name == name);
            let is_known = is_valued || PLAIN.contains(&name) || OWN.contains(&name);
            assert!(is_known, "`nimatron serve` takes --{name}");
        }
    }
}
