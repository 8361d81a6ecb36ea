//!     cargo run -p stage3-futures --example sleepy
//!
//! Five tasks take five steps each, and sleep for 0.1 s before each step: 25 sleeps. One after the
//! other, that is 2.5 s. On one executor it is 0.5 s, because all of them sleep at the same time.
//! Stage 4's `sleepy_async` is the same program; there, the compiler writes `Sleepy`.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use stage3_futures::executor::Executor;
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;

const TASKS: u32 = 5;
const STEPS: u32 = 5;
const PAUSE: Duration = Duration::from_millis(100);

fn main() -> io::Result<()> {
    let start = Instant::now();
    let executor = Executor::new()?;
    let spawn = |task| executor.spawner().spawn(sleepy(task, executor.reactor()));
    let tasks: Vec<_> = (1..=TASKS).map(spawn).collect();
    let mut steps = 0;
    for task in tasks {
        // All tasks run meanwhile.
        steps += executor.join(task)?;
    }
    println!("{TASKS} tasks, {steps} steps: {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Takes its steps, and returns how many it took.
fn sleepy(task: u32, reactor: &Reactor) -> Sleepy {
    Sleepy { task, step: 1, reactor: reactor.clone(), sleep: Sleep::new(reactor, PAUSE) }
}

/// The future of [`sleepy`].
struct Sleepy {
    task: u32,
    step: u32,
    reactor: Reactor,
    /// What `Sleep::new(&reactor, PAUSE).await` waits for.
    sleep: Sleep,
}

impl Future for Sleepy {
    type Output = u32;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<u32> {
        loop {
            ready!(Pin::new(&mut self.sleep).poll(cx));
            println!("task {}: step {}", self.task, self.step);
            if self.step == STEPS {
                return Poll::Ready(self.step);
            }
            self.step += 1;
            self.sleep = Sleep::new(&self.reactor, PAUSE);
        }
    }
}
