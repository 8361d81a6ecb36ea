//! Manners: many workers are as polite as one.

use std::time::{Duration, Instant};

use contract::assert_in_turn;
use practice_site::{Answer, Site};

use super::LONG;
use crate::tools::{Redis, Worker, count};

#[test]
fn three_workers_ask_for_the_robots_txt_once_and_keep_a_delay_together() {
    for options in [&["--delay=60"][..], &["--obey-robots"]] {
        let redis = Redis::start();
        let robots = Answer::body("text/plain", "User-agent: *\nDisallow: /3\nCrawl-delay: 0.06");
        let pages = Answer::links((0..12).map(|page| format!("/{page}")));
        let site = Site::builder().page("/", pages).page("/robots.txt", robots).start().unwrap();
        let begin = site.clock();
        let workers = [0, 1, 2].map(|_| Worker::start(&redis, &site, options));
        let reports = workers.map(|worker| worker.finish().report());
        let asked = site.hits("/robots.txt");
        assert_eq!((asked, site.requests()), (usize::from(options == ["--obey-robots"]), 13));
        assert_eq!(reports[0]["summary"]["disallowed"], asked);
        // The delay is known after the robots.txt.
        assert_in_turn(&site, asked, if asked == 0 { begin } else { site.log()[0].accepted });
    }
}

/// One worker is told to pause; the others leave the host alone, too.
#[test]
fn a_pause_that_a_host_asks_for_holds_for_all_workers() {
    let redis = Redis::start();
    let busy = Answer::raw("HTTP/1.0 503 Busy\r\nRetry-After: 2\r\n\r\n");
    let links = Answer::links((0..60).map(|page| format!("/{page}")));
    let site = Site::builder().page("/", links).page("/0", busy).latency(Duration::from_millis(100));
    let site = site.start().unwrap();
    let workers = [0, 1, 2].map(|_| Worker::start(&redis, &site, &["--max-tasks=1", "--max-tries=2"]));
    // The pages and the pause take 4 s.
    let reports = workers.map(|worker| worker.finish_within(LONG).report());
    let log = site.log();
    let of_busy: Vec<_> = log.iter().filter(|visit| visit.path.as_deref() == Some("/0")).collect();
    let (asked, again) = (of_busy[0].answered.unwrap(), of_busy[1].accepted);
    assert!(again >= asked + Duration::from_millis(1950), "{asked:?} {again:?}");
    // The others go on until the worker has read the answer. At the end of the pause, any of them may be the first.
    let pause = asked + Duration::from_secs(1)..asked + Duration::from_millis(1950);
    let meanwhile = log.iter().find(|visit| pause.contains(&visit.accepted));
    assert!(meanwhile.is_none() && log.last().unwrap().accepted > again, "{meanwhile:?}");
    assert!(reports.iter().all(|report| report["summary"]["pauses"] == 1), "{reports:#?}");
}

/// Any name may stand in a URL.
#[test]
fn a_delay_holds_for_a_host_of_any_name() {
    let (redis, begin) = (Redis::start(), Instant::now());
    let roots = ["http://golinks/0", "http://golinks/1", "http://golinks/2"];
    let worker = Worker::of(Some(&redis.url()), roots, &["--delay=500", "--max-tries=1"]);
    assert_eq!(count(&worker.finish_within(LONG).report()), 3);
    assert!(begin.elapsed() >= Duration::from_secs(1), "{:?}", begin.elapsed());
}

/// In all, 20 pages fail, 60 are in flight or wait for a worker then, and each may be tried twice while the host's allowance lasts.
/// Without the leader, it would be 280 requests.
#[test]
fn a_host_that_does_not_answer_is_left_alone_by_eight_workers_as_by_one() {
    let (redis, site) =
        (Redis::start(), Site::builder().content(|_| Some(Answer::silent())).start().unwrap());
    let roots: Vec<_> = (0..400).map(|root| site.url(&format!("/{root}")).to_string()).collect();
    let arguments = ["--timeout=1", "--max-tries=2", "--max-tasks=5"];
    let _workers = [(); 8].map(|()| Worker::of(Some(&redis.url()), &roots, &arguments));
    // It is left alone for 5 s.
    let pause = Duration::from_secs(3);
    let is_left = |site: &Site| site.log().last().is_some_and(|last| site.clock() > last.accepted + pause);
    assert!(site.wait_until(is_left, LONG), "the workers ask again and again: {} times", site.requests());
    assert!((20..=140).contains(&site.requests()), "{} requests to a host that is silent", site.requests());
}
