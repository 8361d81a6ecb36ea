//! `cargo run --release -p work --example scaling`
//!
//! How much faster is a crawl that many processes share? Each process has ten fetches in flight, and each page takes 100 ms. The
//! last columns tell where Redis is the limit: it has one thread, and all records are in its memory. In the last line, each page has
//! 100 links of 90 bytes, as real pages have.

use std::env;
use std::io::{self, Write, stdout};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use practice_site::{Answer, Generated, Site};

#[path = "../tests/tools/server.rs"]
mod server;
mod worker;

use server::Redis;

/// How long a page takes.
const LATENCY: Duration = Duration::from_millis(100);

/// How many pages there are for each process.
const PAGES: usize = 400;

fn main() -> io::Result<ExitCode> {
    if env::args().len() > 1 {
        return Ok(worker::work());
    }
    let redis = Redis::start_with(&[]);
    writeln!(stdout(), "processes  links  pages/s  faster  Redis: CPU/page  pages/s at most  bytes/page")?;
    let mut first = None;
    for (processes, links) in [(1, 20), (2, 20), (4, 20), (8, 20), (16, 20), (4, 100)] {
        let count = PAGES * processes;
        let content = move |path: &str| match links {
            20 => Generated { pages: count, links, size: 1000 }.answer(path),
            _ => Some(long(path, links, count)),
        };
        let site = Site::builder().content(content).latency(LATENCY).start()?;
        let before = used(&redis);
        let time = time(&redis, &site, processes, links)?;
        let after = used(&redis);
        let [cpu, bytes] = [0, 1].map(|what| (after[what] - before[what]) / count as f64);
        let rate = count as f64 / time.as_secs_f64();
        let faster = rate / *first.get_or_insert(rate);
        let (most, cpu) = (1.0 / cpu, cpu * 1e6);
        writeln!(
            stdout(),
            "{processes:9}  {links:5}  {rate:7.0}  {faster:5.1}x  {cpu:12.0} µs  {most:15.0}  {bytes:10.0}"
        )?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns a page with links whose URLs have 90 bytes. Most of them are in other links, too.
fn long(path: &str, links: usize, count: usize) -> Answer {
    let page = path.rsplit('-').next().and_then(|page| page.parse().ok()).unwrap_or(0);
    let link = |step: usize| {
        let target = (page + 1 + 15 * step) % count;
        // So many digits differ from page to page as a title does.
        let title = (target as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        format!("/documentation/reference/guides/chapter-{:02}/{title:016x}-{target:06}", target % 20)
    };
    Answer::links((0..links).map(link))
}

/// Returns how long this many processes take together, from the start of the first to the end of the last.
fn time(redis: &Redis, site: &Site, processes: usize, links: usize) -> io::Result<Duration> {
    let (begin, name) = (Instant::now(), format!("--name=by {processes}, {links}"));
    let start = |_| worker::start(redis, site, &[&name]);
    let workers: Vec<_> = (0..processes).map(start).collect::<io::Result<_>>()?;
    for mut worker in workers {
        worker.0.wait()?;
    }
    Ok(begin.elapsed())
}

/// Returns what Redis has used: the time of the CPU in seconds, and the memory of its data in bytes.
fn used(redis: &Redis) -> [f64; 2] {
    [redis.info("used_cpu_user") + redis.info("used_cpu_sys"), redis.info("used_memory")]
}
