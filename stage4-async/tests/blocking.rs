//! Fetches that wait: none of them may block the thread, because all others need it.

mod tools;

use std::io;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Condvar, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use common::fetch::resolve::Resolver;
use common::{Options, Target};
use contract::watched_or;
use futures::future::{Either, join, select};
use practice_site::{Answer, Site};
use stage3_futures::executor::Executor;
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;
use stage4_async::fetch::fetch;
use tools::counted;
use url::Url;

/// Longer than the test takes.
const LONG: Duration = Duration::from_secs(60);

fn site() -> Site {
    Site::builder().content(|_| Some(Answer::html("a page"))).start().expect("a socket")
}

/// Returns options in which `find` stands for the lookup of each name, which leads to `site`.
fn resolved(
    site: &Site,
    delay: Duration,
    find: impl Fn(&str) -> io::Result<()> + Send + Sync + 'static,
) -> Arc<Options> {
    let address = site.address();
    let resolver = Resolver::new(move |host, _| find(host).map(|()| vec![address]));
    Arc::new(Options { delay, resolver, ..Options::new([]) })
}

/// Fetches `url`, which must be a page.
async fn get(url: &str, options: &Arc<Options>, reactor: &Reactor) {
    let url = Url::parse(url).expect("a URL");
    match fetch(&Target::page(Arc::new(url)), options, reactor).await {
        Ok(response) => assert_eq!(response.body, b"a page"),
        Err(error) => panic!("the fetch failed: {error}"),
    }
}

/// Runs `test` on stage 3's executor, so that it needs nothing of this stage but the fetch.
#[track_caller]
fn run(hangs: impl FnOnce() -> String, test: impl AsyncFnOnce(Reactor) + Send + 'static) {
    let run = || {
        let executor = Executor::new().unwrap();
        executor.run_until_complete(test(executor.reactor().clone())).unwrap();
    };
    watched_or(run, hangs);
}

#[test]
fn two_lookups_are_in_flight_at_once() {
    let site = site();
    let asked = Arc::new((Mutex::new(Vec::<String>::new()), Condvar::new()));
    let begun = Arc::clone(&asked);
    // Each lookup ends when both have begun.
    let options = resolved(&site, Duration::ZERO, move |host| {
        let mut names = begun.0.lock().expect("no test panics with it");
        names.push(host.to_owned());
        begun.1.notify_all();
        drop(begun.1.wait_while(names, |names| names.len() < 2).expect("no test panics with it"));
        Ok(())
    });
    let hangs = || match &asked.0.lock().expect("no test panics with it")[..] {
        [] => "no lookup has begun: the fetches wait for something else, and nothing wakes them".into(),
        [name] => format!("the lookup of `{name}` blocks the thread: the other fetch is not polled"),
        _ => "both names are found, but the fetches wait on: has anything called their wakers?".into(),
    };
    run(hangs, async move |reactor| {
        join(get("http://one.test/", &options, &reactor), get("http://two.test/", &options, &reactor)).await;
    });
}

#[test]
fn a_fetch_that_waits_for_its_turn_lets_others_run() {
    let site = site();
    let (url, options) = (site.url("/"), Arc::new(Options { delay: LONG, ..Options::new([]) }));
    let hangs = || match site.answers() {
        0 => "the first fetch has no answer yet, and waits for something that does not come".into(),
        _ => "the wait for a turn blocks the thread: the other futures are not polled".into(),
    };
    run(hangs, async move |reactor| {
        get(url.as_str(), &options, &reactor).await;
        // The next turn is a minute later.
        let waits = Box::pin(get(url.as_str(), &options, &reactor));
        if let Either::Left(_) = select(waits, Sleep::new(&reactor, Duration::from_millis(1))).await {
            panic!("the second request to a host has not waited for its turn");
        }
    });
}

#[test]
fn a_request_waits_for_its_turn() {
    let delay = Duration::from_millis(50);
    let site = site();
    let options = Arc::new(Options { delay, ..Options::new([]) });
    let hangs = || "a fetch that waits for its turn is not polled again: nothing has called its waker".into();
    run(hangs, async move |reactor| {
        let (begin, [one, two]) = (Instant::now(), ["/0", "/1"].map(|path| site.url(path)));
        join(get(one.as_str(), &options, &reactor), get(two.as_str(), &options, &reactor)).await;
        let taken = begin.elapsed();
        assert!(
            taken >= delay,
            "two requests to a host took {taken:?}, but their starts are {delay:?} apart"
        );
    });
}

#[test]
fn a_fetch_sleeps_until_its_turn_and_until_its_name_is_found() {
    let time = Duration::from_millis(50);
    let (site, lookups, polls) = (site(), Arc::new(Mutex::new(Vec::new())), Arc::default());
    let (begin, begun) = (Instant::now(), Arc::clone(&lookups));
    // The first lookup fails. The second one belongs to the next try, which has its own turn.
    let options = resolved(&site, 2 * time, move |_| {
        let first = {
            let mut begun = begun.lock().expect("no test panics with it");
            begun.push(Instant::now());
            begun.len() == 1
        };
        thread::sleep(time);
        if first { Err(io::ErrorKind::NotFound.into()) } else { Ok(()) }
    });
    let (hangs, counts) =
        (|| "the fetch waits on: has anything called its waker?".into(), Arc::clone(&polls));
    run(hangs, async move |reactor| {
        counted(&counts, async move { get("http://one.test/", &options, &reactor).await }).await;
    });
    let polls = polls.load(SeqCst);
    assert!(polls < 40, "the fetch was polled {polls} times: it must not be woken before its name is found");
    let lookups = lookups.lock().expect("no test panics with it");
    let at = lookups[1] - begin;
    assert!(at >= 2 * time, "a try looked its name up after {at:?}, but its turn was after {:?}", 2 * time);
}
