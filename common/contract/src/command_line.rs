//! The command line: what the stage's program accepts, and what it prints.

use practice_site::Answer;

use super::tools::{page, site, start};
use super::{Site, Stage};

/// Returns a site with a page, a redirect, a broken link and an https link.
fn small_site() -> Site {
    site([
        ("/", Answer::links(["/moved", "/lost", "https://secure.test/"])),
        ("/moved", Answer::redirect(302, "/page")),
        ("/page", page()),
    ])
}

pub(super) fn without_a_url_it_crawls_the_practice_site(stage: &Stage) {
    let ended = stage.run(&start(Site::builder()), &["--format", "json", "--max-pages=20", "--verbose"]);
    assert_eq!(ended.code, Some(0));
    assert!(ended.stderr.contains("practice site at http://127.0.0.1:"), "{}", ended.stderr);
    assert!(ended.json()["summary"]["pages"].as_u64() > Some(10), "{}", ended.stdout);
}

pub(super) fn with_json_stdout_has_the_report_alone(stage: &Stage) {
    let site = small_site();
    let ended = stage.run(&site, &["--format=json", "/"]);
    let report = ended.json();
    assert_eq!(report["stage"], stage.name);
    for (number, path) in ["/", "/lost", "/moved", "/page"].into_iter().enumerate() {
        assert_eq!(report["records"][number]["url"], site.url(path).as_str());
    }
    let totals = ["pages", "errors", "redirects", "skipped_https"].map(|name| &report["summary"][name]);
    assert_eq!(totals, [2, 1, 1, u8::from(!stage.has_https(&site))]);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
}

pub(super) fn the_text_and_the_log_have_a_line_for_each_url(stage: &Stage) {
    let site = small_site();
    let address = site.address().to_string();
    let [quiet, ended] = [&[&*address][..], &["-v", &address]].map(|arguments| stage.run(&site, arguments));
    for path in ["/", "/lost", "/moved", "/page"] {
        let url = site.url(path).to_string();
        let has_url = |line: &&str| line.split_whitespace().nth(3) == Some(&url);
        let lines = [&ended.stdout, &ended.stderr].map(|output| output.lines().filter(has_url).count());
        assert_eq!(lines, [1, 1], "{path}: {ended:?}");
    }
    assert!(ended.stderr.ends_with("\n\n"), "a gap before the report: {}", ended.stderr);
    assert_eq!((quiet.code, quiet.stderr.as_str()), (Some(0), ""), "no progress line without a terminal");
}

pub(super) fn each_option_has_its_effect(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/skip", "/moved", "/large", "/reset", "/beyond"])),
        ("/moved", Answer::redirect(302, "/behind")),
        ("/large", Answer::html("x".repeat(2000))),
        ("/reset", page().reset(0)),
    ]);
    let limits = "--max-redirects=0 --max-tries=2 --max-body=1000 --max-tasks=1 --max-pages=4";
    let others = "--exclude=/skip --obey-robots --format=json /";
    let ended = stage.run(&site, &limits.split(' ').chain(others.split(' ')).collect::<Vec<_>>());
    let report = ended.json();
    assert_eq!(report["records"][1]["error"]["kind"], "too-large");
    assert_eq!(report["summary"]["beyond_max_pages"], 1);
    assert_eq!(site.paths(), ["/", "/large", "/moved", "/reset", "/robots.txt"]);
    assert_eq!((site.hits("/reset"), site.most_open()), (2, 1));
}

pub(super) fn a_timeout_may_have_a_fraction_and_public_only_refuses_loopback(stage: &Stage) {
    let site = site([("/", Answer::silent())]);
    for (option, kind) in [("--timeout=0.2", "timeout"), ("--public-only", "not-public")] {
        let ended = stage.run(&site, &[option, "--max-tries=1", "--format=json", "/"]);
        assert_eq!(ended.code, Some(1));
        assert_eq!(ended.json()["records"][0]["error"]["kind"], kind);
    }
}
