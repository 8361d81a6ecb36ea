//! Large pages, and what the workers ask of Redis.

use std::time::Duration;

use contract::wait_until;
use practice_site::{Answer, Site};
use test_tools::watchdog::until;

use crate::tools::{Mode, Proxy, Redis, Worker, count};

/// How long a crawl with large pages may take.
const LONG: Duration = Duration::from_secs(60);

/// Starts a site whose front page has 100,000 links, to pages which have 3,000 links each.
fn site(robots: Answer) -> Site {
    let links =
        |number: usize, count: usize| Answer::links((0..count).map(|link| format!("/{}", number + link)));
    let page = move |path: &str| Some(links(path[1..].parse().ok()?, 3000));
    let site = Site::builder().page("/", links(0, 100_000)).page("/robots.txt", robots).hold("/robots.txt");
    site.content(page).start().unwrap()
}

#[test]
fn a_report_of_large_pages_comes_over_a_slow_network() {
    let (redis, site) = (Redis::start(), site(Answer::status(404)));
    let proxy = Proxy::to(redis.port);
    proxy.set(Mode::Slow(10_000_000));
    let ended = Worker::at(&proxy.url(), &site, &["--max-pages=201"]).finish_within(LONG);
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let report = ended.report();
    let most = report["records"].as_array().unwrap().iter().map(|record| record["links"].as_u64()).max();
    assert_eq!((count(&report), most), (201, Some(Some(100_000))));
}

/// While Redis runs a script, all workers wait.
#[test]
fn no_script_takes_long() {
    let slow = || {
        let redis = Redis::start_with(&["--slowlog-log-slower-than", "50000"]);
        let site = site(Answer::status(404));
        let _worker = Worker::start(&redis, &site, &["--obey-robots"]);
        wait_until(&site, |site| site.unanswered() == ["/robots.txt"]);
        site.release("/robots.txt");
        // The links of the front page come in parts, each in a script of its own.
        let has_all = || redis.state("crawl", "put") > 100_000;
        let held = test_tools::patience::Patience::of(LONG).wait(|tick| {
            std::thread::sleep(tick);
            has_all().then_some(())
        });
        assert!(held.is_some(), "the links do not come into the queue");
        redis.run::<Vec<redis::Value>>(&["SLOWLOG", "GET"])
    };
    // On a busy machine, Redis itself may have to wait.
    let runs: Vec<_> = (0..3).map(|_| slow()).take_while(|slow| !slow.is_empty()).collect();
    assert!(runs.len() < 3, "Redis was held for more than 50 ms, each time: {runs:?}");
}

#[test]
fn a_worker_without_a_page_writes_nothing() {
    let redis = Redis::start();
    let site = Site::builder().page("/", Answer::html("")).hold("/").start().unwrap();
    // It renews its lease once an hour.
    let first = Worker::start(&redis, &site, &["--lease=10800", "--max-tasks=1"]);
    wait_until(&site, |site| site.unanswered() == ["/"]);
    let _idle = Worker::start(&redis, &site, &["--lease=10800"]);
    let calls = |more: f64| {
        let goal = redis.info("total_commands_processed") + more;
        assert!(until(|| redis.info("total_commands_processed") >= goal), "the idle worker asks for nothing");
    };
    let workers = || redis.state("crawl", "workers") == 2;
    assert!(until(workers), "the second worker does not come");
    calls(5.0);
    let before = redis.info("aof_current_size");
    calls(10.0);
    assert_eq!(redis.info("aof_current_size"), before, "an idle worker has written something");
    drop(first);
}
