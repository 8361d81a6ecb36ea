//! A polite crawl of many hosts, simulated: what paper cannot tell about a crawl of a billion pages.
//!
//!     cargo run -p demos --bin billion [-- --budget 500]
//!
//! All pages are known from the start. A task takes a page, waits until its host may be asked, fetches the page, and
//! takes the next one. Nothing really waits: the program computes when each thing would happen. A budget is the most
//! pages of one host.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::env;

use fastrand::Rng;

const HOSTS: usize = 1000;
const PAGES: f64 = 100_000.0;
const TASKS: usize = 100;

/// Milliseconds since the start of the crawl.
type Time = u64;

/// Pages, each by the number of its host. The one with the least place comes first.
type Queue = BinaryHeap<Reverse<(u64, usize)>>;

fn main() {
    // The only option is `--budget PAGES`.
    let budget = env::args().nth(2).map_or(usize::MAX, |pages| pages.parse().expect("a number of pages"));
    let pages_of = zipf(budget);
    let mut pages: Vec<usize> = (0..HOSTS).flat_map(|host| vec![host; pages_of[host]]).collect();
    Rng::with_seed(1).shuffle(&mut pages);
    println!("{} pages on {HOSTS} hosts, the largest has {}", pages.len(), pages_of[0]);
    println!("\nseconds until    50 %    90 %    99 %   all pages are done");
    // All pages are in the queue, in the order in which they were found.
    let queue = (0..).zip(pages).map(Reverse).collect();
    crawl("one queue", &pages_of, queue, |_, _| None);
    // A page of each host is in the queue. After a fetch, the next page of its host is the last one.
    let hosts = (0..).zip(0..HOSTS).map(Reverse);
    crawl("round robin", &pages_of, hosts.collect(), |turn, _| Some(turn));
    // The first one is that of the host that may be asked first.
    let hosts = (0..HOSTS).map(|host| Reverse((0, host)));
    crawl("earliest first", &pages_of, hosts.collect(), |_, allowed| Some(allowed));
}

/// Crawls all pages, and prints when they are done.
///
/// After a fetch, `place` returns the place of the next page of the host. It takes the number of the fetch, and the time
/// at which the host may be asked again.
fn crawl(name: &str, pages_of: &[usize], mut queue: Queue, place: fn(u64, Time) -> Option<u64>) {
    let mut random = Rng::with_seed(1);
    let mut left = pages_of.to_vec();
    let mut allowed = vec![0; HOSTS];
    let mut free_tasks: BinaryHeap<Reverse<Time>> = (0..TASKS).map(|_| Reverse(0)).collect();
    let mut ends = Vec::new();
    // Each round is an event: the task that is free first takes a page.
    while let (Some(Reverse(now)), Some(Reverse((_, host)))) = (free_tasks.pop(), queue.pop()) {
        let begins = now.max(allowed[host]);
        let end = begins + latency(&mut random);
        ends.push(end);
        free_tasks.push(Reverse(end));
        // Each tenth host may be asked less often.
        allowed[host] = begins + if host % 10 == 9 { 10_000 } else { 1000 };
        left[host] -= 1;
        let turn = (HOSTS + ends.len()) as u64;
        if left[host] > 0
            && let Some(place) = place(turn, allowed[host])
        {
            queue.push(Reverse((place, host)));
        }
    }
    ends.sort_unstable();
    let done = |percent: usize| ends[ends.len() * percent / 100 - 1] / 1000;
    println!("{name:14}{:7}{:8}{:8}{:8}", done(50), done(90), done(99), done(100));
}

/// Returns how many pages each host has, after Zipf's law: the n-th has 1/n of the first, but no more than `budget`.
fn zipf(budget: usize) -> Vec<usize> {
    let all: f64 = (1..=HOSTS).map(|rank| 1.0 / rank as f64).sum();
    let pages = (1..=HOSTS).map(|rank| (PAGES / all / rank as f64).round() as usize);
    pages.map(|pages| pages.clamp(1, budget)).collect()
}

/// Returns how long an answer takes: mostly 0.2 s, now and then very long (the Pareto distribution).
fn latency(random: &mut Rng) -> Time {
    let chance = 1.0 - random.f64();
    (1000.0 * (0.2 * chance.powf(-1.0 / 1.5)).min(30.0)) as Time
}
