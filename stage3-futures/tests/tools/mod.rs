//! Tools that the tests share: an executor under a watchdog, and a reactor that the test turns.

#![allow(dead_code, reason = "no test needs all of it")]

use std::future::Future;
#[cfg(target_os = "linux")]
use std::net::TcpStream;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::thread;
use std::time::Duration;

use stage3_futures::executor::{Executor, Spawner};
use stage3_futures::reactor::Reactor;
use test_tools::waker::Count;
use test_tools::watchdog::watched;

/// Runs `test` on an executor of its own, watched. If it hangs, the panic says what its trace shows.
#[track_caller]
pub fn run<T: Send + 'static>(test: impl AsyncFnOnce(Reactor, Spawner) -> T + Send + 'static) -> T {
    watched(move || {
        let executor = Executor::new().unwrap();
        let test = test(executor.reactor().clone(), executor.spawner().clone());
        executor.run_until_complete(test).unwrap()
    })
}

/// Returns a file in the place of a socket: on Linux, no selector watches it.
#[cfg(target_os = "linux")]
pub fn unwatchable() -> TcpStream {
    let file = std::fs::File::open(std::env::current_exe().unwrap()).unwrap();
    TcpStream::from(std::os::fd::OwnedFd::from(file))
}

/// So many turns must be enough for an event, and so many polls for a future. Each takes a millisecond, or more while the machine is busy.
const TURNS: usize = 1000;

/// Turns the reactor until `done` returns true. If that never comes, the test fails, and says `why`.
#[track_caller]
pub fn turn_until(reactor: &Reactor, why: &str, mut done: impl FnMut() -> bool) {
    let mut turns = 0;
    while !done() {
        assert!(turns < TURNS, "{why}");
        turns += 1;
        // A turn that waited would hang if no event came.
        reactor.turn(|| true).unwrap();
        thread::sleep(Duration::from_millis(1));
    }
}

/// Polls `future` until it is ready: once, and again after each wake-up. In between, it turns the reactor.
#[track_caller]
pub fn drive<F: Future>(reactor: &Reactor, future: F) -> F::Output {
    let mut future = pin!(future);
    let (count, waker) = Count::new();
    for _ in 0..TURNS {
        let before = count.get();
        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
            return output;
        }
        assert!(Arc::strong_count(&count) > 2, "the future returned `Pending`, and stored its waker nowhere");
        turn_until(reactor, "the future returned `Pending`, and was not woken", || count.get() > before);
    }
    panic!("the future was woken and polled {TURNS} times, and is still pending");
}
