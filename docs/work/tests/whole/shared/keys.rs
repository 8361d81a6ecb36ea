//! The keys of a crawl: each of them expires, and the loss of one is noticed.

use super::{release, site, start};
use crate::tools::{Redis, Worker, alone};

#[test]
fn each_key_expires_and_if_one_is_lost_the_crawl_ends_with_an_error() {
    for number in 0.. {
        // Three pages are in flight, and others wait.
        let (redis, _site, worker) = start(&["--obey-robots", "--lease=1", "--max-tasks=3"], 3);
        let keys = redis.keys("crawl");
        let Some(lost) = keys.get(number) else {
            assert!(number > 8, "{keys:?}");
            break;
        };
        for key in &keys {
            let left: i64 = redis.run(&["TTL", key]);
            assert!(left > 80_000, "{key} expires in {left} s");
        }
        redis.tell(&format!("DEL {lost}"));
        let ended = worker.finish();
        let said = ended.stderr.contains("Redis has lost") && ended.stdout.is_empty();
        assert!(said, "without {lost}: {ended:?}");
    }
}

/// The crawl has ended, and a key of it is lost: the next worker says so, or crawls anew.
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
        let Some(lost) = keys.get(number) else { break };
        redis.tell(&format!("DEL {lost}"));
        let ended = start();
        let is_lost = ended.code == Some(1) && ended.stderr.contains("Redis has lost");
        assert!(is_lost || ended.report() == expected, "without {lost}: {ended:?}");
    }
}
