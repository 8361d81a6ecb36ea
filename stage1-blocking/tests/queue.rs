//! The joinable queue: an empty queue is not a finished one.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use contract::receive;
use stage1_blocking::queue::Queue;

/// Runs `work` on a thread, and returns a receiver of its result.
fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Receiver<T> {
    let (sender, receiver) = channel();
    thread::spawn(move || sender.send(work()));
    receiver
}

fn queue() -> Arc<Queue<u32>> {
    Arc::default()
}

#[test]
fn items_come_out_in_the_order_of_their_puts() {
    let queue = queue();
    (1..=3).for_each(|item| queue.put(item));
    assert_eq!([queue.get(), queue.get(), queue.get()], [Some(1), Some(2), Some(3)]);
}

#[test]
fn each_item_goes_to_one_getter() {
    let queue = queue();
    let getters: Vec<_> = (0..8)
        .map(|_| {
            let queue = Arc::clone(&queue);
            spawn(move || queue.get())
        })
        .collect();
    (0..8).for_each(|item| queue.put(item));
    let mut got: Vec<_> =
        getters.iter().map(|getter| receive(getter).expect("a getter is never woken").unwrap()).collect();
    got.sort_unstable();
    assert_eq!(got, Vec::from_iter(0..8));
}

#[test]
fn an_empty_queue_is_not_joined_before_its_last_item_is_done() {
    let queue = queue();
    queue.put(1);
    queue.get();
    let (joins, joined) = channel();
    let joiner = spawn({
        let queue = Arc::clone(&queue);
        move || {
            queue.join();
            joins.send(()).unwrap();
        }
    });
    // The first item leads to a second one, so `join` must not have returned yet.
    queue.put(2);
    queue.task_done();
    assert!(joined.try_recv().is_err(), "joined with an unfinished item");
    queue.get();
    queue.task_done();
    receive(&joiner).expect("`join` is never woken");
}

#[test]
fn a_new_queue_is_finished() {
    queue().join();
}

#[test]
fn closing_ends_every_wait() {
    let queue = queue();
    queue.put(1);
    queue.get();
    let getters: Vec<_> = (0..3)
        .map(|_| {
            let queue = Arc::clone(&queue);
            spawn(move || queue.get())
        })
        .collect();
    let joiner = spawn({
        let queue = Arc::clone(&queue);
        move || queue.join()
    });
    queue.close();
    for getter in getters {
        assert_eq!(receive(&getter), Some(None), "`close` must wake every getter");
    }
    receive(&joiner).expect("`join` is never woken");
}

#[test]
fn a_closed_queue_returns_no_item() {
    let queue = queue();
    queue.put(1);
    queue.close();
    assert_eq!(queue.get(), None);
}

#[test]
#[should_panic(expected = "task_done once for each item")]
fn an_item_cannot_be_done_twice() {
    let queue = queue();
    queue.put(1);
    queue.get();
    queue.task_done();
    queue.task_done();
}
