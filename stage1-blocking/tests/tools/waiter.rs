//! [`Waiter`]: a thread that waits for a queue, seen from outside.

use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use contract::until;
use stage1_blocking::queue::Queue;

use super::{LOST, state};

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

    /// Waits until the thread has ended, is restless, or is seen to sleep so many times in a row. Returns whether it sleeps.
    fn watch(&self, looks: u32) -> bool {
        let (mut before, mut same, mut changes) = (None, 0, 0);
        until(|| {
            let now = self.state();
            let sleeps = now.as_ref().is_none_or(|state| state.contains("(sleeping)"));
            same = if sleeps && before == now { same + 1 } else { 0 };
            changes += u32::from(before != now);
            before = now;
            same == looks || self.thread.is_finished() || self.time() > BUSY || changes == RESTLESS
        });
        !self.thread.is_finished() && self.time() <= BUSY && changes < RESTLESS
    }

    /// Waits until the thread sleeps. Returns whether it does: it may also have ended, or never come to rest.
    pub fn sleeps(&self) -> bool {
        self.watch(3)
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

    /// Returns the result of the thread, which has been notified. Panics with `message` if it sleeps on.
    #[track_caller]
    pub fn result(self, message: &str) -> T {
        self.outcome(message).unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// Does the same, and returns a panic of the thread.
    #[track_caller]
    pub fn outcome(self, message: &str) -> thread::Result<T> {
        self.watch(LOST);
        assert!(self.thread.is_finished(), "{message}");
        self.thread.join()
    }
}
