//! Graceful shutdown: nothing more is taken, what ends in time is reported, and what does not is cut off.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use common::text::panic_message;
use common::{Around, Options, Record, Report, Services};
use contract::{OnAnswer, wait_until};
#[cfg(unix)]
use nix::sys::signal::Signal::SIGTERM;
use practice_site::{Answer, Site};
#[cfg(unix)]
use test_tools::patience::IDLE;
use test_tools::watchdog::{BRIEF, watched_within};
use tokio::runtime::Builder;
use url::Url;
use work::crawl::crawl_until;
use work::hosts::Hosts;

#[cfg(unix)]
use crate::tools::Worker;

/// Longer than any test takes.
const LONG: Duration = Duration::from_secs(60);

/// A time for what hangs.
const SHORT: Duration = Duration::from_millis(100);

/// More targets than the owner puts in one poll: tokio makes a task pause after 128 operations.
const MANY: usize = 200;

#[test]
fn what_ends_just_in_time_is_reported_and_what_it_links_to_is_not_fetched() {
    // A fetch that panics has ended, too.
    let why = "a page was in flight at the interrupt, and ended in time, so the report has it; what it links to is only counted: drain \
        the crawl, and let the owner settle the rest meanwhile";
    for (panics, held, unfinished) in [(false, "/held 200", 2), (true, "/held panic", 1)] {
        let report = drained(panics);
        assert_eq!(outcomes(&report), (vec!["/ 200".to_owned(), held.to_owned()], unfinished), "{why}");
    }
}

#[test]
fn a_shutdown_before_the_start_fetches_nothing() {
    let site = site();
    let why = "the crawl was interrupted before its start, and it asks for pages all the same (pages in the report, unfinished, \
        requests): look at the interrupt first, each time (`select!` begins with any arm, unless it is `biased`)";
    // Many times, because `select!` may look at the interrupt first by chance.
    for _ in 0..20 {
        let roots = (0..MANY).map(|root| site.url(&format!("/{root}")));
        let services = Services::new(Options { max_tasks: MANY, ..Options::new(roots) });
        services.interrupt.trigger();
        let report = crawl_watched(services, LONG, || {});
        assert_eq!((report.records.len(), report.unfinished, site.requests()), (0, MANY, 0), "{why}");
    }
}

/// Calls a function whenever a page is done, in the poll in which a worker hands in its outcome.
struct Observes<F>(F);

impl<F: Fn(&Record) + Send + Sync> Around for Observes<F> {
    fn fetch_ended(&self, record: &Record) {
        self.0(record);
    }
}

#[test]
fn a_shutdown_while_targets_are_found_fetches_none_of_them() {
    let why = "the crawl was interrupted while a worker handed in a page with 200 links, and links are fetched all the same (pages in \
        the report, unfinished, requests): the owner has put them before the interrupt was looked at. Look at it first in each poll, \
        and not only at the start (`select!` begins with any arm, unless it is `biased`)";
    // Many times, because `select!` may look at the interrupt first by chance.
    for _ in 0..20 {
        let links = (0..MANY).map(|link| format!("/{link}"));
        let site = Site::builder().page("/", Answer::links(links)).start().unwrap();
        let mut services = Services::new(Options { max_tasks: MANY, ..Options::new([site.url("/")]) });
        let interrupt = services.interrupt.clone();
        services.door.add(Arc::new(Observes(move |_: &Record| interrupt.trigger())));
        let report = crawl_watched(services, LONG, || {});
        assert_eq!((report.records.len(), report.unfinished, site.requests()), (1, MANY, 1), "{why}");
    }
}

#[test]
fn a_crawl_that_nothing_interrupts_triggers_no_interrupt() {
    let site = Site::builder().page("/", Answer::links(["/"])).start().unwrap();
    // So many workers do not end within the millisecond after which a timer is late.
    let services = Services::new(Options { max_tasks: 5000, ..Options::new([site.url("/")]) });
    let interrupt = services.interrupt.clone();
    let report = crawl_watched(services, Duration::ZERO, || {});
    assert_eq!(outcomes(&report), (vec!["/ 200".to_owned()], 0));
    let why = "no page is open any more, nothing has interrupted the crawl, and `crawl_until` has triggered its caller's interrupt: the \
        program would say that it was interrupted. Only an interrupt is followed by `drain`, which triggers its `end` at the \
        deadline; without a `grace`, that is at once, and `end` is the caller's interrupt";
    assert!(!interrupt.is_triggered(), "{why}");
}

#[test]
fn what_is_cut_off_searches_for_no_more_links() {
    // A large page is read on a thread for blocking calls. There is one, and it is busy until the crawl has ended.
    let page = format!("<a href=/held>{}", " ".repeat(1 << 20));
    let site = Site::builder().page("/", Answer::html(page)).start().unwrap();
    let mut services = Services::new(Options::new([site.url("/")]));
    let ((links, searched), (release, released)) = (mpsc::channel(), mpsc::channel());
    let observer = Observes(move |record: &Record| _ = links.send(record.links));
    services.door.add(Arc::new(observer));
    services.door.add(Arc::new(KeepsBusy(Mutex::new(Some(released)))));
    let interrupt = services.interrupt.clone();
    let crawl = thread::spawn(move || crawl_watched(services, SHORT, move || drop(release)));
    wait_until(&site, |site| site.answers() == 1);
    interrupt.trigger();
    let report = crawl.join().unwrap_or_else(|panic| resume_unwind(panic));
    assert_eq!(outcomes(&report), (vec![], 1), "a page was cut off at the deadline");
    let why = "a page was cut off at the deadline, and its search for links ran on (left: links). It looks at the crawl's own \
        interrupt, `services.interrupt`: that one is the `end` of the drain, and the caller's only begins it";
    assert_eq!(searched.try_recv(), Ok(0), "{why}");
}

/// Keeps the thread for blocking calls busy from the first fetch on, until the sender is dropped.
struct KeepsBusy(Mutex<Option<Receiver<()>>>);

impl Around for KeepsBusy {
    fn plan(&self, _url: &Url, _pause: Duration) -> Instant {
        if let Some(released) = self.0.lock().unwrap().take() {
            tokio::task::spawn_blocking(move || released.recv());
        }
        Instant::now()
    }
}

/// The program says so when it takes nothing more.
#[cfg(unix)]
#[test]
fn sigterm_drains_the_crawl_and_a_second_one_ends_it_at_once() {
    let site = site();
    let program = Worker::with(&["--drain=60", "--max-tasks=1", site.url("/").as_str()]);
    wait_until(&site, |site| site.unanswered() == ["/held"]);
    program.signal(SIGTERM);
    program.says("work: ending", IDLE);
    program.signal(SIGTERM);
    assert_eq!((program.finish().code, site.requests()), (Some(130), 2));
}

/// Crawls on one thread, watched, and then calls `then`. The crawl notices an interrupt before it reads an answer that comes later.
fn crawl_watched(services: Services, grace: Duration, then: impl FnOnce() + Send + 'static) -> Report {
    let hangs = "the crawl was interrupted, and does not end, though nothing is in flight any more or its time is over: after the \
        interrupt, `stop` is cancelled, nothing is put into the queue, and only `drain` is awaited, which settles the rest";
    let crawl = move || {
        let runtime = Builder::new_current_thread().max_blocking_threads(1).enable_all().build().unwrap();
        let crawl =
            AssertUnwindSafe(|| runtime.block_on(crawl_until(services.into(), Hosts::default(), grace)));
        let report = catch_unwind(crawl).unwrap_or_else(|panic| {
            let why = "after the interrupt, the owner's `work` was polled, and found a channel closed: it puts targets and waits for \
                new outcomes. Let `drain` poll `settle_the_rest`, which ends with the last worker";
            assert!(!panic_message(&*panic).contains("all branches are disabled"), "{why}");
            resume_unwind(panic)
        });
        then();
        // The drop of the runtime waits for a computation.
        report
    };
    watched_within(BRIEF, crawl, || hangs.to_owned())
}

/// Starts a site on which `/` links to `/held`, which is answered when it is released, and to `/more`.
fn site() -> Site {
    let site = Site::builder().page("/", Answer::links(["/held", "/more"]));
    site.page("/held", Answer::links(["/late"])).hold("/held").start().unwrap()
}

/// Crawls with one task until `/held` has been asked for. Then it interrupts the crawl, and lets the page come in time. A hook of
/// its fetch may panic.
fn drained(panics: bool) -> Report {
    let site = site();
    let mut services = Services::new(Options { max_tasks: 1, ..Options::new([site.url("/")]) });
    if panics {
        let answers = AtomicU32::new(0);
        services.door.add(Arc::new(OnAnswer(move || {
            assert_eq!(answers.fetch_add(1, Relaxed), 0, "a hook may panic");
        })));
    }
    let interrupt = services.interrupt.clone();
    let crawl = thread::spawn(move || crawl_watched(services, LONG, || {}));
    wait_until(&site, |site| site.unanswered() == ["/held"]);
    interrupt.trigger();
    site.release("/held");
    let report = crawl.join().unwrap_or_else(|panic| resume_unwind(panic));
    let why = "a page was asked for after the interrupt (left: requests): it must be noticed while the crawl works, and tell the \
        workers to `stop` before anything else";
    assert_eq!(site.requests(), 2, "{why}");
    report
}

/// Returns the path, and the status or else the kind of the error, of each record, and how many pages are unfinished.
fn outcomes(report: &Report) -> (Vec<String>, usize) {
    let of = |record: &Record| {
        let error = || record.error.as_ref().map(|error| error.cause.kind().to_owned());
        let status = record.status.map(|status| status.to_string());
        format!("{} {}", record.url.path(), status.or_else(error).unwrap())
    };
    (report.records.iter().map(of).collect(), report.unfinished)
}
