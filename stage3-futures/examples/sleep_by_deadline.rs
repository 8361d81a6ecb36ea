//!     cargo run -p stage3-futures --example sleep_by_deadline
//!
//! Three tasks sleep at once, on one thread. To sleep is to return a time to the scheduler. It keeps
//! these times in a heap, and sleeps itself until the first of them. A task is resumed twice, to fall
//! asleep and to wake up. `sleep_by_yielding` is the same program without the heap.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::thread;
use std::time::{Duration, Instant};

fn main() {
    let mut tasks = [sleeper("bear", 300), sleeper("cat", 100), sleeper("dog", 200)];
    let start = Instant::now();
    // The times at which to resume a task, the earliest first. Of two equal times, the lower index is first.
    let mut wake_ups: BinaryHeap<_> = (0..tasks.len()).map(|task| Reverse((start, task))).collect();
    let mut resumed = 0;
    while let Some(Reverse((at, task))) = wake_ups.pop() {
        thread::sleep(at.saturating_duration_since(Instant::now()));
        resumed += 1;
        match tasks[task].resume() {
            Step::Sleep { until } => wake_ups.push(Reverse((until, task))),
            Step::Done => {}
        }
    }
    println!("resumed {resumed} times");
}

struct Sleeper {
    name: &'static str,
    time: Duration,
    state: State,
}

enum State {
    Awake,
    Asleep,
}

enum Step {
    Sleep { until: Instant },
    Done,
}

impl Sleeper {
    fn resume(&mut self) -> Step {
        match self.state {
            State::Awake => {
                println!("{} falls asleep", self.name);
                self.state = State::Asleep;
                Step::Sleep { until: Instant::now() + self.time }
            }
            State::Asleep => {
                println!("{} wakes up", self.name);
                Step::Done
            }
        }
    }
}

fn sleeper(name: &'static str, milliseconds: u64) -> Sleeper {
    Sleeper { name, time: Duration::from_millis(milliseconds), state: State::Awake }
}
