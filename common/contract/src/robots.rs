//! Robots: which pages `--obey-robots` does not fetch.

use std::time::Duration;

use common::crawl::options::Hook;
use common::{Options, Report};
use practice_site::{Answer, Builder, Reset, Site};

use super::Stage;
use super::tools::{all_names_lead_to, kind, named, page, page_with_status, pages_of, record, site, start};

fn obedient(options: &mut Options) {
    options.obey_robots = true;
}

fn robots(text: &str) -> Answer {
    Answer::body("text/plain", text)
}

/// Returns a root that links to `/a` and `/b`, and this robots.txt.
fn pages(robots_txt: Answer) -> Builder {
    let root = Answer::links(["/a", "/b"]);
    pages_of([("/", root), ("/a", page()), ("/b", page()), ("/robots.txt", robots_txt)])
}

/// Crawls this site, and returns the paths that were requested and the report.
fn requested(stage: &Stage, robots_txt: Answer) -> (Vec<String>, Report) {
    let site = start(pages(robots_txt));
    let report = stage.crawl(&site, obedient);
    (site.paths(), report)
}

pub(super) fn by_default_robots_txt_is_not_fetched(stage: &Stage) {
    let site = start(pages(robots("User-agent: *\nDisallow: /")));
    let report = stage.crawl(&site, |_| {});
    assert_eq!((site.paths(), report.disallowed), (["/", "/a", "/b"].map(str::to_owned).into(), 0));
}

pub(super) fn disallowed_pages_are_counted_and_not_fetched(stage: &Stage) {
    let site = start(pages(robots("User-agent: *\nDisallow: /a\nDisallow: /c")));
    let report = stage.crawl(&site, obedient);
    assert_eq!(site.paths(), ["/", "/b", "/robots.txt"]);
    assert_eq!((report.summary().pages, report.summary().disallowed, report.unfinished), (2, 1, 0));
    assert_eq!(report.a_disallowed.as_deref(), Some(&site.url("/a")));
    assert_eq!(record(&report, &site, "/").links, 2, "a disallowed link counts as a link");
}

pub(super) fn robots_txt_is_fetched_first_and_once(stage: &Stage) {
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

pub(super) fn the_group_of_this_crawler_is_obeyed(stage: &Stage) {
    let text = "User-agent: *\nDisallow: /\n\nUser-agent: Four-Stages-Crawler\nDisallow: /b";
    assert_eq!(requested(stage, robots(text)).0, ["/", "/a", "/robots.txt"]);
    let text = "User-agent: four-stages-crawler/0.1.0\nDisallow: /b";
    assert_eq!(requested(stage, robots(text)).0, ["/", "/a", "/robots.txt"]);
    let text = "User-agent: other\nDisallow: /";
    assert_eq!(requested(stage, robots(text)).0, ["/", "/a", "/b", "/robots.txt"]);
}

pub(super) fn without_a_robots_txt_every_page_is_allowed(stage: &Stage) {
    for status in [404, 403, 410] {
        let (paths, report) = requested(stage, page_with_status(status, "User-agent: *\nDisallow: /"));
        assert_eq!(paths, ["/", "/a", "/b", "/robots.txt"], "{status}");
        assert_eq!((report.records.len(), report.summary().errors), (3, 0), "robots.txt has no record");
    }
}

pub(super) fn an_unavailable_robots_txt_allows_no_page_and_the_report_says_why(stage: &Stage) {
    for (answer, why) in [
        (Answer::error(500), "500"),
        (Answer::error(503), "503"),
        (page().reset(Reset::Request), "reset"),
        (Answer::redirect(301, "http://else.test/robots.txt"), "301"),
    ] {
        let site = start(pages(answer));
        let report = stage.crawl(&site, |options| {
            obedient(options);
            options.max_tries = 2;
        });
        assert_eq!(site.paths(), ["/robots.txt"], "{why}");
        assert_eq!(kind(record(&report, &site, "/robots.txt")), why);
        assert_eq!((report.records.len(), report.disallowed, report.has_root()), (1, 1, false), "{why}");
    }
}

pub(super) fn robots_txt_is_followed_through_five_redirects(stage: &Stage) {
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

pub(super) fn each_host_has_its_own_robots_txt(stage: &Stage) {
    let site = start(pages(Answer::sequence([robots("User-agent: *\nDisallow: /"), robots("")])));
    let [one, other] = ["one.test", "other.test"].map(|host| named(&site, host, "/"));
    let report = stage.crawl(&site, |options| {
        obedient(options);
        options.roots = vec![one, other];
        options.resolver = all_names_lead_to(&site);
        options.max_tasks = 1;
    });
    assert_eq!((site.hits("/robots.txt"), site.hits("/"), report.disallowed), (2, 1, 1));
}

pub(super) fn a_redirect_to_a_disallowed_page_is_not_followed(stage: &Stage) {
    let forbids = robots("User-agent: *\nDisallow: /secret");
    let site = site([("/robots.txt", forbids), ("/", Answer::redirect(302, "/secret")), ("/secret", page())]);
    let report = stage.crawl(&site, obedient);
    assert_eq!(site.paths(), ["/", "/robots.txt"]);
    assert_eq!((report.summary().redirects, report.disallowed), (1, 1));
}

/// Its links are searched if it is fetched as a page, and not if it is fetched for its rules.
pub(super) fn a_link_to_robots_txt_is_a_link_to_a_page(stage: &Stage) {
    let html = Answer::html("<a href=/found></a>\nUser-agent: *\nDisallow: /");
    let site = site([("/robots.txt", html.clone()), ("/", page()), ("/found", page())]);
    let unlinked = stage.crawl(&site, |options| {
        obedient(options);
        options.on_response = Some(Hook::new(|url, _| panic!("the hook is called for {url}")));
    });
    assert_eq!((site.paths(), unlinked.records.len()), (vec!["/robots.txt".to_owned()], 0));
    let report = stage.crawl(&site, |options| {
        obedient(options);
        options.roots = vec![site.url("/robots.txt")];
    });
    assert_eq!(record(&report, &site, "/robots.txt").links, 1);
    assert_eq!((report.records.len(), report.disallowed), (1, 1));
}

/// A line that the limit cuts does not count: `Allow: /a/b` might become `Allow: /`.
pub(super) fn the_first_500_kib_of_robots_txt_count(stage: &Stage) {
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
pub(super) fn a_longer_robots_txt_is_cut(stage: &Stage) {
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

pub(super) fn a_crawl_delay_is_obeyed(stage: &Stage) {
    let site = start(pages(robots("User-agent: *\nCrawl-delay: 0.15")));
    let begin = site.clock();
    stage.crawl(&site, |options| {
        obedient(options);
        options.delay = Duration::from_millis(1);
    });
    let accepted: Vec<_> = site.log().iter().map(|visit| visit.accepted - begin).collect();
    // The root's turn comes 1 ms after robots.txt. The next turns are 150 ms apart.
    let turns = [0, 1, 151, 301].map(Duration::from_millis);
    assert!(accepted.len() == 4 && accepted.iter().zip(turns).all(|(at, turn)| *at >= turn), "{accepted:?}");
}

pub(super) fn an_interrupt_before_robots_txt_comes_leaves_the_pages_unfinished(stage: &Stage) {
    let site = start(pages(robots("")).hold("/robots.txt"));
    let crawl = stage.begin(&site, obedient);
    crawl.wait_until(|site: &Site| site.unanswered() == ["/robots.txt"]);
    crawl.interrupt();
    let report = crawl.finish();
    assert_eq!((report.records.len(), report.unfinished, report.disallowed), (0, 1, 0));
}

pub(super) fn the_program_reports_disallowed_pages(stage: &Stage) {
    let site = start(pages(robots("User-agent: *\nDisallow: /a")));
    let root = site.url("/");
    let text = stage.run(&site, &["--obey-robots", root.as_str()]);
    let line = format!("not allowed by robots.txt: 1 URL, such as {}", site.url("/a"));
    assert!(text.stdout.contains(&line), "{}", text.stdout);
    let json = stage.run(&site, &["--obey-robots", "--format=json", root.as_str()]).json();
    assert_eq!((&json["summary"]["disallowed"], &json["summary"]["pages"]), (&1.into(), &2.into()));
}
