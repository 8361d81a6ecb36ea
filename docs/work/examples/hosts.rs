//! `cargo run --release -p work --example hosts`
//!
//! Three processes share a crawl of fifty hosts. Then one of the hosts asks for two seconds between two requests: does it hold up the
//! others? It needs `redis-server`, and Linux, where each 127.0.0.N is a host.

use std::env;
use std::io::{self, Write, stdout};
use std::process::ExitCode;
use std::thread::sleep;
use std::time::{Duration, Instant};

use practice_site::{Answer, Generated, Site};

#[path = "../tests/tools/server.rs"]
mod server;
mod worker;

use server::Redis;

/// How many hosts there are, and pages on each of them.
const HOSTS: u8 = 50;
const PAGES: usize = 200;

fn main() -> io::Result<ExitCode> {
    if env::args().len() > 1 {
        return Ok(worker::work());
    }
    let redis = Redis::start_with(&[]);
    let without = time(&redis, "without", "")?;
    writeln!(stdout(), "{HOSTS} hosts: {without:.1} s")?;
    let with = time(&redis, "with", "Crawl-delay: 2")?;
    let ratio = with / without;
    writeln!(stdout(), "one of them with a Crawl-delay of 2 s: the others take {with:.1} s, {ratio:.2}x")?;
    Ok(ExitCode::SUCCESS)
}

/// Returns how many seconds three processes take until all pages are fetched, but for those of a first host with this
/// robots.txt.
fn time(redis: &Redis, name: &str, robots: &str) -> io::Result<f64> {
    let sites: Vec<_> =
        (1..=HOSTS).map(|host| site(host, if host == 1 { robots } else { "" })).collect::<io::Result<_>>()?;
    let mut arguments = vec![format!("--name={name}"), "--obey-robots".to_owned()];
    arguments.extend(sites[1..].iter().map(|site| site.url("/").to_string()));
    let begin = Instant::now();
    // They are killed in the end.
    let _workers: Vec<_> =
        (0..3).map(|_| worker::start(redis, &sites[0], &arguments)).collect::<io::Result<_>>()?;
    while !sites[1..].iter().all(|site| site.answers() > PAGES as u64) {
        sleep(Duration::from_millis(1));
    }
    Ok(begin.elapsed().as_secs_f64())
}

/// Starts a site on this host. A page takes 20 ms.
fn site(host: u8, robots: &str) -> io::Result<Site> {
    let generated = Generated { pages: PAGES, links: 10, size: 1000 };
    let robots = Answer::body("text/plain", format!("User-agent: *\n{robots}\n"));
    let site = Site::builder().page("/robots.txt", robots).content(move |path| generated.answer(path));
    site.bind(([127, 0, 0, host], 0)).latency(Duration::from_millis(20)).start()
}
