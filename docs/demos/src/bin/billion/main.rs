//! A polite crawl of many hosts, simulated: what paper cannot tell about a crawl of a billion pages.
//!
//!     cargo run -p demos --bin billion
//!     cargo run -p demos --bin billion -- --budget 500
//!
//! All pages are known from the start. A task takes a page, waits until its host may be asked, fetches the page, and
//! takes the next one. Nothing really waits: the program computes when each thing would happen.

mod options;
mod policy;

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::{env, process};

use options::{Options, Random, Time};
use policy::{EarliestFirst, OneQueue, Policy, RoundRobin};

fn main() {
    let options = Options::parse(env::args().skip(1)).unwrap_or_else(|error| {
        eprint!("{error}; the options are\n{}", Options::usage());
        process::exit(2);
    });
    let pages = Random(options.seed).shuffled(&options.pages_of);
    let hosts = 0..options.pages_of.len();
    println!("{} pages on {} hosts, the largest has {}", pages.len(), hosts.len(), options.pages_of[0]);
    let crawls = [
        Crawl::run("one queue", &options, OneQueue(pages.into())),
        Crawl::run("round robin", &options, RoundRobin(hosts.clone().collect())),
        Crawl::run("earliest first", &options, EarliestFirst(hosts.map(|host| Reverse((0, host))).collect())),
    ];
    println!("\nseconds until    50 %    90 %    99 %   all pages are done");
    crawls.iter().for_each(Crawl::print_times);
    println!("\nper cent of the tasks that fetch, in each tenth of the crawl's time");
    crawls.iter().for_each(|crawl| crawl.print_use(options.tasks));
    println!("\nthe last 1 %    hosts   a page waits for its turn      a task  its answer");
    crawls.iter().for_each(|crawl| crawl.print_last(&options));
}

struct Crawl {
    name: &'static str,
    fetches: Vec<Fetch>,
}

/// A fetch, and when its host might have been asked.
struct Fetch {
    host: usize,
    allowed: Time,
    began: Time,
    ended: Time,
}

impl Crawl {
    fn run(name: &'static str, options: &Options, mut policy: impl Policy) -> Crawl {
        let mut random = Random(options.seed);
        let mut left = options.pages_of.clone();
        let mut allowed = vec![0; left.len()];
        let mut free_tasks: BinaryHeap<Reverse<Time>> = (0..options.tasks).map(|_| Reverse(0)).collect();
        let mut fetches = Vec::new();
        // Each round is an event: the task that is free first takes a page.
        while let (Some(Reverse(now)), Some(host)) = (free_tasks.pop(), policy.take()) {
            let began = now.max(allowed[host]);
            let ended = began + random.latency(options);
            fetches.push(Fetch { host, allowed: allowed[host], began, ended });
            free_tasks.push(Reverse(ended));
            allowed[host] = began + options.delay(host);
            left[host] -= 1;
            if left[host] > 0 {
                policy.give_back(host, allowed[host]);
            }
        }
        fetches.sort_by_key(|fetch| fetch.ended);
        Crawl { name, fetches }
    }

    fn print_times(&self) {
        let done = |percent: usize| self.fetches[self.fetches.len() * percent / 100 - 1].ended / 1000;
        println!("{:14}{:7}{:8}{:8}{:8}", self.name, done(50), done(90), done(99), done(100));
    }

    fn print_use(&self, tasks: usize) {
        print!("{:14}", self.name);
        let end = self.fetches.iter().map(|fetch| fetch.ended).max().unwrap_or(0);
        for tenth in 0..10 {
            let (from, to) = (end * tenth / 10, end * (tenth + 1) / 10);
            let within = |fetch: &Fetch| fetch.ended.min(to).saturating_sub(fetch.began.max(from));
            let used: Time = self.fetches.iter().map(within).sum();
            print!("{:5}", 100 * used / (tasks as Time * (to - from).max(1)));
        }
        println!();
    }

    fn print_last(&self, options: &Options) {
        let last = &self.fetches[self.fetches.len() * 99 / 100..];
        let hosts: BTreeSet<usize> = last.iter().map(|fetch| fetch.host).collect();
        let mean = |sum: Time| sum as f64 / last.len() as f64 / 1000.0;
        let turn = mean(last.iter().map(|fetch| options.delay(fetch.host).min(fetch.allowed)).sum());
        let task = mean(last.iter().map(|fetch| fetch.began - fetch.allowed).sum());
        let answer = mean(last.iter().map(|fetch| fetch.ended - fetch.began).sum());
        println!("{:14}{:7}{turn:26.1} s{task:10.1} s{answer:10.1} s", self.name, hosts.len());
    }
}
