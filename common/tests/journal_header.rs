//! The first line of a journal: a crawl with other options does not go on from it.

use std::time::Duration;

use common::Options;
use common::crawl::journal::{check_header, header};
use regex_lite::Regex;

mod web;

use web::{options, url};

type Change = fn(&mut Options);

#[test]
fn the_option_that_differs_is_named_with_both_values() {
    let begun = Options { exclude: vec![Regex::new("a|b").expect("a regex")], ..options(&["/"]) };
    let stored = header(&begun);
    let check = |change: Change| {
        let mut now = begun.clone();
        change(&mut now);
        check_header(stored.as_bytes(), &header(&now)).map_err(|error| error.to_string())
    };
    assert_eq!(check(|now| (now.max_tasks, now.delay) = (3, Duration::MAX)), Ok(()));
    let changes: [(Change, &str); 14] = [
        (|now| now.roots.push(url("/a")), "URL was [\"http://site.example/\"]"),
        (|now| now.https = true, "https was false"),
        (|now| now.guessed.push(url("/")), "URL without a scheme was []"),
        (|now| now.lenient = true, "--lenient was false"),
        (|now| now.exclude.clear(), "--exclude was [\"a|b\"] and is now []"),
        (|now| now.public_only = true, "--public-only was false"),
        (|now| now.max_pages = Some(9), "--max-pages was null and is now 9"),
        (|now| now.max_redirects = 9, "--max-redirects was 10"),
        (|now| now.max_tries = 9, "--max-tries was 4"),
        (|now| now.max_body = 9, "--max-body was 10485760"),
        (|now| now.obey_robots = true, "--obey-robots was false"),
        (|now| now.checks.backlinks = true, "--check was false"),
        (|now| now.checks.external = true, "--check-external was false"),
        (|now| now.checks.fragments = true, "--fragments was false"),
    ];
    for (change, differs) in changes {
        let error = check(change).expect_err(differs);
        assert!(error.starts_with(&format!("it is of a crawl with other options: {differs}")), "{error}");
    }
}

#[test]
fn another_file_is_no_journal() {
    for other in ["", "{}", "[1]", "{\"journal\":2}", "\u{0}"] {
        let error = check_header(other.as_bytes(), &header(&options(&["/"]))).expect_err(other).to_string();
        assert_eq!(error, "it is not a file of --resume, or one of another version");
    }
    let root = "http://me:secret@site.example/".parse().expect("a URL");
    assert!(!header(&Options::new([root])).contains("secret"), "a password is not stored");
}
