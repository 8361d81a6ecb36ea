//! One crawl on many machines: its jobs and its records are two streams in Redis. Each worker runs the same command.
//!
//! - `entry`: what a record says; `fold`: what the records come to, the crawl and its report; `records`: how they are read
//! - `plan`: which jobs are due; `workers`: which workers can take them; `leader`: the one worker that folds, and adds jobs
//! - `worker`: what each worker does with its jobs; `job`: what one is; `signs`: which workers are alive, and which one leads
//! - `tasks`: the tasks of a worker, which may fail
//! - `queue`: the commands of Redis; `join`: how a worker comes to a crawl (not the `join` of a queue)
//! - `server`: which Redis; `link`: a connection to it, which may be away for a while; `fault`: what may be wrong

mod entry;
mod fault;
mod fold;
mod job;
mod join;
mod leader;
mod link;
mod plan;
mod queue;
mod records;
mod server;
mod signs;
mod tasks;
mod worker;
mod workers;

use std::future::ready;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use common::crawl::interrupt::Interrupt;
use common::date::utc;
use common::text::number;
use common::{Report, Services};
use futures::FutureExt;
use futures::future::{join as join_both, try_join};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::drain::{end_after_drain, interrupted, say_ending};
use crate::log;
use crate::stream::Tls;
use crate::watch;
use leader::lead;
use records::Records;
use signs::Signs;
use tasks::{Tasks, all_end, next_end};
use worker::Worker;

pub use entry::{Entry, Event};
pub use fault::Fault;
pub use job::PageJob;
pub use join::{Sharing, join};
pub use queue::{Piece, Queue};
pub use server::Server;

/// Joins the crawl of this name, or begins it. Returns the report of all workers when the crawl is done, or what there is of it at
/// an interrupt, which gives the fetches in flight the time `grace` to end. Reports its status unless it is to be `quiet`.
///
/// # Errors
/// If Redis is away at the start or at the end, refuses something, has lost the crawl, or has one of this name with other
/// options; if an interrupt comes before there is a report.
pub async fn crawl_shared(
    services: Services,
    sharing: &Sharing,
    grace: Duration,
    quiet: bool,
) -> io::Result<Report> {
    let (services, interrupt) = end_after_drain(services, grace);
    let crawl = Crawl { services, sharing, interrupt, grace, quiet };
    loop {
        if let Some(report) = crawl.join_and_work().await? {
            return Ok(report);
        }
    }
}

/// A crawl, as each of its workers is told of it.
struct Crawl<'a> {
    services: Arc<Services>,
    sharing: &'a Sharing,
    interrupt: Interrupt,
    grace: Duration,
    quiet: bool,
}

impl Crawl<'_> {
    /// Works as a new worker until the crawl is done, or until an interrupt. Returns the report, or `None` if Redis has lost records
    /// since: they are to be fetched again.
    async fn join_and_work(&self) -> io::Result<Option<Report>> {
        let tls = Tls::new(&self.services.options);
        let (queue, signs, is_old) = self
            .unless_interrupted(async {
                let queue = join(self.sharing, &self.services.options, &tls).await?;
                let signs = Signs::new(&queue, self.sharing.lease);
                let is_old = signs.is_done().await?;
                // Before it takes a job, so that the leader knows of it.
                signs.sign(0, self.services.options.tasks()).await?;
                Ok((queue, signs, is_old))
            })
            .await?;
        let mut records = Records::new(&queue, &self.services);
        if self.work(tls, &queue, &signs, &mut records).await? {
            // What Redis does not say now, it says at the next run.
            records.read_all().await?;
            return Ok(Some(report(records)));
        }
        let read = async {
            records.read_all().await?;
            if !records.fold.is_done() {
                signs.reopen().await?;
            }
            Ok(())
        };
        self.unless_interrupted(read).await?;
        if !records.fold.is_done() {
            return Ok(None);
        }
        if is_old {
            let when = utc(UNIX_EPOCH + Duration::from_millis(records.fold.last_end));
            let (name, another) = (&self.sharing.name, "another --name begins another crawl");
            log::say!("the crawl `{name}` ended at {when}, and this is its report; {another}");
        }
        Ok(Some(report(records)))
    }

    async fn unless_interrupted<T>(&self, what: impl Future<Output = io::Result<T>>) -> io::Result<T> {
        tokio::select! {
            biased;
            () = interrupted(&self.interrupt) => Err(io::ErrorKind::Interrupted.into()),
            done = what => done,
        }
    }

    /// Works until the crawl is done, or until an interrupt. Returns whether there was one. `records` gets what this worker folds as
    /// the leader.
    async fn work(
        &self,
        tls: Tls,
        queue: &Queue,
        signs: &Signs,
        records: &mut Records,
    ) -> Result<bool, Fault> {
        let watched = signs.clone();
        let _watched = (!self.quiet).then(|| watch::every(watch::PERIOD, move || ready(watched.status())));
        let (stop, most) = (CancellationToken::new(), self.services.options.tasks());
        let (stopping, mut tasks) = (stop.clone(), Tasks::new());
        let capacity = move || if stopping.is_cancelled() { 0 } else { most };
        // Tasks of their own: what the leader computes must not hold up a sign or a fetch.
        tasks.spawn(signs.clone().give(capacity));
        tasks.spawn(Worker::new(&self.services, tls, queue, &stop, &signs.done).work());
        let ended = self.end_or_drain(&stop, &mut tasks, lead(self.sharing, queue, signs, records)).await;
        tasks.shutdown().await;
        if !matches!(ended, Ok(false)) {
            queue.link.end.cancel();
        }
        // If this fails, others find out by themselves, when the lease is over.
        let leave = join_both(signs.resign(), queue.leave());
        let left = tokio::select! {
            (resigned, left) = leave => resigned.and(left).map(|()| false),
            () = interrupted(&self.interrupt), if matches!(ended, Ok(false)) => {
                queue.link.end.cancel();
                Ok(true)
            }
        };
        Ok(ended? | left?)
    }

    /// Waits for the end of the crawl. At an interrupt, takes no more jobs, and waits for those in flight. Returns whether there was
    /// one.
    async fn end_or_drain(
        &self,
        stop: &CancellationToken,
        tasks: &mut Tasks,
        leads: impl Future<Output = Result<(), Fault>>,
    ) -> Result<bool, Fault> {
        // It may have ended when the interrupt comes.
        let mut leads = pin!(leads.fuse());
        tokio::select! {
            biased;
            () = interrupted(&self.interrupt) => {}
            ended = try_join(&mut leads, all_end(tasks)) => return ended.map(|_| false),
        }
        stop.cancel();
        say_ending(self.grace);
        let drain = async {
            // The worker ends when it has no job any more.
            tokio::select! {
                ended = next_end(tasks) => ended.map(drop),
                led = leads => led,
            }
        };
        let drained = timeout(self.grace, drain).await.unwrap_or(Ok(()));
        self.services.interrupt.trigger();
        drained.map(|()| true)
    }
}

/// Returns the report, and says on stderr what was taken over.
fn report(Records { fold, .. }: Records) -> Report {
    if fold.taken_over > 0 {
        let what = "a page was taken over from another worker, and perhaps fetched twice";
        log::say!("{}, {what}", number(fold.taken_over, "time"));
    }
    fold.into_report()
}
