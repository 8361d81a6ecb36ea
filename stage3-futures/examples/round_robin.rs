//!     cargo run -p stage3-futures --example round_robin
//!
//! Three countdowns at once, on one thread, and no stack for any of them. A task is a value that
//! knows how far it has come, and a function that takes it one step further. The scheduler is a
//! queue. A task that is not done goes back to its end.

use std::collections::VecDeque;

fn main() {
    let mut tasks = VecDeque::from([rocket("Vostok", 3), rocket("Redstone", 1), rocket("Soyuz", 2)]);
    while let Some(mut task) = tasks.pop_front() {
        match task.resume() {
            Step::Yield => tasks.push_back(task),
            Step::Done => println!("        {} has left the queue, {} wait", task.name, tasks.len()),
        }
    }
}

struct Rocket {
    name: &'static str,
    state: State,
}

/// All that a task remembers while the others have their turn.
enum State {
    Fuelling { seconds: u32 },
    Counting { seconds: u32 },
    Flying,
}

impl State {
    fn counting_from(seconds: u32) -> State {
        if seconds > 0 { State::Counting { seconds } } else { State::Flying }
    }
}

enum Step {
    Yield,
    Done,
}

impl Rocket {
    /// Goes on from where it stopped, up to the next place where the others may have their turn.
    fn resume(&mut self) -> Step {
        let name = self.name;
        match self.state {
            State::Fuelling { seconds } => {
                println!("{name}: fuelled");
                self.state = State::counting_from(seconds);
                Step::Yield
            }
            State::Counting { seconds } => {
                println!("{name}: {seconds}");
                self.state = State::counting_from(seconds - 1);
                Step::Yield
            }
            State::Flying => {
                println!("{name}: lift-off");
                Step::Done
            }
        }
    }
}

fn rocket(name: &'static str, seconds: u32) -> Rocket {
    Rocket { name, state: State::Fuelling { seconds } }
}
