//! [`Odd`]: answers and errors after which the same request is made in another way. No such request costs a try, except after a
//! time-out.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use common::fetch::attempt::{Try, growing_pause};
use common::fetch::http::{Again, Request};
use common::lock::lock;
use common::{Around, Cause, FetchError, Options, Phase, Response};
use url::Url;

/// Makes requests in another way: in HTTP/1.1, with GET in place of HEAD, or once the system has a descriptor again.
#[derive(Debug)]
pub struct Odd {
    timeout: Duration,
    max_tries: u32,
    /// When each URL first lacked a descriptor.
    lacks_since: Mutex<HashMap<Url, Instant>>,
}

impl Odd {
    /// Makes the odd cases of a crawl with these options.
    pub fn new(options: &Options) -> Odd {
        Odd { timeout: options.timeout, max_tries: options.max_tries, lacks_since: Mutex::default() }
    }

    /// Returns the request to make after an error.
    fn after_error(&self, current: &Try, error: &FetchError) -> Option<Again> {
        let is_of_request = matches!(error.phase, Phase::Sending | Phase::Reading | Phase::Decoding);
        let again =
            Again { request: current.request, costs_try: false, pause: growing_pause(current.number) };
        match &error.cause {
            Cause::OutOfDescriptors(_) => {
                let since =
                    *lock(&self.lacks_since).entry((*current.url).clone()).or_insert_with(Instant::now);
                (since.elapsed() < self.timeout).then_some(again)
            }
            Cause::TooEarly => None,
            // The server may not understand HEAD. A try that timed out has taken long, so it counts.
            Cause::Timeout if is_of_request && current.number < self.max_tries => {
                with_get(current.request).map(|request| Again { request, costs_try: true, ..again })
            }
            Cause::Timeout => None,
            _ if is_of_request => {
                with_get(current.request).map(|request| Again { request, pause: Duration::ZERO, ..again })
            }
            _ => None,
        }
    }
}

impl Around for Odd {
    fn again(&self, current: &Try, ended: Result<&Response, &FetchError>) -> Option<Again> {
        match ended {
            Ok(response) => {
                let request = after_answer(current.request, response.status)?;
                Some(Again { request, costs_try: false, pause: Duration::ZERO })
            }
            Err(error) => self.after_error(current, error),
        }
    }
}

/// Returns the request to make after an answer.
fn after_answer(request: Request, status: u16) -> Option<Request> {
    match status {
        // The server refuses HTTP/1.0.
        426 | 505 if request.minor == 0 => Some(Request { minor: 1, ..request }),
        // It says that it is busy, whatever the method.
        429 | 503 => None,
        // It may have refused only the method: servers refuse HEAD with all kinds of statuses.
        400.. => with_get(request),
        _ => None,
    }
}

/// Returns the request with GET in place of HEAD, or `None` if it has no HEAD.
fn with_get(request: Request) -> Option<Request> {
    (request.method == "HEAD").then_some(Request { method: "GET", ..request })
}
