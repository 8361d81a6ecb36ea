//! [`Attempt`]: the policy of one fetch, from its first try to its last.

pub mod current;
mod verdict;

use std::cell::{Ref, RefCell};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use url::Url;

use crate::crawl::services::Services;
use crate::crawl::target::Target;
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::fetch::http::{Again, Decoder, Request, Response};
use crate::fetch::resolve::{Addresses, Lookup};
use crate::fetch::time::{after, random};
use trace::Event;

pub use current::Try;
pub use verdict::{Situation, Verdict, verdict};

/// How long an address may take to accept while the host has others: the upper bound of RFC 8305, section 8.
const MAX_PART: Duration = Duration::from_secs(2);

/// The pause before the second try. It doubles with each further try, up to 64 times this, and up to half of it is added
/// at random: tries that failed together do not come back together.
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// Returns the pause after the try of this number, counted from 1, where the server names none.
pub fn growing_pause(number: u32) -> Duration {
    let pause = FIRST_PAUSE * 2_u32.saturating_pow(number - 1).min(64);
    pause + pause.mul_f64(random() / 2.0)
}

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
    url: Arc<Url>,
    services: Arc<Services>,
    current: RefCell<Try>,
}

impl Attempt {
    /// Makes the first try at `target`, which may start at its [`starts_at`](Attempt::starts_at).
    pub fn start(target: &Target, services: &Arc<Services>) -> Attempt {
        let Services { door, options, .. } = &**services;
        door.fetch_starts(&target.url);
        trace::set_url(target.url.as_str());
        trace::note(|| Event::Started);
        let planned = door.plan(&target.url, Duration::ZERO);
        let first = Try::first(&target.url, door.request(target), planned, options.timeout);
        Attempt { url: Arc::clone(&target.url), services: Arc::clone(services), current: RefCell::new(first) }
    }

    /// Returns the URL that is fetched.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Returns the time at which this try may start: after its pause.
    pub fn starts_at(&self) -> Instant {
        self.current.borrow().planned
    }

    /// Returns the time at which this try times out, whatever its phase.
    pub fn deadline(&self) -> Instant {
        self.current.borrow().deadline
    }

    /// Blocks this thread until this try may start. Only stage 1 blocks.
    ///
    /// # Errors
    /// If the crawl is interrupted first.
    pub fn pause(&self) -> Result<(), FetchError> {
        let paused = self.services.interrupt.sleep_until(self.starts_at());
        paused.map_err(|error| self.io_error(error))
    }

    /// Blocks this thread until the host's addresses are known. Returns the address to connect to.
    ///
    /// # Errors
    /// If the lookup failed or the try's deadline has passed.
    pub fn resolve(&self) -> Result<SocketAddr, FetchError> {
        self.address(self.lookup().wait(self.deadline()))
    }

    /// Starts a lookup of the host's addresses, or joins one that is in flight.
    pub fn lookup(&self) -> Lookup {
        self.services.resolver().lookup(self.url())
    }

    /// Takes the result of the lookup. Notes that the request starts. Returns the address to connect to.
    ///
    /// The address that answered last comes first. If it refuses, [`again`](Attempt::again) moves on to the next.
    ///
    /// # Errors
    /// If the lookup failed, or it is [too early](Attempt::begin_request).
    pub fn address(&self, found: io::Result<Arc<Addresses>>) -> Result<SocketAddr, FetchError> {
        let addresses = found.map_err(|error| self.io_error(error))?;
        self.begin_request()?;
        let mut current = self.current.borrow_mut();
        let untried = current.untried.get_or_insert_with(|| addresses.all());
        Ok(untried.next().expect("a lookup finds at least one address, and `again` checks that one is left"))
    }

    /// Notes that the request starts: of this try, or of its next address.
    ///
    /// # Errors
    /// If the request is too early ([`Cause::TooEarly`]). A lookup, an address or a sleep of the machine can take long, so the door is
    /// asked again. The try then [starts](Attempt::starts_at) later. Its deadline moves, too.
    pub fn begin_request(&self) -> Result<(), FetchError> {
        let now = Instant::now();
        let mut current = self.current.borrow_mut();
        if let Err(later) = self.services.door.request_starts(&current, now) {
            current.put_off(later, self.services.options.timeout);
            drop(current);
            return Err(self.error(Cause::TooEarly));
        }
        current.started = Some(now);
        Ok(())
    }

    /// Returns the time by which the address must have accepted the connection.
    ///
    /// That is this try's deadline. While the host has other addresses, it is sooner: an address that drops all
    /// packets must not use up their time.
    pub fn connect_deadline(&self) -> Instant {
        let others = self.current.borrow().others_left();
        if others == 0 {
            return self.deadline();
        }
        let now = Instant::now();
        let share =
            self.deadline().saturating_duration_since(now) / u32::try_from(1 + others).unwrap_or(u32::MAX);
        after(now, MAX_PART.min(share))
    }

    /// Notes that this try has reached `phase`, which its errors name.
    pub fn enter(&self, phase: Phase) {
        trace::set_url(self.url.as_str());
        self.current.borrow_mut().enter(phase);
    }

    /// Returns the bytes of the request.
    pub fn request(&self) -> Vec<u8> {
        self.current.borrow().request.bytes(&self.url, false)
    }

    /// Makes a decoder for the answer.
    pub fn decoder(&self) -> Decoder {
        Decoder::of(self.current.borrow().request.needs, self.services.options.max_body)
    }

    /// Decodes the next bytes of the answer; no bytes mean its end. Returns the response once it is complete.
    ///
    /// # Errors
    /// If the answer is not acceptable or is cut off, or the door makes another request. Pass the error to [`again`](Attempt::again).
    pub fn decode(&self, decoder: &mut Decoder, bytes: &[u8]) -> Result<Option<Response>, FetchError> {
        self.current.borrow_mut().is_answered |= !bytes.is_empty();
        let decoded = decoder.decode(bytes).map_err(|cause| {
            self.enter(Phase::Decoding);
            self.error(cause)
        });
        decoded?.map(|response| self.accept(response)).transpose()
    }

    /// Returns `response`, which is complete.
    ///
    /// # Errors
    /// If the door makes another request ([`Cause::Again`]).
    pub fn accept(&self, response: Response) -> Result<Response, FetchError> {
        // No server is asked again for what it has given.
        let is_failure = response.status >= 400;
        let again =
            is_failure.then(|| self.services.door.again(&self.current.borrow(), Ok(&response))).flatten();
        again.map_or(Ok(response), |again| Err(self.error(Cause::Again(again))))
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
    pub fn error(&self, cause: Cause) -> FetchError {
        let current = self.current.borrow();
        FetchError::new(&self.url, current.phase, current.number, current.first_planned.elapsed(), cause)
    }

    /// Ends the fetch. Returns `response` with its tries and its time. From now on, the address that answered comes first.
    pub fn finish(&self, response: Response) -> Response {
        let current = self.current.borrow();
        if let Some(untried) = &current.untried {
            untried.prefer_last();
        }
        Response { tries: current.number, elapsed: current.first_planned.elapsed(), ..response }
    }

    /// Continues the fetch after `error`. The door decides first, and then the [`verdict`]. The next request starts at
    /// [`starts_at`](Attempt::starts_at).
    ///
    /// # Errors
    /// If the verdict is final: `error` itself.
    pub fn again(&self, error: FetchError) -> Result<(), FetchError> {
        let Services { door, options, interrupt, .. } = &*self.services;
        let current = self.current.borrow();
        let (number, request) = (current.number, current.request);
        let situation = Situation {
            is_interrupted: interrupt.is_triggered(),
            has_address: current.others_left() > 0 && Instant::now() < current.deadline,
            has_try: number < options.max_tries,
        };
        let again = match error.cause {
            _ if situation.is_interrupted => None,
            Cause::Again(again) => Some(again),
            _ => door.again(&current, Err(&error)),
        };
        drop(current);
        if let Some(Again { request, costs_try, pause }) = again {
            self.repeat(number + u32::from(costs_try), request, pause);
            return Ok(());
        }
        match verdict(&error.cause, error.phase, situation) {
            Verdict::GoOn => self.enter(Phase::Resolving),
            Verdict::TryAgain if door.may_try(&error) => {
                self.repeat(number + 1, request, growing_pause(number))
            }
            Verdict::TryAgain | Verdict::Final => return Err(error),
        }
        Ok(())
    }

    /// Returns the current try. Drop the borrow before you call another method, or that one panics.
    pub fn current(&self) -> Ref<'_, Try> {
        self.current.borrow()
    }

    /// Makes the request after `pause`, as the try of this number.
    fn repeat(&self, number: u32, request: Request, pause: Duration) {
        let planned = self.services.door.plan(&self.url, pause);
        let mut current = self.current.borrow_mut();
        current.request = request;
        current.repeat(number, planned, self.services.options.timeout);
    }
}
