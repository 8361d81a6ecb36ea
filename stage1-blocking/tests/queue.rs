//! The joinable queue: an empty queue is not a finished one.

use std::fs;
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use contract::until;
use stage1_blocking::queue::Queue;

mod tools;

use tools::{LOST, state};

/// A thread that has used a processor for so long, and does not sleep, will not.
const BUSY: Duration = Duration::from_millis(300);

/// A thread that waits for a queue.
struct Waiter<T> {
    thread: JoinHandle<T>,
    /// Where Linux says what the thread does.
    folder: PathBuf,
}

impl<T: Send + 'static> Waiter<T> {
    fn start(queue: &Arc<Queue<u32>>, wait: impl FnOnce(&Queue<u32>) -> T + Send + 'static) -> Waiter<T> {
        let (sender, folder) = channel();
        let queue = Arc::clone(queue);
        let thread = thread::spawn(move || {
            let this_thread = fs::read_link("/proc/thread-self").unwrap_or_default();
            sender.send(Path::new("/proc").join(this_thread)).expect("the test receives it");
            wait(&queue)
        });
        Waiter { thread, folder: folder.recv().expect("the thread sends it") }
    }

    /// Waits until the thread has ended, is busy for too long, or is seen to sleep so many times in a row.
    fn watch(&self, looks: u32) {
        let (mut before, mut same) = (None, 0);
        until(|| {
            let now = state(&self.folder);
            let sleeps = now.as_ref().is_none_or(|state| state.contains("(sleeping)"));
            same = if sleeps && before == now { same + 1 } else { 0 };
            before = now;
            same == looks || self.thread.is_finished() || self.time() > BUSY
        });
    }

    /// Waits until the thread sleeps. Returns whether it does: it may also have ended, or be busy for ever.
    fn sleeps(&self) -> bool {
        self.watch(3);
        !self.thread.is_finished() && self.time() <= BUSY
    }

    /// Returns how long the thread has used a processor.
    fn time(&self) -> Duration {
        let text = fs::read_to_string(self.folder.join("schedstat")).unwrap_or_default();
        let nanoseconds = text.split(' ').next().and_then(|number| number.parse().ok());
        Duration::from_nanos(nanoseconds.unwrap_or(0))
    }

    /// Returns the result of the thread, which has been notified. Panics with `message` if it sleeps on.
    #[track_caller]
    fn result(self, message: &str) -> T {
        self.watch(LOST);
        assert!(self.thread.is_finished(), "{message}");
        self.thread.join().unwrap_or_else(|panic| resume_unwind(panic))
    }
}

fn queue() -> Arc<Queue<u32>> {
    Arc::default()
}

/// Starts a thread that waits for an item.
#[track_caller]
fn getter(queue: &Arc<Queue<u32>>) -> Waiter<Option<u32>> {
    let getter = Waiter::start(queue, Queue::get);
    assert!(getter.sleeps(), "`get` does not sleep while the queue is empty: wait for `available`");
    getter
}

/// Takes an item that is there.
#[track_caller]
fn get(queue: &Arc<Queue<u32>>) -> Option<u32> {
    Waiter::start(queue, Queue::get).result("`get` waits although the queue has an item")
}

/// Starts a thread that waits until every item is done.
#[track_caller]
fn joiner(queue: &Arc<Queue<u32>>) -> Waiter<()> {
    let joiner = Waiter::start(queue, Queue::join);
    assert!(joiner.sleeps(), "`join` does not sleep while an item is unfinished: wait for `finished`");
    joiner
}

#[test]
fn items_come_out_in_the_order_of_their_puts() {
    let queue = queue();
    (1..=3).for_each(|item| queue.put(item));
    assert_eq!([(); 3].map(|()| get(&queue)), [Some(1), Some(2), Some(3)], "the oldest item comes first");
}

#[test]
fn each_item_goes_to_one_getter_that_waits() {
    let queue = queue();
    let getters: Vec<_> = (0..4).map(|_| getter(&queue)).collect();
    (0..4).for_each(|item| queue.put(item));
    let got = getters
        .into_iter()
        .map(|getter| getter.result("a getter sleeps on: each `put` must wake one getter"));
    let mut got: Vec<_> = got.collect();
    got.sort_unstable();
    assert_eq!(got, [0, 1, 2, 3].map(Some), "each item goes to one getter");
}

/// The thread that puts the item takes it back, mostly before the getter runs. If not, the getter puts it back.
#[test]
fn a_getter_whose_item_was_taken_waits_on() {
    const BACK: u32 = 0;
    const LAST: u32 = 1;
    let queue = queue();
    let getter = Waiter::start(&queue, |queue| {
        loop {
            match queue.get() {
                Some(BACK) => queue.put(BACK),
                other => return other,
            }
        }
    });
    for _ in 0..20 {
        if getter.sleeps() {
            let put_and_get = |queue: &Queue<u32>| {
                queue.put(BACK);
                queue.get()
            };
            Waiter::start(&queue, put_and_get).result("`get` waits although the queue has an item");
        }
    }
    queue.put(LAST);
    let got = getter.result("a getter sleeps on: each `put` must wake one getter");
    assert_eq!(
        got,
        Some(LAST),
        "a wake-up promises nothing, because another thread may have taken the item: look again"
    );
}

#[test]
fn an_empty_queue_is_not_joined_before_its_last_item_is_done() {
    let queue = queue();
    queue.put(1);
    get(&queue);
    let joiner = joiner(&queue);
    // The first item leads to a second one.
    queue.put(2);
    queue.task_done();
    assert!(joiner.sleeps(), "`join` returned with an unfinished item: an empty queue is not a finished one");
    get(&queue);
    queue.task_done();
    joiner.result("a joiner sleeps on: the `task_done` of the last unfinished item must wake it");
}

#[test]
fn every_joiner_is_woken() {
    let queue = queue();
    queue.put(1);
    let joiners: Vec<_> = (0..3).map(|_| joiner(&queue)).collect();
    queue.task_done();
    joiners
        .into_iter()
        .for_each(|joiner| joiner.result("a joiner sleeps on: `task_done` must wake all of them"));
}

/// In a few rounds, the joiner may run between the two calls, and returns.
#[test]
fn a_joiner_that_is_woken_too_early_waits_on() {
    let waits_on = (0..50).any(|_| {
        let queue = queue();
        queue.put(1);
        let joiner = joiner(&queue);
        queue.task_done();
        queue.put(2);
        let waits_on = joiner.sleeps();
        queue.task_done();
        joiner.result("a joiner sleeps on: the `task_done` of the last unfinished item must wake it");
        waits_on
    });
    assert!(waits_on, "`join` returned with an unfinished item: a wake-up promises nothing, so look again");
}

#[test]
fn a_new_queue_is_finished() {
    Waiter::start(&queue(), Queue::join).result("`join` waits although nothing is unfinished");
}

#[test]
fn waiting_takes_no_time_of_the_processor() {
    let queue = queue();
    queue.put(1);
    get(&queue);
    let (getter, joiner) = (getter(&queue), joiner(&queue));
    let states = || (state(&getter.folder), state(&joiner.folder));
    let before = states();
    thread::sleep(Duration::from_millis(50));
    assert_eq!(
        before,
        states(),
        "a thread woke up for nothing: do not ask again and again, but wait to be notified"
    );
    queue.close();
}

#[test]
fn closing_ends_every_wait() {
    let queue = queue();
    queue.put(1);
    get(&queue);
    let getters = [getter(&queue), getter(&queue)];
    let joiner = joiner(&queue);
    queue.close();
    for getter in getters {
        let got = getter.result("a getter sleeps on although the queue is closed: look at `closed`, too");
        assert_eq!(got, None, "a closed queue returns no item");
    }
    joiner.result("a joiner sleeps on although the queue is closed: look at `closed`, too");
}

#[test]
fn a_closed_queue_returns_no_item() {
    let queue = queue();
    queue.put(1);
    queue.close();
    assert_eq!(get(&queue), None, "a closed queue returns no item, even if it still has one");
}

#[test]
#[should_panic]
fn an_item_cannot_be_done_twice() {
    let queue = queue();
    queue.put(1);
    get(&queue);
    queue.task_done();
    queue.task_done();
}
