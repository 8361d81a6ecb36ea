//! The natural order of URLs.

use common::report::report_order;
use proptest::prelude::*;

mod web;

use web::url;

/// Returns a text as bytes and numbers. A number has the rank of a digit among bytes.
fn tokens(text: &str) -> Vec<(u8, u64)> {
    let mut tokens = Vec::new();
    let mut follows_digit = false;
    for byte in text.bytes() {
        match tokens.last_mut() {
            Some((_, number)) if follows_digit && byte.is_ascii_digit() => {
                *number = 10 * *number + u64::from(byte - b'0');
            }
            _ if byte.is_ascii_digit() => tokens.push((b'0', u64::from(byte - b'0'))),
            _ => tokens.push((byte, 0)),
        }
        follows_digit = byte.is_ascii_digit();
    }
    tokens
}

#[test]
fn a_number_counts_as_a_number_of_any_size() {
    let [small, large] = ["9".repeat(100), "1".repeat(101)];
    let paths = ["/", "/01", "/1", "/2", "/2/a", "/10", "/10?a=9", "/10?a=10", &small, &large, "/a"];
    assert!(paths.is_sorted_by(|a, b| report_order(&url(a), &url(b)).is_lt()));
}

proptest! {
    #[test]
    fn the_order_is_that_of_numbers_and_other_bytes(
        start in "([a/-]|[0-9]{1,3}x){0,20}", a in "[a019/-]{0,8}", b in "[a019/-]{0,8}",
    ) {
        let [a, b] = [a, b].map(|end| url(&format!("/p{start}{end}")));
        let [x, y] = [&a, &b].map(|url| tokens(url.as_str()));
        prop_assert_eq!(report_order(&a, &b), x.cmp(&y).then_with(|| a.cmp(&b)));
    }
}
