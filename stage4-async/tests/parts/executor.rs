//! `block_on`: when it polls, and what ends its sleep.

use std::io::Write;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::SeqCst;
use std::task::{Poll, Waker};
use std::time::Duration;

use futures::StreamExt;
use futures::stream::FuturesUnordered;
use stage3_futures::stream::TcpStream;
use stage3_futures::timer::Sleep;
use test_tools::future::{counted, numbered, yield_now};
use test_tools::socket::listener;

use crate::tools::{block_or, poll};

/// After so many polls of one future, the others starve.
const MOST_POLLS: usize = 1_000_000;

#[test]
fn a_new_future_is_polled_although_nothing_has_woken_it() {
    block_or("the future was never polled: its first poll needs no wake-up", async |_| {});
}

#[test]
fn a_future_that_is_woken_during_its_own_poll_is_polled_again() {
    let hangs = "a wake-up during a poll is lost: the waker sets the flag, nothing may clear it after the poll, and \
        `has_work` reads it";
    block_or(hangs, async |_| {
        for _ in 0..100 {
            yield_now().await;
        }
    });
}

#[test]
fn a_future_that_wakes_itself_for_ever_does_not_starve_timers_and_sockets() {
    let hangs = "a future wakes itself in each poll, and a timer or a socket is not seen: after every poll, the reactor needs a \
        turn, which waits only if the flag is clear";
    block_or(hangs, async move |reactor| {
        let (listener, address) = listener();
        let waits = async {
            Sleep::new(&reactor, Duration::from_millis(5)).await;
            let near = TcpStream::connect(&reactor, address).await.unwrap();
            let mut read = near.read_chunk();
            assert!(poll(&mut read, Waker::noop()).is_pending());
            listener.accept().unwrap().0.write_all(b"x").unwrap();
            assert_eq!(&*read.await.unwrap(), b"x");
        };
        let restless = numbered(|polls, waker| {
            assert!(polls < MOST_POLLS, "{hangs}");
            waker.wake_by_ref();
            Poll::Pending
        });
        // The set polls a future only when that one was woken, so turns must wake the other one.
        let both: [Pin<Box<dyn Future<Output = ()>>>; 2] = [Box::pin(restless), Box::pin(waits)];
        both.into_iter().collect::<FuturesUnordered<_>>().next().await;
    });
}

#[test]
fn a_future_that_waits_is_polled_when_it_is_woken_and_not_before() {
    let polls = Arc::new(AtomicUsize::new(0));
    let counts = Arc::clone(&polls);
    let hangs = "a timer is due, and its future is not polled: has the reactor had its turns, and has its waker set \
        the flag?";
    block_or(hangs, async move |reactor| {
        // This timer ends a turn, but it wakes nothing.
        let mut other = Sleep::new(&reactor, Duration::from_millis(5));
        assert!(poll(&mut other, Waker::noop()).is_pending());
        counted(&counts, Sleep::new(&reactor, Duration::from_millis(30))).await;
    });
    let polls = polls.load(SeqCst);
    assert_eq!(polls, 2, "{polls} polls, but one wake-up: poll a new future, and then only if it was woken");
}

#[cfg(unix)]
#[test]
fn a_wait_for_a_timer_uses_no_cpu_time() {
    let time = Duration::from_millis(200);
    let taken = block_or("a timer has fired, but its future is not polled", async move |reactor| {
        let before = test_tools::clock::cpu_time();
        Sleep::new(&reactor, time).await;
        test_tools::clock::cpu_time() - before
    });
    assert!(taken < time / 20, "it took {taken:?} of CPU time to wait for {time:?}: sleep in the reactor");
}
