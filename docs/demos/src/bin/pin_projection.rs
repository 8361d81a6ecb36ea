//! A `Timeout` of any future. Stage 3's requires `Unpin`, so the compiler rejects an async block in it. In the fix,
//! `pin-project-lite` makes a pinned reference to the field.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use pin_project_lite::pin_project;
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::{Elapsed, Sleep};

fn main() {
    demos::block_on(async |reactor| {
        #[cfg(feature = "broken")]
        wrong(&reactor).await;
        fixed(&reactor).await;
    });
}

#[cfg(feature = "broken")]
async fn wrong(reactor: &Reactor) {
    let late = Instant::now() + Duration::from_secs(1);
    let page = stage3_futures::timer::Timeout::until(reactor, late, async { fetch(reactor).await });
    println!("{:?}", page.await);
}

async fn fixed(reactor: &Reactor) {
    for seconds in [0, 60] {
        let at = Instant::now() + Duration::from_secs(seconds);
        let page = Timeout { future: Some(fetch(reactor)), deadline: Sleep::until(reactor, at) };
        println!("{:?}", page.await);
    }
}

async fn fetch(reactor: &Reactor) -> String {
    Sleep::new(reactor, Duration::from_millis(10)).await;
    String::from("the page")
}

pin_project! {
    /// A future with a deadline. It drops the inner future when that one is ready, or too late.
    struct Timeout<F> {
        #[pin]
        future: Option<F>,
        deadline: Sleep,
    }
}

impl<F: Future> Future for Timeout<F> {
    type Output = Result<F::Output, Elapsed>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let mut this = self.project();
        let in_time = this.future.as_mut().as_pin_mut().expect("a future must not be polled after its end");
        let result = match in_time.poll(cx) {
            Poll::Ready(output) => Ok(output),
            Poll::Pending => {
                ready!(Pin::new(this.deadline).poll(cx));
                Err(Elapsed)
            }
        };
        this.future.set(None);
        Poll::Ready(result)
    }
}
