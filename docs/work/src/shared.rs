//! One crawl on many machines: the queue, what was seen, and the report are in Redis. Each worker runs the same command.
//!
//! - `queue`: the jobs, taken and settled; `scripts` and its folder are what Redis does in one step
//! - `worker`: what a worker does with its jobs; `fetch`: one of them; `leases`: which they are; `job`: what one is
//! - `server`: which Redis; `link`: the connection to it, which may be away for a while; `fault`: what may be wrong
//! - `join`: how a worker comes to a crawl; `report`: the report of all workers

mod fault;
mod fetch;
mod job;
mod join;
mod leases;
mod link;
mod queue;
mod report;
mod scripts;
mod server;
mod worker;

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use common::crawl::interrupt::Interrupt;
use common::extra::hosts::Hosts;
use common::{Report, Services};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::drain::{end_after_drain, interrupted, say_ending};
use crate::pages::Pages;
use crate::stream::Tls;
use crate::watch;
use worker::Worker;

pub use fault::Fault;
pub use job::{Came, Job, Task};
pub use join::Place;
pub use queue::Store;
pub use server::Server;

/// Joins the crawl at `place`, or begins it. Returns the report of all workers when no job is open, or what there is of it at
/// an interrupt, which gives the fetches in flight the time `grace` to end. Reports its status unless it is to be `quiet`.
///
/// # Errors
/// If Redis is away at the start or at the end, refuses something, has lost the crawl, or has one of this name with other
/// options; if an interrupt comes before there is a report.
pub async fn crawl_shared(job: Services, place: &Place, grace: Duration, quiet: bool) -> io::Result<Report> {
    let (mut services, interrupt) = end_after_drain(job, grace);
    let tls = Tls::new(&services.options);
    let store = tokio::select! {
        biased;
        () = interrupted(&interrupt) => return Err(io::ErrorKind::Interrupted.into()),
        joined = Store::join(place, &services, &tls) => joined?,
    };
    // Redis gives out the turns of the hosts.
    Arc::make_mut(&mut services).options.delay = Duration::ZERO;
    let (hosts, services) = Hosts::of(&services);
    let worker = Worker {
        hosts,
        pages: Pages::default(),
        handouts: place.handouts,
        stop: CancellationToken::new(),
        tls,
        services,
        store,
    };
    let watched = worker.clone();
    let _watched = (!quiet).then(|| watch::every(watch::PERIOD, move || watched.clone().status()));
    let is_interrupted = worker.run(&interrupt, grace).await?;
    let Worker { services, store, .. } = worker;
    if is_interrupted {
        // What Redis does not say now, it says at the next run.
        return report::assemble(&store, &services.options).await;
    }
    tokio::select! {
        biased;
        () = interrupted(&interrupt) => Err(io::ErrorKind::Interrupted.into()),
        report = report::assemble(&store, &services.options) => report,
    }
}

impl Worker {
    /// Works until no job is open, or until an interrupt. Returns whether there was one.
    async fn run(&self, interrupt: &Interrupt, grace: Duration) -> Result<bool, Fault> {
        let mut tasks = pin!(async {
            let mut work = pin!(self.work());
            tokio::select! {
                ended = &mut work => ended,
                failed = self.renew() => {
                    self.stop.cancel();
                    self.store.link.end.cancel();
                    work.await.and(failed)
                }
            }
        });
        tokio::select! {
            biased;
            () = interrupted(interrupt) => {}
            ended = &mut tasks => return ended.map(|()| false),
        }
        self.stop.cancel();
        self.store.end_wait();
        say_ending(grace);
        let Ok(ended) = timeout(grace, &mut tasks).await else {
            self.services.interrupt.trigger();
            self.store.link.end.cancel();
            return tasks.await.map(|()| true);
        };
        self.store.link.end.cancel();
        ended.map(|()| true)
    }
}
