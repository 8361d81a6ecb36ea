//! Which URLs belong to a crawl.

use common::Options;
use common::crawl::scope;
use regex_lite::Regex;
use url::Url;

fn options(roots: &[&str]) -> Options {
    Options::new(roots.iter().map(|root| Url::parse(root).expect("a URL")))
}

/// Returns whether a crawl from `root` may fetch `url`.
fn admits(root: &str, url: &str) -> bool {
    scope::admits(&options(&[root]), &Url::parse(url).expect("a URL"))
}

/// Returns whether a lenient crawl from `root` may fetch `url`.
fn admits_leniently(root: &str, url: &str) -> bool {
    let options = Options { lenient: true, ..options(&[root]) };
    scope::admits(&options, &Url::parse(url).expect("a URL"))
}

#[test]
fn every_page_of_the_roots_host_is_in_scope() {
    assert!(admits("http://a.example/x/y", "http://A.example/z?q"));
}

#[test]
fn another_host_is_out_of_scope() {
    assert!(!admits("http://a.example/", "http://b.example/"));
}

#[test]
fn a_host_above_or_below_is_out_of_scope() {
    assert!(!admits("http://a.example/", "http://x.a.example/"));
    assert!(!admits("http://x.a.example/", "http://a.example/"));
}

#[test]
fn a_host_that_only_ends_alike_is_out_of_scope() {
    assert!(!admits("http://a.example/", "http://bada.example/"));
    assert!(!admits_leniently("http://a.example/", "http://bada.example/"));
    assert!(!admits("http://a.example/", "http://a.example.evil.example/"));
}

#[test]
fn a_host_in_place_of_a_user_name_does_not_count() {
    assert!(!admits("http://a.example/", "http://a.example@evil.example/"));
    assert!(!admits("http://a.example/", "http://evil.example\\@a.example/"));
}

#[test]
fn www_makes_no_difference_on_either_side() {
    assert!(admits("http://a.example/", "http://www.a.example/"));
    assert!(admits("http://www.a.example/", "http://a.example/"));
    assert!(!admits("http://a.example/", "http://www2.a.example/"));
    assert!(
        admits("http://gov.uk/", "http://www.gov.uk/")
            && admits_leniently("http://gov.uk/", "http://www.gov.uk/")
    );
}

#[test]
fn www_alone_in_front_of_a_top_level_domain_is_a_name_of_its_own() {
    assert!(!admits("http://www.example/", "http://example/"));
    assert!(!admits("http://example/", "http://www.example/"));
    assert!(admits("http://www.example/", "http://WWW.example./"));
    assert!(!admits("http://www.www.a.example/", "http://a.example/"));
}

#[test]
fn a_dot_after_the_host_makes_no_difference() {
    assert!(admits("http://a.example/", "http://a.example./"));
    assert!(admits_leniently("http://a.example./", "http://b.a.example/"));
    assert!(!admits("http://a.example/", "http://a.example../"));
    assert!(!admits_leniently("http://a.example/", "http://b.a.example../"));
}

#[test]
fn the_port_must_be_the_roots() {
    assert!(admits("http://a.example:81/", "http://a.example:81/x"));
    assert!(!admits("http://a.example:81/", "http://a.example/"));
    assert!(!admits_leniently("http://a.example/", "http://a.example:81/"));
}

#[test]
fn the_default_port_may_be_left_out() {
    assert!(admits("http://a.example:80/", "http://a.example/"));
}

#[test]
fn only_http_is_in_scope() {
    assert!(!admits("http://a.example:443/", "https://a.example/"));
    assert!(!admits("http://a.example:21/", "ftp://a.example/"));
    assert!(!admits("http://a.example/", "mailto:me@a.example"));
}

/// Otherwise the crawl would send HTTP to the port of another protocol.
#[test]
fn a_root_that_is_not_http_adds_nothing() {
    assert!(!admits("https://a.example/", "http://a.example:443/"));
    assert!(!admits("https://a.example:8443/", "http://a.example:8443/"));
    assert!(!admits("ftp://a.example/", "http://a.example:21/"));
}

#[test]
fn each_root_adds_its_own_host() {
    let options = options(&["http://a.example/", "http://b.example:81/"]);
    let admits = |url| scope::admits(&options, &Url::parse(url).unwrap());
    assert!(admits("http://a.example/") && admits("http://b.example:81/"));
    assert!(!admits("http://a.example:81/") && !admits("http://b.example/"));
}

#[test]
fn a_lenient_scope_is_the_registrable_domain() {
    assert!(admits_leniently("http://x.y.a.example/", "http://z.a.example/"));
    assert!(admits_leniently("http://x.a.example/", "http://a.example/"));
    assert!(!admits_leniently("http://x.a.example/", "http://x.b.example/"));
    assert!(admits_leniently("http://www.a.co.uk/", "http://b.a.co.uk./"));
    assert!(!admits_leniently("http://a.co.uk/", "http://b.co.uk/"));
    assert!(!admits_leniently("http://a.city.kobe.jp/", "http://a.other.kobe.jp/"));
    assert!(admits_leniently("http://a.city.kobe.jp/", "http://b.city.kobe.jp/"));
    assert!(!admits_leniently("http://a.xn--55qx5d.cn/", "http://b.xn--55qx5d.cn/"));
}

#[test]
fn a_lenient_scope_keeps_apart_those_who_share_a_private_suffix() {
    assert!(!admits_leniently("http://a.github.io/", "http://b.github.io/"));
    assert!(admits_leniently("http://a.github.io/", "http://x.a.github.io/"));
}

#[test]
fn a_lenient_scope_of_a_public_suffix_is_that_host_alone() {
    for suffix in ["localhost", "example", "co.uk", "com", "github.io", "x.ck"] {
        assert!(admits_leniently(&format!("http://{suffix}/"), &format!("http://{suffix}./a")), "{suffix}");
        let [suffix, host] = [suffix.to_owned(), format!("a.{suffix}")].map(|host| format!("http://{host}/"));
        assert!(!admits_leniently(&suffix, &host) && !admits_leniently(&host, &suffix), "{suffix}");
    }
}

#[test]
fn a_lenient_scope_does_not_cut_addresses() {
    assert!(!admits_leniently("http://10.0.3.4/", "http://10.1.3.4/"));
    assert!(admits_leniently("http://10.0.3.4/", "http://10.0.3.4/a"));
    assert!(!admits_leniently("http://[::1]/", "http://[::2]/"));
}

#[test]
fn an_address_is_the_same_in_every_notation() {
    assert!(admits("http://127.0.0.1/", "http://0x7f.1/"));
    assert!(admits("http://[::1]/", "http://[0:0::1]/"));
}

#[test]
fn a_url_that_matches_an_exclude_is_out_of_scope() {
    let exclude = vec![Regex::new("[.]pdf$").unwrap(), Regex::new("/private/").unwrap()];
    let options = Options { exclude, ..options(&["http://a.example/"]) };
    let admits = |url| scope::admits(&options, &Url::parse(url).unwrap());
    assert!(admits("http://a.example/a.pdf.html"));
    assert!(!admits("http://a.example/a.pdf") && !admits("http://a.example/private/a"));
}
