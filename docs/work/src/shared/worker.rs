//! [`Worker`]: takes jobs, fetches their targets, and writes what that comes to.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use common::{FetchError, Response, Services};
use futures::FutureExt;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument, info_span};
use web::pace::Pacer;

use super::entry::{Entry, Event};
use super::fault::Fault;
use super::job::PageJob;
use super::queue::{Piece, Queue};
use super::tasks::{Tasks, all_end, joined};
use crate::fetch::fetch;
use crate::pages::Pages;
use crate::stream::Tls;

/// The most pieces that are written at once.
const PIECES: usize = 32;

/// With more links, an entry is packed on a thread that computes.
const FEW_LINKS: u32 = 200;

/// What the tasks of this worker share.
#[derive(Clone)]
pub struct Worker {
    services: Arc<Services>,
    tls: Tls,
    queue: Queue,
    pages: Pages,
    stop: CancellationToken,
    done: CancellationToken,
    /// Who writes an entry in several pieces has this.
    large: Arc<Mutex<()>>,
}

impl Worker {
    /// Makes a worker. `stop` is cancelled when it is to take no more jobs, and `done` when the crawl is done.
    pub fn new(
        services: &Services,
        tls: Tls,
        queue: &Queue,
        stop: &CancellationToken,
        done: &CancellationToken,
    ) -> Worker {
        // It tries once, and at once: the leader decides about further tries, and gives out the slots of the hosts.
        let mut services = services.clone();
        (services.options.max_tries, services.options.delay) = (1, Duration::ZERO);
        services.door = web::door(&services.options, &Pacer::default());
        Worker {
            services: services.into(),
            tls,
            queue: queue.clone(),
            pages: Pages::default(),
            stop: stop.clone(),
            done: done.clone(),
            large: Arc::default(),
        }
    }

    /// Takes jobs, and works on them, until the crawl is done. After `stop`, it takes no more, and works on those that it has.
    pub async fn work(self) -> Result<(), Fault> {
        let (mut tasks, most) = (Tasks::new(), self.services.options.tasks());
        loop {
            let take = async {
                // It takes no more than it has free tasks for: another worker could do the rest.
                while let Some(ended) =
                    if tasks.len() == most { tasks.join_next().await } else { tasks.try_join_next() }
                {
                    joined(ended)?;
                }
                self.queue.take(most - tasks.len()).await
            };
            let jobs = tokio::select! {
                biased;
                // Another worker has settled what is in flight here.
                () = self.done.cancelled() => return Ok(()),
                () = self.stop.cancelled() => break,
                jobs = take => jobs?,
            };
            for job in jobs {
                tasks.spawn(self.clone().work_on(job));
            }
        }
        all_end(&mut tasks).await
    }

    async fn work_on(self, job: PageJob) -> Result<(), Fault> {
        let packed = if job.not.iter().any(|worker| **worker == *self.queue.worker) {
            Entry { job: job.target, event: Event::Returned }.pack()
        } else {
            self.fetch(&job).await
        };
        if self.services.interrupt.is_triggered() {
            // The interrupt may be why the fetch failed, or why links are missing.
            return Ok(());
        }
        let mut pieces = Piece::cut(&format!("{} {}", self.queue.worker, job.id), &packed);
        let last = pieces.pop().unwrap_or_default();
        // One large entry at a time, because a call is answered after all those before it.
        let _alone = if pieces.is_empty() { None } else { Some(self.large.lock().await) };
        for pieces in pieces.chunks(PIECES) {
            self.queue.write(pieces).await?;
        }
        self.queue.settle(&last, &job.id).await
    }

    /// Fetches what a job names. Returns what that comes to, as a packed entry.
    async fn fetch(&self, job: &PageJob) -> Vec<u8> {
        self.services.door.found(1);
        let fetch = fetch(&job.target, &self.services, &self.tls);
        let fetch = fetch.instrument(info_span!("fetch", url = %job.target.url));
        // A panic in a fetch costs its page, but not the worker.
        let fetched = AssertUnwindSafe(fetch).catch_unwind().await;
        let asks = fetched.as_ref().ok().and_then(|fetched| fetched.as_ref().ok()?.retry_after);
        let outcome = match fetched {
            Ok(fetched) => {
                // Others may have made the tries before this one.
                let fetched = fetched
                    .map(|response| Response { tries: job.tries, ..response })
                    .map_err(|error| FetchError { tries: job.tries, ..error });
                self.pages.outcome(&job.target, fetched, &self.services).await
            }
            Err(panic) => self.services.panicked(&job.target, &*panic),
        };
        let is_large = outcome.record.links > FEW_LINKS;
        let (by, job_id) = (self.queue.worker.to_string(), job.id.clone());
        let outcome = Box::new((job.target.kind.clone(), outcome));
        let entry = Entry { job: job.target.clone(), event: Event::Fetched { by, job_id, asks, outcome } };
        if !is_large {
            return entry.pack();
        }
        joined(self.pages.compute(move || entry.pack()).await)
    }
}
