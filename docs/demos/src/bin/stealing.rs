//! Two threads poll tasks that all begin in one queue: with one queue for both, with one for each, and with stealing.

use std::collections::VecDeque;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

const TASKS: usize = 50;
const POLLS: usize = 40;

/// How long a poll takes.
const POLL: Duration = Duration::from_micros(100);

fn main() {
    demos::takes_no_argument();
    println!("{:32} all polls take  locks of a queue that is not the thread's own", "");
    measure("one queue", [None, None], false);
    measure("a queue for each thread", [Some(0), Some(1)], false);
    measure("a queue for each, and stealing", [Some(0), Some(1)], true);
}

/// Runs all tasks, which begin in the first queue.
fn measure(how: &str, owners: [Option<usize>; 2], steals: bool) {
    let queues = owners.map(|owner| Queue { owner, ..Queue::default() });
    queues[0].lock(0).extend([POLLS; TASKS]);
    let (open, start) = (AtomicUsize::new(TASKS), Instant::now());
    thread::scope(|threads| {
        for number in [0, 1] {
            let (own, other) = (&queues[owners[number].unwrap_or(0)], &queues[1 - number]);
            let open = &open;
            threads.spawn(move || work(number, own, steals.then_some(other), open));
        }
    });
    let locks: usize = queues.map(|queue| queue.locks.into_inner()).iter().sum();
    println!("{how:<32} {:11} ms {locks:6}", start.elapsed().as_millis());
}

/// Polls tasks until none is open.
fn work(number: usize, own: &Queue, other: Option<&Queue>, open: &AtomicUsize) {
    while open.load(Relaxed) > 0 {
        let next = own.lock(number).pop_front();
        if let Some(left) = next {
            thread::sleep(POLL);
            match left - 1 {
                0 => _ = open.fetch_sub(1, Relaxed),
                left => own.lock(number).push_back(left),
            }
        } else if !other.is_some_and(|other| steal(number, own, other)) {
            thread::sleep(POLL);
        }
    }
}

/// Takes half of the other thread's tasks. Returns whether there were any.
fn steal(number: usize, own: &Queue, other: &Queue) -> bool {
    let mut tasks = other.lock(number);
    let kept = tasks.len() / 2;
    let half = tasks.split_off(kept);
    drop(tasks);
    own.lock(number).extend(&half);
    !half.is_empty()
}

#[derive(Default)]
struct Queue {
    /// The number of the thread whose queue it is, or `None` if it is that of both.
    owner: Option<usize>,
    /// The number of polls that each task still needs.
    tasks: Mutex<VecDeque<usize>>,
    /// How often it was locked by a thread whose queue it is not.
    locks: AtomicUsize,
}

impl Queue {
    fn lock(&self, thread: usize) -> MutexGuard<'_, VecDeque<usize>> {
        self.locks.fetch_add(usize::from(self.owner != Some(thread)), Relaxed);
        self.tasks.lock().expect("no thread panics")
    }
}
