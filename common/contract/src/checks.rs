//! Checks: what a crawl checks beyond the pages that it reads.

use practice_site::Answer;

use super::Stage;
use super::tools::{page, site};

/// A link checker must not read what it only checks: a URL out of scope may be endless.
pub fn urls_out_of_scope_are_asked_for_their_heads_two_at_a_time(stage: &Stage) {
    let other = site([
        ("/fine", page()),
        ("/endless", Answer::endless()),
        ("/moved", Answer::redirect(301, "/behind")),
        ("/behind", Answer::links(["/unread"])),
        ("/reset", Answer::sequence([page().reset(0), page()])),
    ]);
    let links = ["/fine", "/endless", "/moved", "/lost", "/reset"].map(|path| other.url(path).to_string());
    let site = site([("/", Answer::links(links))]);
    let report = stage.crawl(&site, |options| options.checks.external = true);
    let statuses = ["/behind", "/endless", "/fine", "/lost", "/moved", "/reset"]
        .map(|path| report.record(&other.url(path)).and_then(|record| record.status));
    assert_eq!(statuses, [200, 200, 200, 404, 301, 200].map(Some));
    assert_eq!((other.hits("/lost"), other.hits("/reset")), (2, 2), "HEAD may be what fails, so GET decides");
    assert_eq!((other.requests(), other.hits("/unread")), (8, 0));
    assert!(other.most_open() <= 2, "{} at a time", other.most_open());
    assert!(report.records.iter().all(|record| record.tries == 1), "GET after HEAD costs no try");
}

pub fn with_check_broken_links_alone_are_printed_and_it_returns_3(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/page", "/page#none"])),
        ("/page", Answer::links(["/lost%20"])),
        ("/bad", Answer::error(500)),
        ("/odd", Answer::links(["http://<server>%/", "mailto:a@b"])),
    ]);
    let [root, lost, bad, odd] = ["/", "/lost%20", "/bad", "/odd"].map(|path| site.url(path).to_string());
    let invalid =
        ["http://<server>%/", "not a URL: invalid international domain name", &format!("found on {odd}")];
    for (arguments, code, lines) in [
        (&["--check", &root][..], 3, &[&*lost, "404 (try 1)", &format!("found on {root}page")][..]),
        (&["--check", "--accept=403,404", &root], 0, &[]),
        (
            &["--check", "--accept=404", "--fragments", &root],
            3,
            &[&format!("{root}page#none"), "no such fragment in the page", &format!("found on {root}")],
        ),
        (&["--check", &odd], 3, &invalid),
        (&["--check", "--exclude=<server>", &odd], 0, &[]),
        (&["--check", "--accept=500", &bad], 1, &[]),
        (&["--check", &bad], 1, &[&*bad, "500 (try 1)"]),
    ] {
        let ended = stage.run(&site, arguments);
        let (list, totals) = ended.stdout.split_once("\n\n").unwrap_or(("", &ended.stdout));
        assert_eq!(list.lines().map(str::trim).collect::<Vec<_>>(), lines, "{arguments:?}");
        assert_eq!((ended.code, totals.lines().count()), (Some(code), 1), "{arguments:?}: {}", ended.stdout);
        assert_eq!(ended.stderr, "");
    }
    #[cfg(unix)]
    {
        let ended = stage.run_in_shell("GITHUB_ACTIONS=true exec \"$@\"", &site, &["--check", &root]);
        let lost = lost.replace('%', "%25");
        let annotation = format!("::error title=Broken link::{lost}: 404 (try 1)%0Afound on {root}page\n");
        assert_eq!((ended.code, ended.stderr), (Some(3), annotation));
        let ended = stage.run_in_shell("GITHUB_ACTIONS=true exec \"$@\"", &site, &["--check", &odd]);
        let annotation = format!(
            "::error title=Broken link::{}: {}%0A{}\n",
            "http://<server>%25/", invalid[1], invalid[2]
        );
        assert_eq!((ended.code, ended.stderr), (Some(3), annotation));
    }
}
