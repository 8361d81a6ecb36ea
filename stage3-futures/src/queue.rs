//! [`Queue`]: a queue that knows when all its items have been worked on.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use common::trace;

use crate::wake::wake_all;

/// A queue for workers, which take items and put new ones. Its clones are the same queue.
///
/// An empty queue is not a finished one: the worker that has the last item may still put more. So
/// each item counts as unfinished from its [`put`](Queue::put) to its [`task_done`](Queue::task_done).
/// The queue has no bound, because the workers that would wait for room are the ones that make it.
///
/// ```
/// # use stage3_futures::executor::Executor;
/// use stage3_futures::queue::Queue;
///
/// # let executor = Executor::new()?;
/// let queue = Queue::default();
/// queue.put("page");
/// let page = executor.run_until_complete(queue.get())?;
/// // The queue is empty, but not finished: the page may lead to more.
/// queue.put("link");
/// queue.task_done();
/// let link = executor.run_until_complete(queue.get())?;
/// queue.task_done();
/// executor.run_until_complete(queue.join())?;
/// assert_eq!([page, link], ["page", "link"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Queue<T>(Rc<RefCell<State<T>>>);

struct State<T> {
    items: VecDeque<T>,
    unfinished: usize,
    /// The wakers of the getters that wait, in the order of their numbers.
    getters: BTreeMap<u64, Waker>,
    joiners: BTreeMap<u64, Waker>,
    last_number: u64,
}

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        let (getters, joiners) = (BTreeMap::new(), BTreeMap::new());
        let state = State { items: VecDeque::new(), unfinished: 0, getters, joiners, last_number: 0 };
        Queue(Rc::new(RefCell::new(state)))
    }
}

impl<T> Clone for Queue<T> {
    fn clone(&self) -> Queue<T> {
        Queue(Rc::clone(&self.0))
    }
}

impl<T> Queue<T> {
    /// Adds an item, which is unfinished until `task_done`.
    pub fn put(&self, item: T) {
        let getter = self.with(|state| {
            state.items.push_back(item);
            state.unfinished += 1;
            state.getters.pop_first()
        });
        if let Some((_, waker)) = getter {
            waker.wake();
        }
    }

    /// Waits for an item.
    pub fn get(&self) -> Get<T> {
        Get { queue: self.clone(), number: self.next_number() }
    }

    /// Marks an item that `get` returned as done. Put the items that it led to before this call.
    ///
    /// # Panics
    /// If it is called more often than `put`.
    pub fn task_done(&self) {
        let joiners = self.with(|state| {
            state.unfinished = state.unfinished.checked_sub(1).expect("task_done once for each item");
            if state.unfinished == 0 { std::mem::take(&mut state.joiners) } else { BTreeMap::new() }
        });
        wake_all(joiners.into_values());
    }

    /// Waits until every item has been done.
    pub fn join(&self) -> Join<T> {
        Join { queue: self.clone(), number: self.next_number() }
    }

    fn next_number(&self) -> u64 {
        self.with(|state| {
            state.last_number += 1;
            state.last_number
        })
    }

    /// Changes the state. The borrow ends before the caller calls or drops a waker, which may run any code.
    fn with<R>(&self, change: impl FnOnce(&mut State<T>) -> R) -> R {
        change(&mut self.0.borrow_mut())
    }
}

/// The future of [`Queue::get`].
pub struct Get<T> {
    queue: Queue<T>,
    number: u64,
}

impl<T> Future for Get<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let waker = trace::waker_for("an item", cx.waker());
        let (item, _old_waker) = self.queue.with(|state| match state.items.pop_front() {
            Some(item) => (Poll::Ready(item), state.getters.remove(&self.number)),
            None => (Poll::Pending, state.getters.insert(self.number, waker.clone())),
        });
        item
    }
}

impl<T> Drop for Get<T> {
    fn drop(&mut self) {
        // Pass on the wake-up that this future may have had. Otherwise, an item could lie in the queue while a
        // getter waits.
        let (next, _own) = self.queue.with(|state| {
            let own = state.getters.remove(&self.number);
            let next = if state.items.is_empty() { None } else { state.getters.pop_first() };
            (next, own)
        });
        if let Some((_, waker)) = next {
            waker.wake();
        }
    }
}

/// The future of [`Queue::join`].
pub struct Join<T> {
    queue: Queue<T>,
    number: u64,
}

impl<T> Future for Join<T> {
    type Output = ();

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let waker = trace::waker_for(trace::ALL_DONE, cx.waker());
        let (joined, _old_waker) = self.queue.with(|state| match state.unfinished {
            0 => (Poll::Ready(()), None),
            _ => (Poll::Pending, state.joiners.insert(self.number, waker.clone())),
        });
        joined
    }
}

impl<T> Drop for Join<T> {
    fn drop(&mut self) {
        let _own = self.queue.with(|state| state.joiners.remove(&self.number));
    }
}
