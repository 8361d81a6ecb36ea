//! `cargo run --release -p work --example scaling`
//!
//! How much faster is a crawl that many processes share? Each process has ten fetches in flight, and each page takes 100 ms. The
//! last columns tell where Redis is the limit: it runs one script at a time.

use std::env;
use std::io::{self, Write, stdout};
use std::net::{Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::Options;
use practice_site::{Generated, Site};
use test_tools::process::{Process, free_port, serving};
use url::Url;
use work::crawl::run;
use work::shared::{Place, crawl_shared};

/// How long a page takes.
const LATENCY: Duration = Duration::from_millis(100);

/// How many pages there are for each process, and links on each of them.
const PAGES: usize = 400;
const LINKS: usize = 20;

fn main() -> io::Result<()> {
    let arguments: Vec<_> = env::args().skip(1).collect();
    if let [redis, name, root] = &arguments[..] {
        return work_on(redis, name, root);
    }
    let directory = tempfile::tempdir()?;
    let port = free_port();
    let mut command = Command::new("redis-server");
    command
        .args(["--bind", "127.0.0.1", "--save", "", "--port", &port.to_string()])
        .current_dir(directory.path());
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let _redis = serving(command, &[address], &directory.path().join("log"));
    let url = format!("redis://{address}");
    let mut redis = redis::Client::open(&*url).map_err(io::Error::other)?;
    writeln!(stdout(), "processes  pages  pages/s  faster  Redis: CPU/page  pages/s at most  bytes/page")?;
    let mut first = None;
    for processes in [1, 2, 4, 8, 16] {
        let generated = Generated { pages: PAGES * processes, links: LINKS, size: 1000 };
        let site = Site::builder().content(move |path| generated.answer(path)).latency(LATENCY).start()?;
        let before = used(&mut redis)?;
        let time = time(&url, &format!("by {processes}"), &site, processes)?;
        let after = used(&mut redis)?;
        let pages = (PAGES * processes) as f64;
        let (rate, cpu) = (pages / time.as_secs_f64(), (after.cpu - before.cpu) / pages);
        let faster = rate / *first.get_or_insert(rate);
        let (most, bytes) = (1.0 / cpu, (after.memory - before.memory) / pages);
        let cpu = cpu * 1e6;
        writeln!(
            stdout(),
            "{processes:9}  {pages:5}  {rate:7.0}  {faster:5.1}x  {cpu:12.0} us  {most:15.0}  {bytes:10.0}"
        )?;
    }
    Ok(())
}

/// Returns how long this many processes take together, from the start of the first to the end of the last.
fn time(redis: &str, name: &str, site: &Site, processes: usize) -> io::Result<Duration> {
    let begin = Instant::now();
    let start = |_| {
        let mut worker = Command::new(env::current_exe()?);
        worker.args([redis, name, site.url("/").as_str()]).stdin(Stdio::null());
        worker.spawn().map(Process)
    };
    let workers: Vec<_> = (0..processes).map(start).collect::<io::Result<_>>()?;
    for mut worker in workers {
        worker.0.wait()?;
    }
    Ok(begin.elapsed())
}

/// Works on the crawl, as one of the processes.
fn work_on(redis: &str, name: &str, root: &str) -> io::Result<()> {
    let options = Options::new([Url::parse(root).map_err(io::Error::other)?]);
    let place = Place { redis: redis.into(), name: name.into(), lease: Duration::from_secs(30) };
    run(crawl_shared(options, &place, Duration::ZERO))?.map(drop)
}

/// What Redis has used.
struct Used {
    /// The time of the CPU, in seconds.
    cpu: f64,
    /// The memory of its data, in bytes.
    memory: f64,
}

fn used(client: &mut redis::Client) -> io::Result<Used> {
    let text: String = redis::cmd("INFO").query(client).map_err(io::Error::other)?;
    let field = |name: &str| {
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        line.and_then(|value| value.parse::<f64>().ok()).unwrap_or_default()
    };
    Ok(Used { cpu: field("used_cpu_user") + field("used_cpu_sys"), memory: field("used_memory") })
}
