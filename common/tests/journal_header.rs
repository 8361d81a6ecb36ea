//! The first line of a journal: a crawl with other options does not go on from it.

use std::time::Duration;

use common::Options;
use common::crawl::checks::Checks;
use common::crawl::journal::{check_header, header};
use regex_lite::Regex;

mod web;

use web::{options, url};

#[test]
fn the_option_that_differs_is_named_with_both_values() {
    let begun = Options { exclude: vec![Regex::new("a|b").expect("a regex")], ..options(&["/"]) };
    let stored = header(&begun);
    let check = |change: fn(&mut Options)| {
        let mut now = begun.clone();
        change(&mut now);
        check_header(stored.as_bytes(), &header(&now)).map_err(|error| error.to_string())
    };
    let unrelated: fn(&mut Options) = |now| (now.max_tasks, now.delay) = (3, Duration::MAX);
    assert_eq!(check(unrelated), Ok(()));
    let rows: [(fn(&mut Options), &str); 13] = [
        (
            |now| now.roots.push(url("/a")),
            r#"URL was ["http://site.example/"] and is now ["http://site.example/","http://site.example/a"]"#,
        ),
        (|now| now.https = true, "https was false and is now true"),
        (
            |now| now.guessed.push(url("/")),
            r#"URL without a scheme was [] and is now ["http://site.example/"]"#,
        ),
        (|now| now.lenient = true, "--lenient was false and is now true"),
        (|now| now.exclude.clear(), r#"--exclude was ["a|b"] and is now []"#),
        (|now| now.public_only = true, "--public-only was false and is now true"),
        (|now| now.max_pages = Some(9), "--max-pages was null and is now 9"),
        (|now| now.max_redirects = 9, "--max-redirects was 10 and is now 9"),
        (|now| now.max_tries = 9, "--max-tries was 4 and is now 9"),
        (|now| now.max_body = 9, "--max-body was 10485760 and is now 9"),
        (|now| now.obey_robots = true, "--obey-robots was false and is now true"),
        (|now| now.checks.external = true, "--check-external was false and is now true"),
        (
            |now| now.checks = Checks { backlinks: true, fragments: true, ..now.checks },
            "--check was false and is now true",
        ),
    ];
    for (change, differs) in rows {
        assert_eq!(check(change), Err(format!("it is of a crawl with other options: {differs}")));
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
