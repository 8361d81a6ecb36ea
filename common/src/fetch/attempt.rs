//! [`Attempt`]: the policy of one fetch, from its first try to its last.

mod address;
mod answer;
mod blocking;
mod current;
mod rare;
mod reuse;
mod turn;
mod verdict;

use std::cell::{Cell, RefCell};
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use url::Url;

use crate::crawl::services::Services;
use crate::crawl::target::{Kind, Target};
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::fetch::http::{Decoder, Response};
use crate::fetch::time::after;
use current::Try;
use rare::Rare;
use trace::Event;

pub use reuse::Reuse;
pub use turn::growing_pause;
pub use verdict::{Situation, Verdict, verdict};

/// The policy of one fetch: when a try starts, which address to connect to, what to send, and whether to try again.
/// It covers all tries of the fetch.
///
/// Waiting is left to the stage. Only [`pause`](Attempt::pause) and [`resolve`](Attempt::resolve),
/// which stage 1 calls, block the thread.
///
/// ```
/// # use {common::{Attempt, Options, Services, Target}, std::sync::Arc};
/// # let url = url::Url::parse("http://site.example/")?;
/// # let services = Arc::new(Services::new(Options::new([url.clone()])));
/// let attempt = Attempt::start(&Target::page(Arc::new(url)), &services);
/// let first = attempt.starts_at();
/// // A stage connects, sends `attempt.request()`, and decodes what it receives. Here, the server hangs up.
/// if let Err(error) = attempt.decode(&mut attempt.decoder(), b"") {
///     attempt.again(error)?; // It returns the error if no try is left.
/// }
/// assert!(attempt.starts_at() > first, "the second try starts after a pause");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Attempt {
    target: Target,
    services: Arc<Services>,
    /// When the first try was to start.
    first_planned: Cell<Instant>,
    rare: RefCell<Rare>,
    current: RefCell<Try>,
}

impl Attempt {
    /// Makes the first try at `target`, which may start at its [`starts_at`](Attempt::starts_at).
    pub fn start(target: &Target, services: &Arc<Services>) -> Attempt {
        services.progress.started(&target.url);
        trace::set_url(target.url.as_str());
        trace::note(|| Event::Started);
        let options = &services.options;
        let pause = services.pacer.turn(&target.url, options.delay, Duration::ZERO);
        let planned = after(Instant::now(), pause);
        Attempt {
            target: target.clone(),
            services: Arc::clone(services),
            first_planned: Cell::new(planned),
            rare: RefCell::new(Rare::new(target, services)),
            current: RefCell::new(Try::new(1, planned, options.timeout)),
        }
    }

    /// Returns the URL that is fetched.
    pub fn url(&self) -> &Url {
        &self.target.url
    }

    /// Returns the time at which this try may start: after its pause, and at its turn for the host.
    pub fn starts_at(&self) -> Instant {
        self.current.borrow().planned
    }

    /// Returns the time at which this try times out, whatever its phase.
    pub fn deadline(&self) -> Instant {
        self.current.borrow().deadline
    }

    /// Notes that this try has reached `phase`, which its errors name.
    pub fn enter(&self, phase: Phase) {
        trace::set_url(self.target.url.as_str());
        self.current.borrow_mut().enter(phase);
    }

    /// Makes a decoder for the answer.
    pub fn decoder(&self) -> Decoder {
        match self.target.kind {
            Kind::Page if self.services.archive.is_some() => {
                Decoder::for_archive(self.services.options.max_body)
            }
            Kind::Page => Decoder::new(self.services.options.max_body),
            Kind::External => Decoder::of_head(),
            Kind::RobotsTxt { .. } => Decoder::robots_txt(),
        }
    }

    /// Decodes the next bytes of the answer; no bytes mean its end. Returns the response once it is complete.
    ///
    /// # Errors
    /// If the answer is not acceptable, ends too early, or asks to be asked again: [`again`](Attempt::again) does so.
    pub fn decode(&self, decoder: &mut Decoder, bytes: &[u8]) -> Result<Option<Response>, FetchError> {
        self.current.borrow_mut().is_answered |= !bytes.is_empty();
        self.rare.borrow_mut().kept.receives(bytes);
        let decoded = decoder.decode(bytes);
        self.rare.borrow_mut().kept.decoded(decoder);
        let decoded = decoded.map_err(|cause| {
            self.enter(Phase::Decoding);
            self.error(cause)
        });
        decoded?.map(|response| self.accept(response)).transpose()
    }

    /// Makes the error that ends this try from an I/O error.
    pub fn io_error(&self, error: io::Error) -> FetchError {
        self.error(Cause::from_io(error, self.current.borrow().phase))
    }

    /// Makes the error that ends this try at its deadline.
    pub fn timed_out(&self) -> FetchError {
        self.error(Cause::Timeout)
    }

    /// Makes the error that ends this try, with a backtrace if backtraces are on.
    fn error(&self, cause: Cause) -> FetchError {
        let (url, elapsed) = (&self.target.url, self.first_planned.get().elapsed());
        let current = self.current.borrow();
        let answer = self.rare.borrow_mut().kept.fail(&cause);
        let answer = answer.map(|answer| Box::new(Response { tries: current.number, elapsed, ..answer }));
        FetchError { answer, ..FetchError::new(url, current.phase, current.number, elapsed, cause) }
    }

    /// Ends the fetch. Returns `response` with its tries, its time and the kept bytes. From now on, the address that answered
    /// comes first.
    pub fn finish(&self, response: Response) -> Response {
        let current = self.current.borrow();
        if let Some(untried) = &current.untried {
            untried.prefer_last();
        }
        let (tries, elapsed) = (current.number, self.first_planned.get().elapsed());
        Response { tries, elapsed, exchange: self.rare.borrow_mut().kept.finish(), ..response }
    }

    /// Goes on after an error as its [`verdict`] says: with this try, or with a further one, which may start at its
    /// [`starts_at`](Attempt::starts_at).
    ///
    /// # Errors
    /// If the verdict is final: `error` itself.
    pub fn again(&self, error: FetchError) -> Result<(), FetchError> {
        match verdict(&error.cause, error.phase, self.situation(&error)) {
            Verdict::Final => return Err(error),
            Verdict::GoOn => self.enter(Phase::Resolving),
            Verdict::Repeat { costs_try, is_paused } => {
                if costs_try && is_paused && !self.services.progress.tries_again(&error) {
                    return Err(error);
                }
                let pause = if is_paused { self.growing_pause() } else { Duration::ZERO };
                self.current.borrow_mut().number += u32::from(costs_try);
                self.repeat(pause);
            }
        }
        Ok(())
    }
}
