//!     cargo run -p stage3-futures --example round_robin
//!
//! Countdowns at once, on one thread, and no stack is kept for any of them. A task is a value that knows
//! how far it has come, and a function that takes it one step further. The scheduler is a queue. A task
//! that is not done goes back to its end, and a task may create another one while it runs.

use std::collections::VecDeque;

fn main() {
    let mut scheduler = Scheduler::default();
    scheduler.create_task(rocket("Saturn", 1, Some("Apollo")));
    scheduler.create_task(rocket("Soyuz", 3, None));
    scheduler.run();
}

/// The tasks that wait for their turn.
#[derive(Default)]
struct Scheduler {
    ready: VecDeque<Rocket>,
}

impl Scheduler {
    fn create_task(&mut self, task: Rocket) {
        self.ready.push_back(task);
    }

    /// Gives each task a turn, and then the next one, until none is left.
    fn run(&mut self) {
        while let Some(mut task) = self.ready.pop_front() {
            // During its turn, a task is not in the queue: so it can borrow the scheduler.
            match task.resume(self) {
                Step::Yield => self.ready.push_back(task),
                Step::Done => println!("        {} is done, tasks left: {}", task.name, self.ready.len()),
            }
        }
    }
}

struct Rocket {
    name: &'static str,
    /// The name of the rocket that begins its own countdown in flight.
    carries: Option<&'static str>,
    state: State,
}

/// All that a task remembers while the others have their turn.
enum State {
    Fuelling { seconds: u32 },
    Counting { seconds: u32 },
}

/// What a task says when it gives the turn to the others.
enum Step {
    Yield,
    Done,
}

impl Rocket {
    /// Goes on from where it stopped, up to the next place where the others may have their turn.
    fn resume(&mut self, scheduler: &mut Scheduler) -> Step {
        let name = self.name;
        match self.state {
            State::Fuelling { seconds } => {
                println!("{name}: fuelled");
                self.state = State::Counting { seconds };
                Step::Yield
            }
            State::Counting { seconds: 0 } => {
                println!("{name}: lift-off");
                if let Some(other) = self.carries {
                    scheduler.create_task(rocket(other, 1, None));
                }
                Step::Done
            }
            State::Counting { seconds } => {
                println!("{name}: {seconds}");
                self.state = State::Counting { seconds: seconds - 1 };
                Step::Yield
            }
        }
    }
}

fn rocket(name: &'static str, seconds: u32, carries: Option<&'static str>) -> Rocket {
    Rocket { name, carries, state: State::Fuelling { seconds } }
}
