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

/// Asserts whether a crawl from `roots`, divided by spaces, may fetch `page`, and whether a lenient one may.
#[track_caller]
fn assert_admits(cases: &[(&str, &str, [bool; 2])]) {
    for (roots, page, expected) in cases {
        let options = |lenient| Options { lenient, ..Options::new(roots.split(' ').map(url)) };
        let admits = [false, true].map(|lenient| Scope::new(&options(lenient)).includes(&url(page)));
        assert_eq!(admits, *expected, "{roots} {page}");
    }
}

const NEVER: [bool; 2] = [false, false];
const LENIENTLY: [bool; 2] = [false, true];
const ALWAYS: [bool; 2] = [true, true];

#[test]
fn a_page_of_the_roots_host_and_port_is_in_scope() {
    assert_admits(&[
        ("http://a.example/x/y", "http://A.example/z?q", ALWAYS),
        ("a.example", "b.example", NEVER),
        ("a.example", "x.a.example", LENIENTLY),
        ("x.a.example", "a.example", LENIENTLY),
        ("a.example", "bada.example", NEVER),
        ("a.example", "a.example.evil.example", NEVER),
        ("http://a.example:81/", "http://a.example:81/x", ALWAYS),
        ("http://a.example:81/", "a.example", NEVER),
        ("a.example", "http://a.example:81/", NEVER),
        ("http://a.example:80/", "a.example", ALWAYS),
        ("a.example", "http://a.example./", ALWAYS),
        ("a.example", "http://a.example../", NEVER),
        ("http://a.example./", "b.a.example", LENIENTLY),
    ]);
}

/// Otherwise the crawl would send HTTP to the port of another protocol.
#[test]
fn only_http_is_in_scope() {
    assert_admits(&[
        ("http://a.example:443/", "https://a.example/", NEVER),
        ("http://a.example:21/", "ftp://a.example/", NEVER),
        ("a.example", "mailto:me@a.example", NEVER),
        ("https://a.example/", "http://a.example:443/", NEVER),
        ("ftp://a.example/", "http://a.example:21/", NEVER),
        ("a.example", "blob:http://a.example/x", NEVER),
    ]);
}

#[test]
fn www_makes_no_difference_but_in_front_of_a_top_level_domain() {
    assert_admits(&[
        ("a.example", "www.a.example", ALWAYS),
        ("www.a.example", "a.example", ALWAYS),
        ("gov.uk", "www.gov.uk", ALWAYS),
        ("a.example", "www2.a.example", LENIENTLY),
        ("example", "www.example", NEVER),
        ("www.example", "http://WWW.example./", ALWAYS),
    ]);
}

#[test]
fn a_lenient_scope_is_the_registrable_domain() {
    assert_admits(&[
        ("x.y.a.example", "z.a.example", LENIENTLY),
        ("x.a.example", "x.b.example", NEVER),
        ("www.a.co.uk", "http://b.a.co.uk./", LENIENTLY),
        ("a.co.uk", "b.co.uk", NEVER),
        ("a.city.kobe.jp", "a.other.kobe.jp", NEVER),
        ("a.city.kobe.jp", "b.city.kobe.jp", LENIENTLY),
        ("a.xn--55qx5d.cn", "b.xn--55qx5d.cn", NEVER),
        ("a.github.io", "b.github.io", NEVER),
        ("a.github.io", "x.a.github.io", LENIENTLY),
        // An address has no domain.
        ("10.0.3.4", "10.1.3.4", NEVER),
        ("10.0.3.4", "http://10.0.3.4/a", ALWAYS),
        ("http://[::1]/", "http://[::2]/", NEVER),
    ]);
    for suffix in ["localhost", "example", "co.uk", "com", "github.io", "x.ck"] {
        let (same, below) = (format!("http://{suffix}./a"), format!("a.{suffix}"));
        assert_admits(&[(suffix, &same, ALWAYS), (suffix, &below, NEVER), (&below, suffix, NEVER)]);
    }
}

#[test]
fn roots_together_admit_what_one_of_them_admits() {
    let roots = "a.example http://b.example:81/ x.a.co.uk 10.0.3.4 http://[::1]/";
    assert_admits(&[
        (roots, "www.a.example", ALWAYS),
        (roots, "http://www.b.example:81/", ALWAYS),
        (roots, "10.0.3.4", ALWAYS),
        (roots, "http://[::1]/x", ALWAYS),
        (roots, "x.b.example", NEVER),
        (roots, "http://x.b.example:81/", LENIENTLY),
        (roots, "http://a.example:81/", NEVER),
        (roots, "b.a.co.uk", LENIENTLY),
        (roots, "http://b.a.co.uk:81/", NEVER),
        (roots, "10.0.3.5", NEVER),
    ]);
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
