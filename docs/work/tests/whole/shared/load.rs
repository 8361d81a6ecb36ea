//! Large pages and many of them, and a Redis that is far away.

use std::time::Duration;

use contract::wait_until;
use nix::sys::signal::Signal::SIGINT;
use practice_site::{Answer, Site};
use test_tools::watchdog::until;

use super::LONG;
use crate::proxy::{Mode, Proxy};
use crate::tools::{Redis, Worker, count};

/// Makes a page with 14 MB of links, all its own.
fn large(path: &str) -> Answer {
    let links: String = (0..7000).map(|link| format!("<a href={link}>")).collect();
    Answer::html(format!("<base href='{path:x<2000}/'>{links}"))
}

#[test]
fn twenty_pages_with_14_megabytes_of_links_come_at_once_over_a_slow_network() {
    let (redis, front) = (Redis::start_with(&[]), Answer::links((0..20).map(|page| format!("/{page}"))));
    let site = Site::builder().page("/", front).content(|path| Some(large(path))).start().unwrap();
    let proxy = Proxy::to(redis.port);
    proxy.set(Mode::Slow(10_000_000));
    let ended = Worker::at(&proxy.url(), &site, &["--max-pages=21", "--max-tasks=20"]).finish_within(LONG);
    let report = ended.report();
    let most =
        report["records"].as_array().unwrap().iter().filter_map(|record| record["links"].as_u64()).max();
    assert_eq!((count(&report), site.requests(), most), (21, 21, Some(7000)), "{}", ended.stderr);
    assert!(!ended.stderr.contains("Redis"), "a connection was lost: {}", ended.stderr);
    assert_eq!(report["summary"]["beyond_max_pages"], 140_000, "{:#}", report["summary"]);
}

#[test]
fn an_interrupt_gives_a_report_with_a_large_record_over_a_slow_network() {
    let (redis, front) = (Redis::start(), Answer::links(["/large", "/held"]));
    let site =
        Site::builder().page("/", front).hold("/held").content(|path| Some(large(path))).start().unwrap();
    let proxy = Proxy::to(redis.port);
    proxy.set(Mode::Slow(500_000));
    let worker = Worker::at(&proxy.url(), &site, &["--max-pages=3", "--drain=1"]);
    wait_until(&site, |site| site.answers() == 2);
    let is_written = || redis.run::<usize>(&["XLEN", "crawl:{crawl}:records"]) > 2;
    assert!(until(is_written), "the record is not written");
    worker.signal(SIGINT);
    let ended = worker.finish_within(LONG);
    assert_eq!((ended.code, count(&ended.report())), (Some(130), 2), "{}", ended.stderr);
}

#[test]
fn nine_thousand_roots() {
    let (redis, site) = (Redis::start_with(&[]), Site::builder().content(|_| Some(Answer::html(""))));
    let site = site.start().unwrap();
    let roots = (0..9000).map(|root| site.url(&format!("/{root}")).to_string());
    let ended = Worker::of(Some(&redis.url()), roots, &["--max-tasks=100"]).finish_within(LONG);
    assert_eq!((ended.code, count(&ended.report())), (Some(0), 9000), "{}", ended.stderr);
}

#[test]
fn a_redis_that_is_half_a_second_away() {
    let (redis, site) = (Redis::start(), super::pages(5));
    let proxy = Proxy::to(redis.port);
    proxy.set(Mode::Late(Duration::from_millis(500)));
    let ended = Worker::at(&proxy.url(), &site, &[]).finish_within(LONG);
    assert_eq!((ended.code, count(&ended.report())), (Some(0), 6), "{}", ended.stderr);
}
