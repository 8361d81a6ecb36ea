//!     cargo run -p stage4-async --example sleepy_async
//!
//! Five futures take five steps each, and sleep for 0.1 s before each step: 25 sleeps. One after the
//! other, that is 2.5 s. Together it is 0.5 s, because all of them sleep at the same time. Stage 3's
//! `sleepy` does the same with five tasks, and there the future of `sleepy` is written by hand.

use std::io;
use std::time::{Duration, Instant};

use futures::future::join_all;
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;
use stage4_async::executor::block_on;

const TASKS: u32 = 5;
const STEPS: u32 = 5;
const PAUSE: Duration = Duration::from_millis(100);

fn main() -> io::Result<()> {
    let start = Instant::now();
    let reactor = Reactor::new()?;
    let sleepers: Vec<_> = (1..=TASKS).map(|task| sleepy(task, reactor.clone())).collect();
    let steps: u32 = block_on(&reactor, join_all(sleepers))?.into_iter().sum();
    println!("{TASKS} tasks, {steps} steps: {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// Takes its steps, and returns how many it took.
async fn sleepy(task: u32, reactor: Reactor) -> u32 {
    for step in 1..=STEPS {
        Sleep::new(&reactor, PAUSE).await;
        println!("task {task}: step {step}");
    }
    STEPS
}
