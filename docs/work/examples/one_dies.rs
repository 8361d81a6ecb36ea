//! `cargo run -p work --example one_dies`
//!
//! Two workers share a crawl of four pages. The first one takes three of them and is killed. It needs `redis-server`.

use std::env;
use std::io::{self, Write, stdout};
use std::process::ExitCode;
use std::time::Duration;

use practice_site::{Answer, Site};
use redis::streams::{StreamPendingCountReply, StreamPendingId, StreamRangeReply};
use test_tools::watchdog::until;
use url::Url;
use work::shared::{Entry, Event, PageJob, Piece};

#[path = "../tests/tools/server.rs"]
mod server;
mod worker;

use server::Redis;

const JOBS: &str = "crawl:{one dies}:jobs";
const RECORDS: &str = "crawl:{one dies}:records";

fn main() -> io::Result<ExitCode> {
    if env::args().len() > 1 {
        return Ok(worker::work());
    }
    let (redis, pages) = (Redis::start(), ["/a", "/b", "/c"]);
    let site = Site::builder().page("/", Answer::links(pages)).content(|_| Some(Answer::html("")));
    let site = pages.iter().fold(site, |site, page| site.hold(*page)).start()?;
    // The least lease.
    let start = || worker::start(&redis, &site, &["--name=one dies", "--lease=1"]);

    let first = start()?;
    // The name of a worker begins with the number of its process.
    let id = format!("{:x}-", first.0.id());
    let say = |worker: &str, has: &str, url: &Url| {
        let number = if worker.starts_with(&id) { 1 } else { 2 };
        writeln!(stdout(), "  worker {number} {has} {}", url.path())
    };
    let show_jobs = |when: &str| {
        writeln!(stdout(), "{when}")?;
        let pending: StreamPendingCountReply = redis.run(&["XPENDING", JOBS, "workers", "-", "+", "9"]);
        let mut jobs = Vec::new();
        for StreamPendingId { id, consumer, .. } in pending.ids {
            let entries: StreamRangeReply = redis.run(&["XRANGE", JOBS, &id, &id]);
            let job = PageJob::read(&entries.ids[0]).ok_or(io::ErrorKind::InvalidData)?;
            jobs.push((job.target.url, consumer));
        }
        // Which of them is added first after a death is chance.
        jobs.sort();
        jobs.iter().try_for_each(|(url, worker)| say(worker, "has", url))
    };
    site.wait_until(|site| site.requests() == 4, Duration::from_secs(60));
    show_jobs("worker 1 waits for three answers:")?;
    drop(first);
    show_jobs("worker 1 is killed:")?;
    let mut second = start()?;
    site.wait_until(|site| site.requests() == 7, Duration::from_secs(60));
    show_jobs("worker 2 has come, and the lease of worker 1 is over:")?;
    for (page, records) in pages.iter().zip(6..) {
        site.release(page);
        until(|| redis.run::<usize>(&["XLEN", RECORDS]) == records);
    }
    second.0.wait()?;
    writeln!(stdout(), "worker 2 has ended, and the records are:")?;
    let records: StreamRangeReply = redis.run(&["XRANGE", RECORDS, "-", "+"]);
    // The first one is the header.
    let entries = records.ids[1..].iter().filter_map(|record| Entry::unpack(&Piece::read(record).bytes));
    for Entry { job, event } in entries {
        match event {
            Event::Fetched { by, .. } => say(&by, "has fetched", &job.url)?,
            Event::Died(by) => say(&by, "has died with", &job.url)?,
            other => writeln!(stdout(), "  {other:?}")?,
        }
    }
    Ok(ExitCode::SUCCESS)
}
