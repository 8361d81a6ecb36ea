//! `cargo run --release -p work --example scaling`
//!
//! How much faster is a crawl that many processes share? Each process has ten fetches in flight, and each page takes 100 ms. The
//! last columns tell where Redis is the limit: it runs one script at a time.

use std::env;
use std::io::{self, Write, stdout};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use practice_site::{Generated, Site};

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
            "{processes:9}  {pages:5}  {rate:7.0}  {faster:5.1}x  {cpu:12.0} us  {most:15.0}  {bytes:10.0}"
        )?;
    }
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
    let text: String = redis.run(&["INFO"]);
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.and_then(|value| value.parse::<f64>().ok()).unwrap_or_default()
    };
    [field("used_cpu_user") + field("used_cpu_sys"), field("used_memory")]
}
