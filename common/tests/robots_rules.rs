//! What the rules of a robots.txt mean (RFC 9309).

use std::time::{Duration, Instant};

use common::{Frontier, Options};
use url::Position;

mod web;

use web::{answer, options, outcome};

/// Settles a robots.txt that these URLs wait for. Returns the ones that it allows.
fn allowed(robots_txt: impl Into<Vec<u8>>, urls: &[&str]) -> Vec<String> {
    let options = Options { obey_robots: true, ..options(urls) };
    let mut frontier = Frontier::new(&options);
    let robots = frontier.roots().remove(0);
    let rules = outcome(&robots, answer(200, robots_txt), &options);
    let targets = frontier.settle(robots, rules);
    targets.iter().map(|target| target.url[Position::BeforePath..].to_owned()).collect()
}

/// Returns whether a robots.txt for all crawlers, with only this rule, forbids the URL.
fn forbids(pattern: &str, url: &str) -> bool {
    allowed(format!("User-agent: *\nDisallow: {pattern}\n"), &[url]).is_empty()
}

#[test]
fn percent_encoding_is_normalized_as_in_section_2_2_2() {
    for (pattern, url) in [
        ("/foo/bar?baz=quz", "/foo/bar?baz=quz"),
        ("/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"),
        ("/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https://foo.bar"),
        ("/foo/bar/\u{30c4}", "/foo/bar/%E3%83%84"),
        ("/foo/bar/%e3%83%84", "/foo/bar/\u{30c4}"),
        ("/foo/bar/%62%61%7A", "/foo/bar/baz"),
        ("/foo/bar/baz", "/foo/bar/%62%61%7a"),
        ("/a{b}|c d\"e", "/a%7Bb%7D%7Cc%20d%22e"),
        ("/?o'brien", "/?o%27brien"),
        ("/100%", "/100%"),
    ] {
        assert!(forbids(pattern, url), "{pattern} {url}");
    }
    for (pattern, url) in [("/a/b", "/a%2Fb"), ("/a%2Fb", "/a/b"), ("/?a=b", "/?a%3Db"), ("/?a%26b", "/?a&b")]
    {
        assert!(!forbids(pattern, url), "{pattern} {url}");
    }
}

#[test]
fn bytes_that_are_not_utf_8_are_percent_encoded_one_by_one() {
    assert!(allowed(&b"User-agent: *\nDisallow: /\xe4\n"[..], &["/%E4"]).is_empty());
}

#[test]
fn special_characters_have_the_meaning_of_section_2_2_3() {
    for (pattern, url) in [
        ("/path/file-with-a-%2A.html", "/path/file-with-a-*.html"),
        ("/path/file-with-a-%2a.html", "/path/file-with-a-%2A.html"),
        ("/path/foo-%24", "/path/foo-$"),
        ("/this/*/exactly", "/this/and/that/exactly?not"),
        ("/this/*/exactly", "/this//exactly"),
        ("/this/path/exactly$", "/this/path/exactly"),
        ("*.php", "/a.php?x"),
        ("/*.php$", "/a.php.php"),
        ("/a*b*c$", "/abcbc"),
        ("/a**b", "/ab"),
        ("/a*$", "/abc"),
        ("/*?*x=", "/a?y&x=1"),
        ("/*/print/", "/?to=/print/"),
        ("/*=http%3A%2F%2F", "/?to=http%3A%2F%2Fsite.example"),
        ("/*?to=*//", "/?to=http%3A%2F%2Fsite.example"),
        ("/a$b", "/a$b/c"),
        ("/a$b", "/a%24b"),
        ("/$$", "/$"),
        ("/*$x*$", "/a$x"),
    ] {
        assert!(forbids(pattern, url), "{pattern} {url}");
    }
    for (pattern, url) in [
        ("/path/file-with-a-%2A.html", "/path/file-with-a-b.html"),
        ("/path/foo-%24", "/path/foo-"),
        ("/this/path/exactly$", "/this/path/exactly?"),
        ("/*.php$", "/a.php5"),
        ("/ab*ba", "/aba"),
        ("/*aba*ba$", "/abab"),
        ("/a$b", "/a"),
        ("/a%24", "/a"),
    ] {
        assert!(!forbids(pattern, url), "{pattern} {url}");
    }
}

#[test]
fn the_case_of_a_path_matters() {
    assert!(!forbids("/Fish", "/fish"));
}

#[test]
fn a_path_without_its_slash_is_read_with_one() {
    assert!(forbids("private", "/private/x"));
}

#[test]
fn an_empty_rule_matches_nothing() {
    assert!(!forbids("", "/"));
    assert!(!forbids("# all", "/"));
}

#[test]
fn the_longest_match_counts_and_allow_among_equals() {
    for (rules, expected) in [
        ("Disallow: /p\nAllow: /page", true),
        ("Allow: /page\nDisallow: /*.html", false),
        ("Disallow: /*.html\nAllow: /page.html", true),
        ("Disallow: /page*.html\nAllow: /page.html", false),
        ("Disallow: /page\nAllow: /page", true),
        ("Allow: /page\nDisallow: /page", true),
        ("Allow: /*age\nDisallow: /page", true),
        ("Allow: /page\nDisallow: /*age", true),
        ("Disallow: /*age\nAllow: /pag*", true),
        ("Allow: /\nDisallow: /", true),
        ("Disallow: /page.html$\nAllow: /page.html", false),
        ("Disallow: /page.a\nDisallow: /page.z\nDisallow: /pag\nAllow: /p", false),
        ("Disallow: /page.a\nDisallow: /paga\nAllow: /pa\nDisallow: /p", true),
    ] {
        let robots_txt = format!("User-agent: *\n{rules}\n");
        assert_eq!(!allowed(robots_txt, &["/page.html"]).is_empty(), expected, "{rules}");
    }
}

#[test]
fn robots_txt_itself_is_always_allowed() {
    let urls = ["/robots.txt", "/robots.txt?x", "/robots"];
    assert_eq!(allowed("User-agent: *\nDisallow: /", &urls), ["/robots.txt"]);
}

#[test]
fn groups_are_chosen_by_the_name_of_the_crawler() {
    let ours = "four-stages-crawler";
    for (robots_txt, expected) in [
        (format!("User-agent: {ours}\nDisallow: /b"), "/a"),
        (format!("User-agent: {}\nDisallow: /b", ours.to_uppercase()), "/a"),
        (format!("User-agent: {ours}/0.1.0\nDisallow: /b"), "/a"),
        (format!("User-agent: {ours} (a comment)\nDisallow: /b"), "/a"),
        (format!("User-agent: {ours}-images\nDisallow: /b"), "/a /b"),
        ("User-agent: four-stages\nDisallow: /b".into(), "/a /b"),
        (format!("User-agent: other\nUser-agent: {ours}\nUser-agent: third\nDisallow: /b"), "/a"),
        (format!("User-agent: {ours}\nDisallow: /b\n\nUser-agent: *\nDisallow: /a"), "/a"),
        (format!("User-agent: *\nDisallow: /\n\nUser-agent: {ours}\n"), "/a /b"),
        (format!("User-agent: *\nDisallow: /\n\nUser-agent: {ours}\nDisallow:"), "/a /b"),
        // Groups of one name are one group, whatever is between them.
        (
            format!(
                "User-agent: {ours}\nDisallow: /a\nUser-agent: x\nAllow: /\nUser-agent: {ours}\nDisallow: /b"
            ),
            "",
        ),
        ("User-agent: *\nDisallow: /a\n\nUser-agent: *\nDisallow: /b".into(), ""),
        ("User-agent: * # all\nDisallow: /b".into(), "/a"),
        ("User-agent: *bot\nDisallow: /b".into(), "/a /b"),
        ("User-agent:\nDisallow: /b".into(), "/a /b"),
        // Other records do not end a group, nor does an empty line.
        (format!("User-agent: {ours}\n\nSitemap: /x\nUser-agent: other\nHost: x\n\nDisallow: /b"), "/a"),
        (format!("User-agent: {ours}\nCrawl-delay: 0\nUser-agent: *\nDisallow: /b"), "/a"),
        // Rules of no group.
        ("Disallow: /\n\nUser-agent: *\nDisallow: /b".into(), "/a"),
        (String::new(), "/a /b"),
        ("User-agent: other\nDisallow: /".into(), "/a /b"),
    ] {
        assert_eq!(allowed(robots_txt.as_str(), &["/a", "/b"]).join(" "), expected, "{robots_txt}");
    }
}

#[test]
fn lines_are_read_leniently() {
    for robots_txt in [
        "User-agent: *\r\nDisallow: /b\r\n",
        "User-agent: *\rDisallow: /b\r",
        "User-agent: *\r\r\nDisallow: /b",
        "\u{feff}User-agent: *\nDisallow: /b",
        " \tUSER-AGENT\t:*\n\tdisAllow : /b\t# comment",
        "User-agent:*#x\nDisallow:/b#x",
        "User-agent *\nDisallow /b",
        "Useragent: *\nDissallow: /b",
        "what is this?\n:\n\u{0}\nUser-agent: *\n:::\nDisallow: /b",
    ] {
        assert_eq!(allowed(robots_txt, &["/a", "/b"]), ["/a"], "{robots_txt:?}");
    }
}

#[test]
fn the_longest_crawl_delay_of_the_group_counts_up_to_five_minutes() {
    for (lines, delay) in [
        ("Crawl-delay: 7", 7.0),
        ("Crawl-delay: 0.5 # seconds", 0.5),
        ("Crawl-delay: 7\nDisallow: /x\nCrawl-delay: 9\nCrawl-delay: 8", 9.0),
        ("Crawl-delay: 1e99", 300.0),
        ("Crawl-delay: inf", 300.0),
        ("Crawl-delay: -7", 0.0),
        ("Crawl-delay: nan", 0.0),
        ("Crawl-delay: 7s", 0.0),
        ("Disallow: /x\nUser-agent: other\nCrawl-delay: 7", 0.0),
    ] {
        let options = Options { obey_robots: true, ..options(&["/"]) };
        let mut frontier = Frontier::new(&options);
        let robots = frontier.roots().remove(0);
        let rules = outcome(&robots, answer(200, format!("User-agent: *\n{lines}")), &options);
        frontier.settle(robots, rules);
        let now = Instant::now();
        let turns =
            [(); 2].map(|()| options.pacer.turn_from(now, &options.roots[0], Duration::ZERO, Duration::ZERO));
        assert_eq!(turns[1].as_secs_f64(), delay, "{lines}");
    }
}
