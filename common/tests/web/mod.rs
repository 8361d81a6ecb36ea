//! A crawl without a network: each test makes its pages.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::collections::HashSet;
use std::sync::Arc;

use common::fetch::http::ContentType;
use common::{Frontier, Options, Outcome, Report, Response, Target};
use url::{Position, Url};

/// Returns a URL of the tests' site. `path` may be a complete URL, too.
pub fn url(path: &str) -> Url {
    Url::parse("http://site.example/").expect("a URL").join(path).expect("a URL")
}

/// Returns the options of a crawl that starts at these paths.
pub fn options(roots: &[&str]) -> Options {
    Options::new(roots.iter().map(|root| url(root)))
}

/// Returns an HTML page with these links.
pub fn page(links: &[&str]) -> Response {
    let body: String = links.iter().map(|link| format!("<a href='{link}'>")).collect();
    Response { content_type: ContentType::parse("text/html"), ..answer(200, body) }
}

/// Returns a redirect.
pub fn redirect(location: &str) -> Response {
    Response { location: Some(location.into()), ..answer(302, "") }
}

/// Returns an answer without headers.
pub fn answer(status: u16, body: impl Into<Vec<u8>>) -> Response {
    Response { status, body: body.into(), tries: 1, ..Response::default() }
}

/// Returns the outcome of a fetch of `target` that ended in `response`.
pub fn outcome(target: &Target, response: Response, options: &Options) -> Outcome {
    Outcome::of(target, Ok(response), options)
}

/// Settles `path` with this response, and returns the paths of the targets that this leads to.
pub fn settle(frontier: &mut Frontier, options: &Options, path: &str, response: Response) -> Vec<String> {
    let target = Target::page(Arc::new(url(path)));
    let outcome = outcome(&target, response, options);
    frontier.settle(target, outcome).iter().map(|target| target.url.path().to_owned()).collect()
}

/// Crawls, one target at a time. `site` answers each path.
pub fn crawl(options: &Options, site: impl Fn(&str) -> Response) -> Report {
    let mut frontier = Frontier::new(options);
    let mut targets = frontier.roots();
    let mut fetched = HashSet::new();
    while let Some(target) = targets.pop() {
        let is_new = fetched.insert(target.url.clone());
        assert!(is_new, "{} is fetched twice: mark a URL as seen when it is found", target.url.path());
        let outcome = outcome(&target, site(target.url.path()), options);
        targets.extend(frontier.settle(target, outcome));
    }
    frontier.into_report()
}

/// Returns the report as text.
pub fn text(report: &Report) -> String {
    let mut out = Vec::new();
    report.write_text(&mut out).expect("memory takes all");
    String::from_utf8(out).expect("UTF-8")
}

/// Settles a robots.txt that these URLs wait for. Returns the ones that it allows.
pub fn allowed(robots_txt: impl Into<Vec<u8>>, urls: &[&str]) -> Vec<String> {
    let options = Options { obey_robots: true, ..options(urls) };
    let mut frontier = Frontier::new(&options);
    let robots = frontier.roots().remove(0);
    let rules = outcome(&robots, answer(200, robots_txt), &options);
    let targets = frontier.settle(robots, rules);
    targets.iter().map(|target| target.url[Position::BeforePath..].to_owned()).collect()
}
