//! Redis, or the network to it, is away for a while. Workers wait for it, and an interrupt ends the wait.

use std::thread;
use std::time::Duration;

use nix::sys::signal::Signal::{SIGINT, SIGSTOP};
use practice_site::{Generated, Site};
use test_tools::patience::IDLE;
use test_tools::watchdog::until;

use super::{release, site, start};
use crate::proxy::{Mode, Proxy};
use crate::tools::{Redis, Worker, count};

/// How long a worker may take to end after an interrupt.
const END: Duration = Duration::from_secs(3);

/// Makes Redis a copy of a server that is not there: it does not write.
const FOLLOW: &str = "REPLICAOF 127.0.0.1 1";

#[test]
fn redis_away_for_a_while_is_waited_for_and_the_reason_is_named() {
    type Change = fn(&mut Redis);
    let lead: Change = |redis| redis.tell("REPLICAOF NO ONE");
    let stale: Change = |redis| {
        redis.tell("CONFIG SET replica-serve-stale-data no replica-read-only no");
        redis.tell(FOLLOW);
    };
    let alone: Change = |redis| redis.tell("CONFIG SET min-replicas-to-write 1");
    let busy: Change = |redis| {
        redis.tell("CONFIG SET busy-reply-threshold 1");
        let url = redis.url();
        // It is killed.
        let run = move || {
            redis::cmd("EVAL").arg("while true do end").arg(0).query::<()>(&mut redis::Client::open(url)?)
        };
        thread::spawn(run);
        assert!(until(|| redis.try_run::<()>(&["GET", "x"]).is_err()), "the script does not run");
    };
    let changes: [(&str, Change, Change); 5] = [
        ("waiting", Redis::kill, Redis::go_on),
        ("readonly", |redis| redis.tell(FOLLOW), lead),
        ("masterdown", stale, lead),
        ("noreplicas", alone, |redis| redis.tell("CONFIG SET min-replicas-to-write 0")),
        ("busy", busy, |redis| redis.tell("SCRIPT KILL")),
    ];
    for (code, change, reverse) in changes {
        let (mut redis, site, worker) = start(&["--max-tasks=3"], 3);
        change(&mut redis);
        release(&site);
        worker.says(code, IDLE);
        reverse(&mut redis);
        assert_eq!((count(&worker.finish().report()), site.requests()), (7, 7), "{code}");
    }
}

#[test]
fn a_redis_that_is_silent_at_the_start_is_given_up_and_named_and_an_interrupt_ends_the_wait() {
    let site = site();
    for (is_interrupted, limit, code) in [(false, Duration::from_secs(8), 1), (true, END, 130)] {
        let redis = Redis::start();
        let proxy = Proxy::to(redis.port);
        proxy.set(Mode::Silent);
        let worker = Worker::at(&proxy.url(), &site, &[]);
        assert!(until(|| redis.info("connected_clients") == 2.0), "the worker does not connect");
        if is_interrupted {
            worker.signal(SIGINT);
        }
        let ended = worker.finish_within(limit);
        let names_it = ended.stderr.contains(&proxy.url()["redis://".len()..]);
        assert_eq!((ended.code, names_it), (Some(code), !is_interrupted), "{ended:?}");
    }
}

#[test]
fn an_interrupt_ends_a_worker_whose_redis_is_away_or_stopped() {
    let faults: [fn(&mut Redis); 2] = [Redis::kill, |redis| redis.signal(SIGSTOP)];
    for fault in faults {
        let (mut redis, _site, worker) = start(&["--drain=0"], 6);
        fault(&mut redis);
        worker.signal(SIGINT);
        let ended = worker.finish_within(END);
        assert_eq!((ended.code, &*ended.stdout), (Some(1), ""), "{ended:?}");
        assert!(ended.stderr.contains("the same command goes on with the crawl"), "{}", ended.stderr);
    }
}

#[test]
fn an_interrupt_ends_a_worker_that_reads_the_records() {
    let generated = Generated { pages: 300, links: 30, size: 500 };
    let site = Site::builder().content(move |path| generated.answer(path)).start().unwrap();
    let redis = Redis::start();
    assert_eq!(count(&Worker::start(&redis, &site, &[]).finish().report()), 300);
    let proxy = Proxy::to(redis.port);
    // The records take a minute.
    proxy.set(Mode::Slow(10_000));
    redis.tell("CONFIG RESETSTAT");
    let worker = Worker::at(&proxy.url(), &site, &[]);
    let reads = || redis.run::<String>(&["INFO", "commandstats"]).contains("cmdstat_xrange");
    assert!(until(reads), "the worker does not read the records");
    worker.signal(SIGINT);
    let ended = worker.finish_within(END);
    assert_eq!((ended.code, &*ended.stdout), (Some(130), ""), "{ended:?}");
}
