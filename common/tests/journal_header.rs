//! The first line of a journal: a crawl with other options does not go on from it.

use std::time::Duration;

use common::Options;
use common::crawl::journal::{check_header, header};
use regex_lite::Regex;

mod web;

use web::{options, url};

#[test]
fn the_option_that_differs_is_named_with_both_values() {
    let begun = Options { exclude: vec![Regex::new("a|b").expect("a regex")], ..options(&["/"]) };
    let stored = header(&begun);
    let check =
        |options: Options| check_header(stored.as_bytes(), &options).map_err(|error| error.to_string());
    assert_eq!(check(Options { max_tasks: 3, delay: Duration::MAX, ..begun.clone() }), Ok(()));
    let two = options(&["/", "/a"]);
    for (now, differs) in [
        (Options { roots: two.roots, ..begun.clone() }, format!("URL was {0} and is now {0} {0}a", url("/"))),
        (Options { https: true, ..begun.clone() }, "https was not given and is now given".into()),
        (Options { lenient: true, ..begun.clone() }, "--lenient was not given and is now given".into()),
        (Options { exclude: Vec::new(), ..begun.clone() }, "--exclude was a|b and is now not given".into()),
        (
            Options { public_only: true, ..begun.clone() },
            "--public-only was not given and is now given".into(),
        ),
        (Options { max_pages: Some(9), ..begun.clone() }, "--max-pages was not given and is now 9".into()),
        (Options { max_redirects: 9, ..begun.clone() }, "--max-redirects was 10 and is now 9".into()),
        (Options { max_tries: 9, ..begun.clone() }, "--max-tries was 4 and is now 9".into()),
        (Options { max_body: 9, ..begun.clone() }, "--max-body was 10485760 and is now 9".into()),
        (
            Options { obey_robots: true, ..begun.clone() },
            "--obey-robots was not given and is now given".into(),
        ),
    ] {
        assert_eq!(check(now), Err(format!("it is of a crawl with other options: {differs}")));
    }
}

#[test]
fn another_file_is_no_journal() {
    for other in ["", "{}", "[1]", "{\"journal\":2}", "\u{0}"] {
        let error = check_header(other.as_bytes(), &options(&["/"])).expect_err(other).to_string();
        assert_eq!(error, "it is not a file of --resume, or one of another version");
    }
    let root = "http://me:secret@site.example/".parse().expect("a URL");
    assert!(!header(&Options::new([root])).contains("secret"), "a password is not stored");
}
