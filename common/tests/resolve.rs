//! Lookups of addresses, one for each host.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};

use common::fetch::resolve::{Addresses, Lookup, Resolver};
use common::{Cause, Phase};
use url::Url;

// The package `contract` depends on this one.
#[allow(dead_code, reason = "this test uses a part of it")]
#[path = "../contract/src/patience.rs"]
mod patience;
#[allow(dead_code, reason = "this test uses a part of it")]
#[path = "../contract/src/watchdog.rs"]
mod watchdog;

use watchdog::{receive, until};

fn url(url: &str) -> Url {
    Url::parse(url).expect("a URL")
}

fn address(text: &str) -> SocketAddr {
    text.parse().expect("an address")
}

/// Waits for the answer.
fn wait(lookup: &Lookup) -> io::Result<Arc<Addresses>> {
    let (mut lookup, (sender, receiver)) = (lookup.clone(), mpsc::channel());
    if let Some(answer) = lookup.answer(move || sender.send(()).expect("the test waits")) {
        return answer;
    }
    receive(&receiver).expect("the lookup hangs: its answer must wake every waiter that was registered");
    lookup.answer(|| {}).expect("an answer after the wake-up")
}

/// Returns the addresses in the order of the first try.
fn found(lookup: &Lookup) -> Vec<SocketAddr> {
    wait(lookup).expect("addresses").in_turn().collect()
}

/// Returns a resolver that answers from a list, one entry for each call, and the number of calls.
fn scripted(answers: Vec<io::Result<Vec<SocketAddr>>>) -> (Resolver, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let asks = Arc::clone(&asked);
    let answers = Mutex::new(answers.into_iter());
    let find = move |_: &str, _| {
        asks.fetch_add(1, Ordering::SeqCst);
        answers.lock().expect("no panic").next().expect("an answer is left")
    };
    (Resolver::new(find), asked)
}

#[test]
fn a_name_is_found_with_the_urls_port() {
    let resolver = Resolver::new(|host, port| {
        assert_eq!((host, port), ("a.example", 81));
        Ok(vec![address("10.0.0.1:81")])
    });
    assert_eq!(found(&resolver.lookup(&url("http://a.example:81/x"))), [address("10.0.0.1:81")]);
}

#[test]
fn an_address_needs_no_lookup() {
    let (resolver, asked) = scripted(vec![]);
    assert_eq!(found(&resolver.lookup(&url("http://127.0.0.1:81/"))), [address("127.0.0.1:81")]);
    assert_eq!(found(&resolver.lookup(&url("http://[::1]/"))), [address("[::1]:80")]);
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

#[test]
fn a_host_is_looked_up_once() {
    let (resolver, asked) = scripted(vec![Ok(vec![address("10.0.0.1:80")])]);
    let lookups =
        [resolver.lookup(&url("http://a.example/1")), resolver.clone().lookup(&url("http://a.example/2"))];
    assert_eq!(found(&lookups[0]), found(&lookups[1]));
    assert_eq!(found(&resolver.lookup(&url("http://a.example/3"))), [address("10.0.0.1:80")]);
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

/// Returns a resolver that answers when the returned sender is dropped.
fn gated() -> (Resolver, mpsc::Sender<()>) {
    let (open, gate) = mpsc::channel();
    let gate = Mutex::new(gate);
    let resolver = Resolver::new(move |_, _| {
        let _ = gate.lock().expect("no panic").recv();
        Ok(vec![address("10.0.0.1:80")])
    });
    (resolver, open)
}

#[test]
fn every_waiter_is_woken() {
    let (resolver, gate) = gated();
    let (sender, receiver) = mpsc::channel();
    let mut lookups = [(); 3].map(|()| resolver.lookup(&url("http://a.example/")));
    for (number, lookup) in lookups.iter_mut().enumerate() {
        let sender = sender.clone();
        let answer = lookup.answer(move || sender.send(number).unwrap());
        assert!(answer.is_none(), "there is no answer yet");
    }
    drop(gate);
    let mut woken: Vec<_> = (0..3).map(|_| receive(&receiver).expect("a waiter is not woken")).collect();
    woken.sort();
    assert_eq!(woken, [0, 1, 2], "each waiter is woken once");
}

#[test]
fn a_lookup_that_is_asked_again_and_again_keeps_one_waiter() {
    let (resolver, _gate) = gated();
    let mut lookup = resolver.lookup(&url("http://a.example/"));
    let held = Arc::new(());
    for _ in 0..5 {
        let waiter = Arc::clone(&held);
        assert!(lookup.answer(move || drop(waiter)).is_none(), "there is no answer yet");
    }
    let waiters = Arc::strong_count(&held) - 1;
    assert_eq!(waiters, 1, "one handle was asked five times: the last waiter must replace the others");
}

#[test]
fn a_lookup_that_is_dropped_keeps_no_waiter_and_leaves_the_others_theirs() {
    let (resolver, _gate) = gated();
    let mut lookups = [(); 2].map(|()| resolver.lookup(&url("http://a.example/")));
    let held = [(); 2].map(Arc::new);
    for (lookup, held) in lookups.iter_mut().zip(&held) {
        let waiter = Arc::clone(held);
        assert!(lookup.answer(move || drop(waiter)).is_none(), "there is no answer yet");
    }
    let [first, second] = lookups;
    drop(first);
    let waiters = held.each_ref().map(|held| Arc::strong_count(held) - 1);
    assert_eq!(waiters, [0, 1], "of two handles, the first one was dropped: its waiter must go with it");
    drop(second);
}

#[test]
fn a_waiter_that_is_replaced_or_dropped_may_use_the_lookup() {
    let (resolver, _gate) = gated();
    let lookup = resolver.lookup(&url("http://a.example/"));
    let (sender, receiver) = mpsc::channel();
    // In its destructor, this waiter asks the lookup.
    let waiter = || Asks(lookup.clone(), sender.clone());
    let mut asked = lookup.clone();
    let (first, second) = (waiter(), waiter());
    std::thread::spawn(move || {
        assert!(asked.answer(move || drop(first)).is_none(), "there is no answer yet");
        assert!(asked.answer(move || drop(second)).is_none(), "there is no answer yet");
    });
    for _ in 0..2 {
        receive(&receiver).expect("a waiter was dropped under the lock: release it first");
    }
}

struct Asks(Lookup, mpsc::Sender<()>);

impl Drop for Asks {
    fn drop(&mut self) {
        let _ = self.0.answer(|| {});
        let _ = self.1.send(());
    }
}

#[test]
fn a_waiter_may_ask_for_the_answer_while_it_is_woken() {
    let (resolver, gate) = gated();
    let mut lookup = resolver.lookup(&url("http://a.example/"));
    let (sender, receiver) = mpsc::channel();
    let mut asks = lookup.clone();
    let answer = lookup.answer(move || sender.send(asks.answer(|| {}).is_some()).unwrap());
    assert!(answer.is_none(), "there is no answer yet");
    drop(gate);
    let is_answered = receive(&receiver).expect("the waiter hangs: release the lock before you wake");
    assert!(is_answered, "the waiter was woken before there was an answer");
}

/// The answer comes from another thread, in the middle of one of the calls.
#[test]
fn a_waiter_is_woken_whenever_the_answer_comes() {
    let resolver = Resolver::new(|_, _| Ok(vec![address("10.0.0.1:80")]));
    for round in 0..200 {
        let mut lookup = resolver.lookup(&url(&format!("http://{round}.example/")));
        let (mut is_waiting, woken) = (false, Arc::new(AtomicUsize::new(0)));
        let wake = |woken: Arc<AtomicUsize>| {
            move || {
                woken.fetch_add(1, Ordering::SeqCst);
            }
        };
        while lookup.answer(wake(Arc::clone(&woken))).is_none() {
            is_waiting = true;
        }
        assert!(
            until(|| Arc::strong_count(&woken) == 1),
            "the lookup keeps a waiter although it is answered"
        );
        let woken = woken.load(Ordering::SeqCst);
        assert_eq!(
            woken,
            usize::from(is_waiting),
            "an answer came between a look and a registration: hold one lock for both"
        );
    }
}

#[test]
fn a_failed_lookup_is_repeated() {
    let (resolver, _) = scripted(vec![Err(io::Error::other("busy")), Ok(vec![address("10.0.0.1:80")])]);
    assert_eq!(wait(&resolver.lookup(&url("http://a.example/"))).unwrap_err().to_string(), "busy");
    assert_eq!(found(&resolver.lookup(&url("http://a.example/"))), [address("10.0.0.1:80")]);
}

#[test]
fn a_lookup_without_an_address_fails_and_is_repeated() {
    let (resolver, _) = scripted(vec![Ok(vec![]), Ok(vec![address("10.0.0.1:80")])]);
    let error = wait(&resolver.lookup(&url("http://a.example/"))).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::NotFound);
    assert_eq!(found(&resolver.lookup(&url("http://a.example/"))), [address("10.0.0.1:80")]);
}

#[test]
fn an_error_keeps_the_systems_number() {
    let (resolver, _) = scripted(vec![Err(io::Error::from_raw_os_error(24))]);
    assert_eq!(wait(&resolver.lookup(&url("http://a.example/"))).unwrap_err().raw_os_error(), Some(24));
}

#[test]
fn a_url_without_a_host_is_an_error() {
    let (resolver, _) = scripted(vec![]);
    assert!(wait(&resolver.lookup(&url("mailto:a@b"))).is_err());
}

/// Returns three addresses of one host.
fn three() -> Arc<Addresses> {
    let list = (1..=3).map(|host| address(&format!("10.0.0.{host}:80"))).collect();
    wait(&scripted(vec![Ok(list)]).0.lookup(&url("http://a.example/"))).expect("addresses")
}

#[test]
fn every_try_takes_every_address_once_and_begins_after_the_last_one() {
    let mut in_turn = three().in_turn();
    let orders = [1, 2, 3, 1].map(|taken| {
        in_turn = in_turn.clone().begin_again();
        let order: Vec<_> = in_turn.clone().map(|address| address.to_string().as_bytes()[7] - b'0').collect();
        in_turn.by_ref().take(taken).for_each(drop);
        order
    });
    assert_eq!(orders, [[1, 2, 3], [2, 3, 1], [1, 2, 3], [1, 2, 3]]);
}

#[test]
fn a_panic_of_the_resolver_is_an_answer() {
    let resolver = Resolver::new(|_, _| panic!("the resolver fails"));
    let error = wait(&resolver.lookup(&url("http://site.example/"))).expect_err("no address");
    assert_eq!(error.to_string(), "the resolver panicked");
}

/// Returns the kind of error of a public lookup.
fn refusal(resolver: &Resolver, url_: &str) -> String {
    let error = wait(&resolver.lookup_public(&url(url_))).expect_err("it is not public");
    Cause::from_io(error, Phase::Resolving).kind().to_owned()
}

#[test]
fn a_public_lookup_finds_public_addresses_only() {
    let mixed = || Ok(vec![address("10.0.0.1:80"), address("1.1.1.1:80"), address("[::1]:80")]);
    let (resolver, asked) = scripted(vec![mixed(), mixed()]);
    assert_eq!(found(&resolver.lookup_public(&url("http://a.example/"))), [address("1.1.1.1:80")]);
    assert_eq!(found(&resolver.lookup_public(&url("http://a.example/2"))), [address("1.1.1.1:80")]);
    assert_eq!(asked.load(Ordering::SeqCst), 1);
    assert_eq!(found(&resolver.lookup(&url("http://a.example/"))).len(), 3, "a lookup of its own");
}

#[test]
fn a_public_lookup_fails_without_a_public_address() {
    let (resolver, _) = scripted(vec![Ok(vec![address("127.0.0.1:80"), address("[fe80::1]:80")])]);
    assert_eq!(refusal(&resolver, "http://a.example/"), "not-public");
}

#[test]
fn a_public_lookup_refuses_an_address_in_the_url() {
    let (resolver, _) = scripted(vec![]);
    for address in ["http://127.1/", "http://[::1]/", "http://[::ffff:10.0.0.1]/", "http://0/"] {
        assert_eq!(refusal(&resolver, address), "not-public");
    }
}

/// A second lookup would return a private address.
#[test]
fn a_public_address_is_kept_and_not_looked_up_again() {
    let (resolver, _) = scripted(vec![Ok(vec![address("1.1.1.1:80")]), Ok(vec![address("127.0.0.1:80")])]);
    for _ in 0..3 {
        assert_eq!(found(&resolver.lookup_public(&url("http://a.example/"))), [address("1.1.1.1:80")]);
    }
}
