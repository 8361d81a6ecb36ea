//! [`Waiter`]: a thread that waits for a queue, seen from outside; and the calls of a queue, each under a watchdog.

use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use stage1_blocking::queue::Queue;

use super::{LOST, state, wait_for_sleep};

/// A thread that has used a processor for so long, and does not sleep, will not.
const BUSY: Duration = Duration::from_millis(300);

/// A thread that has been seen to wake up so often, while nothing notified it, will do so again.
const RESTLESS: u32 = 20;

/// A thread that waits for a queue.
pub struct Waiter<T> {
    thread: JoinHandle<T>,
    /// Where Linux says what the thread does.
    folder: PathBuf,
}

impl<T: Send + 'static> Waiter<T> {
    pub fn start(queue: &Arc<Queue<u32>>, wait: impl FnOnce(&Queue<u32>) -> T + Send + 'static) -> Waiter<T> {
        let (sender, folder) = channel();
        let queue = Arc::clone(queue);
        let thread = thread::spawn(move || {
            let this_thread = fs::read_link("/proc/thread-self").unwrap_or_default();
            sender.send(Path::new("/proc").join(this_thread)).expect("the test receives it");
            wait(&queue)
        });
        Waiter { thread, folder: folder.recv().expect("the thread sends it") }
    }

    /// Waits until the thread sleeps. Returns whether it does: it may also have ended, or never come to rest.
    pub fn sleeps(&self) -> bool {
        let mut changes = 0;
        let is_over = |has_changed| {
            changes += u32::from(has_changed);
            self.thread.is_finished() || self.time() > BUSY || changes == RESTLESS
        };
        wait_for_sleep(3, || self.state(), is_over);
        !self.thread.is_finished() && self.time() <= BUSY && changes < RESTLESS
    }

    /// Waits until the thread sleeps. Panics with `returned` if it has ended, and with `restless` if it asks again and again.
    #[track_caller]
    pub fn must_sleep(&self, returned: &str, restless: &str) {
        if !self.sleeps() {
            panic!("{}", if self.thread.is_finished() { returned } else { restless });
        }
    }

    /// Returns what Linux says about the thread.
    pub fn state(&self) -> Option<String> {
        state(&self.folder)
    }

    /// Returns how long the thread has used a processor.
    fn time(&self) -> Duration {
        let text = fs::read_to_string(self.folder.join("schedstat")).unwrap_or_default();
        let nanoseconds = text.split(' ').next().and_then(|number| number.parse().ok());
        Duration::from_nanos(nanoseconds.unwrap_or(0))
    }

    /// Returns the result of the thread, which will be notified. Panics with `message` if it sleeps on.
    #[track_caller]
    pub fn result(self, message: &str) -> T {
        self.outcome(message).unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Does the same, and returns a panic of the thread.
    #[track_caller]
    pub fn outcome(self, message: &str) -> thread::Result<T> {
        wait_for_sleep(LOST, || self.state(), |_| self.thread.is_finished());
        assert!(self.thread.is_finished(), "{message}");
        self.thread.join()
    }
}

pub fn queue() -> Arc<Queue<u32>> {
    Arc::default()
}

/// Calls a method that does not wait, or several.
#[track_caller]
pub fn call(queue: &Arc<Queue<u32>>, calls: impl FnOnce(&Queue<u32>) + Send + 'static) {
    Waiter::start(queue, calls).result(
        "the lock is not given back: does a thread keep it while it waits in `get` or `join`, or lock it twice?",
    );
}

#[track_caller]
pub fn put(queue: &Arc<Queue<u32>>, item: u32) {
    call(queue, move |queue| queue.put(item));
}

#[track_caller]
pub fn task_done(queue: &Arc<Queue<u32>>) {
    call(queue, Queue::task_done);
}

/// Starts a thread that waits for an item.
#[track_caller]
pub fn getter(queue: &Arc<Queue<u32>>) -> Waiter<Option<u32>> {
    let getter = Waiter::start(queue, Queue::get);
    getter.must_sleep(
        "`get` returned from an empty queue that is not closed: an item may still come, so wait for `available`",
        "`get` asks again and again while the queue is empty: sleep until `available` is notified",
    );
    getter
}

/// Takes an item that is there.
#[track_caller]
pub fn get(queue: &Arc<Queue<u32>>) -> Option<u32> {
    Waiter::start(queue, Queue::get)
        .result("`get` waits although the queue has an item: look before you wait, and lock once")
}

/// Starts a thread that waits until every item is done.
#[track_caller]
pub fn joiner(queue: &Arc<Queue<u32>>) -> Waiter<()> {
    let joiner = Waiter::start(queue, Queue::join);
    joiner.must_sleep(
        "`join` returned before the `task_done` of an item: an empty queue is not a finished one",
        "`join` asks again and again while an item is unfinished: sleep until `finished` is notified",
    );
    joiner
}

pub const NOT_GOT: &str = "a getter sleeps on, and `put` has notified `available`: does `get` wait for that?";
pub const NOT_JOINED: &str = "a joiner sleeps on after the last `task_done`: does that notify `finished`, and does `join` wait for it?";
pub const NOT_CLOSED: &str = "`close` was called, and a thread sleeps on: look at `closed`, too";
