//! The keys of a crawl: each of them expires, and the loss of one is noticed.

use contract::wait_until;
use practice_site::{Answer, Site};

use crate::tools::{Redis, Worker, alone};

/// Starts a site whose crawl has all kinds of keys, and waits with three pages.
fn site() -> Site {
    let links: Vec<_> = (0..6).map(|page| format!("/{page}")).chain(["/moved".to_owned()]).collect();
    let robots = Answer::body("text/plain", "User-agent: *\nCrawl-delay: 0.001");
    let site = Site::builder().page("/", Answer::links(&links)).page("/robots.txt", robots);
    let site = site.page("/moved", Answer::redirect(302, "/end")).content(|_| Some(Answer::html("")));
    (0..6).fold(site, |site, page| site.hold(format!("/{page}"))).start().unwrap()
}

/// Starts a worker on such a crawl, and returns when three pages are in flight and others wait.
fn start(redis: &Redis, site: &Site, name: &str) -> Worker {
    let worker = Worker::start(redis, site, &[name, "--obey-robots", "--lease=1", "--max-tasks=3"]);
    wait_until(site, |site| site.unanswered().len() == 3);
    worker
}

/// Also when the only worker dies before it has renewed anything.
#[test]
fn the_keys_of_a_crawl_expire() {
    let (redis, site) = (Redis::start(), site());
    drop(start(&redis, &site, "--name=dies"));
    let keys = redis.keys("dies");
    assert!(keys.len() > 8, "{keys:?}");
    for key in keys {
        let left: i64 = redis.run(&["TTL", &key]);
        assert!(left > 80_000, "{key} expires in {left} s");
    }
}

#[test]
fn a_key_that_is_lost_during_the_crawl_ends_it_with_an_error() {
    let (redis, site) = (Redis::start(), site());
    for number in 0.. {
        let worker = start(&redis, &site, &format!("--name={number}"));
        let keys = redis.keys(&number.to_string());
        let Some(key) = keys.get(number) else {
            assert!(number > 8, "{keys:?}");
            break;
        };
        let _: () = redis.run(&["DEL", key]);
        let ended = worker.finish();
        let said = ended.stderr.contains("Redis has lost") && ended.stdout.is_empty();
        assert!(said, "without {key}: {ended:?}");
        wait_until(&site, |site| site.open() == 0);
    }
}

/// The crawl has ended, and a key of it is lost: the next worker says so, or crawls anew.
#[test]
fn what_is_left_of_a_crawl_counts_in_no_report() {
    let (redis, site) = (Redis::start(), site());
    (0..6).for_each(|page| site.release(&format!("/{page}")));
    let expected = alone(&site, &["--obey-robots"]);
    for number in 0.. {
        let name = number.to_string();
        let start = || Worker::start(&redis, &site, &["--obey-robots", &format!("--name={name}")]).finish();
        assert_eq!(start().report(), expected);
        let keys = redis.keys(&name);
        let Some(key) = keys.get(number) else { break };
        let _: () = redis.run(&["DEL", key]);
        let ended = start();
        let is_lost = ended.code == Some(1) && ended.stderr.contains("Redis has lost");
        assert!(is_lost || ended.report() == expected, "without {key}: {ended:?}");
    }
}
