//! [`Executor`]: polls the tasks that are ready, and sleeps in the reactor while there are none.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::future::Future;
use std::io;
use std::pin::{Pin, pin};
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use crate::reactor::Reactor;
use crate::task::{End, Run, Task};
use crate::wake::{ReadyQueue, TaskId, TaskWaker};

/// How many tasks are polled before the reactor has its turn.
const IN_A_ROUND: usize = 256;

/// Runs tasks on one thread.
pub struct Executor {
    reactor: Reactor,
    spawner: Spawner,
    runs: Cell<bool>,
}

/// An executor runs, until this is dropped.
struct Runs<'a>(&'a Cell<bool>);

impl Runs<'_> {
    fn begin(runs: &Cell<bool>) -> Runs<'_> {
        assert!(!runs.replace(true), "an executor runs already: its tasks cannot run it again");
        Runs(runs)
    }
}

impl Drop for Runs<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

/// Spawns tasks on an executor, also from inside of tasks. Its clones are the same spawner.
#[derive(Clone)]
pub struct Spawner(Rc<Tasks>);

struct Tasks {
    ready: Arc<ReadyQueue>,
    running: RefCell<BTreeMap<TaskId, Running>>,
    last_id: Cell<TaskId>,
}

/// A task that has not ended.
struct Running {
    /// Absent while it is polled.
    future: Option<Pin<Box<dyn Future<Output = ()>>>>,
    waker: Arc<TaskWaker>,
}

impl Executor {
    /// An executor with no task, and a reactor of its own.
    ///
    /// # Errors
    /// What the system says when it does not give a selector.
    pub fn new() -> io::Result<Executor> {
        let reactor = Reactor::new()?;
        let ready = Arc::new(ReadyQueue::new(Arc::clone(reactor.notifier())));
        let tasks = Tasks { ready, running: RefCell::default(), last_id: Cell::new(0) };
        Ok(Executor { reactor, spawner: Spawner(Rc::new(tasks)), runs: Cell::new(false) })
    }

    /// What wakes the tasks for sockets and timers.
    pub fn reactor(&self) -> &Reactor {
        &self.reactor
    }

    /// What spawns tasks.
    pub fn spawner(&self) -> &Spawner {
        &self.spawner
    }

    /// Runs all tasks until `future` is ready, and returns its output.
    ///
    /// Tasks that have not ended by then stay where they are, until the next call.
    ///
    /// # Errors
    /// What the selector says.
    ///
    /// # Panics
    /// If it is called by one of its own tasks: who waits for the others would keep them from
    /// being polled.
    pub fn run_until_complete<F: Future>(&self, future: F) -> io::Result<F::Output> {
        let _runs = Runs::begin(&self.runs);
        let tasks = &self.spawner.0;
        let mut future = pin!(future);
        let (id, main) = tasks.new_waker();
        let waker = Waker::from(Arc::clone(&main));
        waker.wake_by_ref();
        loop {
            // Looking at the sockets costs more than many polls, but tasks that wake each other must
            // not keep the sockets waiting for ever.
            for _ in 0..IN_A_ROUND {
                match tasks.ready.pop() {
                    Some(ready) if ready == id => {
                        main.begin_poll();
                        if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                            return Ok(output);
                        }
                    }
                    Some(ready) => tasks.poll(ready),
                    None => break,
                }
            }
            self.reactor.turn(|| !tasks.ready.is_empty())?;
        }
    }
}

impl Drop for Executor {
    fn drop(&mut self) {
        // Tasks may hold spawners, which hold the tasks: break the circle.
        let _running = self.spawner.0.running.take();
    }
}

impl Spawner {
    /// Runs `future` as a task of its own.
    pub fn spawn<F: Future + 'static>(&self, future: F) -> Task<F::Output> {
        let end = Rc::<RefCell<End<F::Output>>>::default();
        let run = Run { future: Box::pin(future), end: Rc::clone(&end) };
        let (id, waker) = self.0.new_waker();
        let running = Running { future: Some(Box::pin(run)), waker: Arc::clone(&waker) };
        self.0.running.borrow_mut().insert(id, running);
        Waker::from(waker).wake();
        Task { id, spawner: self.clone(), end }
    }

    pub(crate) fn cancel(&self, id: TaskId) {
        // The borrow has ended when the future is dropped: that may cancel and spawn others.
        let _running = { self.0.running.borrow_mut().remove(&id) };
    }
}

impl Tasks {
    fn new_waker(&self) -> (TaskId, Arc<TaskWaker>) {
        let id = self.last_id.get() + 1;
        self.last_id.set(id);
        (id, Arc::new(TaskWaker::new(id, &self.ready)))
    }

    /// Polls a task. One that was woken after its end is not there any more.
    fn poll(&self, id: TaskId) {
        let taken = self.running.borrow_mut().get_mut(&id).and_then(|running| {
            let future = running.future.take()?;
            Some((future, Arc::clone(&running.waker)))
        });
        let Some((mut future, waker)) = taken else { return };
        waker.begin_poll();
        let waker = Waker::from(waker);
        let is_pending = future.as_mut().poll(&mut Context::from_waker(&waker)).is_pending();
        let mut running = self.running.borrow_mut();
        match running.get_mut(&id) {
            Some(running) if is_pending => running.future = Some(future),
            // It has ended, or was cancelled meanwhile. It is dropped when the borrow has ended.
            _ => {
                let _ended = running.remove(&id);
                drop(running);
            }
        }
    }
}
