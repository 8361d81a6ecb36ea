//! The natural order of URLs.

use common::report::report_order;
use common_fuzz::web::url;

#[test]
fn a_number_counts_as_a_number_of_any_size() {
    let [small, large] = ["9".repeat(100), "1".repeat(101)];
    let paths = ["/", "/01", "/1", "/2", "/2/a", "/10", "/10?a=9", "/10?a=10", &small, &large, "/a"];
    assert!(paths.is_sorted_by(|a, b| report_order(&url(a), &url(b)).is_lt()));
}
