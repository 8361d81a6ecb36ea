//! The shared crawl: many workers, one report. It needs redis-server, and faketime.

mod away;
mod ends;
mod faults;
mod load;
mod lost;
mod manners;
mod refused;
mod reports;

use std::time::Duration;

use contract::wait_until;
use practice_site::{Answer, Site};

use crate::tools::{Redis, Worker};

/// How long a crawl may take that waits for leases.
const LONG: Duration = Duration::from_secs(60);

/// Starts a site of which each page is held: `/` links to the others. The last one leads to the first.
fn site() -> Site {
    let paths: Vec<_> = (0..6).map(|page| format!("/{page}")).collect();
    let robots = Answer::body("text/plain", "User-agent: *\nCrawl-delay: 0.001");
    let site = Site::builder().page("/", Answer::links(&paths)).page("/robots.txt", robots);
    let site = site.page("/5", Answer::redirect(302, "/0")).content(|_| Some(Answer::html("")));
    paths.iter().fold(site, |site, path| site.hold(path)).start().unwrap()
}

/// Starts a worker on the crawl of such a site, and returns when it waits for `held` answers.
fn start(arguments: &[&str], held: usize) -> (Redis, Site, Worker) {
    let (redis, site) = (Redis::start(), site());
    let worker = Worker::start(&redis, &site, arguments);
    wait_until(&site, |site| site.unanswered().len() == held);
    (redis, site, worker)
}

fn release(site: &Site) {
    (0..6).for_each(|page| site.release(&format!("/{page}")));
}

/// Starts a site whose front page links to so many pages.
fn pages(count: usize) -> Site {
    let links = Answer::links((0..count).map(|page| format!("/{page}")));
    let robots = Answer::body("text/plain", "User-agent: *\nDisallow: /nothing");
    let site = Site::builder().page("/", links).page("/robots.txt", robots);
    site.content(|_| Some(Answer::html(""))).latency(Duration::from_millis(20)).start().unwrap()
}
