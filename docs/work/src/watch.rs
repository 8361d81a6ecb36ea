//! Watching a crawl run: its status every ten seconds, and a warning when a thread of the runtime is held.
//!
//! A thread of its own looks, because a task would have to wait for the threads that it looks at.

mod held;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use common::crawl::progress::Observer;
use common::lock::lock;
use common::text::number;
use common::{Record, Services};
use program::log;
use tokio::runtime::Handle;
use tracing::{debug, info, warn};
use url::Url;

pub use held::{Held, Threads};

/// The time between two reports of the status.
pub const PERIOD: Duration = Duration::from_secs(10);

/// How often the threads are looked at, at least.
const TICK: Duration = Duration::from_secs(1);

/// How long a status may take. It comes from a task, which needs a thread that is not held.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a crawl does at a moment.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// How many pages are done.
    pub done: usize,
    /// How many pages are being fetched.
    pub in_flight: usize,
    /// How long ago the oldest of these was begun.
    pub oldest: Option<Duration>,
    /// How many pages wait.
    pub queued: usize,
    /// How many workers are alive, if machines share the crawl.
    pub workers: Option<usize>,
}

/// Counts what the fetches of this process do.
#[derive(Debug, Default)]
pub struct Watch {
    found: AtomicUsize,
    done: AtomicUsize,
    in_flight: Mutex<HashMap<Arc<Url>, Instant>>,
}

impl Watch {
    /// Begins to observe the crawl of these services.
    pub fn over(services: &mut Services) -> Arc<Watch> {
        let watch = Arc::<Watch>::default();
        services.progress.add(watch.clone());
        watch
    }

    /// Returns the status of the crawl, as far as this process knows it.
    pub fn status(&self) -> Status {
        let in_flight = lock(&self.in_flight);
        let oldest = in_flight.values().min().map(Instant::elapsed);
        let (done, in_flight) = (self.done.load(Relaxed), in_flight.len());
        let queued = self.found.load(Relaxed).saturating_sub(done + in_flight);
        Status { done, in_flight, oldest, queued, workers: None }
    }
}

impl Observer for Watch {
    fn found(&self, more: usize) {
        self.found.fetch_add(more, Relaxed);
    }

    fn started(&self, url: &Arc<Url>) {
        lock(&self.in_flight).insert(Arc::clone(url), Instant::now());
    }

    fn ended(&self, record: &Record) {
        lock(&self.in_flight).remove(&record.url);
        self.done.fetch_add(1, Relaxed);
        let Record { url, status, tries, elapsed, .. } = record;
        let failure = record.failure();
        debug!(%url, status, failure, tries, ?elapsed, "a fetch has ended");
    }
}

/// Reports the status every `period`, until the returned value is dropped. Watches the runtime on which it is called.
pub fn every<F>(period: Duration, status: impl Fn() -> F + Send + 'static) -> Sender<()>
where
    F: Future<Output = Status> + Send + 'static,
{
    let (runtime, (watching, watched)) = (Handle::current(), mpsc::channel());
    let ask = move |runtime: &Handle| {
        let (sender, receiver) = mpsc::channel();
        let status = status();
        let task = runtime.spawn(async move { sender.send(status.await) });
        receiver.recv_timeout(PATIENCE).inspect_err(|_| task.abort()).ok()
    };
    // If the system gives no thread, nothing is reported.
    let _ =
        thread::Builder::new().name("watch".to_owned()).spawn(move || watch(&runtime, period, &watched, ask));
    watching
}

fn watch(
    runtime: &Handle,
    period: Duration,
    watched: &Receiver<()>,
    ask: impl Fn(&Handle) -> Option<Status>,
) {
    let mut threads = Threads::of(runtime);
    // Machines may have done pages before.
    let mut done = ask(runtime).map_or(0, |status| status.done);
    let (mut reported, mut worst) = (Instant::now(), Held::default());
    while watched.recv_timeout(TICK.min(period / 10)) == Err(RecvTimeoutError::Timeout) {
        let (now, held) = (Instant::now(), threads.held(Instant::now()));
        if held.threads > 0 && worst.threads == 0 {
            warn!(threads = held.threads, "a poll does not return, and holds a thread");
        }
        worst = worst.max(held);
        let elapsed = now - reported;
        if elapsed >= period {
            report(ask(runtime), &mut done, elapsed, worst);
            (reported, worst) = (now, Held::default());
        }
    }
}

/// Reports a status, in which more pages are `done` than the last time, `elapsed` ago.
fn report(status: Option<Status>, done: &mut usize, elapsed: Duration, held: Held) {
    let Some(status) = status else {
        return log::say!("no status within {PATIENCE:?}{held}");
    };
    let pages_per_second = status.done.saturating_sub(*done) as f64 / elapsed.as_secs_f64();
    *done = status.done;
    let Status { in_flight, oldest, queued, workers, .. } = status;
    if log::is_on() {
        let (oldest, held_for) = (oldest.map(|time| time.as_secs_f64()), held.time.as_secs_f64());
        let held_threads = held.threads;
        info!(pages_per_second, in_flight, oldest, queued, workers, held_threads, held_for, "status");
    } else {
        let oldest = oldest.map(|time| format!(" (oldest {:.1} s)", time.as_secs_f64())).unwrap_or_default();
        let workers = workers.map(|count| format!(", {}", number(count, "worker"))).unwrap_or_default();
        log::say!(
            "{pages_per_second:.1} pages/s, {in_flight} in flight{oldest}, {queued} queued{workers}{held}"
        );
    }
}
