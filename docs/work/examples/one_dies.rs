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
    let redis = Redis::start();
    let pages = ["/a", "/b", "/c"];
    let site = Site::builder().page("/", Answer::links(pages)).content(|_| Some(Answer::html("")));
    let site = pages.iter().fold(site, |site, page| site.hold(*page)).start()?;
    // The least lease.
    let start = || worker::start(&redis, &site, &["--name=one dies", "--lease=1"]);

    let first = start()?;
    site.wait_until(|site| site.unanswered().len() == 3, Duration::from_secs(60));
    show(&redis, "worker 1 waits for three answers:")?;
    drop(first);
    show(&redis, "worker 1 is killed:")?;
    let mut second = start()?;
    site.wait_until(|site| site.requests() == 7, Duration::from_secs(60));
    show(&redis, "worker 2 has come, and the lease is over:")?;
    pages.iter().for_each(|page| site.release(page));
    second.0.wait()?;
    show(&redis, "worker 2 has ended:")?;
    writeln!(stdout(), "/a was asked for {} times", site.hits("/a"))?;
    Ok(ExitCode::SUCCESS)
}

/// Prints which worker has which job, and how often it was delivered; then how many jobs are open.
fn show(redis: &Redis, when: &str) -> io::Result<()> {
    // The claim of a job is visible before its fetch, and the end of a fetch before its job is settled.
    sleep(Duration::from_millis(100));
    let jobs: Vec<(String, String, u64, u64)> =
        redis.run(&["XPENDING", "crawl:{one dies}:jobs", "workers", "-", "+", "10"]);
    writeln!(stdout(), "{when}")?;
    for (_id, worker, _idle, times) in jobs {
        writeln!(stdout(), "  a job of {worker}, delivery {times}")?;
    }
    writeln!(stdout(), "  open: {}", redis.state("one dies", "open"))
}
