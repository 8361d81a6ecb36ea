//! One queue, two threads, and a task that wakes itself in its polls: how often a thread takes the task while the other one
//! polls it. In the fix, the state of the task says that a thread polls it.

#[path = "two_threads/state.rs"]
mod state;

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::SeqCst;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;
use std::time::Duration;

use state::AtomicState;

demos::main!(wrong, fixed);

/// The number of times that the task wakes itself.
const WAKE_UPS: usize = 20;

mod sync {
    pub(crate) use std::sync::atomic::AtomicU8;
}

fn wrong() {
    run(Schedule::Flag(AtomicBool::new(false)));
}

fn fixed() {
    run(Schedule::State(AtomicState::new()));
}

/// Runs the task on two threads, and prints how often both had it.
fn run(schedule: Schedule) {
    let (sender, queue) = channel();
    let future = Mutex::new(Some(Box::pin(wakes_itself()) as Pin<Box<_>>));
    Arc::new(Task { future, schedule, queue: sender }).wake();
    let queue = Mutex::new(queue);
    let count = thread::scope(|threads| {
        let workers = [(); 2].map(|()| threads.spawn(|| work(&queue)));
        workers.map(|worker| worker.join().expect("the future does not panic")).into_iter().sum::<usize>()
    });
    println!("the task wakes itself {WAKE_UPS} times");
    println!("{count} times, a thread takes it while the other one polls it, and waits");
}

/// Wakes its own task in each poll but the last one. The poll goes on after the wake-up.
fn wakes_itself() -> impl Future<Output = ()> + Send {
    let mut left = WAKE_UPS;
    poll_fn(move |cx| {
        if left == 0 {
            return Poll::Ready(());
        }
        left -= 1;
        cx.waker().wake_by_ref();
        thread::sleep(Duration::from_millis(5));
        Poll::Pending
    })
}

/// Polls the tasks in the queue until no task is left. Returns how often the other thread polled the same task.
fn work(queue: &Mutex<Receiver<Arc<Task>>>) -> usize {
    let mut count = 0;
    loop {
        // The queue has ended when all senders are dropped, and each task has one.
        let Ok(task) = queue.lock().expect("`recv` does not panic").recv() else { return count };
        count += usize::from(task.future.try_lock().is_err());
        task.poll();
    }
}

/// What decides whether a task is put into the queue: each method but `begin_poll` returns whether it is.
enum Schedule {
    /// Stage 3's flag: whether the task is in the queue.
    Flag(AtomicBool),
    State(AtomicState),
}

impl Schedule {
    fn wake(&self) -> bool {
        match self {
            Schedule::Flag(is_queued) => !is_queued.swap(true, SeqCst),
            Schedule::State(state) => state.wake(),
        }
    }

    fn begin_poll(&self) {
        match self {
            Schedule::Flag(is_queued) => _ = is_queued.swap(false, SeqCst),
            Schedule::State(state) => state.begin_poll(),
        }
    }

    fn end_poll(&self) -> bool {
        match self {
            Schedule::Flag(_) => false,
            Schedule::State(state) => state.end_poll(),
        }
    }
}

struct Task {
    /// `None` when it is done. A poll needs it alone, so Rust requires the lock.
    future: Mutex<Option<Pin<Box<dyn Future<Output = ()> + Send>>>>,
    schedule: Schedule,
    queue: Sender<Arc<Task>>,
}

impl Task {
    fn poll(self: &Arc<Task>) {
        self.schedule.begin_poll();
        let mut slot = self.future.lock().expect("the future does not panic");
        let waker = Waker::from(Arc::clone(self));
        let mut cx = Context::from_waker(&waker);
        if slot.as_mut().is_none_or(|future| future.as_mut().poll(&mut cx).is_ready()) {
            *slot = None;
            return;
        }
        drop(slot);
        if self.schedule.end_poll() {
            self.push();
        }
    }

    fn push(self: &Arc<Task>) {
        self.queue.send(Arc::clone(self)).expect("the receiver outlives the tasks");
    }
}

impl Wake for Task {
    fn wake(self: Arc<Task>) {
        if self.schedule.wake() {
            self.push();
        }
    }
}
