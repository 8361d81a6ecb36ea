//! Tasks: how many fetches are in flight, and thousands one after the other.
//!
//! A strategy that fetches one page at a time has one task, whatever `max_tasks` is.

use std::time::Duration;

use common::{Options, Record};
use practice_site::Answer;
use program::resolver::on_threads;

use test_tools::socket::refusing;

use super::running::wait_until;
use super::tools::{named, page, pages_of, paths, roots, site, site_holding, start};
use super::{Site, Stage};

/// The gate opens when so many requests are open at once. The latency leaves time for one more, which must not come.
pub fn max_tasks_is_reached_and_never_passed(stage: &Stage) {
    for (max_tasks, pages) in [(1, 50), (5, 50), (stage.at_once(500), stage.pages(2000))] {
        let at_once = stage.at_once(max_tasks);
        let empty_pages = Site::builder().content(|_| Some(page()));
        let site = start(empty_pages.gate(at_once).latency(Duration::from_millis(5)));
        let report = stage.crawl(&site, |options| {
            options.roots = roots(&site, pages);
            options.max_tasks = max_tasks;
        });
        assert_eq!((report.summary().pages, site.most_open()), (pages, at_once));
    }
}

/// A task for each of the largest number would need more memory than there is.
pub fn any_max_tasks_is_taken_as_the_nearest_that_is_possible(stage: &Stage) {
    for max_tasks in [0, usize::MAX] {
        let site = site([("/", Answer::links(["/a", "/b"]))]);
        let report = stage.crawl(&site, |options| options.max_tasks = max_tasks);
        assert_eq!((report.records.len(), report.unfinished), (3, 0));
    }
}

/// The queue is empty, but the fetch in flight finds more. The other tasks are idle twice, during the fetches of the root
/// and of `/held`, and must be woken each time.
pub fn idle_tasks_fetch_links_that_are_found_late(stage: &Stage) {
    let links = paths(8);
    let pages = pages_of([("/", Answer::links(["/held"])), ("/held", Answer::links(&links))]);
    let site = site_holding(pages.hold("/held"), &links);
    let crawl = stage.begin(&site, |options| options.max_tasks = 8);
    wait_until(&site, |site| site.unanswered() == ["/held"]);
    site.release("/held");
    wait_until(&site, |site| site.requests() == 2 + stage.at_once(8) as u64);
    links.iter().for_each(|path| site.release(path));
    assert_eq!(crawl.finish().records.len(), 10);
}

/// With one fetch at a time, the page would delay all others.
pub fn a_slow_page_does_not_delay_the_others(stage: &Stage) {
    if stage.at_once(2) == 1 {
        return;
    }
    let fast = |n: usize| format!("/fast/{n}");
    let number = |path: &str| path.strip_prefix("/fast/")?.parse::<usize>().ok();
    let content = move |path: &str| number(path).map(|n| Answer::links((n < 100).then(|| fast(n + 1))));
    let pages = pages_of([("/", Answer::links(["/slow", "/fast/0"])), ("/slow", Answer::links(["/behind"]))]);
    let site = start(pages.content(content).hold("/slow"));
    let crawl = stage.begin(&site, |options| options.max_tasks = 2);
    wait_until(&site, |site| site.hits("/fast/100") == 1 && site.unanswered() == ["/slow"]);
    site.release("/slow");
    crawl.finish();
    assert_eq!(site.hits("/behind"), 1);
}

/// A fetch that fails at once starts the next one, which must not nest ever deeper on the stack.
pub fn thousands_of_fetches_that_fail_at_once(stage: &Stage) {
    let (_socket, refused) = refusing();
    let (site, pages) = (start(Site::builder()), stage.pages(3000));
    for (hosts, addresses, kind) in [(1, vec![refused], "connect"), (pages, Vec::new(), "dns")] {
        let root = |number| named(&site, &format!("host-{}.test", number % hosts), &format!("/{number}"));
        let mut services = web::services(Options { max_tries: 1, ..Options::new((0..pages).map(root)) });
        services.set_resolver(on_threads(move |_, _| Ok(addresses.clone())));
        let report = stage.begin_with(&site, services).finish();
        let failures: Vec<_> = report.records.iter().filter_map(Record::failure).collect();
        assert_eq!(failures, vec![kind; pages]);
    }
}
