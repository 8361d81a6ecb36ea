//! A `Pin<&mut Self>` that is used twice: the first call consumes it, so the compiler rejects the second one. In the fix,
//! `as_mut` reborrows it.

use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;

/// Two sleeps, one after the other.
struct TwoSleeps {
    reactor: Reactor,
    sleep: Sleep,
    count: u32,
}

impl TwoSleeps {
    #[cfg(feature = "broken")]
    fn wrong(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        while self.count < 2 {
            ready!(self.poll_sleep(cx));
        }
        Poll::Ready(())
    }

    fn fixed(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        while self.count < 2 {
            ready!(self.as_mut().poll_sleep(cx));
        }
        Poll::Ready(())
    }

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
        let mut sleeps = pin!(TwoSleeps { reactor, sleep, count: 0 });
        poll_fn(|cx| sleeps.as_mut().fixed(cx)).await;
    });
}
