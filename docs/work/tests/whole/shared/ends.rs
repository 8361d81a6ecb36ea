//! Ends of one worker, and of Redis: the crawl goes on.

use std::time::Duration;

use contract::wait_until;
use nix::sys::signal::Signal::{SIGCONT, SIGSTOP, SIGTERM};
use practice_site::{Answer, Site};

use crate::tools::{Redis, Worker, count};

/// Starts a site of which each page is held: `/` links to the others.
fn site() -> Site {
    let paths: Vec<_> = (0..6).map(|page| format!("/{page}")).collect();
    let site = Site::builder().page("/", Answer::links(&paths)).content(|_| Some(Answer::html("")));
    paths.iter().fold(site, |site, path| site.hold(path)).start().unwrap()
}

/// Starts a worker on the crawl of such a site, and returns when it waits for `held` answers.
fn start(arguments: &[&str], held: usize) -> (Redis, Site, Worker) {
    let (redis, site) = (Redis::start(), site());
    let worker = Worker::start(&redis, &site, arguments);
    wait_until(&site, |site| site.unanswered().len() == held);
    (redis, site, worker)
}

fn release(site: &Site) {
    (0..6).for_each(|page| site.release(&format!("/{page}")));
}

#[test]
fn an_interrupted_worker_gives_its_pages_back_at_once() {
    let lease = "--lease=3600";
    let (redis, site, first) = start(&[lease, "--max-tasks=3", "--drain=0.1"], 3);
    first.signal(SIGTERM);
    let ended = first.finish();
    assert_eq!((ended.code, &ended.report()["summary"]["unfinished"]), (Some(130), &6.into()));
    release(&site);
    let second = Worker::start(&redis, &site, &[lease]).finish();
    assert_eq!((second.code, second.records()), (Some(0), 7));
    assert_eq!((redis.state("crawl", "taken_over"), site.requests()), (3, 10));
    assert!(second.stderr.contains("3 times, a page was taken over"), "{}", second.stderr);
}

#[test]
fn a_worker_drains_before_it_ends() {
    let (redis, site, mut first) = start(&["--max-tasks=3", "--drain=60"], 3);
    first.signal(SIGTERM);
    // Until the signal has arrived, each page that ends makes room for another one.
    assert!(first.first_line().starts_with("work: ending"));
    let mut release = site.unanswered().into_iter().chain(["/3", "/4", "/5"].map(str::to_owned));
    release.by_ref().take(3).for_each(|path| site.release(&path));
    let ended = first.finish();
    assert_eq!((ended.code, ended.records()), (Some(130), 4));
    release.for_each(|path| site.release(&path));
    Worker::start(&redis, &site, &[]).finish();
    assert_eq!((redis.state("crawl", "taken_over"), site.requests()), (0, 7));
}

/// Old jobs come first: in a large crawl, there are always new ones.
#[test]
fn the_pages_of_a_killed_worker_are_taken_over_while_there_are_new_ones() {
    let redis = Redis::start();
    // Each page links to the next, without an end.
    let next = |path: &str| Some(Answer::links([format!("/{}", path[1..].parse::<u64>().ok()? + 1)]));
    let root = Answer::links(["/held", "/0"]);
    let site = Site::builder().page("/", root).content(next).hold("/held").latency(Duration::from_millis(20));
    let site = site.start().unwrap();
    let first = Worker::start(&redis, &site, &["--lease=1"]);
    wait_until(&site, |site| site.hits("/held") == 1);
    drop(first);
    let second = Worker::start(&redis, &site, &["--lease=1"]);
    wait_until(&site, |site| site.hits("/held") == 2);
    drop(second);
}

#[test]
fn a_redis_without_memory_ends_the_worker_and_loses_nothing() {
    let (redis, site, worker) = start(&[], 6);
    let _: () = redis.run(&["CONFIG", "SET", "maxmemory", "1"]);
    release(&site);
    let ended = worker.finish();
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.stderr.contains("OOM"), "{}", ended.stderr);
    assert_eq!(redis.state("crawl", "open"), 6);
    let _: () = redis.run(&["CONFIG", "SET", "maxmemory", "0"]);
    assert_eq!(Worker::start(&redis, &site, &[]).finish().records(), 7);
}

#[test]
fn what_a_stopped_worker_brings_after_its_lease_is_dropped() {
    let (redis, site, first) = start(&["--lease=1", "--max-tasks=3"], 3);
    first.signal(SIGSTOP);
    let second = Worker::start(&redis, &site, &["--lease=1"]);
    // It takes the three other pages, and after the lease those of the first worker, which has stopped by then.
    wait_until(&site, |site| site.requests() == 10);
    release(&site);
    let second = second.finish().report();
    assert_eq!((count(&second), redis.state("crawl", "taken_over")), (7, 3));
    // The answers lie in its sockets, so it settles its pages once more.
    first.signal(SIGCONT);
    assert_eq!(first.finish().report(), second);
    assert_eq!((redis.state("crawl", "open"), site.requests()), (0, 10));
}

/// A page may take longer than the lease, as long as its worker lives.
#[test]
fn a_worker_that_waits_long_keeps_its_pages() {
    let (redis, site) = (Redis::start(), site());
    let workers = [0, 1].map(|_| Worker::start(&redis, &site, &["--lease=1"]));
    wait_until(&site, |site| site.unanswered().len() == 6);
    std::thread::sleep(Duration::from_millis(2500));
    release(&site);
    let _ended = workers.map(Worker::finish);
    assert_eq!((redis.state("crawl", "taken_over"), site.requests()), (0, 7));
}

#[test]
fn redis_away_for_a_while_is_waited_for() {
    let (mut redis, site, mut worker) = start(&["--max-tasks=3"], 3);
    redis.kill();
    release(&site);
    wait_until(&site, |site| site.answers() == 4);
    assert!(!worker.has_ended());
    redis.go_on();
    let ended = worker.finish();
    assert_eq!(ended.records(), 7, "{}", ended.stderr);
    assert!(ended.stderr.contains("Redis does not answer"), "{}", ended.stderr);
    assert_eq!(site.requests(), 7);
}

#[test]
fn an_interrupt_ends_a_worker_whose_redis_is_away() {
    let (mut redis, _site, worker) = start(&["--drain=0"], 6);
    redis.kill();
    worker.signal(SIGTERM);
    let ended = worker.finish();
    assert_eq!(ended.code, Some(1), "{ended:?}");
    assert!(ended.stderr.contains("the same command goes on with the crawl"), "{}", ended.stderr);
}

#[test]
fn what_cannot_work_is_said_at_once() {
    let (redis, site) = (Redis::start(), site());
    let root = site.url("/");
    let nowhere = Worker::with(&["--redis=redis://:secret@127.0.0.1:9", root.as_str()]).finish();
    assert_eq!((nowhere.code, nowhere.stderr.contains("secret")), (Some(1), false), "{nowhere:?}");
    for wrong in [
        "nonsense",
        "redis://secret@:0:0",
        "rediss://:secret@0.0.0.0",
        "redis://:se/secret@127.0.0.1",
        "redis://:secret%ff@127.0.0.1",
        "unix:///x?db=x&pass=secret",
    ] {
        let ended = Worker::with(&["--redis", wrong, root.as_str()]).finish();
        assert_eq!((ended.code, ended.stderr.contains("secret")), (Some(2), false), "{ended:?}");
    }
    release(&site);
    Worker::start(&redis, &site, &[]).finish();
    for (other, message) in [
        ("--max-redirects=3", "--max-redirects was 10 and is now 3"),
        ("--delay=5", "--delay was 0 and is now 5"),
        ("--lease=1", "--lease was 30.0 and is now 1.0"),
    ] {
        let ended = Worker::start(&redis, &site, &[other]).finish();
        assert!(ended.stderr.contains(message), "{}", ended.stderr);
    }
    for wrong in [["--resume=x"], ["--check-external"], ["--lease=0.5"]] {
        assert_eq!(Worker::start(&redis, &site, &wrong).finish().code, Some(2), "{wrong:?}");
    }
}

#[test]
fn a_crawl_that_redis_has_forgotten_ends_with_an_error() {
    let (redis, _site, worker) = start(&[], 6);
    let _: () = redis.run(&["FLUSHALL"]);
    let ended = worker.finish();
    assert_eq!(ended.code, Some(1));
    assert!(ended.stderr.contains("forgotten"), "{}", ended.stderr);
}

/// Also when the only worker dies before it has renewed anything.
#[test]
fn the_keys_of_a_crawl_expire() {
    let (redis, _site, obeying) = start(&["--name=obeying", "--obey-robots"], 6);
    drop(obeying);
    let silent = Site::builder().page("/", Answer::links(["/0"])).hold("/robots.txt").start().unwrap();
    let waiting = Worker::start(&redis, &silent, &["--obey-robots", "--delay=1"]);
    wait_until(&silent, |site| site.unanswered() == ["/robots.txt"]);
    drop(waiting);
    let keys: Vec<String> = redis.run(&["KEYS", "*"]);
    for part in ["jobs", "seen", "robots", "records", "state", "waiting:", "host:"] {
        assert!(keys.iter().any(|key| key.contains(part)), "no key of {part}: {keys:?}");
    }
    for key in keys {
        let left: i64 = redis.run(&["TTL", &key]);
        assert!(left > 80_000, "{key} expires in {left} s");
    }
}
