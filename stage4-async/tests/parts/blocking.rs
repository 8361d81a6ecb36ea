//! Fetches that wait: none of them may block the thread, because all others need it.

use std::io;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use common::{Options, Services, Target};
use futures::future::join;
use practice_site::{Answer, Site};
use program::resolver::on_threads;
use stage3_futures::executor::Executor;
use stage3_futures::reactor::Reactor;
use stage4_async::fetch::fetch;
use test_tools::future::counted;
use test_tools::watchdog::watched_or;
use url::Url;

const WAITS: &str = "the fetch waits on: has anything called its waker?";

fn site() -> Site {
    Site::builder().content(|_| Some(Answer::html("a page"))).start().expect("a socket")
}

/// Returns services in which `find` stands for the lookup of each name, which leads to `site`.
fn resolved(
    site: &Site,
    delay: Duration,
    find: impl Fn(&str) -> io::Result<()> + Send + Sync + 'static,
) -> Arc<Services> {
    let address = site.address();
    let resolver = on_threads(move |host, _| find(host).map(|()| vec![address]));
    let mut services = Services::new(Options { delay, ..Options::new([]) });
    services.set_resolver(resolver);
    Arc::new(services)
}

/// Fetches `url`, which must be a page.
async fn get(url: &str, services: &Arc<Services>, reactor: &Reactor) {
    let url = Url::parse(url).expect("a URL");
    match fetch(&Target::page(Arc::new(url)), services, reactor).await {
        Ok(response) => assert_eq!(response.body, b"a page"),
        Err(error) => panic!("the fetch failed: {error}"),
    }
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
    let site = site();
    let (begun, blocking) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(None)));
    let blocks = Arc::clone(&blocking);
    // Each lookup ends when both have begun, or after thousands of looks in vain.
    let services = resolved(&site, Duration::ZERO, move |host| {
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
    run(
        || WAITS,
        async move |reactor| {
            join(get("http://one.test/", &services, &reactor), get("http://two.test/", &services, &reactor))
                .await;
        },
    );
    if let Some(host) = &*blocking.lock().expect("no test panics with it") {
        panic!("the lookup of `{host}` blocks the thread: the other fetch was not polled until its end");
    }
}

#[test]
fn a_try_looks_its_name_up_once() {
    let (site, lookups) = (site(), Arc::new(AtomicUsize::new(0)));
    let begun = Arc::clone(&lookups);
    // The resolver remembers what it has found, and not that it has found nothing.
    let services = resolved(&site, Duration::ZERO, move |_| {
        begun.fetch_add(1, SeqCst);
        thread::sleep(Duration::from_millis(10));
        Err(io::ErrorKind::NotFound.into())
    });
    let once = Options { max_tries: 1, ..services.options.clone() };
    let mut services = Services::clone(&services);
    services.options = once;
    let services = Arc::new(services);
    let counts = Arc::clone(&lookups);
    let hangs = move || match counts.load(SeqCst) {
        ..=1 => {
            "the name was looked up, and the fetch waits on: has anything stored its waker, in a future that is kept from \
            one poll to the next?"
        }
        _ => "one try begins one lookup after another: begin one, keep its future, and poll that again",
    };
    run(hangs, async move |reactor| {
        let url = Url::parse("http://one.test/").expect("a URL");
        let fetched = fetch(&Target::page(Arc::new(url)), &services, &reactor).await;
        assert!(fetched.is_err(), "the name has no address, but the fetch has a response");
    });
    let lookups = lookups.load(SeqCst);
    assert!(
        lookups == 1,
        "one try has begun {lookups} lookups: it needs one, and one future that is kept from one poll to the next"
    );
}

#[test]
fn a_fetch_sleeps_until_its_turn_and_until_its_name_is_found() {
    let [time, delay] = [20, 400].map(Duration::from_millis);
    let (site, lookups, polls) = (site(), Arc::new(Mutex::new(Vec::new())), Arc::default());
    let (begin, begun) = (Instant::now(), Arc::clone(&lookups));
    // The first lookup fails. The second one belongs to the next try, which has its own turn.
    let services = resolved(&site, delay, move |_| {
        let first = {
            let mut begun = begun.lock().expect("no test panics with it");
            begun.push(Instant::now());
            begun.len() == 1
        };
        thread::sleep(time);
        if first { Err(io::ErrorKind::NotFound.into()) } else { Ok(()) }
    });
    let counts = Arc::clone(&polls);
    run(
        || WAITS,
        async move |reactor| {
            counted(&counts, async move { get("http://one.test/", &services, &reactor).await }).await;
        },
    );
    let polls = polls.load(SeqCst);
    assert!(polls < 40, "the fetch was polled {polls} times: it must not be woken before its name is found");
    let lookups = lookups.lock().expect("no test panics with it");
    let at = lookups[1] - begin;
    assert!(at >= delay, "a try looked its name up after {at:?}, but its turn was after {delay:?}");
}
