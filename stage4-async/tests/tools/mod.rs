//! The tools of stage 3's tests, and `block`.

#![allow(dead_code, unused_imports, reason = "no test needs all of it")]

#[path = "../../../stage3-futures/tests/tools/mod.rs"]
mod stage3;

pub use stage3::*;
use stage3_futures::reactor::Reactor;
use stage4_async::executor::block_on;

/// Runs `test` with `block_on`, watched.
pub fn block<T: Send + 'static>(test: impl AsyncFnOnce(Reactor) -> T + Send + 'static) -> T {
    watched(|| {
        let reactor = Reactor::new().unwrap();
        block_on(&reactor, test(reactor.clone())).unwrap()
    })
}
