//! Fetches on a runtime of many threads: each waits without its thread, counts its tries, and owns all that it has.

use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use common::{FetchError, Options, Response, Services, Target};
use practice_site::{Answer, Site};
use program::resolver::on_threads;
use test_tools::watchdog::{until, watched_or};
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;
use url::Url;
use work::fetch::fetch;

/// Fetches on one thread, so that a task which blocks it is noticed.
struct OneThread {
    /// It is never dropped, because that would wait for the thread.
    runtime: &'static Runtime,
    services: Arc<Services>,
}

impl OneThread {
    fn new(services: impl Into<Services>) -> OneThread {
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).max_blocking_threads(1).enable_all().build().unwrap();
        OneThread { runtime: Box::leak(Box::new(runtime)), services: Arc::new(services.into()) }
    }

    fn fetch(&self, url: Url) -> JoinHandle<Result<Response, FetchError>> {
        let (target, services) = (Target::page(Arc::new(url)), Arc::clone(&self.services));
        self.runtime.spawn(async move { fetch(&target, &services).await })
    }

    /// Waits for the end of a fetch. If it does not end, the panic says `hangs`.
    #[track_caller]
    fn ended<T: Send + 'static>(&self, task: JoinHandle<T>, hangs: &'static str) -> T {
        let runtime = self.runtime;
        let ended = watched_or(move || runtime.block_on(task), || hangs.to_owned());
        ended.unwrap_or_else(|error| resume_unwind(error.into_panic()))
    }
}

fn site() -> practice_site::Builder {
    Site::builder().content(|_| Some(Answer::html("a page")))
}

/// Returns options whose time limit ends no fetch before the test ends.
fn options() -> Options {
    Options { timeout: Duration::from_secs(3600), ..Options::new([]) }
}

#[test]
fn fetches_do_not_wait_for_each_other() {
    let paths = ["/0", "/1", "/2", "/3", "/4"];
    let site = paths.iter().fold(site(), |site, path| site.hold(*path)).start().unwrap();
    let runtime = OneThread::new(options());
    let fetches: Vec<_> = paths.iter().map(|path| runtime.fetch(site.url(path))).collect();
    let all_wait = until(|| site.unanswered().len() == paths.len());
    assert!(
        all_wait,
        "5 fetches were spawned on a runtime with one thread, and {} of them wait for their pages: the others wait for a \
        thread that one of them blocks, as `block_on` and `block_in_place` do, or for a lock that one of them has. An `Attempt` \
        belongs to one fetch, which waits by an `.await`",
        site.unanswered().len()
    );
    paths.iter().for_each(|path| site.release(path));
    for fetched in fetches {
        let fetched = runtime.ended(fetched, "a page is answered, and its fetch does not end");
        assert_eq!(fetched.unwrap().body, b"a page");
    }
}

#[test]
fn two_lookups_are_in_flight_at_once() {
    let site = site().start().unwrap();
    let (begun, blocking) = (AtomicUsize::new(0), Arc::new(Mutex::new(None)));
    let blocks = Arc::clone(&blocking);
    // Each lookup ends when both have begun, or after thousands of looks in vain.
    let find = move |host: &str| -> io::Result<()> {
        begun.fetch_add(1, SeqCst);
        let both = (0..2000).any(|_| {
            thread::sleep(Duration::from_millis(1));
            begun.load(SeqCst) == 2
        });
        if !both {
            *blocks.lock().expect("no test panics with it") = Some(host.to_owned());
        }
        Ok(())
    };
    let address = site.address();
    let resolver = on_threads(move |host, _| find(host).map(|()| vec![address]));
    let mut services = Services::new(options());
    services.set_resolver(resolver);
    let runtime = OneThread::new(services);
    let urls = ["http://one.test/", "http://two.test/"].map(|url| Url::parse(url).unwrap());
    for task in urls.map(|url| runtime.fetch(url)) {
        let fetched = runtime.ended(
            task,
            "a name was found, and its fetch waits on: `answer` must get a closure that wakes it",
        );
        assert_eq!(fetched.unwrap().body, b"a page");
    }
    let blocking = blocking.lock().expect("no test panics with it").take();
    assert_eq!(
        blocking, None,
        "the lookup of this name (left) blocks the thread: the other fetch was not polled until it had ended. \
        `Attempt::resolve` is stage 1's. Await the answer of `attempt.lookup()`"
    );
}

#[test]
fn a_dropped_fetch_closes_its_connection() {
    let site = site().hold("/held").start().unwrap();
    let runtime = OneThread::new(options());
    let fetch = runtime.fetch(site.url("/held"));
    assert!(until(|| site.unanswered() == ["/held"]), "a fetch was spawned, and asks for no page");
    fetch.abort();
    assert!(
        until(|| site.open() == 0),
        "a fetch was dropped, and its connection is still open: a thread or a task that the fetch has started goes on. The \
        future of the fetch must own its `Attempt` and its connection itself"
    );
}

#[test]
fn the_tries_of_a_fetch_are_counted() {
    let site = site().reset_on_accept(5).start().unwrap();
    let runtime = OneThread::new(Options { max_tries: 2, ..options() });
    let fetch = runtime.fetch(site.url("/"));
    let fetched = runtime.ended(fetch, "a server resets every connection, and the fetch does not end");
    let tries = fetched.as_ref().map_or_else(|error| error.tries, |response| response.tries);
    assert!(
        fetched.is_err() && tries == 2 && site.connections() == 2,
        "a server resets connections, and `max_tries` is 2: it had {} connections, and the last try calls itself number \
        {tries}. One `Attempt` counts the tries of its fetch, so make it before the loop",
        site.connections()
    );
}

#[test]
fn each_try_has_its_own_deadline() {
    let first_hangs = Answer::sequence([Answer::silent(), Answer::html("a page")]);
    let site = Site::builder().page("/", first_hangs).start().unwrap();
    let limits = Options { max_tries: 2, timeout: Duration::from_secs(1), ..options() };
    let runtime = OneThread::new(limits);
    let fetch = runtime.fetch(site.url("/"));
    let fetched =
        runtime.ended(fetch, "a server does not answer, the limit is 1 s, and the fetch does not end");
    let response = fetched.unwrap_or_else(|error| {
        panic!(
            "the first try timed out, and a second one would be answered, but the fetch fails: {error}. Ask the `Attempt` for \
            the deadline of each try"
        )
    });
    assert_eq!(response.tries, 2, "the first try had no answer, so the second one has the page");
}
