//! Numbers as people read them.

use nimatron_catalog::{duration, grouped};

#[test]
fn digits_are_grouped() {
    assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
}

#[test]
fn short_times_are_told_in_milliseconds() {
    assert_eq!([0.00125, 0.25, 30.0].map(duration), ["1.2 ms", "0.25 s", "30.00 s"]);
}
