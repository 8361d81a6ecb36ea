//! A `Pin<&mut Self>` that is used twice: `as_mut` reborrows it.
//!
//!     cargo run -p demos --bin pin_as_mut

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;

/// The future of two sleeps, one after the other.
struct TwoSleeps {
    reactor: Reactor,
    sleep: Sleep,
    count: u32,
}

impl Future for TwoSleeps {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        while self.count < 2 {
            ready!(self.as_mut().poll_sleep(cx));
        }
        Poll::Ready(())
    }
}

impl TwoSleeps {
    fn poll_sleep(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        ready!(Pin::new(&mut self.sleep).poll(cx));
        self.count += 1;
        println!("sleep {} has ended", self.count);
        self.sleep = Sleep::new(&self.reactor, Duration::ZERO);
        Poll::Ready(())
    }
}

fn main() {
    demos::run(async |reactor, _spawner| {
        let sleep = Sleep::new(&reactor, Duration::ZERO);
        TwoSleeps { reactor, sleep, count: 0 }.await;
    });
}
