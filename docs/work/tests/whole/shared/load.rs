//! Large pages, and what the workers ask of Redis.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::time::Duration;

use contract::wait_until;
use practice_site::{Answer, Site};
use test_tools::watchdog::until;

use crate::proxy::{Mode, Proxy};
use crate::tools::{Redis, Worker, count};

/// How long a crawl with large pages may take.
const LONG: Duration = Duration::from_secs(60);

/// Starts a site whose front page has 100,000 links, to pages which have 3,000 links each. It has no robots.txt.
fn site() -> Site {
    let links = |from: u32, count: u32| Answer::links((from..from + count).map(|link| format!("/{link}")));
    let page = move |path: &str| Some(links(path[1..].parse().ok()?, 3000));
    Site::builder().page("/", links(0, 100_000)).content(page).hold("/robots.txt").start().unwrap()
}

#[test]
fn a_report_of_as_many_large_pages_as_are_allowed_comes_over_a_slow_network() {
    let (redis, site) = (Redis::start(), site());
    let proxy = Proxy::to(redis.port);
    proxy.set(Mode::Slow(10_000_000));
    let workers = [proxy.url(), redis.url()].map(|url| Worker::at(&url, &site, &["--max-pages=201"]));
    // Which pages are fetched depends on the order, but not how many.
    let [report, other] = workers.map(|worker| worker.finish_within(LONG).report());
    let most = report["records"].as_array().unwrap().iter().map(|record| record["links"].as_u64()).max();
    assert_eq!((count(&report), site.requests(), most), (201, 201, Some(Some(100_000))));
    assert!(report["summary"]["beyond_max_pages"].as_u64() > Some(0), "{:#}", report["summary"]);
    assert!(report == other, "the workers have two reports");
}

/// While Redis runs a script, all workers wait. So many commands take it about 30 ms.
const MOST: usize = 10_000;

#[test]
fn no_script_takes_long() {
    let (redis, site) = (Redis::start_with(&[]), site());
    let mut monitor = BufReader::new(TcpStream::connect(("127.0.0.1", redis.port)).unwrap());
    monitor.get_mut().write_all(b"MONITOR\r\n").unwrap();
    let _worker = Worker::start(&redis, &site, &["--obey-robots"]);
    wait_until(&site, |site| site.unanswered() == ["/robots.txt"]);
    site.release("/robots.txt");
    // The links of the front page come in parts, each in a script of its own.
    let (mut commands, mut links, mut line) = (0, 0, String::new());
    while links < 100_000 {
        line.clear();
        monitor.read_line(&mut line).unwrap();
        commands = if line.contains(" lua] ") { commands + 1 } else { 0 };
        links += usize::from(line.contains(" lua] \"ZADD\"") && line.contains("\"page http"));
        assert!(commands < MOST, "a script runs more than {MOST} commands; one of the last is {line}");
    }
}

#[test]
fn a_worker_without_a_page_writes_nothing() {
    let redis = Redis::start();
    let site = Site::builder().page("/", Answer::html("")).hold("/").start().unwrap();
    let _first = Worker::start(&redis, &site, &["--lease=10800", "--max-tasks=1"]);
    wait_until(&site, |site| site.unanswered() == ["/"]);
    let _idle = Worker::start(&redis, &site, &["--lease=10800"]);
    let count = || redis.info("total_commands_processed");
    let calls = |goal: f64| assert!(until(|| count() >= goal), "the idle worker asks for nothing");
    let workers = || redis.run::<(String, u64)>(&["PUBSUB", "NUMSUB", "crawl:{crawl}:state"]).1 == 2;
    assert!(until(workers), "the second worker does not come");
    calls(count() + 60.0);
    let before = redis.info("aof_current_size");
    calls(count() + 100.0);
    assert_eq!(redis.info("aof_current_size"), before, "an idle worker has written something");
}
