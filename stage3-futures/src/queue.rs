//! [`Queue`]: a queue that knows when all that was put into it has been done.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// A queue for tasks that work on its items and add new ones. Its clones are the same queue.
///
/// An empty queue is not a finished one: who works on the last item may still put more. So each
/// item counts as unfinished from its [`put`](Queue::put) to its [`task_done`](Queue::task_done).
pub struct Queue<T>(Rc<RefCell<State<T>>>);

struct State<T> {
    items: VecDeque<T>,
    unfinished: usize,
    getters: Waiters,
    joiners: Waiters,
}

/// Futures that wait, in the order in which they came.
#[derive(Default)]
struct Waiters {
    wakers: BTreeMap<Ticket, Waker>,
    last_ticket: Ticket,
}

/// The place of a future among those that wait.
type Ticket = u64;

impl<T> Default for Queue<T> {
    fn default() -> Queue<T> {
        let (getters, joiners) = (Waiters::default(), Waiters::default());
        let state = State { items: VecDeque::new(), unfinished: 0, getters, joiners };
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
        let mut state = self.0.borrow_mut();
        state.items.push_back(item);
        state.unfinished += 1;
        let getter = state.getters.pop();
        drop(state);
        getter.into_iter().for_each(Waker::wake);
    }

    /// Waits for an item.
    pub fn get(&self) -> Get<T> {
        Get { queue: self.clone(), ticket: None }
    }

    /// Tells that an item which `get` returned has been dealt with. What it led to is put before.
    ///
    /// # Panics
    /// If it is called more often than items were put.
    pub fn task_done(&self) {
        let mut state = self.0.borrow_mut();
        state.unfinished = state.unfinished.checked_sub(1).expect("task_done once for each item");
        if state.unfinished == 0 {
            let joiners = std::mem::take(&mut state.joiners.wakers);
            drop(state);
            joiners.into_values().for_each(Waker::wake);
        }
    }

    /// Waits until every item has been done.
    pub fn join(&self) -> Join<T> {
        Join { queue: self.clone(), ticket: None }
    }
}

/// The future of [`Queue::get`].
pub struct Get<T> {
    queue: Queue<T>,
    ticket: Option<Ticket>,
}

impl<T> Future for Get<T> {
    type Output = T;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<T> {
        let mut state = self.queue.0.borrow_mut();
        if let Some(item) = state.items.pop_front() {
            let old = self.ticket.and_then(|ticket| state.getters.remove(ticket));
            drop((state, old));
            self.ticket = None;
            return Poll::Ready(item);
        }
        let (ticket, old) = state.getters.wait(self.ticket, cx);
        drop((state, old));
        self.ticket = Some(ticket);
        Poll::Pending
    }
}

impl<T> Drop for Get<T> {
    /// A wake-up that this future has got, and will not use, goes to the next one.
    fn drop(&mut self) {
        let Some(ticket) = self.ticket else { return };
        let mut state = self.queue.0.borrow_mut();
        let own = state.getters.remove(ticket);
        let was_woken = own.is_none() && !state.items.is_empty();
        let next = if was_woken { state.getters.pop() } else { None };
        drop((state, own));
        next.into_iter().for_each(Waker::wake);
    }
}

/// The future of [`Queue::join`].
pub struct Join<T> {
    queue: Queue<T>,
    ticket: Option<Ticket>,
}

impl<T> Future for Join<T> {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        let mut state = self.queue.0.borrow_mut();
        if state.unfinished == 0 {
            return Poll::Ready(());
        }
        let (ticket, old) = state.joiners.wait(self.ticket, cx);
        drop((state, old));
        self.ticket = Some(ticket);
        Poll::Pending
    }
}

impl<T> Drop for Join<T> {
    fn drop(&mut self) {
        let Some(ticket) = self.ticket else { return };
        let _own = { self.queue.0.borrow_mut().joiners.remove(ticket) };
    }
}

impl Waiters {
    /// Waits with the place of `ticket`, or with a new one; returns it and the waker it had.
    fn wait(&mut self, ticket: Option<Ticket>, cx: &mut Context<'_>) -> (Ticket, Option<Waker>) {
        let ticket = ticket.unwrap_or_else(|| {
            self.last_ticket += 1;
            self.last_ticket
        });
        (ticket, self.wakers.insert(ticket, cx.waker().clone()))
    }

    fn remove(&mut self, ticket: Ticket) -> Option<Waker> {
        self.wakers.remove(&ticket)
    }

    fn pop(&mut self) -> Option<Waker> {
        self.wakers.pop_first().map(|(_, waker)| waker)
    }
}
