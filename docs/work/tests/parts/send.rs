//! Fetches on a runtime of many threads: each waits without its thread, counts its tries, and owns all that it has.

mod one_thread;

use std::sync::{Arc, mpsc};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::{Duration, Instant};

use common::fetch::resolve::Resolver;
use common::{Options, Services};
use one_thread::{OneThread, options, site};
use practice_site::{Answer, Site};
use test_tools::patience::Patience;
use test_tools::waker::Count;
use test_tools::watchdog::{BRIEF, until, watched_within};
use tokio::sync::Notify;
use url::Url;

#[test]
fn fetches_do_not_wait_for_each_other() {
    let paths = ["/0", "/1", "/2", "/3", "/4"];
    let site = paths.iter().fold(site(), |site, path| site.hold(*path)).start().unwrap();
    let runtime = OneThread::new(options());
    let fetches: Vec<_> = paths.iter().map(|path| runtime.fetch(site.url(path))).collect();
    let why = "5 fetches were spawned on a runtime with one thread, and not all of them ask for their pages: the others wait for a \
        thread that one of them blocks, as `block_on` and `block_in_place` do, or for a lock that one of them has. An `Attempt` \
        belongs to one fetch, which waits by an `.await`";
    assert!(until(|| site.unanswered().len() == paths.len()), "{why} ({:?})", site.unanswered());
    paths.iter().for_each(|path| site.release(path));
    for fetched in fetches {
        let fetched = runtime.ended(fetched, "a page is answered, and its fetch does not end");
        assert_eq!(fetched.unwrap().body, b"a page");
    }
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
    let mut resolver = Resolver::new(move |_, _, answer| drop(sender.send(answer)));
    // Otherwise, a second lookup of a name joins the first one.
    resolver.time_to_live = Duration::ZERO;
    services.set_resolver(resolver);
    let runtime = OneThread::new(services);
    let mut fetch = runtime.future(Url::parse("http://site.test/").unwrap());
    let entered = runtime.runtime.enter();
    // The only thread for what blocks is busy.
    let (_busy, waits) = mpsc::channel::<()>();
    runtime.runtime.spawn_blocking(move || waits.recv());
    let mut polls = |waker: &Waker| {
        let is_pending = fetch.as_mut().poll(&mut Context::from_waker(waker)).is_pending();
        assert!(is_pending, "a lookup has no answer yet, and its fetch has ended");
    };
    let mut lookup = None;
    let begins = || {
        polls(Waker::noop());
        lookup = lookups.try_recv().ok();
        lookup.is_some()
    };
    assert!(until(begins), "a fetch was polled, and no lookup has begun");
    let [(early, first), (count, latest)] = [Count::new(), Count::new()];
    [first, latest].iter().for_each(polls);
    let why = "a lookup has no answer yet, and the fetch wakes itself: it would ask again and again, and the thread would never \
        sleep. `answer` calls its closure when there is an answer: until then, return `Pending`";
    assert_eq!(early.get() + count.get(), 0, "{why}");
    lookup.expect("it has begun").give(Ok(vec![site.address()]));
    // Sooner than the end of `BRIEF`, at which a poll would be blamed.
    let woken = Patience::of(BRIEF / 5).wait(|tick| {
        thread::sleep(tick / 100);
        (count.get() > 0).then_some(())
    });
    let more = lookups.try_iter().count();
    let why = "one try looks its name up once: keep the `Lookup` from one poll to the next, and ask it for its answer each time";
    assert!(
        more == 0,
        "a fetch was polled until its lookup began, and then twice, and has begun {} lookups: {why}",
        more + 1
    );
    let why = "a lookup has its answer, and the waker of the latest poll is not called: each poll may have another waker, so give \
        `answer` a clone of that of `cx` each time. (A `spawn_blocking` waits for a thread, which others may need.)";
    assert!(woken.is_some(), "{why}");
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
    let why = "a fetch was dropped, and its connection is still open: a thread or a task that the fetch has started goes on. The \
        future of the fetch must own its `Attempt` and its connection itself";
    assert!(until(|| site.open() == 0), "{why}");
}

#[test]
fn the_tries_of_a_fetch_are_counted() {
    let site = site().reset_on_accept(5).start().unwrap();
    let runtime = OneThread::new(Options { max_tries: 2, ..options() });
    let fetch = runtime.fetch(site.url("/"));
    let fetched = runtime.ended(fetch, "a server resets every connection, and the fetch does not end");
    let tries = fetched.map(|response| response.tries).map_err(|error| error.tries);
    let why = "a server resets connections, and `max_tries` is 2 (left: the number of the last try, and the connections). One \
        `Attempt` counts the tries of its fetch, so make it before the loop";
    assert_eq!((tries, site.connections()), (Err(2), 2), "{why}");
}

#[test]
fn each_try_has_its_own_deadline() {
    let first_hangs = Answer::sequence([Answer::silent(), Answer::html("a page")]);
    let site = Site::builder().page("/", first_hangs).start().unwrap();
    let runtime = OneThread::new(Options { max_tries: 2, timeout: LIMIT, ..options() });
    let fetch = runtime.fetch(site.url("/"));
    let hangs = "a server does not answer, the limit is 1 s, and the fetch does not end";
    let why = "the first try timed out, and a second one would be answered, but the fetch fails. Ask the `Attempt` for the deadline of \
        each try";
    let fetched = runtime.ended(fetch, hangs).unwrap_or_else(|error| panic!("{why}: {error}"));
    let why = "the second try has the page, and the number of tries in the response is wrong: `attempt.finish` adds it";
    assert_eq!(fetched.tries, 2, "{why}");
}

/// The time for a try whose deadline passes.
const LIMIT: Duration = Duration::from_secs(1);

/// Lets the site answer when the deadline wakes the fetch: tokio has looked at its sockets before its timers.
struct AnswersLate {
    site: Site,
    since: Instant,
    woken: Notify,
}

impl Wake for AnswersLate {
    fn wake(self: Arc<Self>) {
        if self.since.elapsed() >= LIMIT {
            self.site.release("/");
            assert!(until(|| self.site.answers() == 1), "the site does not answer");
        }
        self.woken.notify_one();
    }
}

/// As in a process that was stopped meanwhile.
#[test]
fn an_answer_that_is_there_at_a_late_poll_counts() {
    let site = site().hold("/").start().unwrap();
    let limits = Options { max_tries: 1, timeout: LIMIT, ..options() };
    let late = Arc::new(AnswersLate { site, since: Instant::now(), woken: Notify::new() });
    let runtime = OneThread::new(limits);
    let mut fetch = runtime.future(late.site.url("/"));
    let polled = runtime.runtime.spawn(async move {
        let waker = Waker::from(Arc::clone(&late));
        loop {
            if let Poll::Ready(fetched) = fetch.as_mut().poll(&mut Context::from_waker(&waker)) {
                return fetched;
            }
            // If it was woken since the poll, this does not wait.
            late.woken.notified().await;
        }
    });
    let fetched = runtime.ended(polled, "a deadline has passed, and its fetch does not end");
    let why = "the process was stopped, or its thread busy, until the deadline had passed and the answer had come, and the fetch has \
        timed out: `timeout_at` of tokio may look at the time alone. `timeout_with_last_look` looks at the future once more";
    assert!(fetched.is_ok(), "{why}");
}
