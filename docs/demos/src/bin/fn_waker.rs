//! A waker that is a function: it has no data, so it cannot say which task to poll.
//!
//!     cargo run -p demos --bin fn_waker
//!     cargo run -p demos --bin fn_waker -- fixed

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::task::{Poll, Waker};

use stage3_futures::wake::{Notifier, ReadyQueue, TaskWaker};

const TASKS: usize = 1000;

fn main() {
    demos::main(wrong, fixed);
}

/// A task that waits for an event, and keeps a waker until then.
struct Task<W> {
    has_event: bool,
    waker: Option<W>,
}

/// All that `wake` can reach.
static IS_WOKEN: AtomicBool = AtomicBool::new(false);

fn wake() {
    IS_WOKEN.store(true, SeqCst);
}

fn wrong() {
    let mut tasks = tasks::<fn()>();
    for task in &mut tasks {
        assert!(task.poll(wake).is_pending());
    }
    let wake = tasks[500].event();
    wake();
    // A task is ready. Which one? Each poll asks one of them.
    assert!(IS_WOKEN.swap(false, SeqCst));
    let answers: Vec<_> = tasks.iter_mut().map(|task| task.poll(wake)).collect();
    report(&answers);
}

fn fixed() {
    let ready = Arc::new(ReadyQueue::new(Arc::new(Notifier::new(|| {}))));
    let waker = |id| Waker::from(Arc::new(TaskWaker::new(id, &ready)));
    let mut tasks = tasks::<Waker>();
    for (id, task) in (0..).zip(&mut tasks) {
        assert!(task.poll(waker(id)).is_pending());
    }
    tasks[500].event().wake();
    // The waker has put the number of its task into the queue.
    let mut answers = Vec::new();
    while let Some(id) = ready.pop() {
        answers.push(tasks[id as usize].poll(waker(id)));
    }
    report(&answers);
}

fn tasks<W>() -> Vec<Task<W>> {
    (0..TASKS).map(|_| Task { has_event: false, waker: None }).collect()
}

impl<W> Task<W> {
    fn poll(&mut self, waker: W) -> Poll<()> {
        if self.has_event {
            return Poll::Ready(());
        }
        self.waker = Some(waker);
        Poll::Pending
    }

    /// The event comes. Returns the waker to call.
    fn event(&mut self) -> W {
        self.has_event = true;
        self.waker.take().expect("the task was polled")
    }
}

fn report(answers: &[Poll<()>]) {
    let pending = answers.iter().filter(|answer| answer.is_pending()).count();
    println!("{TASKS} tasks, one event. Polls: {}. Polls for nothing: {pending}.", answers.len());
}
