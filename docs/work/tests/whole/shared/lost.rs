//! What is lost costs no page and changes no report: answers, keys, and the last moments of a Redis. If the records are lost, the
//! crawl ends with an error.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use practice_site::{Answer, Site};
use test_tools::patience::Patience;
use test_tools::watchdog::until;

use super::{LONG, pages, release, site, start};
use crate::proxy::{Mode, Proxy};
use crate::tools::{Redis, Worker, alone, count};

#[test]
fn each_answer_of_redis_may_be_lost() {
    let redis = Redis::start();
    for lost in 0.. {
        // It is asked for twice, because it asks for a pause.
        let busy = [Answer::raw("HTTP/1.0 503 Busy\r\nRetry-After: 0\r\n\r\n"), Answer::html("")];
        let site = Site::builder().page("/", Answer::links(["/a", "/busy"])).page("/a", Answer::html(""));
        let site = site.page("/busy", Answer::sequence(busy)).start().unwrap();
        let answers = Arc::<AtomicUsize>::default();
        let counting = Arc::clone(&answers);
        let proxy = Proxy::losing(redis.port, move |_| counting.fetch_add(1, Relaxed) == lost);
        let ended = Worker::at(&proxy.url(), &site, &[&format!("--name={lost}")]).finish_within(LONG);
        let report = ended.report();
        let (summary, taken_over) = (&report["summary"], ended.stderr.contains("taken over"));
        let of = (count(&report), &summary["errors"], &summary["pauses"], taken_over);
        assert_eq!(of, (3, &0.into(), &1.into(), false), "without answer {lost}: {}", ended.stderr);
        if answers.load(Relaxed) <= lost {
            assert!(lost > 20, "there are only {lost} answers");
            break;
        }
    }
}

/// As often as a page may kill its workers.
#[test]
fn an_answer_that_is_lost_is_no_death_of_a_worker() {
    for job in ["page http", "robots.txt http"] {
        let (redis, site, lost) = (Redis::start(), pages(10), AtomicUsize::new(0));
        let has = |answer: &[u8]| answer.windows(job.len()).any(|part| part == job.as_bytes());
        let proxy = Proxy::losing(redis.port, move |answer| has(answer) && lost.fetch_add(1, Relaxed) < 3);
        let ended = Worker::at(&proxy.url(), &site, &["--lease=1", "--obey-robots"]).finish_within(LONG);
        assert_eq!(ended.report(), alone(&site, &["--obey-robots"]), "{job}: {}", ended.stderr);
    }
}

#[test]
fn a_key_that_is_lost_is_made_again_unless_it_has_the_records() {
    for lost in ["records", "jobs", "workers", "leader"] {
        // Three pages are in flight, and others wait.
        let (redis, site, worker) = start(&["--obey-robots", "--lease=1", "--max-tasks=3"], 3);
        let other = Worker::start(&redis, &site, &["--obey-robots", "--lease=1", "--max-tasks=2"]);
        assert!(until(|| redis.run::<usize>(&["HLEN", "crawl:{crawl}:workers"]) == 2), "it does not come");
        redis.tell(&format!("DEL crawl:{{crawl}}:{lost}"));
        release(&site);
        for ended in [worker, other].map(|worker| worker.finish_within(LONG)) {
            if lost == "records" {
                let said = ended.stderr.contains("Redis has lost") && ended.stdout.is_empty();
                assert!(said && ended.code == Some(1), "without {lost}: {ended:?}");
            } else {
                assert_eq!(ended.report(), alone(&site, &["--obey-robots"]), "without {lost}: {ended:?}");
            }
        }
    }
}

/// The crawl has ended, and a key of it is lost: the next worker crawls anew, or has the report.
#[test]
fn what_is_left_of_a_crawl_counts_in_no_report() {
    let (redis, site) = (Redis::start(), site());
    release(&site);
    let expected = alone(&site, &["--obey-robots"]);
    for number in 0.. {
        let name = number.to_string();
        let start = || Worker::start(&redis, &site, &["--obey-robots", &format!("--name={name}")]).finish();
        assert_eq!(start().report(), expected);
        let keys = redis.keys(&name);
        let Some(lost) = keys.get(number) else {
            assert_eq!(number, 2, "{keys:?}");
            break;
        };
        redis.tell(&format!("DEL {lost}"));
        assert_eq!(start().report(), expected, "without {lost}");
    }
}

/// It has no page in flight that would keep it, and is a day old soon.
#[test]
fn a_crawl_that_is_alive_does_not_expire() {
    let (redis, _site, worker) = start(&["--lease=3600"], 6);
    let keys = redis.keys("crawl");
    assert_eq!(keys.len(), 4, "{keys:?}");
    keys.iter().for_each(|key| redis.tell(&format!("EXPIRE {key} 10")));
    for key in keys {
        let is_kept = || redis.run::<i64>(&["TTL", &key]) > 80_000;
        assert!(until(is_kept), "{key} expires while a worker is alive");
    }
    drop(worker);
}

/// A begin that was refused leaves nothing to the next crawl of the name.
#[test]
fn a_crawl_that_could_not_begin_leaves_nothing() {
    let (redis, site) = (Redis::start(), pages(20));
    redis.tell("CONFIG SET maxmemory 1");
    let refused = Worker::start(&redis, &site, &["--max-pages=5"]).finish();
    assert_eq!((refused.code, redis.keys("crawl")), (Some(1), vec![]), "{refused:?}");
    redis.tell("CONFIG SET maxmemory 0");
    assert_eq!(count(&Worker::start(&redis, &site, &[]).finish().report()), 21);
}

/// A replica that lags becomes the master: while pages are fetched, when the rules of the site are known, and while a worker reads
/// the records for its report.
#[test]
fn what_a_replica_had_not_received_is_fetched_again() {
    type When = fn(&Site, &Redis) -> bool;
    let ended: When = |_, master| master.leader("crawl") == "end";
    let lags: [(&str, When, When); 4] = [
        ("pages", |site, _| site.requests() > 40, |site, _| site.requests() > 90),
        ("the front page", |site, _| site.hits("/") > 0, |site, _| site.requests() > 5),
        ("the rules", |site, _| site.hits("/robots.txt") > 0, |site, _| site.hits("/") > 0),
        ("the end", |site, _| site.requests() > 100, ended),
    ];
    for (what, lags, fails) in lags {
        let site = pages(200);
        let mut master = Redis::start_with(&["--repl-diskless-sync-delay", "0"]);
        let replica = Redis::start_with(&[]);
        let [to_replica, proxy] = [(); 2].map(|()| Proxy::to(master.port));
        replica.follow(to_replica.port());
        let options = ["--lease=2", "--max-tasks=4", "--obey-robots"];
        let mut workers = [0, 1].map(|_| Worker::at(&proxy.url(), &site, &options));
        assert!(until(|| lags(&site, &master)), "{what}: the crawl does not get far enough");
        to_replica.set(Mode::Silent);
        if what == "the end" {
            // The records take some seconds.
            proxy.set(Mode::Slow(8000));
        }
        let has_come = Patience::of(LONG).wait(|_| fails(&site, &master).then_some(()));
        assert!(has_come.is_some(), "{what}: the crawl does not get far enough");
        assert!(!workers.iter_mut().all(Worker::has_ended), "{what}: no worker is left");
        master.kill();
        replica.tell("REPLICAOF NO ONE");
        proxy.lead_to(replica.port);
        proxy.set(Mode::Open);
        let expected = alone(&site, &["--obey-robots"]);
        for ended in workers.map(|worker| worker.finish_within(LONG)) {
            assert_eq!((ended.code, count(&ended.report())), (Some(0), 201), "{what}: {}", ended.stderr);
            assert!(ended.report() == expected, "{what}: another report: {}", ended.stderr);
        }
    }
}
