//! Lookups of addresses, one for each host.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::thread;
use std::time::Duration;

use common::fetch::resolve::{Addresses, Answer, Lookup, Resolver};
use common::{Cause, Phase};
use common_fuzz::offline::url;
use test_tools::watchdog::{receive, until};

/// Begins a lookup for a page of the tests' host.
fn lookup(resolver: &Resolver) -> Lookup {
    resolver.lookup(&url("http://a.example/"))
}

fn addresses(list: &[&str]) -> Vec<SocketAddr> {
    list.iter().map(|address| address.parse().expect("an address")).collect()
}

/// Returns what a lookup finds.
fn one() -> io::Result<Vec<SocketAddr>> {
    Ok(addresses(&["10.0.0.1:80"]))
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
    wait(lookup).expect("addresses").all().collect()
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
    (Resolver::blocking(find), asked)
}

#[test]
fn a_host_is_looked_up_once_and_again_after_the_time_to_live() {
    let (mut resolver, asked) = scripted(vec![one(), one(), one()]);
    for (time_to_live, lookups) in [(Duration::from_secs(3600), 1), (Duration::ZERO, 3)] {
        resolver.time_to_live = time_to_live;
        for lookup in [lookup(&resolver), resolver.clone().lookup(&url("http://a.example/x"))] {
            assert_eq!(found(&lookup), one().unwrap());
        }
        assert_eq!(asked.load(Ordering::SeqCst), lookups, "{time_to_live:?}");
    }
}

#[test]
fn a_lookup_has_the_urls_port_and_an_address_needs_none() {
    let resolver =
        Resolver::blocking(|host, port| Ok(addresses(&[&format!("10.0.0.{}:{port}", host.len())])));
    for (page, address) in [
        ("http://a.example:81/x", "10.0.0.9:81"),
        ("http://127.0.0.1:81/", "127.0.0.1:81"),
        ("http://[::1]/", "[::1]:80"),
    ] {
        assert_eq!(found(&resolver.lookup(&url(page))), addresses(&[address]));
    }
    assert!(wait(&resolver.lookup(&url("mailto:a@b"))).is_err(), "there is no host");
}

/// Returns lookups of one host, and the answer that they wait for.
fn waiting<const N: usize>() -> ([Lookup; N], Answer) {
    let (sender, asked) = mpsc::channel();
    let resolver = Resolver::new(move |_, _, answer| sender.send(answer).expect("the test waits"));
    ([(); N].map(|()| lookup(&resolver)), asked.recv().expect("the first lookup asks"))
}

/// Registers a waiter at a lookup that has no answer yet.
#[track_caller]
fn register(lookup: &mut Lookup, waiter: impl FnOnce() + Send + 'static) {
    assert!(lookup.answer(waiter).is_none(), "there is no answer yet");
}

#[test]
fn a_lookup_keeps_its_last_waiter_until_it_is_dropped() {
    let ([mut first, mut second], _answer) = waiting();
    let held = [(); 2].map(Arc::new);
    let waiters = || held.each_ref().map(|held| Arc::strong_count(held) - 1);
    for _ in 0..5 {
        for (lookup, held) in [&mut first, &mut second].into_iter().zip(&held) {
            let waiter = Arc::clone(held);
            register(lookup, move || drop(waiter));
        }
    }
    assert_eq!(waiters(), [1, 1], "a handle was asked five times: the last waiter must replace the others");
    drop(first);
    assert_eq!(waiters(), [0, 1], "of two handles, the first one was dropped: its waiter must go with it");
    drop(second);
}

#[test]
fn a_waiter_that_is_replaced_or_dropped_may_use_the_lookup() {
    let ([lookup], _answer) = waiting();
    let (sender, receiver) = mpsc::channel();
    // In its destructor, this waiter asks the lookup.
    let waiter = || Asks(lookup.clone(), sender.clone());
    let mut asked = lookup.clone();
    let (first, second) = (waiter(), waiter());
    thread::spawn(move || {
        register(&mut asked, move || drop(first));
        register(&mut asked, move || drop(second));
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
    let ([mut lookup], answer) = waiting();
    let (sender, receiver) = mpsc::channel();
    let mut asks = lookup.clone();
    register(&mut lookup, move || sender.send(asks.answer(|| {}).is_some()).unwrap());
    thread::spawn(move || answer.give(one()));
    let is_answered = receive(&receiver).expect("the waiter hangs: release the lock before you wake");
    assert!(is_answered, "the waiter was woken before there was an answer");
}

/// The answer comes from another thread, in the middle of one of the calls.
#[test]
fn a_waiter_is_woken_whenever_the_answer_comes() {
    for _ in 0..200 {
        let ([mut lookup], answer) = waiting();
        thread::spawn(move || answer.give(one()));
        let (mut is_waiting, woken) = (false, Arc::new(AtomicUsize::new(0)));
        let wake = |woken: Arc<AtomicUsize>| move || _ = woken.fetch_add(1, Ordering::SeqCst);
        while lookup.answer(wake(Arc::clone(&woken))).is_none() {
            is_waiting = true;
        }
        let is_dropped = until(|| Arc::strong_count(&woken) == 1);
        assert!(is_dropped, "the lookup keeps a waiter although it is answered");
        let rule = "an answer came between a look and a registration: hold one lock for both";
        assert_eq!(woken.load(Ordering::SeqCst), usize::from(is_waiting), "{rule}");
    }
}

#[test]
fn a_lookup_that_fails_or_finds_nothing_is_repeated() {
    let (resolver, _) = scripted(vec![Err(io::Error::from_raw_os_error(24)), Ok(vec![]), one()]);
    let error = wait(&lookup(&resolver)).unwrap_err();
    assert_eq!(error.raw_os_error(), Some(24), "an error keeps the system's number");
    assert_eq!(wait(&lookup(&resolver)).unwrap_err().kind(), io::ErrorKind::NotFound);
    assert_eq!(found(&lookup(&resolver)), one().unwrap());
    let error = wait(&lookup(&Resolver::new(|_, _, answer| drop(answer)))).expect_err("no address");
    assert_eq!(error.to_string(), "the resolver gave no answer");
}

/// A second lookup would return a private address.
#[test]
fn a_public_lookup_finds_public_addresses_only_and_keeps_them() {
    let mixed = addresses(&["10.0.0.1:80", "1.1.1.1:80", "[::1]:80"]);
    let (resolver, _) = scripted(vec![Ok(mixed), one(), one()]);
    let public = resolver.clone().only_public(true);
    for _ in 0..3 {
        assert_eq!(found(&lookup(&public)), addresses(&["1.1.1.1:80"]));
    }
    assert_eq!(found(&lookup(&resolver)), one().unwrap(), "this is a lookup of its own");
    for page in
        ["http://b.example/", "http://127.1/", "http://[::1]/", "http://[::ffff:10.0.0.1]/", "http://0/"]
    {
        let error = wait(&public.lookup(&url(page))).expect_err("it is not public");
        assert_eq!(Cause::from_io(error, Phase::Resolving).kind(), "not-public", "{page}");
    }
}
