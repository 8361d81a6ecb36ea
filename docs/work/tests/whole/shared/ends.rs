//! Ends of one worker: the crawl goes on.

use std::thread::sleep;
use std::time::Duration;

use contract::wait_until;
use nix::sys::signal::Signal::{SIGCONT, SIGINT, SIGSTOP, SIGTERM};
use practice_site::{Answer, Site};
use serde_json::Value;
use test_tools::patience::IDLE;
use test_tools::watchdog::until;

use super::{LONG, pages, release, site, start};
use crate::proxy::{Mode, Proxy};
use crate::tools::{Redis, Worker, alone, count};

#[test]
fn an_interrupted_worker_gives_its_pages_back_at_once() {
    let (redis, site, first) = start(&["--lease=3600", "--max-tasks=3", "--drain=0.1"], 3);
    first.signal(SIGTERM);
    let ended = first.finish();
    assert_eq!((ended.code, &ended.report()["summary"]["unfinished"]), (Some(130), &6.into()));
    release(&site);
    let second = Worker::start(&redis, &site, &["--lease=3600"]).finish();
    assert_eq!((second.code, count(&second.report()), site.requests()), (Some(0), 7, 10));
    assert!(!second.stderr.contains("taken over"), "it gave them back itself: {}", second.stderr);
}

/// One worker leads, and the other one does not.
#[test]
fn a_worker_drains_before_it_ends_and_the_others_do_not_wait_for_its_lease() {
    for leads in [true, false] {
        let (redis, site, first) = start(&["--lease=3600", "--max-tasks=3", "--drain=60"], 3);
        let second = Worker::start(&redis, &site, &["--lease=3600", "--max-tasks=3", "--drain=60"]);
        wait_until(&site, |site| site.unanswered().len() == 6);
        let (one, other) = if leads { (first, second) } else { (second, first) };
        one.signal(SIGTERM);
        one.says("work: ending", IDLE);
        release(&site);
        let [one, other] = [one, other].map(Worker::finish);
        assert_eq!((one.code, other.code, count(&other.report())), (Some(130), Some(0), 7), "{one:?}");
        assert!(count(&one.report()) >= 4, "what was in flight has ended in time: {one:?}");
        let is_taken_over = other.stderr.contains("taken over");
        assert_eq!((site.requests(), is_taken_over), (7, false), "{}", other.stderr);
    }
}

#[test]
fn workers_of_a_full_redis_end_lose_nothing_and_fetch_nothing_for_nothing() {
    let (redis, site, worker) = start(&["--lease=1"], 6);
    redis.tell("CONFIG SET maxmemory 1");
    let mut ends = vec![worker.finish()];
    // More often than a page is handed out: that its workers end is no fault of a page.
    ends.extend((0..4).map(|_| Worker::start(&redis, &site, &["--lease=1"]).finish()));
    for ended in ends {
        assert!(ended.code == Some(1) && ended.stderr.contains("Nothing is lost"), "{ended:?}");
    }
    assert_eq!(site.requests(), 7, "a worker asked for pages that it could not settle");
    redis.tell("CONFIG SET maxmemory 0");
    release(&site);
    let report = Worker::start(&redis, &site, &["--lease=1"]).finish().report();
    assert_eq!((count(&report), &report["summary"]["errors"]), (7, &0.into()), "{report:#}");
}

/// And what a living worker has is not taken over, even if it takes longer than its lease.
#[test]
fn what_a_stopped_worker_brings_after_its_lease_is_dropped() {
    let (redis, site, first) = start(&["--lease=1", "--max-tasks=3"], 3);
    first.signal(SIGSTOP);
    let second = Worker::start(&redis, &site, &["--lease=1", "--max-tasks=6"]);
    // It takes the three other pages, and after the lease those of the first worker, which has stopped by then.
    wait_until(&site, |site| site.requests() == 10);
    // It would get pages of the second worker.
    let _third = Worker::start(&redis, &site, &["--lease=1"]);
    let looks = |count: f64| {
        let goal = redis.info("total_commands_processed") + count;
        assert!(until(|| redis.info("total_commands_processed") >= goal), "the workers give no signs");
    };
    // Many more than in two leases.
    looks(150.0);
    release(&site);
    let second = second.finish();
    assert!(second.stderr.contains("3 times, a page was taken over"), "{}", second.stderr);
    assert_eq!(site.requests(), 10, "pages of a living worker are fetched again");
    // The answers lie in its sockets, so it settles its pages once more, and it takes itself for the leader.
    first.signal(SIGCONT);
    assert_eq!((first.finish().report(), count(&second.report())), (second.report(), 7));
}

/// The answer to its last sign has not come.
#[test]
fn a_leader_that_ends_leaves_no_sign_for_which_others_wait() {
    let (redis, site) = (Redis::start(), site());
    let proxy = Proxy::to(redis.port);
    let worker = Worker::at(&proxy.url(), &site, &["--drain=0"]);
    assert!(until(|| redis.leader("crawl").contains("\"workers\":1")), "it does not lead");
    proxy.set(Mode::Late(Duration::from_millis(200)));
    let sign = redis.leader("crawl");
    assert!(until(|| redis.leader("crawl") != sign), "it gives no sign");
    worker.signal(SIGINT);
    assert_eq!((worker.finish().code, &*redis.leader("crawl")), (Some(130), ""));
}

/// Another worker has settled what all its tasks wait for.
#[test]
fn a_busy_worker_ends_with_the_crawl() {
    let (redis, page) = (Redis::start(), Answer::sequence([Answer::silent(), Answer::html("")]));
    let site = Site::builder().page("/", page).start().unwrap();
    let start = || Worker::start(&redis, &site, &["--lease=1", "--max-tasks=1"]);
    let busy = start();
    wait_until(&site, |site| site.requests() == 1);
    busy.signal(SIGSTOP);
    let report = start().finish().report();
    busy.signal(SIGCONT);
    // The fetch would take 30 s.
    assert_eq!(busy.finish().report(), report);
}

/// Each of the workers takes itself for the leader at times, and often two do.
#[test]
fn a_lead_that_is_lost_again_and_again_costs_nothing() {
    let (redis, site) = (Redis::start(), pages(300));
    let mut workers = [0, 1, 2].map(|_| Worker::start(&redis, &site, &["--max-tasks=2", "--lease=1"]));
    while !workers.iter_mut().any(Worker::has_ended) {
        redis.tell("DEL crawl:{crawl}:leader");
        sleep(Duration::from_millis(20));
    }
    let reports = workers.map(|worker| worker.finish_within(LONG).report());
    let expected = alone(&site, &[]);
    assert!(count(&expected) == 301 && reports.iter().all(|report| *report == expected), "{reports:#?}");
}

/// What else such a worker has in flight dies with it, and is no failure.
#[test]
fn a_page_that_kills_its_workers_is_a_failure_in_the_end_and_no_other_page_is() {
    let (redis, site) = (Redis::start(), site());
    for times in 1..=3 {
        let worker = Worker::start(&redis, &site, &["--lease=1"]);
        // The test is the page that kills.
        wait_until(&site, |site| site.hits("/5") == times);
        drop(worker);
        if times == 2 {
            (0..5).for_each(|page| site.release(&format!("/{page}")));
        }
    }
    release(&site);
    let ended = Worker::start(&redis, &site, &["--lease=1"]).finish_within(LONG);
    assert_eq!((count(&ended.report()), site.hits("/5")), (7, 3), "{}", ended.stderr);
    for record in ended.report()["records"].as_array().unwrap() {
        let kind = if record["url"] == site.url("/5").as_str() { "killed".into() } else { Value::Null };
        assert_eq!(record["error"]["kind"], kind, "{record}");
    }
}

/// Its time for a page is less than the site needs. It may be the one that leads.
#[test]
fn a_worker_whose_network_is_broken_spoils_no_page_and_is_told_to_end() {
    for sick in [0, 1] {
        let links = Answer::links((0..200).map(|page| format!("/{page}")));
        let site = Site::builder().page("/", links).hold("/").content(|_| Some(Answer::html("")));
        let (redis, site) = (Redis::start(), site.latency(Duration::from_millis(30)).start().unwrap());
        let workers = [0, 1].map(|number| {
            let timeout = if number == sick { "--timeout=0.01" } else { "--timeout=60" };
            let worker = Worker::start(&redis, &site, &["--lease=2", "--max-tries=9", timeout]);
            // The leader says how many it knows.
            let is_known = || redis.sign("crawl")["workers"] == number + 1;
            assert!(until(is_known), "the leader does not notice a worker: {}", redis.leader("crawl"));
            worker
        });
        site.release("/");
        let mut ends = workers.map(|worker| worker.finish_within(LONG));
        ends.rotate_left(sick);
        let [sick, well] = ends;
        assert!(sick.code == Some(1) && sick.stderr.contains("look at its network"), "{sick:?}");
        let report = well.report();
        assert_eq!((count(&report), &report["summary"]["errors"]), (201, &0.into()), "{}", well.stderr);
    }
}

#[test]
fn the_status_says_which_worker_is_waited_for() {
    let (redis, site, first) = start(&["--lease=40"], 6);
    drop(first);
    let second = Worker::start(&redis, &site, &["--lease=40"]);
    let said = second.says("taken over in", LONG);
    assert!(said.contains("6 pages with worker"), "{said}");
}
