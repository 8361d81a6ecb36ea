//! [`Leader`]: the worker that folds the records and adds the jobs that are due. If it dies, another one does so.

use std::time::{Duration, Instant};

use tokio::time::sleep;

use super::fault::Fault;
use super::join::Sharing;
use super::plan::{Order, Plan};
use super::queue::{BATCH, Piece, Queue};
use super::records::Records;
use super::signs::{News, Signs, period};
use crate::watch::Status;

/// How long the leader lets records gather, if it has read only a few.
const GATHER: Duration = Duration::from_millis(5);
const FEW: usize = 8;

/// The state of the leader.
pub struct Leader<'a> {
    lease: Duration,
    queue: &'a Queue,
    signs: &'a Signs,
    records: &'a mut Records,
    plan: Plan,
    /// When it looks at the workers, and when at the jobs in Redis.
    next_look: Instant,
    next_list: Instant,
}

/// Leads whenever this worker is the leader, until the crawl is done. `records` has what is known so far.
pub async fn lead(
    sharing: &Sharing,
    queue: &Queue,
    signs: &Signs,
    records: &mut Records,
) -> Result<(), Fault> {
    let (mut is_leader, lease) = (signs.leads.subscribe(), sharing.lease);
    loop {
        tokio::select! {
            () = signs.done.cancelled() => return Ok(()),
            led = is_leader.wait_for(|leads| *leads) => drop(led),
        }
        let (plan, now) = (Plan::new(records.services(), &records.pacer, sharing), Instant::now());
        let leader = Leader { lease, queue, signs, records, plan, next_look: now, next_list: now + lease };
        match leader.lead().await {
            // Another worker is the leader; or Redis has lost the jobs, and a new plan adds them again.
            Ok(()) | Err(Fault::NoGroup) => {}
            Err(Fault::Rewound) => records.rewind(),
            failed => return failed,
        }
    }
}

impl Leader<'_> {
    /// Leads until the crawl is done, or another worker is the leader.
    async fn lead(mut self) -> Result<(), Fault> {
        self.queue.make_jobs().await?;
        let plan = &mut self.plan;
        self.records.catch_up(|_, change| plan.learn(Instant::now(), &change)).await?;
        // Jobs first: what happens to them meanwhile is in the records that follow.
        let offered = self.queue.offered().await?;
        self.records.catch_up(|_, change| plan.learn(Instant::now(), &change)).await?;
        self.plan.go_on(Instant::now(), &self.records.fold, offered);
        while !self.records.fold.is_done() {
            if !*self.signs.leads.borrow() {
                return Ok(());
            }
            self.look().await?;
            let orders = self.plan.due(Instant::now(), &self.records.fold);
            self.carry_out(orders).await?;
            // Due jobs that were not added wait for a free worker, and do not wake the leader.
            let due = self.plan.next_due().filter(|due| *due > Instant::now());
            let due = due.map_or(self.next_look, |due| due.min(self.next_look));
            let wait = due.saturating_duration_since(Instant::now());
            if self.follow(Some(wait)).await? < FEW {
                // Others gather meanwhile. One call for several is cheaper.
                sleep(GATHER).await;
            }
        }
        self.note();
        if self.signs.end().await? {
            self.signs.done.cancel();
        }
        Ok(())
    }

    /// Folds the next records, and does what follows from them. Waits for the first one, for the time `wait` at most. Returns how
    /// many there were.
    async fn follow(&mut self, wait: Option<Duration>) -> Result<usize, Fault> {
        let (plan, mut orders) = (&mut self.plan, Vec::new());
        let follow = |fold: &_, change| orders.extend(plan.follow(Instant::now(), fold, change));
        let count = self.records.fold_next(wait, follow).await?;
        self.carry_out(orders).await?;
        Ok(count)
    }

    async fn carry_out(&self, orders: Vec<Order>) -> Result<(), Fault> {
        let (mut jobs, mut entries) = (Vec::new(), Vec::new());
        for order in orders {
            match order {
                Order::Offer(job) => jobs.push(job),
                Order::Write(entry) => entries.push(Piece::whole(entry.pack())),
            }
        }
        for entries in entries.chunks(BATCH) {
            self.queue.write(entries).await?;
        }
        self.queue.offer(&jobs).await
    }

    /// Looks at the workers, once in a period, and at the jobs in Redis, if some may be lost.
    async fn look(&mut self) -> Result<(), Fault> {
        if Instant::now() < self.next_look {
            return Ok(());
        }
        self.next_look = Instant::now() + period(self.lease);
        let (dead, has_left) = self.plan.workers.look(self.queue.workers().await?);
        for worker in &dead {
            self.queue.bury(worker).await?;
        }
        self.note();
        if has_left || !dead.is_empty() || Instant::now() >= self.next_list {
            self.next_list = Instant::now() + self.lease;
            self.find_missing().await?;
        }
        Ok(())
    }

    /// Finds the jobs that are not in Redis any more, and whose outcome has not come.
    async fn find_missing(&mut self) -> Result<(), Fault> {
        let offered = self.queue.offered().await?;
        // A job leaves the stream in the step that writes its outcome, so its outcome is there by now.
        while self.follow(None).await? > 0 {}
        self.plan.find_missing(Instant::now(), &offered);
        Ok(())
    }

    /// Notes for all workers how the crawl goes on.
    fn note(&self) {
        let Plan { workers, .. } = &self.plan;
        let status = Status {
            done: self.records.fold.done,
            queued: self.plan.waiting(),
            workers: Some(workers.count()),
            waits_for: workers.waits_for(),
            ..Status::default()
        };
        self.signs.note(News { status, sick: workers.sick() });
    }
}
