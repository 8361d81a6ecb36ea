//!     cargo run -p stage3-futures --example callback_future
//!
//! The first futures and tasks of Python, translated literally. A future is a result that will come,
//! and a list of callbacks. A generator is a function that stops at each `yield`; here it is written
//! by hand, as a state machine. A task resumes a generator, which yields a future. The task adds a
//! callback to the future, and this callback sends the result into the generator. The last lines
//! printed say how Rust differs.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

fn main() {
    let event_loop = EventLoop::default();
    for (name, first, second) in [("ada", 1, 2), ("bob", 10, 20)] {
        let state = State::Start { first, second };
        Task::start(Sum { name, event_loop: Rc::clone(&event_loop), state });
    }
    loop {
        let Some(callback) = event_loop.borrow_mut().pop_front() else { break };
        callback();
    }
    println!("{IN_RUST}");
}

const IN_RUST: &str = "
In Rust, a future has no list of callbacks, and keeps no result.
It is polled: it returns Ready(result), or stores a Waker and returns Pending.
The Waker carries no result: it says which task to poll again.
Generator and future are one: a task polls the outermost, which polls the next.
So no callback is boxed, and dropping its future cancels a task.";

/// The functions to call next.
type EventLoop = Rc<RefCell<VecDeque<Box<dyn FnOnce()>>>>;

/// A result that will come, and the callbacks for it. Its clones are the same future.
#[derive(Clone, Default)]
struct Future(Rc<RefCell<Pending>>);

#[derive(Default)]
struct Pending {
    result: Option<u32>,
    callbacks: Vec<Box<dyn FnOnce(u32)>>,
}

impl Future {
    fn add_done_callback(&self, callback: impl FnOnce(u32) + 'static) {
        let result = self.0.borrow().result;
        match result {
            Some(result) => callback(result),
            None => self.0.borrow_mut().callbacks.push(Box::new(callback)),
        }
    }

    fn set_result(&self, result: u32) {
        self.0.borrow_mut().result = Some(result);
        // The borrow ends before the calls, because a callback may use this future.
        let callbacks = std::mem::take(&mut self.0.borrow_mut().callbacks);
        callbacks.into_iter().for_each(|callback| callback(result));
    }
}

/// A function that stops in the middle, until it is sent the result that it waits for.
trait Generator {
    fn send(&mut self, result: u32) -> Resumed;
}

enum Resumed {
    Yielded(Future),
    Returned,
}

/// Takes a generator from one future to the next.
struct Task(RefCell<Box<dyn Generator>>);

impl Task {
    fn start(generator: impl Generator + 'static) {
        let task = Rc::new(Task(RefCell::new(Box::new(generator))));
        // The generator starts, and ignores this result.
        task.step(0);
    }

    fn step(self: Rc<Self>, result: u32) {
        let resumed = self.0.borrow_mut().send(result);
        if let Resumed::Yielded(future) = resumed {
            future.add_done_callback(move |result| self.step(result));
        }
    }
}

/// `return (yield double(first)) + (yield double(second))`
struct Sum {
    name: &'static str,
    event_loop: EventLoop,
    state: State,
}

enum State {
    Start { first: u32, second: u32 },
    First { second: u32 },
    Second { doubled_first: u32 },
}

impl Generator for Sum {
    fn send(&mut self, result: u32) -> Resumed {
        match self.state {
            State::Start { first, second } => {
                println!("{}: yields double({first})", self.name);
                self.state = State::First { second };
                Resumed::Yielded(double(first, &self.event_loop))
            }
            State::First { second } => {
                println!("{}: is sent {result}, yields double({second})", self.name);
                self.state = State::Second { doubled_first: result };
                Resumed::Yielded(double(second, &self.event_loop))
            }
            State::Second { doubled_first } => {
                println!("{}: is sent {result}, returns {}", self.name, doubled_first + result);
                Resumed::Returned
            }
        }
    }
}

/// Returns a future of twice the number. The event loop sets its result later.
fn double(number: u32, event_loop: &EventLoop) -> Future {
    let future = Future::default();
    let doubled = future.clone();
    event_loop.borrow_mut().push_back(Box::new(move || doubled.set_result(2 * number)));
    future
}
