//! A waker that is a function: it has no data, so it cannot say which task to poll.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::task::{Context, Poll, Wake, Waker};

use futures::FutureExt;
use futures::channel::oneshot::{self, Receiver, Sender};
use stage3_futures::wake::{Notifier, ReadyQueue, TaskWaker};

const TASKS: usize = 1000;

demos::main!(wrong, fixed);

/// The only state that `wake` can reach.
static IS_WOKEN: AtomicBool = AtomicBool::new(false);

fn wake() {
    IS_WOKEN.store(true, SeqCst);
}

fn wrong() {
    let waker = Waker::from(Arc::new(FnWaker(wake)));
    let (mut senders, mut tasks) = channels();
    assert!(tasks.iter_mut().all(|task| is_pending(task, &waker)));
    senders.swap_remove(500).send(()).unwrap();
    // A task is ready. Which one? Each poll asks one of them.
    assert!(IS_WOKEN.swap(false, SeqCst));
    report(tasks.iter_mut().map(|task| is_pending(task, &waker)).collect());
}

fn fixed() {
    let ready = Arc::new(ReadyQueue::new(Arc::new(Notifier::new(|| {}))));
    let waker = |id| Waker::from(Arc::new(TaskWaker::new(id, &ready)));
    let (mut senders, mut tasks) = channels();
    assert!((0..).zip(&mut tasks).all(|(id, task)| is_pending(task, &waker(id))));
    senders.swap_remove(500).send(()).unwrap();
    // The waker has put the number of its task into the queue.
    let polls = std::iter::from_fn(|| ready.pop()).map(|id| is_pending(&mut tasks[id as usize], &waker(id)));
    report(polls.collect());
}

/// A waker of the standard library that calls a function.
struct FnWaker(fn());

impl Wake for FnWaker {
    fn wake(self: Arc<Self>) {
        (self.0)();
    }
}

/// Returns the tasks, each of which waits for the message of one sender.
fn channels() -> (Vec<Sender<()>>, Vec<Receiver<()>>) {
    (0..TASKS).map(|_| oneshot::channel()).unzip()
}

fn is_pending(task: &mut Receiver<()>, waker: &Waker) -> bool {
    task.poll_unpin(&mut Context::from_waker(waker)) == Poll::Pending
}

fn report(are_pending: Vec<bool>) {
    let pending = are_pending.iter().filter(|is_pending| **is_pending).count();
    println!("{TASKS} tasks, one event. Polls: {}. Polls for nothing: {pending}.", are_pending.len());
}
