//! What futures cost: a poll, and a round through stage 3's executor.

use std::future::Future;
use std::hint::black_box;
use std::io;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
use std::time::Instant;

use stage3_futures::executor::Executor;

use crate::measure::{Takes, measure, measure_each};

/// The number of tasks that take turns, so that the executor's look at the selector, once in a round, costs
/// next to nothing.
const TASKS: u32 = 1024;

/// Measures a poll, as an executor does it: through a pointer, to a type that it does not know.
pub fn poll_ready() -> io::Result<Takes> {
    let mut future = pin!(Rounds(0));
    let mut context = Context::from_waker(Waker::noop());
    measure_each(u64::MAX, || {
        // It is ready each time: it does not mind to be polled again.
        let future: Pin<&mut dyn Future<Output = ()>> = future.as_mut();
        let _ = black_box(black_box(future).poll(&mut context));
        Ok(())
    })
}

/// Measures a wake-up, the way through the ready queue, and the poll.
pub fn wake_and_poll() -> io::Result<Takes> {
    let executor = Executor::new()?;
    measure(u64::MAX, |times| {
        let tasks = times.min(TASKS);
        let rounds = times / tasks;
        let tasks: Vec<_> = (0..tasks).map(|_| executor.spawner().spawn(Rounds(rounds - 1))).collect();
        let started = Instant::now();
        executor.run_until_complete(async {
            for task in tasks {
                task.await?;
            }
            io::Result::Ok(started.elapsed())
        })?
    })
}

/// A future that wakes its task at once, so many times, before it is ready.
struct Rounds(u32);

impl Future for Rounds {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        if self.0 == 0 {
            return Poll::Ready(());
        }
        self.0 -= 1;
        cx.waker().wake_by_ref();
        Poll::Pending
    }
}
