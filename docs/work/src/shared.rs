//! One crawl on many machines: its jobs and its records are two streams in Redis. Each worker runs the same command.
//!
//! - `entry`: what the records say; `fold`: what they come to, the crawl and its report
//! - `plan`: which jobs are due; `workers`: which workers can take them; `leader`: the one worker that folds, and adds jobs
//! - `worker`: what each worker does with its jobs; `job`: what one is; `signs`: which workers are alive, and which one leads
//! - `queue`: the commands of Redis; `join`: how a worker comes to a crawl
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
mod server;
mod signs;
mod worker;
mod workers;

use std::future::ready;
use std::io;
use std::panic::resume_unwind;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, UNIX_EPOCH};

use common::crawl::interrupt::Interrupt;
use common::date::utc;
use common::fetch::pace::Pacer;
use common::text::number;
use common::{Report, Services};
use futures::future::{select, try_join};
use program::log;
use tokio::task::yield_now;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::drain::{end_after_drain, interrupted, say_ending};
use crate::pages::Pages;
use crate::stream::Tls;
use crate::watch;
use leader::{Leader, catch_up};
use worker::Worker;

pub use entry::{End, Entry};
pub use fault::Fault;
pub use fold::{Change, Fold};
pub use job::{Job, text};
pub use join::{Place, join};
pub use plan::{Order, Plan};
pub use queue::Queue;
pub use server::Server;
pub use signs::Signs;

/// Joins the crawl at `place`, or begins it. Returns the report of all workers when the crawl is done, or what there is of it at
/// an interrupt, which gives the fetches in flight the time `grace` to end. Reports its status unless it is to be `quiet`.
///
/// # Errors
/// If Redis is away at the start or at the end, refuses something, has lost the crawl, or has one of this name with other
/// options; if an interrupt comes before there is a report.
pub async fn crawl_shared(job: Services, place: &Place, grace: Duration, quiet: bool) -> io::Result<Report> {
    let (services, interrupt) = end_after_drain(job, grace);
    let tls = Tls::new(&services.options);
    let joining = async {
        let queue = join(place, &services.options, &tls).await?;
        let is_old = Signs::new(&queue, place.lease).is_done().await?;
        io::Result::Ok((queue, is_old))
    };
    let (queue, mut is_old) = tokio::select! {
        biased;
        () = interrupted(&interrupt) => return Err(io::ErrorKind::Interrupted.into()),
        joined = joining => joined?,
    };
    let signs = Signs::new(&queue, place.lease);
    let crew = Crew { services, tls, queue, lease: place.lease, handouts: place.handouts as usize };
    let mut fold = Fold::new(&crew.services);
    loop {
        let is_interrupted = crew.work(&mut fold, &interrupt, grace, quiet).await?;
        if is_interrupted {
            // What Redis does not say now, it says at the next run.
            read_all(&crew, &mut fold).await?;
            return Ok(report(fold));
        }
        let read = async {
            read_all(&crew, &mut fold).await?;
            // Redis may have lost records since. Then they are fetched again.
            if fold.is_done() { Ok(()) } else { signs.reopen().await }
        };
        tokio::select! {
            biased;
            () = interrupted(&interrupt) => return Err(io::ErrorKind::Interrupted.into()),
            read = read => read?,
        }
        if fold.is_done() {
            break;
        }
        is_old = false;
    }
    if is_old {
        let when = utc(UNIX_EPOCH + Duration::from_millis(fold.times.map_or(0, |(_, last)| last)));
        let (name, another) = (&place.name, "another --name begins another crawl");
        log::say!("the crawl `{name}` ended at {when}, and this is its report; {another}");
    }
    Ok(report(fold))
}

/// A worker, and what it is part of.
struct Crew {
    services: Arc<Services>,
    tls: Tls,
    queue: Queue,
    lease: Duration,
    handouts: usize,
}

impl Crew {
    /// Works until the crawl is done, or until an interrupt. Returns whether there was one. `fold` gets what this worker has folded
    /// as the leader.
    async fn work(
        &self,
        fold: &mut Fold,
        interrupt: &Interrupt,
        grace: Duration,
        quiet: bool,
    ) -> Result<bool, Fault> {
        let Crew { services, tls, queue, lease, handouts } = self;
        let (signs, stop) = (Signs::new(queue, *lease), CancellationToken::new());
        let (stopping, most) = (stop.clone(), services.options.tasks());
        let room = move || if stopping.is_cancelled() { 0 } else { most };
        let watched = signs.clone();
        let _watched = (!quiet).then(|| watch::every(watch::PERIOD, move || ready(watched.status())));
        let worker = Worker {
            services: for_one_try(services),
            tls: tls.clone(),
            queue: queue.clone(),
            pages: Pages::default(),
            stop: stop.clone(),
            done: signs.done.clone(),
            large: Arc::default(),
        };
        // A task of its own, because nothing else may hold up a sign.
        let mut giving = tokio::spawn(signs.clone().give(room));
        let leader = Leader {
            services,
            queue,
            ledger: queue.ledger(),
            signs: &signs,
            handouts: *handouts,
            lease: *lease,
        };
        let ended = {
            let mut work = pin!(async {
                // A worker without a sign has no jobs.
                queue.sign(0, most).await?;
                worker.work().await
            });
            let mut rest = pin!(async {
                let giving =
                    async { (&mut giving).await.unwrap_or_else(|error| resume_unwind(error.into_panic())) };
                try_join(leader.lead(fold), giving).await.map(drop)
            });
            tokio::select! {
                biased;
                () = interrupted(interrupt) => {
                    stop.cancel();
                    say_ending(grace);
                    let drained = timeout(grace, select(&mut work, &mut rest)).await;
                    services.interrupt.trigger();
                    drained.map_or(Ok(true), |drained| drained.factor_first().0.map(|()| true))
                }
                ended = try_join(&mut work, &mut rest) => ended.map(|_| false),
            }
        };
        giving.abort();
        while !giving.is_finished() {
            // It may be giving a sign.
            yield_now().await;
        }
        if !matches!(ended, Ok(false)) {
            queue.link.end.cancel();
        }
        // If this fails, others find out by themselves, when the lease is over.
        let leave = async { signs.resign().await.and(queue.leave().await) };
        let left = tokio::select! {
            left = leave => left.map(|()| false),
            () = interrupted(interrupt), if matches!(ended, Ok(false)) => {
                queue.link.end.cancel();
                Ok(true)
            }
        };
        Ok(ended? | left?)
    }
}

/// Returns services whose fetches try once, and at once: the leader decides about further tries, and gives out the turns of the hosts.
fn for_one_try(services: &Arc<Services>) -> Arc<Services> {
    let mut services = Services::clone(services);
    (services.options.max_tries, services.options.delay) = (1, Duration::ZERO);
    services.pacer = Pacer::default();
    services.into()
}

/// Folds all records that are there.
async fn read_all(crew: &Crew, fold: &mut Fold) -> Result<(), Fault> {
    while let Err(fault) = catch_up(crew.queue.ledger(), fold, drop).await {
        match fault {
            Fault::Rewound => *fold = Fold::new(&crew.services),
            fault => return Err(fault),
        }
    }
    Ok(())
}

/// Returns the report, and says on stderr what was taken over.
fn report(fold: Fold) -> Report {
    if fold.taken_over > 0 {
        let what = "a page was taken over from another worker, and perhaps fetched twice";
        log::say!("{}, {what}", number(fold.taken_over, "time"));
    }
    tokio::task::block_in_place(|| fold.into_report())
}
