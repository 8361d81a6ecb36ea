//! The predicted report of a case, from the parts of a crawl that never wait.

use std::collections::HashMap;
use std::time::Duration;

use common::crawl::scope::Scope;
use common::{Cause, FetchError, Frontier, Options, Outcome, Phase, Record, Report, Response, Target};
use url::Position;

use super::case::Case;
use super::page::{Page, path};

/// Returns the report of a crawl of `case` with these options.
///
/// With a short deadline, the outcome of a try depends on the machine. Then `reported` decides which of its possible
/// outcomes a page had.
pub(super) fn predict(case: &Case, options: &Options, reported: &Report) -> Report {
    let pages = case.pages.iter().enumerate().map(|(number, page)| (path(number), page)).collect();
    let model = Model { pages, missing: Page::missing(), options };
    let (mut frontier, scope) = (Frontier::new(options), Scope::new(options));
    let mut targets = frontier.roots();
    while let Some(target) = targets.pop() {
        let fetched = match reported.record(&target.url) {
            Some(record) if case.is_hasty() => model.fetch_as(&target, record),
            _ => model.fetch(&target),
        };
        let outcome = Outcome::of(&target, fetched, &scope);
        targets.extend(frontier.settle(target, outcome));
    }
    frontier.finish()
}

struct Model<'a> {
    pages: HashMap<String, &'a Page>,
    missing: Page,
    options: &'a Options,
}

impl Model<'_> {
    /// Returns the result of all tries to fetch `target`.
    fn fetch(&self, target: &Target) -> Result<Response, FetchError> {
        let mut tries = 1;
        loop {
            match self.fetch_once(target, tries) {
                Err(cause) if cause.is_of_the_network() && tries < self.options.max_tries => tries += 1,
                fetched => return after(tries, target, fetched),
            }
        }
    }

    /// Returns the result of one try to fetch `target`.
    fn fetch_once(&self, target: &Target, tries: u32) -> Result<Response, Cause> {
        let path = &target.url[Position::BeforePath..Position::AfterQuery];
        let page = self.pages.get(path).copied().unwrap_or(&self.missing);
        page.fault(tries - 1).fetched(&page.wire(), self.options.max_body)
    }

    /// Returns the result that `record` has, if it is possible when some tries time out.
    fn fetch_as(&self, target: &Target, record: &Record) -> Result<Response, FetchError> {
        let tries = record.tries;
        let is_alike = |fetched: &Result<Response, Cause>| match (fetched, &record.error) {
            (Ok(response), None) => {
                (Some(response.status), response.body.len()) == (record.status, record.size)
            }
            (Err(cause), Some(error)) => cause.kind() == error.cause.kind(),
            _ => false,
        };
        let timeout = (tries == self.options.max_tries).then_some(Err(Cause::Timeout));
        let mut possible = (1..=tries).map(|tries| self.fetch_once(target, tries)).chain(timeout);
        match possible.find(is_alike) {
            Some(fetched) => after(tries, target, fetched),
            None => self.fetch(target),
        }
    }
}

/// Returns the result of all tries, of which the last one had the result `fetched`.
fn after(tries: u32, target: &Target, fetched: Result<Response, Cause>) -> Result<Response, FetchError> {
    let error = |cause| FetchError::new(&target.url, Phase::Reading, tries, Duration::ZERO, cause);
    fetched.map(|response| Response { tries, ..response }).map_err(error)
}
