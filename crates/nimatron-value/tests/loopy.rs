//! Loopy values: what they are called, the laws they obey, and that they agree with play.

#![allow(clippy::unwrap_used)] // Clippy takes helpers of tests for no tests.

use nimatron_value::{Arena, Loops, Style};

/// The value that a text writes, written by nimatron.
fn shown(text: &str) -> String {
    let (arena, mut loops) = (Arena::new(), Loops::new());
    let value = loops.read(&arena, text).unwrap_or_else(|error| panic!("{text}: {error}"));
    loops.show(&arena, value, Style::Ascii).unwrap()
}

/// The names and forms are those that CGSuite 2 gives in its own tests.
#[test]
fn loopy_values_are_called_by_their_names() {
    for (text, name) in [
        ("{pass|}", "on"),
        ("off", "off"),
        ("{pass|pass}", "dud"),
        ("on + off", "dud"),
        ("{0|pass}", "over"),
        ("x{x|0}", "under"),
        ("{pass|3/2}", "3/2under"),
        ("over - 5", "-5over"),
        ("5over", "5over"),
        ("over + ^", "over"),
        ("over + over", "over"),
        ("{pass|*}", "^[on]"),
        ("{pass,0|0}", "^[on]*"),
        ("{*|pass}", "v[on]"),
        ("{0|0,pass}", "v[on]*"),
        ("{-1/4+*|pass}", "-1/4v[on]"),
        ("{0||0|0,pass}", "^<on>"),
        ("{0,*||*|pass}", "^<on>*"),
        ("{0,pass|0||0}", "v<on>"),
        ("{pass|*||0,*}", "v<on>*"),
        ("5 + {0,pass|0||0}", "5v<on>"),
        ("{0|^<on>||v<on>}", "{0|^<on>||v<on>}"),
        ("{0|||0||0|off}", "{0|Tiny(on)}"),
        ("{on|0||0}", "Miny(on)"),
        ("{0||0|under}", "Tiny(over)"),
        ("+-over", "+-over"),
        ("+-{5|pass}", "+-(5over)"),
        ("+-{0|^<on>}", "+-{0|^<on>}"),
        ("+-(^<on>+*)", "0"),
        ("+-{{0|^<on>},{0|^<on>*}}", "+-{{0|^<on>},{0|^<on>*}}"),
        ("x{0||||0|||x|*||*}", "a{0||||0|||a|*||*}"),
        ("a{1||a|0}", "2 & +-1"),
        ("{2&-2|1&-2}", "{2|1} & -2*"),
        ("over & v", "over & v"),
        ("tis", "1 & 0"),
        ("tisn", "0 & -1"),
    ] {
        let got = shown(text);
        assert_eq!(got, name, "{text}");
    }
}

/// CGSuite writes braces where nimatron goes on with longer bars: so these are compared as values.
#[test]
fn long_forms_are_those_of_others() {
    let long = "{0|{0||||-1|||-1+*,a{0||0|a|||-1+*||||-1+*}||-2|b{-2,{-1,-1+*||-1+*|b|||-2}|-2}}}";
    for (text, same) in [
        (long, long),
        ("10*upon", "{0|{0||||0|||0||0|{0||||0|||0||0|^[on]*}}}"),
        ("9*(upon & v)", "{0||||0|||0||0|{0||||0|||0||0|^[on]}} & v9"),
    ] {
        let (arena, mut loops) = (Arena::new(), Loops::new());
        let (value, same) = (loops.read(&arena, text).unwrap(), loops.read(&arena, same).unwrap());
        assert_eq!(value, same, "{text}");
        let printed = loops.show(&arena, value, Style::Unicode).unwrap();
        assert_eq!(loops.read(&arena, &printed).unwrap(), value, "{printed}");
    }
}
