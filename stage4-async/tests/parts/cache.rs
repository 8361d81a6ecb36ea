//! A cache: while one page is fetched, others are there, and others are fetched.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::thread;

use common::fetch::resolve::Resolver;
use common::{Response, Services, Target};
use futures::future::join;
use practice_site::{Answer, Site};
use stage3_futures::executor::Executor;
use stage3_futures::reactor::Reactor;
use stage4_async::strategies::cache::Cache;
use test_tools::watchdog::{until, watched_or};
use url::Url;

use crate::tools::one_try;

/// A cache of a site, and what it needs.
struct Cached {
    cache: Cache,
    services: Arc<Services>,
    reactor: Reactor,
    site: Site,
}

impl Cached {
    async fn get(&self, path: &str) -> Result<Arc<Response>, String> {
        let page = self.cache.get(&page(self.site.url(path)), &self.services, &self.reactor).await;
        page.map_err(|error| format!("the fetch failed: {error}"))
    }
}

fn page(url: Url) -> Target {
    Target::page(Arc::new(url))
}

/// Runs `test` with a cache of `site`. If it hangs, the panic says `hangs`.
#[track_caller]
fn run(
    site: impl FnOnce() -> Site + Send + 'static,
    hangs: &'static str,
    test: impl AsyncFnOnce(Cached) + Send + 'static,
) {
    let run = move || {
        // Stage 3's executor, so that this needs nothing of this stage but the cache and the fetch.
        let executor = Executor::new().unwrap();
        let services = Arc::new(Services::new(one_try()));
        let reactor = executor.reactor().clone();
        let cached = Cached { cache: Cache::default(), services, reactor, site: site() };
        executor.run_until_complete(test(cached)).unwrap();
    };
    watched_or(run, || hangs.to_owned());
}

fn two_pages() -> Site {
    Site::builder()
        .page("/one", Answer::html("one"))
        .page("/two", Answer::html("two"))
        .hold("/held")
        .start()
        .unwrap()
}

#[test]
fn a_page_is_fetched_once_and_then_kept() {
    let hangs = "one call of `get`, alone, never ends: does it lock `pages` while it has the guard already? A guard that has no \
        name lives until the end of its statement, and a `match` or an `if let` is one statement";
    run(two_pages, hangs, async |cached| {
        for path in ["/one", "/two", "/one"] {
            assert_eq!(cached.get(path).await.unwrap().body, &path.as_bytes()[1..]);
        }
        let hits = ["/one", "/two"].map(|path| cached.site.hits(path));
        assert_eq!(hits, [1, 1], "`/one` was asked for twice, and `/two` once: each is fetched once");
        let asked: Vec<_> = cached.cache.asked().iter().map(|url| url.path().to_owned()).collect();
        assert_eq!(asked, ["/one", "/two", "/one"], "`asked` has the URL of each call");
    });
}

#[test]
fn a_page_that_could_not_be_fetched_is_fetched_anew() {
    let answers = || [Answer::reset(Answer::html("a page"), 10), Answer::html("a page")];
    let site = move || Site::builder().page("/", Answer::sequence(answers())).start().unwrap();
    run(site, "a call of `get` after one that failed never ends", async |cached| {
        assert!(cached.get("/").await.is_err(), "the server resets the connection");
        let rule = "the first fetch has failed, and the second one would not: an error is not kept";
        assert_eq!(cached.get("/").await.expect(rule).body, b"a page");
    });
}

#[test]
fn a_known_page_is_there_while_another_one_is_fetched() {
    let hangs = "one page is in flight, and a call for another one blocks the thread: what it waits for needs this thread, too";
    run(two_pages, hangs, async |cached| {
        cached.get("/one").await.unwrap();
        let (mut held, mut known) = (pin!(cached.get("/held")), pin!(cached.get("/one")));
        let mut cx = Context::from_waker(Waker::noop());
        let rule = "the server does not answer yet";
        assert!(held.as_mut().poll(&mut cx).is_pending(), "{rule}");
        let Poll::Ready(page) = known.as_mut().poll(&mut cx) else {
            panic!(
                "`/one` is known, and another page is in flight: nothing in this call has to wait for that"
            )
        };
        assert_eq!(page.unwrap().body, b"one");
    });
}

#[test]
fn two_pages_are_fetched_at_once() {
    let site = || {
        // Each answer waits until both requests have come.
        Site::builder()
            .page("/one", Answer::html("one"))
            .page("/two", Answer::html("two"))
            .gate(2)
            .start()
            .unwrap()
    };
    let hangs = "two pages are fetched: the server waits for the second request, which does not come while the first page is in \
        flight";
    run(site, hangs, async |cached| {
        let (mut both, mut polls) = (pin!(join(cached.get("/one"), cached.get("/two"))), 0);
        let watched = poll_fn(|cx| {
            polls += 1;
            let rule = "two pages are fetched, and one call asks for something again and again: neither has to wait for the other";
            assert!(polls < 1000, "{rule}");
            both.as_mut().poll(cx)
        });
        let (one, two) = watched.await;
        assert_eq!([&*one.unwrap().body, &*two.unwrap().body], [b"one", b"two"]);
    });
}

#[test]
fn a_fetch_begins_on_the_thread_that_polls() {
    let test = || {
        let begun = Arc::new(Mutex::new(Vec::new()));
        let (notes, this) = (Arc::clone(&begun), thread::current().id());
        let mut services = Services::new(one_try());
        services.set_resolver(Resolver::new(move |_, _, answer| {
            notes.lock().unwrap().push((thread::current().id(), answer));
        }));
        let (services, reactor, cache) = (Arc::new(services), Reactor::new().unwrap(), Cache::default());
        let target = page(Url::parse("http://one.test/").unwrap());
        let mut get = pin!(cache.get(&target, &services, &reactor));
        let begins = until(|| {
            let pending = get.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending();
            assert!(pending, "no name is found yet");
            reactor.turn(|| true).unwrap();
            !begun.lock().unwrap().is_empty()
        });
        assert!(begins, "the page was asked for, and its fetch has not begun");
        let rule = "another thread fetches the page. `fetch` is a future, and blocks no thread while it waits: await it";
        assert!(begun.lock().unwrap().iter().all(|(thread, _)| *thread == this), "{rule}");
    };
    watched_or(test, || "the fetch blocks the thread until its name is found".to_owned());
}
