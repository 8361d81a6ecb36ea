//! [`choose_schemes`]: https for the roots that were typed without a scheme, if it gives an answer.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use common::crawl::options::Checks;
use common::crawl::root::Root;
use common::{Around, Options, Report, Services, Strategy};
use url::Url;

/// How long a root has to answer by https: as long as Chrome waits before it falls back to http.
const LIMIT: Duration = Duration::from_secs(3);

/// Roots that are fetched by http because https gave no answer, each with the reason. It adds them to the report.
#[derive(Debug, Default)]
pub struct FellBack(Vec<(Arc<Url>, String)>);

impl Around for FellBack {
    fn finish(&self, report: &mut Report) {
        report.fell_back.clone_from(&self.0);
    }
}

/// Replaces the scheme of each root that was typed without one by https, unless a crawl of that root alone gets no answer.
/// `services` makes what that crawl uses. Does nothing if all roots have a scheme, or if the strategy fetches no https.
///
/// After an error of TLS, https stays: over http, the server could be trusted even less.
///
/// # Errors
/// If the crawl cannot start.
pub fn choose_schemes(
    options: &mut Options,
    typed: &[Root],
    strategy: &Strategy,
    services: impl FnOnce(Options) -> Services,
) -> io::Result<FellBack> {
    let guesses: Vec<_> = typed.iter().map(|root| guess(root).filter(|_| strategy.https)).collect();
    let roots: Vec<_> = guesses.iter().flatten().cloned().collect();
    if roots.is_empty() {
        return Ok(FellBack::default());
    }
    let report = (strategy.crawl)(services(probe(options, roots)).into())?;
    let mut fell_back = Vec::new();
    for (root, guess) in options.roots.iter_mut().zip(guesses) {
        match guess.map(|guess| (why_no_answer(&report, &guess), guess)) {
            Some((Some(why), _)) => fell_back.push((Arc::new(root.clone()), why)),
            Some((None, guess)) => *root = guess,
            None => {}
        }
    }
    Ok(FellBack(fell_back))
}

/// Returns the URL of a root that was typed without a scheme, with https.
fn guess(root: &Root) -> Option<Url> {
    let mut url = root.url.clone();
    // A URL of a special scheme takes any other special one.
    (!root.has_scheme && url.set_scheme("https").is_ok()).then_some(url)
}

/// Returns the options of a crawl that fetches the `roots` once, and nothing else.
fn probe(options: &Options, roots: Vec<Url>) -> Options {
    Options {
        max_pages: Some(roots.len()),
        roots,
        max_tries: 1,
        max_wait: Duration::ZERO,
        timeout: options.timeout.min(LIMIT),
        checks: Checks::default(),
        ..options.clone()
    }
}

/// Returns why neither the root nor its robots.txt gave an answer, if that is no fault of TLS.
fn why_no_answer(report: &Report, root: &Url) -> Option<String> {
    let urls = [Some(root.clone()), root.join("/robots.txt").ok()];
    let mut records = urls.iter().flatten().filter_map(|url| report.record(url));
    let error = records.find_map(|record| record.error.as_ref());
    error.filter(|error| error.cause.kind() != "tls").map(ToString::to_string)
}
