//! [`Plan`]: which jobs are due, and for which workers. It never waits: all that it knows of time are the moments that it is told.
//!
//! It has what only the leader needs: the slots of the hosts (`Pacer`), whether they answer (`Health`), and which workers there are.
//! Nothing of it is in Redis, so a new leader begins with a new plan.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::{Duration, Instant};

use common::fetch::attempt::growing_pause;
use common::fetch::time::random;
use common::{Options, Services, Target};
use url::Position;
use web::pace::Pacer;

use super::entry::{End, Entry, Event};
use super::fold::{Change, Fold, What};
use super::job::PageJob;
use super::join::Sharing;
use super::workers::Workers;
use crate::health::{Admission, Health};
use crate::watch::host_changed;

/// A job that was given back pauses as if after so many tries.
const FIRST_RETURN: u32 = 2;

/// The most orders at once: a host that is given up may have any number of pages.
const MOST: usize = 1000;

/// What is to be done in Redis.
#[derive(Debug)]
pub enum Order {
    /// Add a job, whose id is empty.
    Offer(PageJob),
    /// Write an entry.
    Write(Entry),
}

/// The jobs of the leader, and their turns.
#[derive(Debug)]
pub struct Plan {
    options: Options,
    pacer: Pacer,
    health: Health,
    /// A page with which so many workers have died is a failure.
    deaths: usize,
    /// The jobs that wait for their turn, by its time. The number keeps their order.
    waiting: BTreeMap<(Instant, u64), Target>,
    number: u64,
    /// Jobs that one more death ends. Each is offered alone, after all others, so that nothing dies with it.
    suspects: Vec<Target>,
    /// The jobs in the stream, and when they were added.
    offered: HashMap<Target, Instant>,
    /// The jobs whose hosts asked for a pause.
    paused: HashMap<Target, Pause>,
    /// Which workers there are.
    pub workers: Workers,
}

/// What is known of a job whose host asked for a pause.
#[derive(Clone, Copy, Debug)]
struct Pause {
    /// When the job was offered before its first pause.
    first_offer: Instant,
    /// Whether the last refusal costs a try.
    costs_try: bool,
}

impl Plan {
    /// Makes the plan of a new leader.
    pub fn new(services: &Services, pacer: &Pacer, sharing: &Sharing) -> Plan {
        Plan {
            options: services.options.clone(),
            pacer: pacer.clone(),
            health: Health::default(),
            deaths: sharing.deaths as usize,
            waiting: BTreeMap::new(),
            number: 0,
            suspects: Vec::new(),
            offered: HashMap::new(),
            paused: HashMap::new(),
            workers: Workers::new(sharing.lease),
        }
    }

    /// Plans the open jobs of a crawl that goes on, but for those that are `offered` in the stream already.
    pub fn go_on(&mut self, now: Instant, fold: &Fold, offered: HashSet<Target>) {
        self.offered = offered.into_iter().filter(|job| fold.is_open(job)).map(|job| (job, now)).collect();
        let mut hosts = HashSet::new();
        for job in fold.open() {
            // The last leader may have given its host a turn a moment ago.
            if fold.done > 0 && hosts.insert(job.url.host_str().map(str::to_owned)) {
                let _ = self.pacer.start(now, &job.url, self.options.delay, now, None);
            }
            if !self.offered.contains_key(&job) {
                self.plan(now, job);
            }
        }
    }

    /// Learns from a change, also from one that an earlier leader has followed.
    pub fn learn(&mut self, now: Instant, change: &Change) {
        let Change { job, what: What::Settled { status, has_failed, by, failed, .. } } = change else {
            return;
        };
        // What has ended without a request says nothing of its host.
        if by.is_some() || status.is_some() || *has_failed {
            host_changed(job, self.health.ended(now, random(), &job.url, *has_failed));
        }
        match status {
            Some(429 | 503) => {
                let first = self.paused.get(job).map_or(now, |pause| pause.first_offer);
                self.pacer.refused(&job.url, first);
            }
            Some(_) => self.pacer.accepted(now, &job.url),
            None => {}
        }
        if let Some(by) = by {
            self.workers.answered(by, &job.url[..Position::AfterPort], failed);
        }
    }

    /// Learns from a change, and plans what follows from it.
    pub fn follow(&mut self, now: Instant, fold: &Fold, change: Change) -> Option<Order> {
        self.learn(now, &change);
        let Change { job, what } = change;
        match what {
            What::Settled { new, .. } => {
                self.offered.remove(&job);
                self.paused.remove(&job);
                new.into_iter().for_each(|job| self.plan(now, job));
                None
            }
            What::Failed(by) => {
                self.offered.remove(&job)?;
                let host = &job.url[..Position::AfterPort];
                self.workers.failed(by, host);
                let history = fold.history(&job)?;
                let may_try = history.tries < self.options.max_tries && self.health.tries_again(&job.url);
                if !may_try && self.workers.believe(host, history) {
                    return Some(Order::Write(ended(job, End::LastTry)));
                }
                self.schedule(now + growing_pause(history.tries), job);
                None
            }
            What::Paused(pause) => {
                let offered = self.offered.remove(&job)?;
                let tries = fold.history(&job)?.tries;
                // As long as no request is accepted, a host that names no pause is not asked again and again.
                let pause = pause.or_else(|| self.pacer.unnamed_pause(&job.url, tries));
                let pause = pause.filter(|pause| *pause <= self.options.max_wait);
                let Some(pause) = pause.filter(|_| tries < self.options.max_tries) else {
                    return Some(Order::Write(ended(job, End::LastTry)));
                };
                let pause = pause.max(growing_pause(tries));
                let costs_try = self.pacer.pause(now, &job.url, pause, Some(offered));
                let paused = Pause { first_offer: offered, costs_try };
                self.paused.entry(job.clone()).or_insert(paused).costs_try = costs_try;
                self.plan(now, job);
                None
            }
            What::Freed => {
                self.offered.remove(&job)?;
                let returned = fold.history(&job).map_or(0, |history| history.returned);
                self.schedule(now + growing_pause(FIRST_RETURN + returned), job);
                None
            }
        }
    }

    /// Returns the jobs that are due, as many as the workers can take, and what becomes of those that are not to be fetched.
    pub fn due(&mut self, now: Instant, fold: &Fold) -> Vec<Order> {
        let (mut orders, most) = (Vec::new(), self.most_offered());
        while self.offered.len() < most && orders.len() < MOST && !self.offers_suspect(fold) {
            let Some((planned, job)) = self.next_job(now) else { break };
            if !fold.is_open(&job) {
                // A worker that was taken for dead has settled it.
                continue;
            }
            let is_over = (deaths(fold, &job) >= self.deaths).then_some(End::Killed);
            let is_over = is_over.or_else(|| self.health.is_given_up(&job.url).then_some(End::GivenUp));
            if let Some(how) = is_over {
                orders.push(Order::Write(ended(job, how)));
            } else if self.is_suspect(fold, &job) && !(self.offered.is_empty() && self.waiting.is_empty()) {
                self.suspects.push(job);
            } else if let Err(later) = self.pacer.start(now, &job.url, self.options.delay, planned, None) {
                self.schedule(later, job);
            } else if let Admission::After(pause) = self.health.admit(now, &job.url) {
                // The probe may succeed before the pause ends. At most 10,000 jobs are looked at in a second.
                let looks = Duration::from_micros(100) * self.waiting.len() as u32;
                self.schedule(now + pause.min(looks.max(Duration::from_secs(1))), job);
            } else {
                orders.push(self.offer(now, fold, job));
            }
        }
        orders
    }

    /// Returns how many jobs are in the stream at most: some more than the workers can take, so that one that is free finds a job at
    /// once. A host's delay counts from the moment at which a job is offered, so with delays, no job may wait there.
    fn most_offered(&self) -> usize {
        let capacity = self.workers.capacity();
        let has_delays = !self.options.delay.is_zero() || self.options.obey_robots;
        if has_delays { capacity } else { capacity + capacity / 2 }
    }

    fn offer(&mut self, now: Instant, fold: &Fold, job: Target) -> Order {
        self.health.starts(&job.url);
        let history = fold.history(&job);
        let costs_try = self.paused.get(&job).is_none_or(|pause| pause.costs_try);
        let tries = history.map_or(1, |history| history.tries + u32::from(costs_try));
        let tries = tries.clamp(1, self.options.max_tries.max(1));
        let not = history.map_or_else(Vec::new, |history| self.workers.not_again(history));
        self.offered.insert(job.clone(), now);
        Order::Offer(PageJob { id: String::new(), target: job, tries, not })
    }

    /// Returns when the next job is due. The moment may be past.
    pub fn next_due(&self) -> Option<Instant> {
        self.waiting.first_key_value().map(|((due, _), _)| *due)
    }

    /// Plans the jobs again that are not among those that are `offered` in Redis.
    pub fn find_missing(&mut self, now: Instant, offered: &HashSet<Target>) {
        let missing: Vec<_> = self.offered.extract_if(|job, _| !offered.contains(job)).collect();
        missing.into_iter().for_each(|(job, _)| self.plan(now, job));
    }

    /// Returns how many jobs wait.
    pub fn waiting(&self) -> usize {
        self.waiting.len() + self.suspects.len()
    }

    /// Plans a job at the next turn of its host.
    fn plan(&mut self, now: Instant, job: Target) {
        let pause = self.pacer.plan_from(now, &job.url, self.options.delay, Duration::ZERO);
        self.schedule(now + pause, job);
    }

    fn schedule(&mut self, due: Instant, job: Target) {
        self.number += 1;
        self.waiting.insert((due, self.number), job);
    }

    /// Takes the next job whose turn has come, and returns when it was to come.
    fn next_job(&mut self, now: Instant) -> Option<(Instant, Target)> {
        if self.offered.is_empty() && self.waiting.is_empty() {
            return Some((now, self.suspects.pop()?));
        }
        let first = self.waiting.first_entry().filter(|first| first.key().0 <= now)?;
        let ((planned, _), job) = first.remove_entry();
        Some((planned, job))
    }

    /// Returns whether a job gets its last chance, alone.
    fn is_suspect(&self, fold: &Fold, job: &Target) -> bool {
        deaths(fold, job) + 1 == self.deaths
    }

    fn offers_suspect(&self, fold: &Fold) -> bool {
        self.offered.len() == 1 && self.offered.keys().any(|job| self.is_suspect(fold, job))
    }
}

fn ended(job: Target, how: End) -> Entry {
    Entry { job, event: Event::Ended(how) }
}

/// Returns how many workers have died with a job.
fn deaths(fold: &Fold, job: &Target) -> usize {
    fold.history(job).map_or(0, |history| history.died.len())
}
