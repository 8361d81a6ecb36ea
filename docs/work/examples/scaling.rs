//! `cargo run --release -p work --example scaling`
//!
//! How much faster is a crawl that many processes share? Each process has ten fetches in flight, and each page takes 100 ms. The
//! last columns tell where Redis is the limit: it runs one script at a time. The last line tells whether turns are lost.

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

/// How many pages there are for each process, and links on each of them.
const PAGES: usize = 400;
const LINKS: usize = 20;

fn main() -> io::Result<ExitCode> {
    if env::args().len() > 1 {
        return Ok(worker::work());
    }
    let redis = Redis::start_with(&[]);
    writeln!(stdout(), "processes  pages  pages/s  faster  Redis: CPU/page  pages/s at most  bytes/page")?;
    let mut first = None;
    for processes in [1, 2, 4, 8, 16] {
        let generated = Generated { pages: PAGES * processes, links: LINKS, size: 1000 };
        let site = Site::builder().content(move |path| generated.answer(path)).latency(LATENCY).start()?;
        let before = used(&redis);
        let time = time(&redis, &site, processes)?;
        let after = used(&redis);
        let pages = (PAGES * processes) as f64;
        let [cpu, bytes] = [0, 1].map(|what| (after[what] - before[what]) / pages);
        let rate = pages / time.as_secs_f64();
        let faster = rate / *first.get_or_insert(rate);
        let (most, cpu) = (1.0 / cpu, cpu * 1e6);
        writeln!(
            stdout(),
            "{processes:9}  {pages:5}  {rate:7.0}  {faster:5.1}x  {cpu:12.0} µs  {most:15.0}  {bytes:10.0}"
        )?;
    }
    keep_a_delay(&redis)?;
    Ok(ExitCode::SUCCESS)
}

/// Returns how long this many processes take together, from the start of the first to the end of the last.
fn time(redis: &Redis, site: &Site, processes: usize) -> io::Result<Duration> {
    let (begin, name) = (Instant::now(), format!("--name=by {processes}"));
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

/// Prints how long three processes take for pages that have their turn every 60 ms, beside how long the turns take.
fn keep_a_delay(redis: &Redis) -> io::Result<()> {
    let pages = (1..=50).map(|page| format!("/{page}"));
    let site = Site::builder().page("/", Answer::links(pages)).content(|_| Some(Answer::html(""))).start()?;
    let workers: Vec<_> = (0..3)
        .map(|_| worker::start(redis, &site, &["--name=a delay", "--delay=60"]))
        .collect::<io::Result<_>>()?;
    for mut worker in workers {
        worker.0.wait()?;
    }
    let log = site.log();
    let turns = log.len() - 1;
    let (took, due) = ((log[turns].accepted - log[0].accepted).as_secs_f64(), 0.06 * turns as f64);
    let ratio = took / due;
    writeln!(
        stdout(),
        "3 processes with --delay=60: {turns} turns, {due:.2} s, took {took:.2} s: {ratio:.3}x"
    )
}
