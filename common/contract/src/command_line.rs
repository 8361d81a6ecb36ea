//! The command line: what the stage's program accepts, and what it prints.

use practice_site::{Answer, Reset};
use serde_json::{Value, json};

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
    let ended = stage.run(&start(Site::builder()), &["--format", "json", "--max-tasks", "50", "--verbose"]);
    assert_eq!(ended.code, Some(0));
    assert!(ended.stderr.contains("practice site at http://127.0.0.1:"), "{}", ended.stderr);
    assert!(ended.json()["summary"]["pages"].as_u64() > Some(100), "{}", ended.stdout);
}

pub(super) fn with_json_stdout_has_the_report_alone(stage: &Stage) {
    let site = small_site();
    let ended = stage.run(&site, &["--format=json", site.url("/").as_str()]);
    let report = ended.json();
    assert_eq!(report["stage"], stage.name);
    let urls = ["/", "/lost", "/moved", "/page"].map(|path| site.url(path).to_string());
    let records = report["records"].as_array().expect("a list");
    assert_eq!(
        records.iter().map(|record| &record["url"]).collect::<Vec<_>>(),
        urls.iter().collect::<Vec<_>>()
    );
    let summary = &report["summary"];
    let totals = ["pages", "errors", "redirects", "skipped_https", "unfinished"].map(|name| &summary[name]);
    assert_eq!(totals, [2, 1, 1, 1, 0]);
    assert!(summary["bytes"].is_u64() && summary["elapsed_ms"].is_f64(), "{summary}");
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
}

pub(super) fn a_json_record_has_each_of_its_fields(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/moved", "/broken"])),
        ("/moved", Answer::redirect(302, "/")),
        ("/broken", page().reset(Reset::Request)),
    ]);
    let mut report = stage.run(&site, &["--format", "json", "--max-tries=1", site.url("/").as_str()]).json();
    for record in report["records"].as_array_mut().expect("a list") {
        let elapsed = record.as_object_mut().and_then(|record| record.remove("elapsed_ms"));
        assert!(elapsed.is_some_and(|time| time.as_f64() > Some(0.0)));
    }
    let page = json!({
        "url": site.url("/").as_str(), "status": 200, "next_url": null, "found_on": null, "error": null, "content_type": "text/html",
        "encoding": "utf-8", "size": report["records"][0]["size"], "links": 2, "new_links": 2, "tries": 1
    });
    let redirect = json!({
        "url": site.url("/moved").as_str(), "status": 302, "next_url": site.url("/").as_str(), "found_on": site.url("/").as_str(), "error": null,
        "content_type": null, "encoding": null, "size": 0, "links": 0, "new_links": 0, "tries": 1
    });
    assert_eq!(report["records"][0], page);
    assert_eq!(report["records"][2], redirect);
    let broken = &report["records"][1];
    assert_eq!((&broken["status"], &broken["error"]["kind"]), (&Value::Null, &json!("reset")));
    assert_eq!(broken["found_on"], site.url("/").as_str());
    assert!(broken["error"]["message"].is_string());
}

pub(super) fn the_text_has_a_line_for_each_url_and_the_totals(stage: &Stage) {
    let site = small_site();
    let ended = stage.run(&site, &[site.url("/").as_str()]);
    for path in ["/", "/lost", "/moved", "/page"] {
        let url = site.url(path).to_string();
        let has_url = |line: &&str| line.split_whitespace().nth(3) == Some(&url);
        assert_eq!(ended.stdout.lines().filter(has_url).count(), 1, "{path} in {}", ended.stdout);
    }
    let found_on = format!(", 0 new  found on {}\n", site.url("/"));
    for text in [&found_on, "2 pages, 1 redirect, 1 error;", "404 (1)", "https://secure.test/"] {
        assert!(ended.stdout.contains(text), "{text} in {}", ended.stdout);
    }
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "no progress line without a terminal");
}

pub(super) fn verbose_logs_a_line_for_each_fetch(stage: &Stage) {
    let site = small_site();
    let ended = stage.run(&site, &["-v", site.url("/").as_str()]);
    for path in ["/", "/lost", "/moved", "/page"] {
        let url = format!("  {} ", site.url(path));
        let lines = ended.stderr.lines().filter(|line| format!("{line} ").contains(&url));
        assert_eq!(lines.count(), 1, "{path} in {}", ended.stderr);
    }
    assert_eq!(ended.stderr.lines().count(), 5);
    assert!(ended.stderr.ends_with("\n\n"), "a gap before the report: {}", ended.stderr);
}

pub(super) fn a_url_may_lack_its_scheme(stage: &Stage) {
    let site = small_site();
    let address = site.address().to_string();
    assert_eq!(stage.run(&site, &[&address]).code, Some(0));
    assert_eq!(site.paths(), ["/", "/lost", "/moved", "/page"]);
    let colon = format!("http:{address}/page");
    assert_eq!(stage.run(&site, &[&colon]).code, Some(0), "{colon}");
}

pub(super) fn each_option_has_its_effect(stage: &Stage) {
    let site = site([
        ("/", Answer::links(["/skip", "/moved", "/large", "/reset"])),
        ("/moved", Answer::redirect(302, "/behind")),
        ("/large", Answer::html("x".repeat(2000))),
        ("/reset", page().reset(Reset::Request)),
    ]);
    let options =
        ["--exclude=/skip", "--max-redirects=0", "--max-tries=2", "--max-body=1000", "--max-tasks=1"];
    let url = site.url("/");
    let ended = stage.run(&site, &[&options[..], &["--format=json", url.as_str()]].concat());
    let large = &ended.json()["records"][1];
    assert_eq!(
        (&large["url"], &large["error"]["kind"]),
        (&json!(site.url("/large").as_str()), &json!("too-large"))
    );
    assert_eq!((site.hits("/skip"), site.hits("/behind"), site.hits("/reset")), (0, 0, 2));
    assert_eq!(site.most_open(), 1);
}

pub(super) fn max_pages_limits_the_whole_crawl(stage: &Stage) {
    let site = site([("/", Answer::links(["/a", "/b"])), ("/a", Answer::links(["/c"]))]);
    let ended =
        stage.run(&site, &["--max-pages=2", "--format=json", "--max-tasks=1", site.url("/").as_str()]);
    assert_eq!(site.paths(), ["/", "/a"]);
    assert_eq!((ended.code, &ended.json()["summary"]["beyond_max_pages"]), (Some(0), &json!(2)));
}

pub(super) fn the_timeout_is_in_seconds_and_may_have_a_fraction(stage: &Stage) {
    let site = site([("/", Answer::silent())]);
    let ended =
        stage.run(&site, &["--timeout=0.2", "--max-tries=1", "--format=json", site.url("/").as_str()]);
    assert_eq!(ended.json()["records"][0]["error"]["kind"], "timeout");
    assert_eq!(ended.code, Some(1));
}
