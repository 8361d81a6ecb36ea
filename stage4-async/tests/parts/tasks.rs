//! How many fetches are in flight, and when a crawl ends. The pages are in memory: no socket, and no reactor.

use common::{Options, Services};
use test_tools::watchdog::watched;
use url::Url;

use crate::tools::held::{Pages, Polled};

const MAX_TASKS: usize = 5;

/// Runs `test` with a crawl from these roots, watched.
fn test(roots: &[String], max_tasks: usize, test: impl FnOnce(Polled<'_>, &Services) + Send + 'static) {
    let roots = roots.iter().map(|path| Url::parse(&format!("http://site.test{path}")).expect("a URL"));
    let options = Options { max_tasks, ..Options::new(roots) };
    watched(move || {
        let (pages, services) = (Pages::default(), Services::new(options));
        test(Polled::new(&pages, &services), &services);
    });
}

fn paths(range: std::ops::Range<usize>) -> Vec<String> {
    range.map(|page| format!("/{page}")).collect()
}

#[test]
fn as_many_pages_are_in_flight_as_there_are_tasks() {
    test(&paths(0..20), MAX_TASKS, |mut crawl, _| {
        for left in (1..=20).rev() {
            let held = crawl.held();
            match held.len() {
                0 => panic!(
                    "no fetch has begun: a future does nothing until it is polled, and the workers need roots"
                ),
                1 if left > 1 => panic!(
                    "1 fetch is in flight, max_tasks is {MAX_TASKS}, and {left} pages are left: is only one worker \
                    polled? An await in a loop is sequential"
                ),
                n if n > MAX_TASKS => panic!("{n} fetches are in flight, but max_tasks is {MAX_TASKS}"),
                n => assert!(
                    n == left.min(MAX_TASKS),
                    "{n} fetches are in flight, max_tasks is {MAX_TASKS}, and {left} pages are left: a task that has \
                    fetched its page goes on at once, and does not wait for the others"
                ),
            }
            crawl.pages.answer(&held[held.len() / 2], &[]);
        }
        assert_eq!(crawl.ends().records.len(), 20, "each of the 20 pages must be in the report");
    });
}

#[test]
fn the_options_alone_limit_the_tasks() {
    const MOST: usize = 10_000;
    test(&paths(0..MOST), MOST, |mut crawl, _| {
        let why = "max_tasks is 10,000, there are as many pages, and not all of them are in flight (left): there are `options.tasks()` \
            workers, and nothing else limits them";
        assert_eq!(crawl.held().len(), MOST, "{why}");
    });
}

#[test]
fn a_crawl_with_max_tasks_0_has_one_task() {
    test(&paths(0..1), 0, |mut crawl, _| {
        let why = "`max_tasks` is 0, and no fetch has begun: the number of workers is `options.tasks()`, which is at \
            least 1";
        assert_eq!(crawl.held(), ["/0"], "{why}");
    });
}

#[test]
fn a_page_in_flight_may_have_links_for_all_tasks() {
    test(&["/".to_owned()], MAX_TASKS, |mut crawl, _| {
        assert_eq!(crawl.held(), ["/"], "an empty queue is not a finished one");
        crawl.pages.answer("/", &["/0", "/1", "/2"]);
        let held = crawl.held();
        assert!(
            held == paths(0..3),
            "a page had three links, and not all of them are in flight, but {}: the tasks that were idle must fetch them, so there \
            are `options.tasks()` workers from the start, however few the roots are",
            held.len()
        );
        paths(0..3).iter().for_each(|path| crawl.pages.answer(path, &[]));
        let report = crawl.ends();
        let found = (report.records.len(), report.unfinished);
        assert_eq!(found, (4, 0), "four pages were fetched (left: pages in the report, and unfinished ones)");
    });
}

#[test]
fn an_interrupt_ends_the_crawl_while_pages_are_in_flight() {
    test(&paths(0..20), MAX_TASKS, |mut crawl, services| {
        crawl.held();
        let pages = crawl.pages;
        pages.answer("/0", &[]);
        services.interrupt.trigger();
        let report = crawl.ends_early();
        let why = "a fetch has begun after the interrupt: in each poll, its arm must come before the workers, and after it, nothing \
            polls them";
        assert_eq!(pages.held().len(), MAX_TASKS - 1, "{why} (left: fetches in flight)");
        assert_eq!(report.records.len() + report.unfinished, 20, "each root is in the report, or unfinished");
    });
}

#[test]
fn a_crawl_that_is_interrupted_before_its_start_fetches_nothing() {
    // Many times, because a crawl may look at the interrupt first by chance.
    for _ in 0..20 {
        test(&paths(0..20), MAX_TASKS, |crawl, services| {
            services.interrupt.trigger();
            let pages = crawl.pages;
            crawl.ends_early();
            let why = "fetches have begun after the interrupt: its arm must be polled before the workers, each time (`select!` begins \
                with any arm, `select_biased!` with the first), and when it is ready, nothing polls them again, not even for a last \
                look";
            assert!(pages.held().is_empty(), "{why}");
        });
    }
}

#[test]
fn a_panic_in_a_fetch_costs_its_page_but_not_the_worker() {
    test(&["/0", "/panics", "/1"].map(str::to_owned), 1, |mut crawl, _| {
        for path in ["/0", "/1"] {
            assert_eq!(crawl.held(), [path], "a page that panics must not end its worker");
            crawl.pages.answer(path, &[]);
        }
        let report = crawl.ends();
        let kinds = report.records.iter().map(|record| record.failure().unwrap_or_default());
        assert_eq!(kinds.collect::<Vec<_>>(), ["", "", "panic"], "the report has each page, with its error");
    });
}
