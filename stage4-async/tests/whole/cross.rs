//! A future runs on any executor: stage 4's crawl on stage 3's, and stage 3's crawl on a `LocalPool`.

use common::{Options, Report};
use futures::FutureExt;
use futures::executor::LocalPool;
use futures::task::LocalSpawnExt;
use practice_site::{Answer, Site};
use stage3_futures::executor::Executor;
use stage3_futures::reactor::Reactor;
use stage4_async::crawl::crawl_on;
use test_tools::watchdog::watched;

use crate::tools::crawl_watched;

/// Starts a site with pages, a redirect, a missing page and a broken one.
fn site() -> Site {
    let pages: Vec<_> = (0..30).map(|page| format!("/{page}")).collect();
    let more = ["/moved", "/missing", "/broken"].map(str::to_owned);
    Site::builder()
        .page("/", Answer::links(pages.iter().chain(&more)))
        .page("/moved", Answer::redirect(302, "/behind"))
        .page("/broken", Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: many\r\n\r\n"))
        .page("/missing", Answer::error(404))
        .content(|path| Some(Answer::links([format!("{path}/more")])).filter(|_| path.len() < 20))
        .start()
        .unwrap()
}

/// Returns a report without its times, as a line for each record.
fn lines(report: &Report) -> Vec<String> {
    let line = |record: &common::Record| {
        let (url, status, failure) = (&record.url, record.status, record.failure());
        let (size, links, new, tries) = (record.size, record.links, record.new_links, record.tries);
        format!("{url} {status:?} {failure:?} {size} {links} {new} {tries}")
    };
    report.records.iter().map(line).collect()
}

#[test]
fn the_async_crawl_runs_as_a_task_of_the_hand_written_executor() {
    let site = site();
    let options = Options::new([site.url("/")]);
    let expected = lines(&crawl_watched(stage4_async::crawl, options.clone()));
    assert!(expected.len() > 100, "{expected:#?}");
    let report = watched(move || {
        let executor = Executor::new().unwrap();
        let task = executor.spawner().spawn(crawl_on(executor.reactor().clone(), options.into()));
        executor.run_until_complete(task).unwrap()
    });
    assert_eq!(lines(&report.unwrap()), expected);
}

#[test]
fn the_hand_written_crawl_runs_on_the_pool_of_the_futures_crate() {
    let site = site();
    let options = Options::new([site.url("/")]);
    let expected = lines(&crawl_watched(stage3_futures::crawl, options.clone()));
    let report = watched(move || {
        let (reactor, mut pool) = (Reactor::new().unwrap(), LocalPool::new());
        let spawner = pool.spawner();
        // The pool's handle cancels its task when it is dropped.
        let spawn = |work| spawner.spawn_local_with_handle(work).unwrap();
        let crawl = stage3_futures::crawl::Crawl::new(options.into(), &reactor, spawn);
        let mut crawl = spawner.spawn_local_with_handle(crawl).unwrap();
        loop {
            pool.run_until_stalled();
            match (&mut crawl).now_or_never() {
                Some(report) => return report,
                None => reactor.turn(|| false).unwrap(),
            }
        }
    });
    assert_eq!(lines(&report), expected);
}
