//! What cannot work is said at once.

use std::time::Duration;

use practice_site::{Answer, Site};

use crate::tools::{Redis, Worker, count};

fn site() -> Site {
    Site::builder().page("/", Answer::links(["/0"])).start().unwrap()
}

#[test]
fn options_that_cannot_work() {
    let (redis, site) = (Redis::start(), site());
    let (url, root) = (format!("--redis={}", redis.url()), site.url("/"));
    for wrong in [
        "--redis",
        "--redis=nonsense",
        "--redis=redis://secret@:0:0",
        "--redis=rediss://:secret@127.0.0.1",
        "--redis=redis://:secret@127.0.0.1",
        "--redis=redis://:secret%ff@127.0.0.1",
        "--redis=unix:///x?db=x&pass=secret",
        "--name=",
        "--resume=x",
        "--lease=0.5",
        "--deaths=1",
    ] {
        let redis = if wrong.starts_with("--redis") { "--max-tasks=1" } else { &url };
        let ended = Worker::with(&[redis, wrong, root.as_str()]).finish();
        assert_eq!((ended.code, ended.stderr.contains("secret")), (Some(2), false), "{wrong}: {ended:?}");
        assert!(wrong != "--redis" || ended.stderr.contains("REDIS_URL"), "{ended:?}");
    }
    if !cfg!(feature = "https") {
        let ended = Worker::with(&["https://secure.test/"]).finish();
        let says = "cargo run -p work --features https -- 'https://secure.test/'";
        assert!(ended.code == Some(2) && ended.stderr.contains(says), "{ended:?}");
    }
    Worker::start(&redis, &site, &[]).finish();
    for (other, message) in [
        ("--max-redirects=3", "--max-redirects was 10 and is now 3"),
        ("--delay=5", "--delay was 0 and is now 5"),
        ("--lease=1", "--lease was 30.0 and is now 1.0"),
        ("--deaths=5", "--deaths was 3 and is now 5"),
    ] {
        let ended = Worker::start(&redis, &site, &[other]).finish();
        assert!(ended.stderr.contains(message), "{}", ended.stderr);
    }
}

#[test]
fn a_password_is_asked_for_and_never_shown() {
    let (redis, site) = (Redis::start_with(&["--requirepass", "secret"]), site());
    for (url, said) in [
        (redis.url(), "asks for a password"),
        (redis.url_with(":hidden@"), "refuses the password"),
        (redis.url_with("secret:hidden@"), "refuses the password"),
        ("redis://secret:hidden@127.0.0.1:9".to_owned(), "Redis at 127.0.0.1:9 does not answer"),
    ] {
        let ended = Worker::at(&url, &site, &[]).finish_within(Duration::from_secs(8));
        assert!(ended.code == Some(1) && ended.stderr.contains(said), "{url}: {ended:?}");
        assert!(!ended.stderr.contains("hidden") && !ended.stderr.contains("secret"), "{ended:?}");
    }
    let ended = Worker::at(&redis.url_with(":secret@"), &site, &[]).finish();
    assert_eq!((ended.code, count(&ended.report())), (Some(0), 2), "{ended:?}");
}

#[test]
fn a_redis_that_may_evict_keys_is_refused() {
    let (redis, site) = (Redis::start(), site());
    for policy in ["allkeys-lru", "volatile-ttl"] {
        redis.tell(&format!("CONFIG SET maxmemory-policy {policy}"));
        let ended = Worker::start(&redis, &site, &[]).finish();
        let names = [policy, "noeviction"].iter().all(|name| ended.stderr.contains(name));
        assert!(ended.code == Some(1) && names, "{policy}: {ended:?}");
    }
    assert_eq!(redis.keys("crawl"), [""; 0], "a crawl was begun all the same");
}
