//! What the rules of a robots.txt mean (RFC 9309).

use common_fuzz::web::allowed;

use proptest::prelude::*;
use regex_lite::Regex;

#[test]
fn percent_encoding_is_normalized_and_special_characters_have_their_meaning() {
    // Sections 2.2.2 and 2.2.3.
    for (pattern, url, forbids) in [
        ("/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar", true),
        ("/foo/bar?baz=https%3A%2F%2Ffoo.bar", "/foo/bar?baz=https://foo.bar", true),
        ("/foo/bar/\u{30c4}", "/foo/bar/%E3%83%84", true),
        ("/foo/bar/%e3%83%84", "/foo/bar/\u{30c4}", true),
        ("/foo/bar/%62%61%7A", "/foo/bar/baz", true),
        ("/foo/bar/baz", "/foo/bar/%62%61%7a", true),
        ("/a{b}|c d\"e", "/a%7Bb%7D%7Cc%20d%22e", true),
        ("/?o'brien", "/?o%27brien", true),
        ("private", "/private/x", true),
        ("/a/b", "/a%2Fb", false),
        ("/a%2Fb", "/a/b", false),
        ("/?a=b", "/?a%3Db", false),
        ("/?a%26b", "/?a&b", false),
        ("/Fish", "/fish", false),
        ("", "/", false),
        ("# all", "/", false),
        ("/path/file-with-a-%2A.html", "/path/file-with-a-*.html", true),
        ("/path/file-with-a-%2A.html", "/path/file-with-a-b.html", false),
        ("/path/foo-%24", "/path/foo-$", true),
        ("/path/foo-%24", "/path/foo-", false),
        ("/*=http%3A%2F%2F", "/?to=http%3A%2F%2Fsite.example", true),
        ("/*?to=*//", "/?to=http%3A%2F%2Fsite.example", true),
        ("/a$b", "/a%24b", true),
        ("/a%24", "/a", false),
    ] {
        let robots_txt = format!("User-agent: *\nDisallow: {pattern}\n");
        assert_eq!(allowed(robots_txt, &[url]).is_empty(), forbids, "{pattern} {url}");
    }
    assert!(allowed(&b"User-agent: *\nDisallow: /\xe4\n"[..], &["/%E4"]).is_empty(), "it is not UTF-8");
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
    #![proptest_config(ProptestConfig::with_cases(500))]

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
