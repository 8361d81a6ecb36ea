//! [`Queue`]: a queue that knows when all its items have been worked on.

use std::cell::{Cell, RefCell};

use async_channel::{Receiver, Sender};
use common::trace;
use futures::channel::oneshot;

/// A queue for workers, which take items and put new ones.
///
/// An empty queue is not a finished one: the worker that has the last item may still put more. So
/// each item counts as unfinished from its [`put`](Queue::put) to its [`task_done`](Queue::task_done).
/// The queue has no bound, because the workers that would wait for room are the ones that make it.
///
/// ```
/// # use stage3_futures::reactor::Reactor;
/// # use stage4_async::executor::block_on;
/// use stage4_async::queue::Queue;
///
/// # block_on(&Reactor::new()?, async {
/// let queue = Queue::default();
/// queue.put("page");
/// let page = queue.get().await;
/// // The queue is empty, but not finished: the page may lead to more.
/// queue.put("link");
/// queue.task_done();
/// let link = queue.get().await;
/// queue.task_done();
/// queue.join().await;
/// assert_eq!([page, link], ["page", "link"]);
/// # })?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Queue<T> {
    sender: Sender<T>,
    /// Any number of getters may wait for it. The receiver of the `futures` crate has room for one waker. The others could wait
    /// for that crate's lock, which looks through all its waiters at each unlock (futures-rs 2398).
    receiver: Receiver<T>,
    unfinished: Cell<usize>,
    joiners: RefCell<Vec<oneshot::Sender<()>>>,
}

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        let (sender, receiver) = async_channel::unbounded();
        Queue { sender, receiver, unfinished: Cell::new(0), joiners: RefCell::default() }
    }
}

impl<T> Queue<T> {
    /// Adds an item, which is unfinished until `task_done`.
    pub fn put(&self, item: T) {
        self.unfinished.set(self.unfinished.get() + 1);
        // It fails only without a receiver, which lives as long as the queue.
        let _ = self.sender.try_send(item);
    }

    /// Waits for an item.
    pub async fn get(&self) -> T {
        trace::waits_for("an item", self.receiver.recv()).await.expect("the queue has the channel's sender")
    }

    /// Marks an item that `get` returned as done. Put the items that it led to before this call.
    ///
    /// # Panics
    /// If it is called more often than `put`.
    pub fn task_done(&self) {
        let unfinished = self.unfinished.get().checked_sub(1).expect("task_done once for each item");
        self.unfinished.set(unfinished);
        if unfinished == 0 {
            for joiner in self.joiners.take() {
                // It fails only if the join was dropped.
                let _ = joiner.send(());
            }
        }
    }

    /// Waits until every item has been done.
    pub async fn join(&self) {
        while self.unfinished.get() > 0 {
            let (joiner, finished) = oneshot::channel();
            self.add_joiner(joiner);
            // The queue keeps the sender until it sends, so this is no error.
            let _ = trace::waits_for(trace::ALL_DONE, finished).await;
        }
    }

    /// Adds the sender of a join that waits. Removes those of joins that were dropped before the list would grow.
    fn add_joiner(&self, joiner: oneshot::Sender<()>) {
        let mut joiners = self.joiners.borrow_mut();
        if joiners.len() == joiners.capacity() {
            joiners.retain(|joiner| !joiner.is_canceled());
            // Makes room for as many again: to look at all of them for each new one would take quadratic time.
            let waiting = joiners.len();
            joiners.reserve(waiting + 1);
        }
        joiners.push(joiner);
    }
}
