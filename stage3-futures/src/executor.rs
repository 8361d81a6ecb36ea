//! [`Executor`]: polls the tasks that are ready, and sleeps in the reactor while there are none.

use std::cell::{Cell, RefCell};
use std::io;
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use common::trace;

use crate::reactor::Reactor;
use crate::task::{Completion, Task, TaskFuture};
use crate::task_table::TaskTable;
use crate::wake::{ReadyQueue, TaskId};

/// How many polls there may be before the reactor has its turn.
const POLLS_PER_TURN: usize = 256;

/// Runs tasks on one thread.
///
/// ```
/// use std::time::Duration;
/// use stage3_futures::{executor::Executor, timer::Sleep};
///
/// let executor = Executor::new()?;
/// let sleep = || Sleep::new(executor.reactor(), Duration::from_millis(10));
/// // Both tasks sleep at the same time, on one thread.
/// let tasks = [executor.spawner().spawn(sleep()), executor.spawner().spawn(sleep())];
/// for task in tasks {
///     executor.join(task)?;
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Executor {
    reactor: Reactor,
    spawner: Spawner,
    entered: Cell<bool>,
}

/// Spawns tasks on an executor, also from its own tasks. Its clones are the same spawner.
///
/// ```
/// use std::future::{poll_fn, ready};
/// use std::task::Poll;
/// use stage3_futures::executor::Executor;
///
/// let executor = Executor::new()?;
/// let spawner = executor.spawner().clone();
/// // A task that spawns another one, and returns its handle.
/// let parent = poll_fn(move |_| Poll::Ready(spawner.spawn(ready("child"))));
/// let child = executor.join(executor.spawner().spawn(parent))?;
/// assert_eq!(executor.join(child)?, "child");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone)]
pub struct Spawner(Rc<TaskTable>);

impl Executor {
    /// Makes an executor with no task, and a reactor of its own.
    ///
    /// # Errors
    /// If no selector can be created.
    pub fn new() -> io::Result<Executor> {
        let reactor = Reactor::new()?;
        let ready = ReadyQueue::new(Arc::clone(reactor.notifier()));
        let tasks = TaskTable::new(Arc::new(ready));
        Ok(Executor { reactor, spawner: Spawner(Rc::new(tasks)), entered: Cell::new(false) })
    }

    /// Returns the reactor, which wakes the tasks for sockets and timers.
    pub fn reactor(&self) -> &Reactor {
        &self.reactor
    }

    /// Returns the spawner of this executor.
    pub fn spawner(&self) -> &Spawner {
        &self.spawner
    }

    /// Runs all tasks until `future` is ready, and returns its output.
    ///
    /// Tasks that are unfinished by then stay, and go on in the next call.
    ///
    /// # Errors
    /// If the selector fails.
    ///
    /// # Panics
    /// If one of the executor's own tasks calls it: no other task can run before that task returns.
    pub fn run_until_complete<F: Future>(&self, future: F) -> io::Result<F::Output> {
        let _entered = Entered::new(&self.entered);
        let mut future = pin!(trace::task("main", future));
        // The future stays on this stack, so it need not be `'static`: it has a waker, but no entry in the table.
        let (id, main) = self.spawner.0.new_waker();
        let waker = Waker::from(Arc::clone(&main));
        waker.wake_by_ref();
        self.run(id, || {
            main.begin_poll();
            future.as_mut().poll(&mut Context::from_waker(&waker))
        })
    }

    /// Runs all tasks until `task` has ended, and returns its output.
    ///
    /// # Errors
    /// If the selector fails, or the task was cancelled.
    ///
    /// # Panics
    /// As [`run_until_complete`](Executor::run_until_complete) does, and if the task panics.
    pub fn join<T>(&self, task: Task<T>) -> io::Result<T> {
        Ok(self.run_until_complete(task)??)
    }

    /// Runs all tasks until the main future, whose number is `main`, has an output, and returns that.
    fn run<T>(&self, main: TaskId, mut poll_main: impl FnMut() -> Poll<T>) -> io::Result<T> {
        let tasks = &self.spawner.0;
        loop {
            // A turn of the reactor costs more than many polls. But tasks that wake each other for ever must
            // not starve the sockets.
            for _ in 0..POLLS_PER_TURN {
                match tasks.ready().pop() {
                    Some(id) if id == main => {
                        if let Poll::Ready(output) = poll_main() {
                            return Ok(output);
                        }
                    }
                    Some(id) => tasks.poll(id),
                    None => break,
                }
            }
            self.reactor.turn(|| !tasks.ready().is_empty())?;
        }
    }
}

impl Drop for Executor {
    fn drop(&mut self) {
        // Tasks may hold spawners, which hold the tasks: break the cycle.
        self.spawner.0.close();
    }
}

/// Marks an executor as entered, until this is dropped.
struct Entered<'a>(&'a Cell<bool>);

impl Entered<'_> {
    fn new(entered: &Cell<bool>) -> Entered<'_> {
        assert!(!entered.replace(true), "an executor cannot be entered by one of its own tasks");
        Entered(entered)
    }
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        self.0.set(false);
    }
}

impl Spawner {
    /// Runs `future` as a task of its own. If the executor was dropped, the task is cancelled at once.
    ///
    /// A future of hundreds of kilobytes should be in a box already, because `spawn` moves it over the stack several times
    /// before it boxes it.
    pub fn spawn<F: Future + 'static>(&self, future: F) -> Task<F::Output> {
        let completion = Rc::<RefCell<Completion<F::Output>>>::default();
        let (future, weak) = (Some(Box::pin(trace::task("task", future))), Rc::downgrade(&completion));
        let future = TaskFuture { future, completion: weak };
        let id = self.0.insert(Box::pin(future));
        Task { id, tasks: Rc::clone(&self.0), completion }
    }
}
