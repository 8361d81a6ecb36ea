//! Fetches on a runtime of many threads: each waits without its thread, counts its tries, and owns all that it has.

mod one_thread;
#[cfg(target_os = "linux")]
mod stopped;

use std::io;
use std::pin::Pin;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::{Arc, Mutex, mpsc};
use std::task::{Context, Waker};
use std::thread;
use std::time::Duration;

use common::fetch::resolve::Resolver;
use common::{Options, Services, Target};
use one_thread::{OneThread, options, site};
use practice_site::{Answer, Site};
use program::resolver::on_threads;
use test_tools::patience::Patience;
use test_tools::waker::Count;
use test_tools::watchdog::{BRIEF, until, watched_within};
use url::Url;
use work::fetch::fetch;
use work::stream::Tls;

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
fn a_lookup_wakes_its_task_once_by_the_waker_of_the_latest_poll() {
    let blocks = "a lookup has no answer yet, and a poll of `fetch` does not return: `Attempt::resolve`, which is stage 1's, blocks \
        the thread. Await the answer of `attempt.lookup()`";
    watched_within(BRIEF, polls_with_two_wakers, || blocks.to_owned());
}

fn polls_with_two_wakers() {
    let site = site().start().unwrap();
    let (sender, lookups) = mpsc::channel();
    let mut services = Services::new(options());
    services.set_resolver(Resolver::new(move |_, _, answer| drop(sender.send(answer))));
    let runtime = OneThread::new(services);
    let (url, services) = (Url::parse("http://site.test/").unwrap(), Arc::clone(&runtime.services));
    let mut fetch = Box::pin(async move {
        fetch(&Target::page(Arc::new(url)), &services, &Tls::new(&services.options)).await
    });
    let entered = runtime.runtime.enter();
    // The only thread for what blocks is busy.
    let (_busy, waits) = mpsc::channel::<()>();
    runtime.runtime.spawn_blocking(move || waits.recv());
    let is_pending = |fetch: &mut _, waker: &Waker| {
        Future::poll(Pin::new(fetch), &mut Context::from_waker(waker)).is_pending()
    };
    let mut lookup = None;
    let begins = || {
        assert!(is_pending(&mut fetch, Waker::noop()), "a lookup has no answer yet, and its fetch has ended");
        lookup = lookups.try_recv().ok();
        lookup.is_some()
    };
    assert!(until(begins), "a fetch was polled, and no lookup has begun");
    let [(early, first), (count, latest)] = [Count::new(), Count::new()];
    assert!(is_pending(&mut fetch, &first) && is_pending(&mut fetch, &latest));
    assert_eq!(
        (early.get(), count.get()),
        (0, 0),
        "a lookup has no answer yet, and the fetch wakes itself: it would ask again and again, and the thread would never sleep. \
        `answer` calls its closure when there is an answer: until then, return `Pending`"
    );
    lookup.expect("it has begun").give(Ok(vec![site.address()]));
    // Sooner than the end of `BRIEF`, at which a poll would be blamed.
    let woken = Patience::of(BRIEF / 5).wait(|tick| {
        thread::sleep(tick / 100);
        (count.get() > 0).then_some(())
    });
    assert!(
        woken.is_some(),
        "a lookup has its answer, and the waker of the latest poll is not called: each poll may have another waker, so give \
        `answer` a clone of that of `cx` each time. (A `spawn_blocking` waits for a thread, which others may need.)"
    );
    drop(entered);
    let fetched = runtime.ended(runtime.runtime.spawn(fetch), "a name was found, and its fetch waits on");
    assert_eq!(fetched.unwrap().body, b"a page");
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
    assert_eq!(
        response.tries, 2,
        "the second try has the page, and the number of tries in the response is wrong: `attempt.finish` adds it"
    );
}
