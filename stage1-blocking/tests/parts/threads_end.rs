//! The end of the pool: no thread outlives its crawl, but for one that an interrupt finds in a call.

use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Arc, Barrier, Mutex, OnceLock};
use std::thread;
use std::time::Duration;

use common::{Options, Services};

use crate::tools::{counts, crawl, options, page, with_a_fragile_observer};

/// Enough for the thread that crawls to begin its wait. A test that is too early misses a mistake.
const MOMENT: Duration = Duration::from_millis(100);

const CLOSE: &str = "a worker waits for the queue, and `join` for the worker: close the queue first";

#[test]
fn every_page_is_fetched_before_the_queue_is_closed() {
    let message = "a worker waits for the lock of `self.workers`, with which it puts the links of a page, so hold it over no \
        wait. Or it waits for an item, so close the queue before you `join` the workers";
    let site = |path: &str| Ok(page(if path == "/" { &["/1", "/2", "/3"] } else { &[] }));
    let report = crawl(options(&["/"]), message, site);
    let message = "pages are lost: wait until every target is done, and then close the queue";
    assert_eq!(counts(&report), (4, 0, vec![]), "{message}");
}

/// Counts the threads that have ended. A thread takes its time over that.
struct Ending(Arc<AtomicUsize>);

impl Drop for Ending {
    fn drop(&mut self) {
        thread::sleep(MOMENT);
        self.0.fetch_add(1, Ordering::SeqCst);
    }
}

thread_local!(static ENDING: RefCell<Option<Ending>> = const { RefCell::new(None) });

#[test]
fn every_worker_has_ended_when_the_crawl_returns() {
    let ended = Arc::new(AtomicUsize::new(0));
    let (ends, both) = (Arc::clone(&ended), Barrier::new(2));
    crawl(options(&["/1", "/2"]), CLOSE, move |_| {
        both.wait();
        ENDING.set(Some(Ending(Arc::clone(&ends))));
        Ok(page(&[]))
    });
    let ended = ended.load(Ordering::SeqCst);
    let rule = "`join` every worker (`map` is lazy: without a loop or `for_each`, it calls nothing)";
    assert_eq!(ended, 2, "threads go on when the crawl has returned: {rule}");
}

/// The workers of the links are started when the crawl waits already. The first worker ends at once, and they do not.
#[test]
fn a_worker_that_is_started_late_has_ended_too() {
    let (started, ended) = <(Arc<AtomicUsize>, Arc<AtomicUsize>)>::default();
    let (starts, ends) = (Arc::clone(&started), Arc::clone(&ended));
    let (first, both) = (OnceLock::new(), Barrier::new(2));
    crawl(options(&["/"]), CLOSE, move |path| {
        let this = thread::current().id();
        if path == "/" {
            first.set(this).expect("there is one root");
            thread::sleep(MOMENT);
            return Ok(page(&["/1", "/2"]));
        }
        both.wait();
        if first.get() != Some(&this) {
            starts.fetch_add(1, Ordering::SeqCst);
            ENDING.set(Some(Ending(Arc::clone(&ends))));
        }
        Ok(page(&[]))
    });
    let [ended, started] = [ended, started].map(|count| count.load(Ordering::SeqCst));
    let rule = "take the handles when no worker can be started any more, and `join` every worker";
    assert_eq!(ended, started, "workers that were started for links go on: {rule}");
}

/// The first worker panics, and it is the first one to be joined.
#[test]
fn a_panic_of_a_worker_costs_neither_the_report_nor_the_wait_for_the_others() {
    thread_local!(static IS_FIRST: Cell<bool> = const { Cell::new(false) });
    let options = Options { max_tasks: 3, ..options(&["/"]) };
    let (ended, all) = (Arc::new(AtomicUsize::new(0)), Barrier::new(3));
    let ends = Arc::clone(&ended);
    let message =
        "the panic of a worker is an error of its `join`: the report of all other pages is worth more";
    crawl(with_a_fragile_observer(options, || IS_FIRST.get()), message, move |path| {
        if path == "/" {
            return Ok(page(&["/1", "/2", "/3"]));
        }
        // Each of the three workers fetches one of these pages.
        all.wait();
        if thread::current().name() == Some("worker 1") {
            IS_FIRST.set(true);
        } else {
            ENDING.set(Some(Ending(Arc::clone(&ends))));
        }
        Ok(page(&[]))
    });
    let ended = ended.load(Ordering::SeqCst);
    let rule = "`join` every worker, even if another `join` has returned an error";
    assert_eq!(ended, 2, "a worker has panicked, and the others are not waited for: {rule}");
}

#[test]
fn an_interrupted_crawl_waits_for_no_fetch() {
    let services = Services::new(options(&["/"]));
    let interrupt = services.interrupt.clone();
    let (_open, gate) = channel::<()>();
    let gate = Mutex::new(gate);
    let message = "it waits for a worker that is in a call: ask for the interrupt after `Queue::join` has returned, and if \
                   there was one, leave the workers behind";
    let report = crawl(services, message, move |_| {
        thread::sleep(MOMENT);
        interrupt.trigger();
        // Until the end of the test.
        let _ = gate.lock().expect("there is one fetch").recv();
        Ok(page(&[]))
    });
    assert_eq!(counts(&report), (0, 1, vec![]), "the page in flight is unfinished");
}
