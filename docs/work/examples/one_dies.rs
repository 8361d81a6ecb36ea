//! `cargo run -p work --example one_dies`
//!
//! Two workers share a crawl of four pages. The first one takes three of them and is killed. It needs `redis-server`.

use std::env;
use std::io::{self, Write, stdout};
use std::process::ExitCode;
use std::thread::sleep;
use std::time::Duration;

use practice_site::{Answer, Site};

#[path = "../tests/tools/server.rs"]
mod server;
mod worker;

use server::Redis;

fn main() -> io::Result<ExitCode> {
    if env::args().len() > 1 {
        return Ok(worker::work());
    }
    let (redis, mut workers) = (Redis::start(), Vec::new());
    let pages = ["/a", "/b", "/c"];
    let site = Site::builder().page("/", Answer::links(pages)).content(|_| Some(Answer::html("")));
    let site = pages.iter().fold(site, |site, page| site.hold(*page)).start()?;
    // The least lease.
    let start = || worker::start(&redis, &site, &["--name=one dies", "--lease=1"]);

    let first = start()?;
    site.wait_until(|site| site.unanswered().len() == 3, Duration::from_secs(60));
    show(&redis, &mut workers, "worker 1 waits for three answers:")?;
    drop(first);
    show(&redis, &mut workers, "worker 1 is killed:")?;
    let mut second = start()?;
    site.wait_until(|site| site.requests() == 7, Duration::from_secs(60));
    show(&redis, &mut workers, "worker 2 has come, and the lease is over:")?;
    pages.iter().for_each(|page| site.release(page));
    second.0.wait()?;
    show(&redis, &mut workers, "worker 2 has ended:")?;
    writeln!(stdout(), "/a was asked for {} times", site.hits("/a"))?;
    Ok(ExitCode::SUCCESS)
}

/// Prints which worker has which job, and how often it was handed out; then how many jobs are open.
fn show(redis: &Redis, workers: &mut Vec<String>, when: &str) -> io::Result<()> {
    // A job is handed out before its fetch begins, and a fetch ends before its job is settled.
    sleep(Duration::from_millis(100));
    writeln!(stdout(), "{when}")?;
    let [handed_out, waiting] = ["leases", "queue"].map(|part| members(redis, part));
    for job in &handed_out {
        // The worker, its place in the queue, how often it was handed out, and the try.
        let record: String = redis.run(&["HGET", &key(redis, "jobs"), job]);
        let mut fields = record.split(' ');
        let (worker, times) = (fields.next().unwrap_or_default(), fields.nth(1).unwrap_or_default());
        // A worker has a name of its own; here, they have numbers.
        if !workers.iter().any(|known| known == worker) {
            workers.push(worker.to_owned());
        }
        let worker = workers.iter().take_while(|known| *known != worker).count() + 1;
        writeln!(stdout(), "  a job of worker {worker}, hand-out {times}")?;
    }
    writeln!(stdout(), "  open: {}", handed_out.len() + waiting.len())
}

/// Returns the members of a part of the crawl, a sorted set.
fn members(redis: &Redis, part: &str) -> Vec<String> {
    // The last entry is none: it keeps the key.
    redis.run(&["ZRANGE", &key(redis, part), "-inf", "(+inf", "BYSCORE"])
}

/// Returns the key of a part of the crawl.
fn key(redis: &Redis, part: &str) -> String {
    redis.keys("one dies").into_iter().find(|key| key.ends_with(part)).unwrap_or_default()
}
