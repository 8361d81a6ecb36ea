//! Runs a test many times with `shuttle`, each time in another order of its threads' steps.

use std::any::Any;
use std::panic::resume_unwind;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use shuttle::scheduler::RandomScheduler;
use shuttle::{Config, FailurePersistence, MaxSteps, Runner, thread};
use test_tools::patience::Patience;

pub type Queue = crate::queue::Queue<u32>;

/// What a thread does. The flag is of the test.
pub type Part = fn(&Queue, &AtomicBool);

/// How many orders are tried. They are the same ones each time.
const ORDERS: usize = 200;

/// With the solution, each test makes fewer steps.
const MOST_STEPS: usize = 1000;

/// A test that takes longer hangs, on a machine that has nothing else to do.
const HANGS: Duration = Duration::from_secs(2);

/// Takes an item out of a queue. Then runs each of `parts` in a thread, and `last` in this one, in many orders.
pub fn run(parts: &'static [Part], last: Part) -> thread::Result<()> {
    let mut config = Config::new();
    config.failure_persistence = FailurePersistence::None;
    config.max_steps = MaxSteps::FailAfter(MOST_STEPS);
    let test = move || {
        let (queue, flag) = (Queue::default(), AtomicBool::new(false));
        queue.put(0);
        queue.get();
        thread::scope(|scope| {
            parts.iter().for_each(|part| drop(scope.spawn(|| part(&queue, &flag))));
            last(&queue, &flag);
        });
    };
    let run = move || _ = Runner::new(RandomScheduler::new_from_seed(0, ORDERS), config).run(test);
    let (running, mut patience) = (std::thread::spawn(run), Patience::of(HANGS));
    while !running.is_finished() {
        let endless = "a thread waits in a loop, and never releases the lock: wait with the `Condvar`, which releases \
            the lock and sleeps";
        assert!(!patience.is_over(), "{endless}");
        std::thread::sleep(Duration::from_millis(1));
    }
    running.join()
}

/// Returns whether a panic says this.
pub fn says(panic: &(dyn Any + Send), words: &str) -> bool {
    panic.downcast_ref::<String>().is_some_and(|said| said.contains(words))
}

/// Does the same. Panics with `asleep` if nothing wakes the threads that sleep.
#[track_caller]
pub fn in_many_orders(asleep: &str, parts: &'static [Part], last: Part) {
    match run(parts, last) {
        Err(panic) if says(&*panic, "deadlock") => panic!("{asleep}"),
        ended => ended.unwrap_or_else(|panic| resume_unwind(panic)),
    }
}

/// Lets the other threads run until they wait.
pub fn rest() {
    (0..50).for_each(|_| thread::yield_now());
}
