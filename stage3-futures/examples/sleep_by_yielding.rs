//!     cargo run -p stage3-futures --example sleep_by_yielding
//!
//! Three tasks sleep at once, on one thread, and no stack is kept for any of them. A task is a value
//! that knows how far it has come, and a function that takes it one step further. The scheduler is a
//! queue. A task that is not done goes back to its end, because the scheduler has no other way to make
//! it wait. `sleep_by_deadline` is the same program with a better scheduler.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

fn main() {
    let mut tasks = VecDeque::from([sleeper("bear", 300), sleeper("cat", 100), sleeper("dog", 200)]);
    let mut resumed = 0;
    while let Some(mut task) = tasks.pop_front() {
        resumed += 1;
        match task.resume() {
            Step::Yield => tasks.push_back(task),
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

/// All that a task remembers while the others have their turn.
enum State {
    Awake,
    Asleep { until: Instant },
}

enum Step {
    Yield,
    Done,
}

impl Sleeper {
    /// Goes on from where it stopped, up to the next place where the others may have their turn.
    fn resume(&mut self) -> Step {
        match self.state {
            State::Awake => {
                println!("{} falls asleep", self.name);
                self.state = State::Asleep { until: Instant::now() + self.time };
                Step::Yield
            }
            State::Asleep { until } if Instant::now() < until => Step::Yield,
            State::Asleep { .. } => {
                println!("{} wakes up", self.name);
                Step::Done
            }
        }
    }
}

fn sleeper(name: &'static str, milliseconds: u64) -> Sleeper {
    Sleeper { name, time: Duration::from_millis(milliseconds), state: State::Awake }
}
