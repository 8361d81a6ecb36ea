//! A crawl without a network: each test makes its pages.

use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use common::fetch::http::ContentType;
use common::{
    Around, Attempt, Cause, FetchError, Frontier, Options, Outcome, Phase, Report, Response, Services, Target,
};
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
    web::services(options.clone()).outcome(target, Ok(response))
}

/// Returns the frontier of a crawl with these options.
pub fn frontier(options: &Options) -> Frontier {
    web::job(options.clone()).frontier
}

/// Starts a fetch of the tests' page in a crawl with these options.
pub fn attempt(options: Options) -> Attempt {
    attempt_with(web::services(options))
}

/// Starts a fetch of the tests' page with these services.
pub fn attempt_with(services: Services) -> Attempt {
    Attempt::start(&Target::page(Arc::new(url("/"))), &Arc::new(services))
}

/// Calls a function for each answer, before its links are read.
pub struct OnAnswer<F>(pub F);

impl<F: Fn(&Target, &Response) + Send + Sync> Around for OnAnswer<F> {
    fn read(&self, target: &Target, response: Option<&Response>, _: &mut Outcome) {
        response.into_iter().for_each(|response| self.0(target, response));
    }
}

/// Returns an error of no special kind.
pub fn broken() -> io::Error {
    io::ErrorKind::Other.into()
}

/// Settles a fetch that ended like this: a failure while reading, in the second try, after 1.5 ms. Returns the new targets.
pub fn settle(
    frontier: &mut Frontier,
    target: Target,
    fetched: Result<Response, Cause>,
    options: &Options,
) -> Vec<Target> {
    let time = Duration::from_micros(1500);
    let fetched = fetched.map_err(|cause| FetchError::new(&target.url, Phase::Reading, 2, time, cause));
    let outcome = web::services(options.clone()).outcome(&target, fetched);
    frontier.settle(target, outcome)
}

/// Returns the report of a crawl whose roots have these results, in their order.
pub fn report(options: &Options, fetched: impl IntoIterator<Item = Result<Response, Cause>>) -> Report {
    let mut frontier = frontier(options);
    for (target, fetched) in frontier.roots().into_iter().zip(fetched) {
        settle(&mut frontier, target, fetched, options);
    }
    frontier.finish()
}

/// A crawl whose pages the test settles, in any order.
pub struct Crawl {
    options: Options,
    /// The frontier of its targets.
    pub frontier: Frontier,
    /// The targets in flight.
    pub targets: Vec<Target>,
}

impl Crawl {
    /// Begins a crawl. Its roots are in flight.
    pub fn begin(options: Options) -> Crawl {
        let mut frontier = frontier(&options);
        let targets = frontier.roots();
        Crawl { options, frontier, targets }
    }

    /// Settles `path` with this response, and returns the paths of the targets that this leads to.
    pub fn settle(&mut self, path: &str, response: Response) -> Vec<String> {
        let url = url(path);
        let target = match self.targets.iter().position(|target| *target.url == url) {
            Some(at) => self.targets.remove(at),
            None => Target::page(Arc::new(url)),
        };
        let outcome = outcome(&target, response, &self.options);
        let new = self.frontier.settle(target, outcome);
        self.targets.extend(new.iter().cloned());
        new.iter().map(|target| target.url.path().to_owned()).collect()
    }
}

/// Crawls, one target at a time. `site` answers each path.
pub fn crawl(options: &Options, site: impl Fn(&str) -> Response) -> Report {
    crawl_in_order(options, site, |len| len - 1)
}

/// Crawls like this. `next` chooses the target that is settled next, of so many.
pub fn crawl_in_order(
    options: &Options,
    site: impl Fn(&str) -> Response,
    mut next: impl FnMut(usize) -> usize,
) -> Report {
    let mut frontier = frontier(options);
    let mut targets = frontier.roots();
    let mut fetched = HashSet::new();
    while !targets.is_empty() {
        let target = targets.swap_remove(next(targets.len()));
        let is_new = fetched.insert(target.url.clone());
        assert!(is_new, "{} is fetched twice: mark a URL as seen when it is found", target.url.path());
        let outcome = outcome(&target, site(target.url.path()), options);
        targets.extend(frontier.settle(target, outcome));
    }
    frontier.finish()
}

/// Returns what `write` writes.
pub fn written(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).expect("memory takes all");
    String::from_utf8(out).expect("UTF-8")
}

/// Returns the report as text.
pub fn text(report: &Report) -> String {
    written(|out| report.write_text(out))
}

/// Settles a robots.txt that these URLs wait for. Returns the ones that it allows.
pub fn allowed(robots_txt: impl Into<Vec<u8>>, urls: &[&str]) -> Vec<String> {
    let options = Options { obey_robots: true, ..options(urls) };
    let mut frontier = frontier(&options);
    let robots = frontier.roots().remove(0);
    let rules = outcome(&robots, answer(200, robots_txt), &options);
    let targets = frontier.settle(robots, rules);
    targets.iter().map(|target| target.url[Position::BeforePath..].to_owned()).collect()
}
