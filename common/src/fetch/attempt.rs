//! [`Attempt`]: the policy of one fetch, from its first try to its last.

mod address;
mod answer;
mod blocking;
mod current;
mod turn;

use std::cell::{Cell, RefCell};
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use url::Url;

use crate::crawl::options::Options;
use crate::crawl::target::{Kind, Target};
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::fetch::http::{Decoder, Response};
use crate::fetch::time::after;
use current::Try;
use trace::Event;
use turn::FIRST_PAUSE;

/// The longest try of a root whose scheme is a guess: as long as Chrome waits before it falls back to http.
const GUESS: Duration = Duration::from_secs(3);

/// The policy of one fetch: when to begin, which address to connect to, what to send, and whether to try again.
/// It covers all tries of the fetch.
///
/// Waiting is left to the stage. Only [`pause`](Attempt::pause) and [`resolve`](Attempt::resolve),
/// which stage 1 calls, block the thread.
#[derive(Debug)]
pub struct Attempt {
    target: Target,
    options: Arc<Options>,
    /// The time limit of each try.
    timeout: Duration,
    /// When the first try began.
    began: Cell<Instant>,
    /// Whether the request asks for the head of the answer alone.
    asks_for_head: Cell<bool>,
    current: RefCell<Try>,
}

impl Attempt {
    /// Makes the first try at `target`, which may begin at its [`starts_at`](Attempt::starts_at).
    pub fn first(target: &Target, options: &Arc<Options>) -> Attempt {
        options.services.progress.started(&target.url);
        trace::set_url(target.url.as_str());
        trace::note(|| Event::Started);
        let pause = options.services.pacer.turn(&target.url, options.delay, Duration::ZERO);
        let start = after(Instant::now(), pause);
        let timeout = if options.is_guess(target) { options.timeout.min(GUESS) } else { options.timeout };
        Attempt {
            target: target.clone(),
            options: Arc::clone(options),
            timeout,
            began: Cell::new(start),
            asks_for_head: Cell::new(target.kind == Kind::External),
            current: RefCell::new(Try::new(1, start, timeout)),
        }
    }

    /// Returns the URL that is fetched.
    pub fn url(&self) -> &Url {
        &self.target.url
    }

    /// Returns the time at which this try may begin: after its pause, and at its turn for the host.
    pub fn starts_at(&self) -> Instant {
        self.current.borrow().start
    }

    /// Returns the time at which this try times out, whatever its phase.
    pub fn deadline(&self) -> Instant {
        self.current.borrow().deadline
    }

    /// Returns the phase that this try has reached.
    pub fn phase(&self) -> Phase {
        self.current.borrow().phase
    }

    /// Returns which try this is, counted from 1.
    pub fn tries(&self) -> u32 {
        self.current.borrow().number
    }

    /// Notes that this try has reached `phase`, which its errors name. After `Resolving`, the try counts as
    /// holding a descriptor.
    pub fn enter(&self, phase: Phase) {
        trace::set_url(self.target.url.as_str());
        self.current.borrow_mut().enter(phase, &self.options.services.descriptors);
    }

    /// Makes a decoder for the answer.
    pub fn decoder(&self) -> Decoder {
        match self.target.kind {
            Kind::Page => Decoder::new(self.options.max_body),
            Kind::External => Decoder::of_head(),
            Kind::RobotsTxt { .. } => Decoder::robots_txt(),
        }
    }

    /// Decodes the next bytes of the answer; no bytes mean its end. Returns the response once it is complete.
    ///
    /// # Errors
    /// If the answer is not acceptable, ends too early, or asks to be asked again.
    pub fn decode(&self, decoder: &mut Decoder, bytes: &[u8]) -> Result<Option<Response>, FetchError> {
        self.current.borrow_mut().is_answered |= !bytes.is_empty();
        self.keep_answer(bytes);
        let decoded = decoder.decode(bytes).map_err(|cause| {
            self.enter(Phase::Decoding);
            self.error(cause)
        });
        decoded?.map(|response| self.accept(response)).transpose()
    }

    /// Makes the error of an answer that ends here although the server has not ended it.
    pub fn cut_off(&self, decoder: &Decoder) -> FetchError {
        self.error(decoder.cut_off())
    }

    /// Returns whether this try has received a byte of the answer.
    pub fn is_answered(&self) -> bool {
        self.current.borrow().is_answered
    }

    /// Makes the error that ends this try, with a backtrace if backtraces are on.
    pub fn error(&self, cause: Cause) -> FetchError {
        FetchError::new(&self.target.url, self.phase(), self.tries(), self.began.get().elapsed(), cause)
    }

    /// Makes the error that ends this try from an I/O error.
    pub fn io_error(&self, error: io::Error) -> FetchError {
        self.error(Cause::from_io(error, self.phase()))
    }

    /// Makes the error that ends this try at its deadline.
    pub fn timed_out(&self) -> FetchError {
        self.error(Cause::Timeout)
    }

    /// Returns `response` with the tries, the time and the kept bytes of this fetch. The address that answered comes first from now on.
    pub fn response(&self, response: Response) -> Response {
        if let Some(untried) = &self.current.borrow().untried {
            untried.prefer_last();
        }
        Response {
            tries: self.tries(),
            elapsed: self.began.get().elapsed(),
            exchange: self.kept(),
            ..response
        }
    }

    /// Goes on to the next try, which may begin at its [`starts_at`](Attempt::starts_at).
    ///
    /// Only errors of the network are tried again, and what a server asks to be asked again. These cost no try: an
    /// address that refuses while the host has others, a turn that came too early, a server that refuses HTTP/1.0 or
    /// HEAD, and a lack of descriptors, as long as one may come back from another fetch.
    ///
    /// # Errors
    /// If this error is final, no try is left, no descriptor can come back, or the crawl is interrupted: `error`
    /// itself.
    pub fn again(&self, error: FetchError) -> Result<(), FetchError> {
        let options = &self.options;
        if options.services.interrupt.is_triggered() {
            return Err(error);
        }
        if error.cause.is_out_of_descriptors() {
            let since = self.current.borrow_mut().take_back_descriptor();
            if !options.services.descriptors.may_come_back(since, options.timeout) {
                return Err(error);
            }
            options.services.progress.lacks_descriptor();
            self.repeat(FIRST_PAUSE);
            self.current.borrow_mut().lacks_since = Some(since);
        } else if self.has_another_address(&error) || matches!(error.cause, Cause::TooEarly) {
            self.enter(Phase::Resolving);
        } else if let Cause::AskAgain { is_try } = error.cause {
            self.current.borrow_mut().number += u32::from(is_try);
            self.repeat(Duration::ZERO);
        } else if self.falls_back_to_get(&error) {
            self.repeat(Duration::ZERO);
        } else if error.cause.is_of_the_network() && self.tries() < self.max_tries() {
            let pause = self.growing_pause();
            self.current.borrow_mut().number += 1;
            self.repeat(pause);
        } else {
            return Err(error);
        }
        Ok(())
    }
}
