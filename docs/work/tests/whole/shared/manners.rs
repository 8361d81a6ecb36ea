//! Manners: many workers are as polite as one.

use std::time::Duration;

use contract::assert_in_turn;
use practice_site::{Answer, Site};

use crate::tools::{Redis, Worker};

fn pages() -> Vec<String> {
    (0..12).map(|page| format!("/{page}")).collect()
}

#[test]
fn three_workers_keep_the_delay_together() {
    let redis = Redis::start();
    let site = Site::builder().page("/", Answer::links(pages())).start().unwrap();
    let begin = site.clock();
    let workers = [0, 1, 2].map(|_| Worker::start(&redis, &site, &["--delay=60"]));
    let _ended = workers.map(Worker::finish);
    assert_eq!(site.requests(), 13);
    assert_in_turn(&site, 0, begin);
}

#[test]
fn three_workers_ask_for_the_robots_txt_once_and_keep_its_delay() {
    let redis = Redis::start();
    let robots = Answer::body("text/plain", "User-agent: *\nDisallow: /3\nCrawl-delay: 0.06");
    let site = Site::builder().page("/", Answer::links(pages())).page("/robots.txt", robots).start().unwrap();
    let workers = [0, 1, 2].map(|_| Worker::start(&redis, &site, &["--obey-robots"]));
    let reports = workers.map(|worker| worker.finish().report());
    assert_eq!((site.hits("/robots.txt"), site.hits("/3"), site.requests()), (1, 0, 13));
    assert_eq!(reports[0]["summary"]["disallowed"], 1);
    // The delay is known after the robots.txt.
    assert_in_turn(&site, 1, site.log()[0].accepted);
}

/// One worker is told to pause; the others leave the host alone, too.
#[test]
fn a_pause_that_a_host_asks_for_holds_for_all_workers() {
    let redis = Redis::start();
    let busy = Answer::raw("HTTP/1.0 503 Busy\r\nRetry-After: 2\r\n\r\n");
    let pages: Vec<_> = (0..60).map(|page| format!("/{page}")).collect();
    let site =
        Site::builder().page("/", Answer::links(pages)).page("/0", busy).latency(Duration::from_millis(100));
    let site = site.start().unwrap();
    let workers = [0, 1, 2].map(|_| Worker::start(&redis, &site, &["--max-tasks=1", "--max-tries=2"]));
    let reports = workers.map(|worker| worker.finish().report());
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
