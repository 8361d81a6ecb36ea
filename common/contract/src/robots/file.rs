//! The file itself: when it is fetched, what becomes of its errors and redirects, and how much of it counts.

use practice_site::{Answer, Reset, Site};

use super::super::Stage;
use super::super::tools::{kind, page, page_with_status, record, site, start};
use super::{obedient, pages, requested, robots};

pub(crate) fn robots_txt_is_fetched_first_and_once(stage: &Stage) {
    let site = start(pages(robots("")).hold("/robots.txt"));
    let roots = ["/", "/a", "/b"].map(|path| site.url(path));
    let crawl = stage.begin(&site, |options| {
        obedient(options);
        options.roots = roots.into();
    });
    crawl.wait_until(|site| site.unanswered() == ["/robots.txt"]);
    site.release("/robots.txt");
    crawl.finish();
    assert_eq!(site.log()[0].path.as_deref(), Some("/robots.txt"));
    assert!(site.log()[1..].iter().all(|visit| Some(visit.accepted) > site.log()[0].answered));
    assert_eq!((site.requests(), site.hits("/robots.txt")), (4, 1));
}

pub(crate) fn without_a_robots_txt_every_page_is_allowed(stage: &Stage) {
    for status in [404, 403, 410] {
        let (paths, report) = requested(stage, page_with_status(status, "User-agent: *\nDisallow: /"));
        assert_eq!(paths, ["/", "/a", "/b", "/robots.txt"], "{status}");
        assert_eq!((report.records.len(), report.summary().errors), (3, 0), "robots.txt has no record");
    }
}

pub(crate) fn an_unavailable_robots_txt_allows_no_page_and_the_report_says_why(stage: &Stage) {
    for (answer, why) in [
        (Answer::error(500), "500"),
        (Answer::error(503), "503"),
        (page().reset(Reset::Request), "reset"),
        (Answer::redirect(301, "https://else.test/robots.txt"), "301"),
        (page_with_status(302, ""), "redirect"),
    ] {
        let site = start(pages(answer));
        let report = stage.crawl(&site, |options| {
            obedient(options);
            options.max_tries = 2;
        });
        assert_eq!(site.paths(), ["/robots.txt"], "{why}");
        assert_eq!(kind(record(&report, &site, "/robots.txt")), why);
        assert_eq!(
            (report.records.len(), report.disallowed.count, report.has_root()),
            (1, 1, false),
            "{why}"
        );
    }
}

pub(crate) fn robots_txt_is_followed_through_five_redirects(stage: &Stage) {
    for (redirects, is_obeyed) in [(5, true), (6, false)] {
        let step = move |path: &str| match path.strip_prefix("/step/")?.parse::<usize>().ok()? {
            last if last == redirects => Some(robots("User-agent: *\nDisallow: /a")),
            number => Some(Answer::redirect(302, &format!("/step/{}", number + 1))),
        };
        let site = start(pages(Answer::redirect(302, "/step/1")).content(step));
        // robots.txt has a limit of its own.
        let report = stage.crawl(&site, |options| {
            obedient(options);
            options.max_redirects = 0;
        });
        assert_eq!((site.hits("/step/5"), site.hits("/step/6")), (1, 0));
        assert_eq!((site.hits("/a") == 0, site.hits("/b")), (is_obeyed, 1), "{redirects}");
        assert_eq!(report.summary().redirects, 0, "the redirects of robots.txt have no records");
    }
}

pub(crate) fn robots_txt_may_redirect_to_another_host(stage: &Stage) {
    let elsewhere = site([("/rules", robots("User-agent: *\nDisallow: /a"))]);
    let site = start(pages(Answer::redirect(301, elsewhere.url("/rules").as_str())));
    let report = stage.crawl(&site, obedient);
    assert_eq!(
        (elsewhere.paths(), site.paths()),
        (vec!["/rules".to_owned()], ["/", "/b", "/robots.txt"].map(str::to_owned).into())
    );
    assert_eq!((report.summary().pages, report.disallowed.count), (2, 1));
}

/// A line that the limit cuts does not count: `Allow: /a/b` might become `Allow: /`.
pub(crate) fn the_first_500_kib_of_robots_txt_count(stage: &Stage) {
    for (length, paths) in [(0, &["/", "/robots.txt"][..]), (500 << 10, &["/", "/b", "/robots.txt"])] {
        let head = "User-agent: *\nDisallow: /a\n#";
        let comment = "#".repeat(length).split_off(head.len().min(length));
        let text = format!("{head}{comment}\nDisallow: /b\n");
        assert_eq!(requested(stage, robots(&text)).0, paths);
    }
    let cut = format!("User-agent: *\nDisallow: /a\n{}\nAllow: /a/b\n", "#".repeat((500 << 10) - 27 - 9));
    assert_eq!(requested(stage, robots(&cut)).0, ["/", "/b", "/robots.txt"]);
}

/// What is longer is not read, however long it is, and whatever `max_body` is.
pub(crate) fn a_longer_robots_txt_is_cut(stage: &Stage) {
    let rules = format!("User-agent: *\nDisallow: /a\n#{}", "#".repeat(500 << 10));
    let chunked = |size: usize| {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
        Answer::raw(format!("{head}{size:x}\r\n{rules}\r\n0\r\n\r\n"))
    };
    for (answer, paths) in [
        (robots(&rules), &["/", "/b", "/robots.txt"][..]),
        (robots(&rules).without_length(), &["/", "/b", "/robots.txt"]),
        (chunked(rules.len()), &["/", "/b", "/robots.txt"]),
        (chunked(1 << 40), &["/", "/b", "/robots.txt"]),
        (Answer::endless(), &["/", "/a", "/b", "/robots.txt"]),
    ] {
        let site = start(pages(answer));
        stage.crawl(&site, |options| {
            obedient(options);
            options.max_body = 100;
        });
        assert_eq!(site.paths(), paths);
    }
}

pub(crate) fn an_interrupt_before_robots_txt_comes_leaves_the_pages_unfinished(stage: &Stage) {
    let site = start(pages(robots("")).hold("/robots.txt"));
    let crawl = stage.begin(&site, obedient);
    crawl.wait_until(|site: &Site| site.unanswered() == ["/robots.txt"]);
    crawl.interrupt();
    let report = crawl.finish();
    assert_eq!((report.records.len(), report.unfinished, report.disallowed.count), (0, 1, 0));
}
