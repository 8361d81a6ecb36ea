//! The predicted report of a case, from the parts of a crawl that never wait.

use std::time::Duration;

use common::{Cause, FetchError, Job, Options, Phase, Record, Report, Response, Target};
use url::Position;

use super::case::Case;

/// Returns the report of a crawl of `case` with these options.
///
/// With a short deadline, the outcome of a try depends on the machine: `reported` decides which possible one it had.
pub(super) fn predict(case: &Case, options: &Options, reported: &Report) -> Report {
    let Job { services, mut frontier } = web::job(options.clone());
    let mut targets = frontier.roots();
    while let Some(target) = targets.pop() {
        let record = reported.record(&target.url).filter(|_| case.is_hasty());
        let (tries, fetched) = fetch(case, &target, record);
        let error = |cause| FetchError::new(&target.url, Phase::Reading, tries, Duration::ZERO, cause);
        let fetched = fetched.map(|response| Response { tries, ..response }).map_err(error);
        let outcome = services.outcome(&target, fetched);
        targets.extend(frontier.settle(target, outcome));
    }
    frontier.finish()
}

/// Returns the tries that a fetch needs, and the result of the last one: that of `record`, where a timeout makes it possible.
fn fetch(case: &Case, target: &Target, record: Option<&Record>) -> (u32, Result<Response, Cause>) {
    let page = case.page(&target.url[Position::BeforePath..Position::AfterQuery]);
    let fetch_once = |tries| page.fault(tries - 1).fetched(page.wire.as_bytes(), case.max_body);
    if let Some(record) = record {
        let timeout = (record.tries == case.max_tries).then_some(Err(Cause::Timeout));
        let mut possible = (1..=record.tries).map(fetch_once).chain(timeout);
        if let Some(fetched) = possible.find(|fetched| is_alike(fetched, record)) {
            return (record.tries, fetched);
        }
    }
    let mut tries = 1;
    loop {
        match fetch_once(tries) {
            Err(cause) if cause.is_of_the_network() && tries < case.max_tries => tries += 1,
            fetched => return (tries, fetched),
        }
    }
}

fn is_alike(fetched: &Result<Response, Cause>, record: &Record) -> bool {
    match (fetched, &record.error) {
        (Ok(response), None) => (Some(response.status), response.body.len()) == (record.status, record.size),
        // The last redirect of a chain may end as an error.
        (Ok(response), Some(error)) => {
            (300..400).contains(&response.status) && matches!(error.cause, Cause::Redirect { .. })
        }
        (Err(cause), Some(error)) => cause.kind() == error.cause.kind(),
        _ => false,
    }
}
