//! A crawl that goes on from its journal ends as one that was never interrupted.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::crawl::options::Checks;
use common::crawl::target::Kind;
use common::page::links::MAX_LINKS;
use common::{Cause, FetchError, Options, Phase, Response, Target};
use common_fuzz::offline::{OnAnswer, answer, options, page, redirect, url, written};
use regex_lite::Regex;
use web::pace::Pacer;
use web::resume::{Replay, Store, check_header, header};

/// What a run has fetched and stored, and its report without the time that it took.
struct Run {
    fetched: Vec<Target>,
    lines: Vec<String>,
    report: String,
}

type Visit = dyn Fn(&Target) -> Result<Response, Cause>;

/// Crawls with these options from `kept` on, one target after another.
fn run(options: &Options, kept: &[String], visit: &Visit) -> Run {
    let mut services = web::services(options.clone());
    // The page of this path panics.
    services.door.add(Arc::new(OnAnswer(|target: &Target, _: &Response| {
        assert!(target.url.path() != "/panics", "a trap");
    })));
    let mut replay = Replay::new(&services);
    kept.iter().for_each(|line| replay.settle(line.as_bytes()).expect("a line of this crawl"));
    let lines = Arc::new(Mutex::new(Vec::new()));
    let store = lines.clone();
    let mut frontier = replay.into_frontier();
    frontier.ask_first(Arc::new(Store::new(move |line: &str| {
        store.lock().unwrap().push(line.to_owned());
        true
    })));
    let mut targets = VecDeque::from(services.roots(&mut frontier));
    let mut fetched = Vec::new();
    while let Some(target) = targets.pop_front() {
        fetched.push(target.clone());
        let elapsed = Duration::from_micros(1500);
        let failed = |cause| FetchError::new(&target.url, Phase::Reading, 2, elapsed, cause);
        let outcome = services.outcome(&target, visit(&target).map_err(failed));
        targets.extend(services.settle(&mut frontier, target, outcome));
    }
    let mut report = frontier.finish();
    report.elapsed = Duration::ZERO;
    // Not all examples are in the JSON.
    let report = written(|out| report.write_json("", &mut *out).and_then(|()| report.write_left_out(out)));
    let lines = lines.lock().unwrap().clone();
    Run { fetched, lines, report }
}

/// Crawls, and again from each part of its journal on. Asserts that this leads to the same end.
fn assert_goes_on(options: &Options, visit: &Visit) -> Run {
    let whole = run(options, &[], visit);
    for settled in 0..=whole.lines.len() {
        let (before, after) = whole.lines.split_at(settled);
        let resumed = run(options, before, visit);
        assert_eq!(resumed.report, whole.report, "after {:?}", before.last());
        assert_eq!(resumed.fetched, whole.fetched[settled..], "after {:?}", before.last());
        assert_eq!(resumed.lines, after, "what is stored again is stored as it was");
    }
    whole
}

const ROBOTS: &str = "User-agent: *\nDisallow: /not\nAllow: /not/but?this=*$\nDisallow: /%%34%31\nDisallow: /a*z$\n\
    Crawl-delay: 7";

const LINKS: &str = "/page /moved /panics /nowhere /loop/1 http://site.example//double http://www.site.example/ \
    http://site.example./13 /not/at-all /not/but?this=%26 /%%34%31 /abcz /unknown /coded /named#x /named#none /kept#x http://site.example//double#y \
    http://a.example/1 http://a.example/2 http://a.example/3 http://[/";

/// A site with every kind of outcome.
fn site(target: &Target) -> Result<Response, Cause> {
    let long = format!("/{}", "x".repeat(9000));
    Ok(match target.url.path() {
        _ if target.url.scheme() == "https" => return Err(Cause::Closed),
        "/robots.txt" if target.url.host_str() == Some("www.site.example") => answer(503, ""),
        "/robots.txt" => redirect("http://elsewhere.example/rules"),
        "/rules" => answer(200, ROBOTS),
        "/" => page(&LINKS.split(' ').chain([&*long]).collect::<Vec<_>>()),
        "/page" => Response { tries: 3, ..page(&["/", "/late?q='\u{fc}\\", "https://a.example/", "/page"]) },
        "/moved" => redirect("/moved/2"),
        "/moved/2" => redirect("http://out.example/"),
        "/nowhere" => Response { location: None, ..redirect("") },
        "/loop/1" => redirect("/loop/2"),
        "/loop/2" => redirect("/loop/1"),
        "/late" => redirect(&long),
        "/named" => Response { body: "<p id=x>".into(), ..page(&[]) },
        "/kept" => redirect("/named#kept"),
        "//double" => page(&[]),
        "/unknown" => return Err(Cause::Dns(io::Error::other("no such\nname"))),
        "/coded" => return Err(Cause::ContentEncoding("zs\u{202e}td".into())),
        _ => Response { status: 404, ..page(&["/not-read"]) },
    })
}

#[test]
fn a_crawl_that_goes_on_after_any_outcome_fetches_the_rest_and_reports_the_same() {
    let plain = options(&["/", "https://site.example/"]);
    let whole = assert_goes_on(&plain, &site);
    for said in [
        "no such\\\\nname",
        "panicked: a trap",
        "on the way from",
        "longer than 8000",
        "\"the scheme `https` is not supported, only `http`\"",
    ] {
        assert!(whole.report.contains(said), "{said}: {}", whole.report);
    }
    let robots = assert_goes_on(&Options { obey_robots: true, ..plain.clone() }, &site);
    let is_robots =
        |target: &&Target| matches!(&target.kind, Kind::Other(what) if what.starts_with("robots.txt"));
    assert_eq!(robots.fetched.iter().filter(is_robots).count(), 5);
    let parts = ["\"disallowed\":4,", "/robots.txt\",\"status\":503"];
    assert!(parts.iter().all(|part| robots.report.contains(part)));
    let checks = Checks { backlinks: true, external: true, fragments: true };
    let checked = assert_goes_on(&Options { checks, ..plain.clone() }, &site).report;
    let found = [
        "\"external\":true",
        "\"backlinks\"",
        "/named#none\",",
        "/named#kept\",",
        "//double#y\",",
        "\"http://[/\",",
    ];
    assert!(found.iter().all(|found| checked.contains(found)) && !checked.contains("#x"), "{checked}");
    assert_goes_on(&Options { max_pages: Some(7), ..plain.clone() }, &site);
    assert_goes_on(&Options { max_redirects: 0, max_pages: Some(12), obey_robots: true, ..plain }, &site);
}

#[test]
fn links_that_were_not_read_are_counted_in_the_next_run_too() {
    let body: String = (0..MAX_LINKS + 9).map(|link| format!("<a href=x:{link}>")).collect();
    let options = Options { max_pages: Some(1), ..options(&["/"]) };
    let whole = run(&options, &[], &move |_| Ok(Response { body: body.clone().into(), ..page(&[]) }));
    let resumed = run(&options, &whole.lines, &|_| Err(Cause::Closed));
    assert!(resumed.report.contains("\"beyond_max_links\":9,"), "{}", resumed.report);
}

#[test]
fn the_crawl_delay_of_a_robots_txt_is_kept() {
    let options = Options { obey_robots: true, ..options(&["/"]) };
    let lines = run(&options, &[], &|target| match &target.kind {
        Kind::Other(what) if what.starts_with("robots.txt") => Ok(answer(200, ROBOTS)),
        _ => Ok(page(&[])),
    });
    let pacer = Pacer::default();
    Replay::new(&web::services_at(options, &pacer))
        .settle(lines.lines[0].as_bytes())
        .expect("the robots.txt");
    let turn = || pacer.plan(&url("/"), Duration::ZERO, Duration::ZERO);
    assert!(turn() < turn(), "the second request waits for its turn");
}

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
    let changes: [(Change, &str); 13] = [
        // A password is not stored.
        (
            |now| now.roots = vec![url("http://me:secret@a/")],
            "URL was [\"http://site.example/\"] and is now [\"http://a/\"]",
        ),
        (|now| now.https = true, "https was false"),
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
