//! [`Attempt`]: the clock and the count of one fetch, from its first try to its last.

use std::cell::Cell;
use std::sync::Arc;
use std::time::{Duration, Instant};

use url::Url;

use crate::crawl::interrupt::Interrupt;
use crate::crawl::options::Options;
use crate::crawl::progress::Progress;
use crate::crawl::target::Target;
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::fetch::http::Response;
use crate::fetch::pace::Pacer;
use crate::fetch::time::after;

/// The pause before the second try; it doubles with each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(50);

/// How far a fetch has come. It never waits: a stage tells it what happens, and asks what is next.
#[derive(Debug)]
pub struct Attempt {
    url: Arc<Url>,
    phase: Cell<Phase>,
    tries: Cell<u32>,
    max_tries: u32,
    timeout: Duration,
    started: Instant,
    deadline: Cell<Instant>,
    pause: Duration,
    delay: Duration,
    pacer: Pacer,
    interrupt: Interrupt,
    progress: Progress,
}

impl Attempt {
    /// The first try at `target`, when it is the host's turn: its clock starts after [`pause`](Attempt::pause).
    pub fn first(target: &Target, options: &Options) -> Attempt {
        options.progress.started();
        let pause = options.pacer.turn(&target.url, options.delay, Duration::ZERO);
        let start = after(Instant::now(), pause);
        Attempt {
            url: Arc::clone(&target.url),
            phase: Cell::new(Phase::Resolving),
            tries: Cell::new(1),
            max_tries: options.max_tries,
            timeout: options.timeout,
            started: start,
            deadline: Cell::new(after(start, options.timeout)),
            pause,
            delay: options.delay,
            pacer: options.pacer.clone(),
            interrupt: options.interrupt.clone(),
            progress: options.progress.clone(),
        }
    }

    /// What is fetched.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The pause that the first try begins with.
    pub fn pause(&self) -> Duration {
        self.pause
    }

    /// How far this try has come.
    pub fn phase(&self) -> Phase {
        self.phase.get()
    }

    /// Which try this is, counted from 1.
    pub fn tries(&self) -> u32 {
        self.tries.get()
    }

    /// When this try must have ended, whatever it is doing.
    pub fn deadline(&self) -> Instant {
        self.deadline.get()
    }

    /// The time that this try has left, never zero; an error once its deadline has passed.
    pub fn remaining(&self) -> Result<Duration, FetchError> {
        let left = self.deadline().saturating_duration_since(Instant::now());
        if left.is_zero() { Err(self.error(Cause::Timeout)) } else { Ok(left) }
    }

    /// Notes that the try has come to `phase`, so that an error can say so.
    pub fn enter(&self, phase: Phase) {
        self.phase.set(phase);
    }

    /// The error that ends this try, captured with a backtrace where backtraces are on.
    pub fn error(&self, cause: Cause) -> FetchError {
        FetchError::new(&self.url, self.phase(), self.tries(), self.started.elapsed(), cause)
    }

    /// The error that ends this try, from what the operating system said.
    pub fn io_error(&self, error: std::io::Error) -> FetchError {
        self.error(Cause::from_io(error, self.phase()))
    }

    /// The response that ends this fetch, with its tries and time.
    pub fn response(&self, response: Response) -> Response {
        Response { tries: self.tries(), elapsed: self.started.elapsed(), ..response }
    }

    /// Goes on to the next try, and returns the pause that it begins with; `None` is: give up.
    ///
    /// Only the network's errors are worth another try, and none when the crawl is interrupted. To
    /// lack a descriptor is no try at all: one comes back when another fetch ends.
    pub fn again(&self, error: &FetchError) -> Option<Duration> {
        if self.interrupt.is_triggered() {
            return None;
        }
        let pause = if error.cause.is_out_of_descriptors() {
            self.progress.lacks_descriptor();
            FIRST_PAUSE
        } else if error.cause.is_of_the_network() && self.tries() < self.max_tries {
            let pause = FIRST_PAUSE * 2_u32.saturating_pow(self.tries() - 1).min(64);
            self.tries.set(self.tries() + 1);
            pause
        } else {
            return None;
        };
        let pause = self.pacer.turn(&self.url, self.delay, pause);
        self.phase.set(Phase::Resolving);
        self.deadline.set(after(after(Instant::now(), pause), self.timeout));
        Some(pause)
    }
}
