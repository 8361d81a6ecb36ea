//! The natural order of URLs.

use std::cmp::Ordering;

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
fn a_number_counts_as_a_number() {
    let paths = ["/", "/strip/2", "/strip/2/a", "/strip/10", "/strip/10?a=9", "/strip/10?a=10", "/strip/a"];
    assert!(paths.is_sorted_by(|a, b| report_order(&url(a), &url(b)).is_lt()));
}

#[test]
fn a_number_may_be_too_large_for_an_integer() {
    let [small, large] = ["9".repeat(100), "1".repeat(101)].map(|path| url(&path));
    assert_eq!(report_order(&small, &large), Ordering::Less);
}

#[test]
fn leading_zeros_decide_only_between_equal_urls() {
    assert_eq!(report_order(&url("/01b"), &url("/1a")), Ordering::Greater);
    assert_ne!(report_order(&url("/01"), &url("/1")), Ordering::Equal);
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
