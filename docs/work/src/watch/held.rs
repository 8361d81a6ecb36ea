//! [`Threads`]: which threads of a runtime are held by a poll that does not return.

use std::fmt;
use std::time::{Duration, Instant};

use common::text::number;
use tokio::runtime::{Handle, RuntimeMetrics};

/// Which threads of a runtime are held, and for how long. A larger one is worse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Held {
    /// The longest time.
    pub time: Duration,
    /// How many are held.
    pub threads: usize,
}

impl fmt::Display for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.threads == 0 {
            return Ok(());
        }
        write!(f, "; {} held for {:.1} s", number(self.threads, "thread"), self.time.as_secs_f64())
    }
}

/// What the metrics of a runtime have said of its threads: the last, and since when they say so.
#[derive(Debug)]
pub struct Threads(RuntimeMetrics, Vec<(Seen, Instant)>);

/// How often a thread has gone to sleep and woken up, and how long it was busy.
type Seen = (u64, Duration);

impl Threads {
    /// Begins to look at the threads of a runtime.
    pub fn of(runtime: &Handle) -> Threads {
        let metrics = runtime.metrics();
        let seen = vec![((1, Duration::ZERO), Instant::now()); metrics.num_workers()];
        Threads(metrics, seen)
    }

    /// Returns which threads have been held from the last look, or an earlier one, until `now`.
    ///
    /// A thread is awake if its count is even. tokio notes its busy time when it goes to sleep, and after at most 61 polls. If
    /// neither has changed, it has been in one poll, or in a few long ones.
    pub fn held(&mut self, now: Instant) -> Held {
        let Threads(metrics, threads) = self;
        let mut held = Held::default();
        for (thread, (before, since)) in threads.iter_mut().enumerate() {
            let seen = (metrics.worker_park_unpark_count(thread), metrics.worker_total_busy_duration(thread));
            if seen != *before || seen.0 % 2 == 1 {
                (*before, *since) = (seen, now);
            } else {
                held = Held { time: held.time.max(now - *since), threads: held.threads + 1 };
            }
        }
        held
    }
}
