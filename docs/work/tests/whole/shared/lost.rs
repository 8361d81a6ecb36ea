//! What is lost costs no page and changes no report: answers, keys, and the last moments of a Redis. If the records are lost, the
//! crawl ends with an error.

use std::collections::HashSet;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use nix::sys::signal::Signal::{SIGCONT, SIGKILL, SIGSTOP};
use nix::sys::signal::kill;
use nix::unistd::Pid;
use practice_site::{Answer, Site};
use test_tools::patience::Patience;
use test_tools::watchdog::until;

use super::{LONG, pages, release, site, start};
use crate::proxy::{Mode, Proxy};
use crate::tools::{Redis, Worker, alone, count};

/// More answers than a worker needs for three pages.
const ANSWERS: usize = 80;

/// A crawl for each of a worker's answers: it loses that one, and may die or be stopped at that moment. Then another one goes on.
#[test]
fn a_worker_may_lose_each_answer_of_redis_or_get_no_further() {
    for signal in [None, Some(SIGKILL), Some(SIGSTOP)] {
        let (redis, asked) = (Redis::start_with(&[]), Mutex::<HashSet<String>>::default());
        let page = move |path: &str| match path.split_once('?')? {
            ("/", number) => Some(Answer::links([format!("/a?{number}"), format!("/busy?{number}")])),
            ("/busy", number) if asked.lock().unwrap().insert(number.to_owned()) => {
                Some(Answer::raw("HTTP/1.0 503 Busy\r\nRetry-After: 0\r\n\r\n"))
            }
            _ => Some(Answer::html("")),
        };
        let site = Site::builder().content(page).start().unwrap();
        let start = |url: &str, number: usize| {
            let root = site.url(&format!("/?{number}"));
            Worker::of(Some(url), [root.as_str()], &[&format!("--name={number}"), "--lease=1"])
        };
        let start_losing = |lost| {
            let seen = Arc::new((AtomicUsize::new(0), AtomicU32::new(0)));
            let (answers, victim) = (Arc::clone(&seen), Arc::clone(&seen));
            let proxy = Proxy::losing(redis.port, move |_| {
                let is_lost = answers.0.fetch_add(1, Relaxed) == lost;
                if is_lost && until(|| victim.1.load(Relaxed) > 0) {
                    let _ = kill(Pid::from_raw(victim.1.load(Relaxed).cast_signed()), signal);
                }
                is_lost
            });
            let worker = start(&proxy.url(), lost);
            seen.1.store(worker.id(), Relaxed);
            (worker, seen)
        };
        let mut workers: Vec<_> = (0..ANSWERS).map(start_losing).collect();
        for (lost, (worker, seen)) in workers.iter_mut().enumerate() {
            assert!(
                until(|| worker.has_ended() || seen.0.load(Relaxed) > lost),
                "answer {lost} does not come"
            );
        }
        assert!(workers[ANSWERS - 1].1.0.load(Relaxed) < ANSWERS, "a worker has more than {ANSWERS} answers");
        let others = (0..ANSWERS).filter(|_| signal.is_some()).map(|number| start(&redis.url(), number));
        let others: Vec<_> =
            others.collect::<Vec<_>>().into_iter().map(|of| of.finish_within(LONG)).collect();
        workers.iter().for_each(|(worker, _)| worker.signal(SIGCONT));
        let ends = workers.into_iter().map(|(worker, _)| worker.finish_within(LONG));
        for (number, ended) in others.into_iter().chain(ends).enumerate() {
            // One that is stopped while it joins has tried for 5 s then.
            let has_joined = !ended.stderr.contains("does not answer") || signal != Some(SIGSTOP);
            if !has_joined || ended.code.is_none() && signal == Some(SIGKILL) {
                continue;
            }
            let (report, lost) = (ended.report(), number % ANSWERS);
            assert_eq!((count(&report), &report["summary"]["errors"]), (3, &0.into()), "{lost}: {ended:?}");
            let is_one = report["summary"]["pauses"] == 1 && !ended.stderr.contains("taken over");
            assert!(is_one || signal.is_some(), "without answer {lost}: {ended:?}");
        }
    }
}

/// As often as a page may kill its workers.
#[test]
fn an_answer_that_is_lost_is_no_death_of_a_worker() {
    // In an hour, the worker would find it without a doubt, too.
    for (job, lease) in [("\"Page\"", "--lease=1"), ("\"Other\"", "--lease=3600")] {
        let (redis, site, answers) = (Redis::start(), pages(10), Arc::new(AtomicUsize::new(0)));
        let lost = Arc::clone(&answers);
        let is_lost = move |answer: &[u8]| has(answer, job) && lost.fetch_add(1, Relaxed) < 3;
        let proxy = Proxy::losing(redis.port, is_lost);
        let ended = Worker::at(&proxy.url(), &site, &[lease, "--obey-robots"]).finish_within(LONG);
        assert_eq!(ended.report(), alone(&site, &["--obey-robots"]), "{job}: {}", ended.stderr);
        assert!(answers.load(Relaxed) > 3, "{job}: no answer is lost");
    }
}

fn has(answer: &[u8], text: &str) -> bool {
    answer.windows(text.len()).any(|part| part == text.as_bytes())
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
    for lost in ["leader", "records", "jobs"] {
        let name = format!("--name={lost}");
        let start = || Worker::start(&redis, &site, &["--obey-robots", &name]).finish().report();
        assert_eq!((start(), redis.keys(lost).len()), (expected.clone(), 3), "{:?}", redis.keys(lost));
        redis.tell(&format!("DEL crawl:{{{lost}}}:{lost}"));
        assert_eq!(start(), expected, "without {lost}");
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
    let limited = [0, 1].map(|_| Worker::start(&redis, &site, &["--name=limited", "--max-pages=5"]));
    assert_eq!(limited.map(|worker| count(&worker.finish().report())), [5, 5]);
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
        replica.follow(to_replica.port);
        let options = ["--lease=2", "--max-tasks=4", "--obey-robots"];
        let mut workers = [0, 1].map(|_| Worker::at(&proxy.url(), &site, &options));
        let has_begun = || replica.keys("crawl").contains(&"crawl:{crawl}:records".to_owned());
        assert!(until(|| lags(&site, &master) && has_begun()), "{what}: the crawl does not get far enough");
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
