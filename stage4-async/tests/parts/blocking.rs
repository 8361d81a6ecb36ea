//! Fetches that wait: none of them may block the thread, because all others need it.

use std::io;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex};
use std::task::{Context, Wake};
use std::thread::{self, ThreadId};
use std::time::Duration;

use common::fetch::resolve::Resolver;
use common::{Response, Services, Target};
use futures::future::join_all;
use practice_site::{Answer, Site};
use program::resolver::on_threads;
use stage3_futures::executor::Executor;
use stage3_futures::reactor::Reactor;
use stage4_async::fetch::fetch;
use test_tools::future::counted;
use test_tools::watchdog::{until, watched_or};
use url::Url;

use crate::tools::one_try;

/// Returns services with one try for each page, in which `find` stands for the lookup of each name, which leads to `site`.
fn resolved(site: &Site, find: impl Fn(&str) -> io::Result<()> + Send + Sync + 'static) -> Arc<Services> {
    let address = site.address();
    let mut services = Services::new(one_try());
    services.set_resolver(on_threads(move |host, _| find(host).map(|()| vec![address])));
    Arc::new(services)
}

async fn get(url: &str, services: &Arc<Services>, reactor: &Reactor) -> Result<Response, String> {
    let url = Url::parse(url).expect("a URL");
    let fetched = fetch(&Target::page(Arc::new(url)), services, reactor).await;
    fetched.map_err(|error| format!("the fetch failed: {error}"))
}

/// Runs `test` on stage 3's executor, so that it needs nothing of this stage but the fetch.
/// If it hangs, the panic says `hangs`.
#[track_caller]
fn run(hangs: impl Fn() -> &'static str, test: impl AsyncFnOnce(Reactor) + Send + 'static) {
    let run = move || {
        let executor = Executor::new().unwrap();
        executor.run_until_complete(test(executor.reactor().clone())).unwrap();
    };
    watched_or(run, || hangs().to_owned());
}

#[test]
fn two_lookups_are_in_flight_at_once() {
    let site = Site::builder().page("/", Answer::html("a page")).start().expect("a socket");
    let (begun, blocking) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(None)));
    let blocks = Arc::clone(&blocking);
    // Each lookup ends when both have begun, or after thousands of looks in vain.
    let services = resolved(&site, move |host| {
        begun.fetch_add(1, SeqCst);
        let both = (0..2000).any(|_| {
            thread::sleep(Duration::from_millis(1));
            begun.load(SeqCst) == 2
        });
        if !both {
            *blocks.lock().expect("no test panics with it") = Some(host.to_owned());
        }
        Ok(())
    });
    let hangs = || "the fetch waits on: has anything called its waker?";
    run(hangs, async move |reactor| {
        let urls = ["http://one.test/", "http://two.test/"];
        for fetched in join_all(urls.map(|url| get(url, &services, &reactor))).await {
            assert_eq!(fetched.unwrap().body, b"a page");
        }
    });
    if let Some(host) = &*blocking.lock().expect("no test panics with it") {
        panic!("the lookup of `{host}` blocks the thread: the other fetch was not polled until its end");
    }
}

#[test]
fn a_try_looks_its_name_up_once_and_sleeps_meanwhile() {
    let site = Site::builder().start().expect("a socket");
    let [lookups, polls] = [(); 2].map(|()| Arc::new(AtomicUsize::new(0)));
    let begun = Arc::clone(&lookups);
    // The resolver remembers what it has found, and not that it has found nothing.
    let services = resolved(&site, move |_| {
        begun.fetch_add(1, SeqCst);
        thread::sleep(Duration::from_millis(20));
        Err(io::ErrorKind::NotFound.into())
    });
    let counts = Arc::clone(&lookups);
    let hangs = move || match counts.load(SeqCst) {
        ..=1 => {
            "the name was looked up, and the fetch waits on: has anything stored its waker, in a future that is kept from \
            one poll to the next?"
        }
        _ => "one try begins one lookup after another: begin one, keep its future, and poll that again",
    };
    let polled = Arc::clone(&polls);
    run(hangs, async move |reactor| {
        let fetched = counted(&polled, get("http://one.test/", &services, &reactor)).await;
        assert!(fetched.is_err(), "the name has no address, but the fetch has a response");
    });
    let [lookups, polls] = [lookups, polls].map(|count| count.load(SeqCst));
    let why = format!(
        "one try has begun {lookups} lookups: it needs one, and one future that is kept from one poll to the next"
    );
    assert!(lookups == 1, "{why}");
    assert!(polls < 40, "the fetch was polled {polls} times: it must not be woken before its name is found");
}

/// A waker that notes which thread calls it.
#[derive(Default)]
struct Woken(Mutex<Option<ThreadId>>);

impl Wake for Woken {
    fn wake(self: Arc<Self>) {
        *self.0.lock().expect("no test panics with it") = Some(thread::current().id());
    }
}

#[test]
fn a_lookup_has_no_thread_but_that_of_the_resolver() {
    let answers = Arc::new(Mutex::new(None));
    let (keeps, woken) = (Arc::clone(&answers), Arc::<Woken>::default());
    let mut services = Services::new(one_try());
    services.set_resolver(Resolver::new(move |_, _, answer| *keeps.lock().unwrap() = Some(answer)));
    let wait = move || {
        let (reactor, services) = (Reactor::new().unwrap(), Arc::new(services));
        let mut fetch = Box::pin(get("http://one.test/", &services, &reactor));
        let waker = Arc::clone(&woken).into();
        let mut found = None;
        let begins = until(|| {
            let rule = "no name is found yet";
            assert!(fetch.as_mut().poll(&mut Context::from_waker(&waker)).is_pending(), "{rule}");
            reactor.turn(|| true).unwrap();
            found = answers.lock().unwrap().take();
            found.is_some()
        });
        assert!(begins, "the fetch was polled, and no lookup has begun");
        *woken.0.lock().unwrap() = None;
        // This thread is the resolver's.
        found.expect("the lookup has begun").give(Err(io::ErrorKind::NotFound.into()));
        let wakes = || *woken.0.lock().expect("no test panics with it");
        assert!(until(|| wakes().is_some()), "the name was found, and the fetch is not woken");
        let why = "another thread than the resolver's has woken the fetch: a lookup needs no thread of its own, because the \
            resolver has some: wait for it by stage 3's future";
        assert_eq!(wakes(), Some(thread::current().id()), "{why}");
    };
    watched_or(wait, || "the fetch blocks the thread until its name is found".to_owned());
}
