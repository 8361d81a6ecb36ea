//!     cargo run -p stage3-futures --example sleepers
//!
//! Three tasks sleep at once, on one thread, and no stack is kept for any of them. A task is a value
//! that knows how far it has come, and a function that takes it one step further. The first scheduler
//! is a queue, and resumes all tasks again and again. The second one has a heap of the times until
//! which they sleep, and sleeps itself until the first of them: it resumes each task twice.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::thread;
use std::time::{Duration, Instant};

fn main() {
    let sleepers = || [sleeper("bear", 300), sleeper("cat", 100), sleeper("dog", 200)];
    println!("by yielding:");
    println!("resumed {} times", by_yielding(sleepers()));
    println!("by deadline:");
    println!("resumed {} times", by_deadline(sleepers()));
}

/// Resumes the first task of a queue, and puts it back at the end if it is not done. Returns how often it resumed one.
fn by_yielding(tasks: [Sleeper; 3]) -> u32 {
    let mut tasks = VecDeque::from(tasks);
    let mut resumed = 0;
    while let Some(mut task) = tasks.pop_front() {
        resumed += 1;
        match task.resume() {
            Step::Sleep { .. } => tasks.push_back(task),
            Step::Done => {}
        }
    }
    resumed
}

/// Sleeps until the earliest time, and resumes the task of that time. Returns how often it resumed one.
fn by_deadline(mut tasks: [Sleeper; 3]) -> u32 {
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
    resumed
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

/// What a task says when it gives the turn to the others.
enum Step {
    Sleep { until: Instant },
    Done,
}

impl Sleeper {
    /// Goes on from where it stopped, up to the next place where the others may have their turn.
    fn resume(&mut self) -> Step {
        match self.state {
            State::Awake => {
                println!("{} falls asleep", self.name);
                let until = Instant::now() + self.time;
                self.state = State::Asleep { until };
                Step::Sleep { until }
            }
            State::Asleep { until } if Instant::now() < until => Step::Sleep { until },
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
