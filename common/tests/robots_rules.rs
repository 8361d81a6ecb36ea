//! What the rules of a robots.txt mean (RFC 9309).

use common_fuzz::web::allowed;

use proptest::prelude::*;
use regex_lite::Regex;

/// Asserts whether a robots.txt with only this rule for all crawlers forbids a URL.
#[track_caller]
fn assert_forbids(expected: bool, rules: &[(&str, &str)]) {
    for (pattern, url) in rules {
        let robots_txt = format!("User-agent: *\nDisallow: {pattern}\n");
        assert_eq!(allowed(robots_txt, &[url]).is_empty(), expected, "{pattern} {url}");
    }
}

#[test]
fn percent_encoding_is_normalized_as_in_section_2_2_2() {
    assert_forbids(
        true,
        &[
            ("/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"),
            ("/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https://foo.bar"),
            ("/foo/bar/\u{30c4}", "/foo/bar/%E3%83%84"),
            ("/foo/bar/%e3%83%84", "/foo/bar/\u{30c4}"),
            ("/foo/bar/%62%61%7A", "/foo/bar/baz"),
            ("/foo/bar/baz", "/foo/bar/%62%61%7a"),
            ("/a{b}|c d\"e", "/a%7Bb%7D%7Cc%20d%22e"),
            ("/?o'brien", "/?o%27brien"),
            ("private", "/private/x"),
        ],
    );
    assert_forbids(
        false,
        &[
            ("/a/b", "/a%2Fb"),
            ("/a%2Fb", "/a/b"),
            ("/?a=b", "/?a%3Db"),
            ("/?a%26b", "/?a&b"),
            ("/Fish", "/fish"),
            ("", "/"),
            ("# all", "/"),
        ],
    );
    assert!(allowed(&b"User-agent: *\nDisallow: /\xe4\n"[..], &["/%E4"]).is_empty(), "it is not UTF-8");
}

#[test]
fn special_characters_have_the_meaning_of_section_2_2_3() {
    assert_forbids(
        true,
        &[
            ("/path/file-with-a-%2A.html", "/path/file-with-a-*.html"),
            ("/path/foo-%24", "/path/foo-$"),
            ("/*?to=*//", "/?to=http%3A%2F%2Fsite.example"),
            ("/*//", "/?to=http%3A%2F%2Fsite.example"),
            ("/a$b", "/a%24b"),
        ],
    );
    assert_forbids(
        false,
        &[
            ("/path/file-with-a-%2A.html", "/path/file-with-a-b.html"),
            ("/path/foo-%24", "/path/foo-"),
            ("/a%24", "/a"),
        ],
    );
}

#[test]
fn robots_txt_itself_is_always_allowed() {
    let urls = ["/robots.txt", "/robots.txt?x", "/robots"];
    assert_eq!(allowed("User-agent: *\nDisallow: /", &urls), ["/robots.txt"]);
}

/// Returns the rank of a rule that matches the URL: its length, then whether it allows.
fn rank(pattern: &str, allows: bool, url: &str) -> Option<(usize, bool)> {
    let (text, end) = pattern.strip_suffix('$').map_or((pattern, ""), |text| (text, "$"));
    let parts: Vec<_> = text.split('*').map(regex_lite::escape).collect();
    let regex = Regex::new(&format!("^{}{end}", parts.join(".*"))).expect("a regex");
    // Encoded, a `$` that is not the end has three octets.
    let length = pattern.len() + 2 * text.matches('$').count();
    regex.is_match(url).then_some((length, allows))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_verdict_is_that_of_the_best_of_all_rules(
        rules in prop::collection::vec(("/[ab*?]{0,4}[ab*$]{0,3}", any::<bool>()), 0..12),
        url in "/[ab$*]{0,3}[ab?]{0,6}",
    ) {
        let lines = rules.iter().map(|(pattern, allows)| {
            format!("{}: {pattern}\n", if *allows { "Allow" } else { "Disallow" })
        });
        let robots_txt = format!("User-agent: *\n{}", lines.collect::<String>());
        let best = rules.iter().filter_map(|(pattern, allows)| rank(pattern, *allows, &url)).max();
        prop_assert_eq!(allowed(robots_txt, &[&url]).is_empty(), best.is_some_and(|(_, allows)| !allows));
    }
}
