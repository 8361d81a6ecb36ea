//! [`Leader`]: the worker that folds the records and adds the jobs that are due. If it dies, another one does so.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use common::Services;
use common::text::number;
use tokio::task::block_in_place;
use tokio::time::sleep;
use tracing::warn;

use super::fault::Fault;
use super::fold::{Change, Fold};
use super::plan::{Order, Plan};
use super::queue::{BATCH, Entries, Ledger, Queue};
use super::signs::{Signs, period};
use crate::watch::Status;

/// Lines of so many bytes are unpacked and read at once. More of them, and other tasks of the thread move to another one.
const SMALL: usize = 16 * 1024;

/// How long the leader lets records gather.
const GATHER: Duration = Duration::from_millis(1);

/// What leads the crawl, if this worker is the leader.
pub struct Leader<'a> {
    pub services: &'a Services,
    pub queue: &'a Queue,
    pub ledger: Ledger<'a>,
    pub signs: &'a Signs,
    pub handouts: usize,
    pub lease: Duration,
}

impl Leader<'_> {
    /// Leads whenever this worker is the leader, until the crawl is done. `fold` has what is known so far.
    pub async fn lead(&self, fold: &mut Fold) -> Result<(), Fault> {
        let mut leads = self.signs.leads();
        loop {
            tokio::select! {
                () = self.signs.done.cancelled() => return Ok(()),
                led = leads.wait_for(|leads| *leads) => drop(led),
            }
            match self.lead_on(fold).await {
                // Another worker is the leader.
                Ok(()) => {}
                Err(Fault::Rewound) => *fold = Fold::new(self.services),
                failed => return failed,
            }
        }
    }

    /// Leads until the crawl is done, or another worker is the leader.
    async fn lead_on(&self, fold: &mut Fold) -> Result<(), Fault> {
        let mut plan = Plan::new(&self.services.options, &self.services.pacer, self.handouts, self.lease);
        self.ledger.make_jobs().await?;
        catch_up(self.ledger, fold, |change| plan.learn(Instant::now(), &change)).await?;
        // What is in the stream of jobs is known before what has become of it.
        let offered = self.ledger.jobs().await?;
        catch_up(self.ledger, fold, |change| plan.learn(Instant::now(), &change)).await?;
        plan.go_on(Instant::now(), fold, offered.into_iter().map(|(_, job)| job));
        let (mut looks_at, mut finds_lost_at) = (Instant::now(), Instant::now() + self.lease);
        while !fold.is_done() {
            if !*self.signs.leads().borrow() {
                return Ok(());
            }
            if Instant::now() >= looks_at {
                looks_at = Instant::now() + period(self.lease);
                if self.look(fold, &mut plan).await? || Instant::now() >= finds_lost_at {
                    finds_lost_at = Instant::now() + self.lease;
                    self.find_lost(fold, &mut plan).await?;
                }
            }
            let orders = plan.due(Instant::now(), fold);
            if !self.carry_out(orders).await? {
                (looks_at, finds_lost_at) = (Instant::now(), Instant::now());
            }
            let due = plan.next_due().map_or(looks_at, |due| due.min(looks_at));
            // A job that is due and not added waits for a worker that is free.
            let now = Instant::now();
            let due = if due <= now { looks_at } else { due };
            let entries = self.ledger.records(&fold.last, Some(due.saturating_duration_since(now))).await?;
            let is_alone = entries.len() == 1;
            let orders = self.follow(entries, fold, &mut plan)?;
            self.carry_out(orders).await?;
            if is_alone {
                // Others gather meanwhile. One call for several is cheaper.
                sleep(GATHER).await;
            }
        }
        self.note(fold, &plan, None);
        if self.signs.end().await? {
            self.ledger.end().await?;
            self.signs.done.cancel();
        }
        Ok(())
    }

    /// Folds entries, and plans what follows from them.
    fn follow(&self, entries: Entries, fold: &mut Fold, plan: &mut Plan) -> Result<Vec<Order>, Fault> {
        let now = Instant::now();
        let mut orders = Vec::new();
        fold_all(entries, fold, |fold, change| {
            plan.learn(now, &change);
            orders.extend(plan.follow(now, fold, change));
        })?;
        Ok(orders)
    }

    /// Carries out orders. Returns whether the stream of jobs is there. If it was lost, there is a new one.
    async fn carry_out(&self, orders: Vec<Order>) -> Result<bool, Fault> {
        let (mut jobs, mut entries) = (Vec::new(), Vec::new());
        for order in orders {
            match order {
                Order::Offer(job) => jobs.push(job),
                Order::Write(entry) => entries.push(entry),
            }
        }
        let packed: Vec<_> = entries.iter().map(|entry| (String::new(), entry.pack())).collect();
        for packed in packed.chunks(BATCH) {
            self.queue.write(packed).await?;
        }
        let is_there = jobs.is_empty() || self.ledger.offer(&jobs).await?;
        if !is_there {
            self.ledger.make_jobs().await?;
        }
        Ok(is_there)
    }

    /// Looks at the workers. Returns whether jobs may be lost.
    async fn look(&self, fold: &Fold, plan: &mut Plan) -> Result<bool, Fault> {
        let (mut signs, consumers) = match self.ledger.look().await {
            Err(Fault::NoGroup) => return self.ledger.make_jobs().await.map(|()| true),
            looked => looked?,
        };
        let sick: Vec<_> =
            signs.keys().filter_map(|name| name.strip_prefix("sick ")).map(str::to_owned).collect();
        signs.retain(|name, _| !name.starts_with("sick "));
        // A worker that is dead may get a job all the same: Redis does not know of its death.
        for worker in consumers.keys() {
            signs.entry(worker.clone()).or_default();
        }
        let (dead, has_left) = plan.workers.look(signs);
        for worker in &dead {
            self.bury(worker).await?;
        }
        for worker in plan.workers.sick().iter().filter(|worker| !sick.contains(worker)) {
            warn!(worker, "the fetches of a worker fail, and those of others do not");
            self.ledger.strike(worker, true).await?;
        }
        let waits_for = plan.workers.silent().filter_map(|(worker, silent, left)| {
            let pages = number(*consumers.get(worker)?, "page");
            let (silent, left) = (silent.as_secs(), left.as_secs());
            Some(format!("{pages} with worker {worker}, silent for {silent} s, taken over in {left} s"))
        });
        let waits_for: Vec<_> = waits_for.collect();
        self.note(fold, plan, (!waits_for.is_empty()).then(|| waits_for.join("; ")));
        Ok(has_left || !dead.is_empty())
    }

    fn note(&self, fold: &Fold, plan: &Plan, waits_for: Option<String>) {
        let (queued, workers) = (plan.waiting(), plan.workers.count());
        self.signs.note(Status {
            done: fold.done,
            queued,
            workers: Some(workers),
            waits_for,
            ..Status::default()
        });
    }

    /// Takes the jobs of a dead worker away from it.
    async fn bury(&self, worker: &str) -> Result<(), Fault> {
        self.ledger.strike(worker, false).await?;
        let ids: HashSet<_> = self.queue.jobs_of(worker, &self.queue.link).await?.into_iter().collect();
        if ids.is_empty() {
            return Ok(());
        }
        let mut jobs = self.ledger.jobs().await?;
        jobs.retain(|(id, _)| ids.contains(id));
        if jobs.is_empty() { Ok(()) } else { self.ledger.bury(worker, &jobs).await }
    }

    /// Finds the jobs that are in the stream no more, and whose outcome has not come.
    async fn find_lost(&self, fold: &mut Fold, plan: &mut Plan) -> Result<(), Fault> {
        let offered = self.ledger.jobs().await?.into_iter().map(|(_, job)| job).collect();
        // A job leaves the stream in the step that writes its outcome, so that is there by now.
        loop {
            let entries = self.ledger.records(&fold.last, None).await?;
            if entries.is_empty() {
                break;
            }
            let orders = self.follow(entries, fold, plan)?;
            self.carry_out(orders).await?;
        }
        plan.find_lost(Instant::now(), &offered);
        Ok(())
    }
}

/// Folds all entries that are there.
pub async fn catch_up(
    ledger: Ledger<'_>,
    fold: &mut Fold,
    mut learn: impl FnMut(Change),
) -> Result<(), Fault> {
    loop {
        let entries = ledger.records(&fold.last, None).await?;
        if entries.is_empty() {
            return Ok(());
        }
        fold_all(entries, fold, |_, change| learn(change))?;
    }
}

fn fold_all(entries: Entries, fold: &mut Fold, mut then: impl FnMut(&Fold, Change)) -> Result<(), Fault> {
    let bytes = entries.iter().flat_map(|(_, fields)| fields).flatten().map(Vec::len).sum::<usize>();
    let add_all = || {
        for (id, fields) in entries {
            let mut fields = fields.unwrap_or_default().into_iter();
            let (piece, bytes) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
            if let Some(change) = fold.add(&id, &String::from_utf8_lossy(&piece), bytes)? {
                then(fold, change);
            }
        }
        Ok(())
    };
    if bytes > SMALL { block_in_place(add_all) } else { add_all() }
}
