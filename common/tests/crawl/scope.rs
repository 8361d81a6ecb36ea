//! Which URLs belong to a crawl.

use std::time::{Duration, Instant};

use common::Options;
use common::crawl::scope::Scope;
use regex_lite::Regex;
use url::Url;

fn url(url: &str) -> Url {
    let url = if url.contains(':') { url.to_owned() } else { format!("http://{url}/") };
    Url::parse(&url).expect("a URL")
}

/// Asserts whether a page is in scope by a line of `scope.txt`.
fn assert_admits(line: &str) {
    let (page, roots) = line.split_once(" of ").expect("a page and roots");
    let (when, page) = page.split_once(' ').expect("when, and a page");
    let options = |lenient| Options { lenient, ..Options::new(roots.split(' ').map(url)) };
    let admits = [false, true].map(|lenient| Scope::new(&options(lenient)).includes(&url(page)));
    assert_eq!(admits, [when == "always", when != "never"], "{line}");
}

#[test]
fn pages_are_in_the_scope_of_some_roots() {
    let lines = include_str!("scope.txt").lines();
    lines.filter(|line| !line.starts_with('#')).for_each(assert_admits);
    for suffix in ["localhost", "example", "co.uk", "com", "github.io", "x.ck"] {
        assert_admits(&format!("always http://{suffix}./a of {suffix}"));
        assert_admits(&format!("never a.{suffix} of {suffix}"));
        assert_admits(&format!("never {suffix} of a.{suffix}"));
    }
}

/// A page may have as many links as there are roots. A comparison of each link with each root would take minutes.
#[test]
fn a_link_is_not_compared_with_each_root() {
    let (roots, page) = ((0..30_000).map(|n| url(&format!("{n}.example"))), url("other.example"));
    let options = Options::new(roots);
    let (scope, started) = (Scope::new(&options), Instant::now());
    assert!(options.roots.iter().all(|_| !scope.includes(&page)));
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}; see crawl/scope.rs", started.elapsed());
}

#[test]
fn a_url_that_matches_an_exclude_is_out_of_scope() {
    let exclude = vec![Regex::new("[.]pdf$").unwrap(), Regex::new("/private/").unwrap()];
    let scope = Scope::new(&Options { exclude, ..Options::new([url("a.example")]) });
    let admits = |page| scope.includes(&url(page));
    assert!(admits("http://a.example/a.pdf.html"));
    assert!(!admits("http://a.example/a.pdf") && !admits("http://a.example/private/a"));
}
