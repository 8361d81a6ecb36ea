//! Watching a crawl run: its status every ten seconds, and a warning when a thread of the runtime is held.
//!
//! A thread of its own looks, because a task would have to wait for the threads that it looks at.

use std::collections::HashMap;
use std::sync::mpsc::{RecvTimeoutError::Timeout, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use common::lock::lock;
use common::text::number;
use common::{Around, FetchError, Record, Services, Target};
use serde::{Deserialize, Serialize};
use tokio::runtime::{Handle, RuntimeMetrics};
use tracing::{debug, info, warn};
use url::Url;

use crate::health::Admission;
use crate::log;

/// The time between two reports of the status.
pub const PERIOD: Duration = Duration::from_secs(10);

/// How long a status may take. It comes from a task, which needs a thread that is not held.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a crawl does at a moment.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Status {
    /// How many pages are done.
    pub done: usize,
    /// How many this process fetches.
    #[serde(skip)]
    pub in_flight: usize,
    /// How long ago the oldest of these was begun.
    #[serde(skip)]
    pub oldest: Option<Duration>,
    /// How many wait.
    pub queued: usize,
    /// How many workers are alive, if machines share the crawl.
    pub workers: Option<usize>,
    /// Which other workers are waited for.
    pub waits_for: Option<String>,
}

/// Counts what the fetches of this process do, and notes when each page in flight was begun.
#[derive(Debug, Default)]
pub struct Watch(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// How many pages are done, and how many wait.
    status: Status,
    /// When each page in flight was begun.
    begun: HashMap<Arc<Url>, Instant>,
}

impl Watch {
    /// Begins to observe the crawl of these services.
    pub fn over(services: &mut Services) -> Arc<Watch> {
        let watch = Arc::<Watch>::default();
        services.door.add(watch.clone());
        watch
    }

    /// Returns the status of the crawl, as far as this process knows it.
    pub fn status(&self) -> Status {
        let counts = lock(&self.0);
        let oldest = counts.begun.values().min().map(Instant::elapsed);
        Status { in_flight: counts.begun.len(), oldest, ..counts.status.clone() }
    }
}

impl Around for Watch {
    fn found(&self, more: usize) {
        lock(&self.0).status.queued += more;
    }

    fn fetch_starts(&self, url: &Arc<Url>) {
        let mut counts = lock(&self.0);
        counts.begun.insert(Arc::clone(url), Instant::now());
        counts.status.queued = counts.status.queued.saturating_sub(1);
    }

    fn may_try(&self, error: &FetchError) -> bool {
        info!(%error, "a try has failed");
        true
    }

    fn fetch_ended(&self, record: &Record) {
        let Record { url, status, tries, elapsed, .. } = record;
        debug!(%url, status, failure = record.failure(), tries, ?elapsed, "a fetch has ended");
        let mut counts = lock(&self.0);
        counts.begun.remove(url);
        counts.status.done += 1;
    }
}

/// Logs that the breaker of the target's host has opened or closed, if it has.
pub fn host_changed(target: &Target, next: Option<Admission>) {
    let host = target.url.authority();
    match next {
        None => {}
        Some(Admission::Now) => info!(host, "a host answers again"),
        Some(Admission::After(pause)) => warn!(host, seconds = pause.as_secs_f64(), "a host is left alone"),
        Some(Admission::Never) => warn!(host, "a host is given up"),
    }
}

/// Reports the status every `period`, until the returned value is dropped. Watches the runtime on which it is called.
pub fn every<F>(period: Duration, status: impl Fn() -> F + Send + 'static) -> Sender<()>
where
    F: Future<Output = Status> + Send + 'static,
{
    let (runtime, (watching, watched)) = (Handle::current(), channel());
    let mut threads = Threads::of(&runtime);
    let ask = move || {
        let ((sender, receiver), status) = (channel(), status());
        let task = runtime.spawn(async move { sender.send(status.await) });
        receiver.recv_timeout(PATIENCE).inspect_err(|_| task.abort()).ok()
    };
    let watch = move || {
        // Machines may have done pages before.
        let mut done = ask().map_or(0, |status| status.done);
        let (mut reported, mut longest) = (Instant::now(), Duration::ZERO);
        while watched.recv_timeout(period / 10) == Err(Timeout) {
            let held = threads.held();
            if longest.is_zero() && !held.is_zero() {
                warn!("a poll does not return, and holds a thread");
            }
            longest = longest.max(held);
            let elapsed = reported.elapsed();
            if elapsed >= period {
                report(ask(), &mut done, elapsed, longest);
                (reported, longest) = (reported + elapsed, Duration::ZERO);
            }
        }
    };
    // If the system gives no thread, nothing is reported.
    let _ = thread::Builder::new().spawn(watch);
    watching
}

/// Reports a status, in which more pages are `done` than the last time, `elapsed` ago. A thread was `held` for this time.
fn report(status: Option<Status>, done: &mut usize, elapsed: Duration, held: Duration) {
    let held_for = held.as_secs_f64();
    let held = if held.is_zero() { String::new() } else { format!("; a thread held for {held_for:.1} s") };
    let Some(Status { done: now, in_flight, oldest, queued, workers, waits_for }) = status else {
        return log::say!("no status within {PATIENCE:?}{held}");
    };
    let pages_per_second = now.saturating_sub(*done) as f64 / elapsed.as_secs_f64();
    *done = now;
    let oldest = oldest.map(|time| time.as_secs_f64());
    if log::is_on() {
        return info!(pages_per_second, in_flight, oldest, queued, workers, waits_for, held_for, "status");
    }
    let oldest = oldest.map(|seconds| format!(" (oldest {seconds:.1} s)")).unwrap_or_default();
    let workers = workers.map(|count| format!(", {}", number(count, "worker"))).unwrap_or_default();
    let waits_for = waits_for.map(|what| format!("; {what}")).unwrap_or_default();
    log::say!(
        "{pages_per_second:.1} pages/s, {in_flight} in flight{oldest}, {queued} queued{workers}{waits_for}{held}"
    );
}

/// The threads of a runtime, and what it said of each at the last change.
#[derive(Debug)]
pub struct Threads {
    metrics: RuntimeMetrics,
    threads: Vec<Thread>,
}

#[derive(Debug)]
struct Thread {
    /// How often it has gone to sleep and woken up.
    sleeps: u64,
    /// How long it was busy.
    busy: Duration,
    /// When this was noticed.
    since: Instant,
}

impl Threads {
    /// Begins to look at the threads of a runtime.
    pub fn of(runtime: &Handle) -> Threads {
        let (metrics, since) = (runtime.metrics(), Instant::now());
        let asleep = |_| Thread { sleeps: 1, busy: Duration::ZERO, since };
        let threads = (0..metrics.num_workers()).map(asleep).collect();
        Threads { metrics, threads }
    }

    /// Returns the longest time for which a thread has been held since the last look or an earlier one, or zero.
    ///
    /// A thread is awake if its count is even. tokio notes its busy time when it goes to sleep, and after at most 61 polls. If
    /// neither has changed, it has been in one poll, or in a few long ones.
    pub fn held(&mut self) -> Duration {
        let now = Instant::now();
        let times = self.threads.iter_mut().enumerate().map(|(number, thread)| {
            let sleeps = self.metrics.worker_park_unpark_count(number);
            let busy = self.metrics.worker_total_busy_duration(number);
            if sleeps != thread.sleeps || busy != thread.busy || sleeps % 2 == 1 {
                *thread = Thread { sleeps, busy, since: now };
            }
            now - thread.since
        });
        times.max().unwrap_or_default()
    }
}
