//!     cargo run -p stage3-futures --example sleep_by_yielding
//!
//! Three tasks sleep at once, on one thread. To sleep is to yield until the time has come, because
//! the scheduler has no other way to make a task wait. It works, but a CPU is busy with the same
//! question all the time. `sleep_by_deadline` is the same program with a better scheduler.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

fn main() {
    let mut tasks = VecDeque::from([sleeper("bear", 300), sleeper("cat", 100), sleeper("dog", 200)]);
    let mut resumed: u64 = 0;
    while let Some(mut task) = tasks.pop_front() {
        resumed += 1;
        match task.resume() {
            Step::Yield => tasks.push_back(task),
            Step::Done => {}
        }
    }
    println!("resumed {}; 6 times would have done", class(resumed));
}

struct Sleeper {
    name: &'static str,
    time: Duration,
    state: State,
}

enum State {
    Awake,
    Asleep { until: Instant },
}

enum Step {
    Yield,
    Done,
}

impl Sleeper {
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

/// Describes `count` in words that are the same on every machine.
fn class(count: u64) -> String {
    if count > 1000 { "many thousand times".to_owned() } else { format!("{count} times") }
}
