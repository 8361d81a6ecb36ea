//! What the rules of a robots.txt mean (RFC 9309).

use common_fuzz::offline::allowed;

use proptest::prelude::*;
use regex_lite::Regex;

#[test]
fn percent_encoding_is_normalized_and_special_characters_have_their_meaning() {
    // Sections 2.2.2 and 2.2.3.
    for line in include_str!("robots_rules.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.splitn(3, ' ');
        let [verdict, url, pattern] = [(); 3].map(|()| words.next().unwrap_or_default());
        let robots_txt = format!("User-agent: *\nDisallow: {pattern}\n");
        assert_eq!(allowed(robots_txt, &[url]).is_empty(), verdict == "forbids", "{line}");
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
