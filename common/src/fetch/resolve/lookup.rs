//! [`Lookup`]: the answer of a lookup, now or later.

use std::collections::BTreeMap;
use std::io;
use std::mem;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, mpsc};
use std::time::Instant;

use super::addresses::Addresses;
use crate::fetch::public::NotPublic;
use crate::lock::lock;

type Wake = Box<dyn FnOnce() + Send>;

/// A lookup, which may still be in flight. Its clones share the answer, but each has a waiter of its own.
#[derive(Default)]
pub struct Lookup {
    state: Arc<Mutex<State>>,
    /// The number of this clone's waiter, from the first question on.
    number: Option<u64>,
}

enum State {
    Asking(Waiters),
    Found(Arc<Addresses>),
    Failed(io::Error),
}

#[derive(Default)]
struct Waiters {
    wakes: BTreeMap<u64, Wake>,
    last_number: u64,
}

impl Default for State {
    fn default() -> State {
        State::Asking(Waiters::default())
    }
}

impl Clone for Lookup {
    fn clone(&self) -> Lookup {
        Lookup { state: Arc::clone(&self.state), number: None }
    }
}

impl Lookup {
    /// Returns the answer if it is there. If not, calls `wake` on another thread when it is.
    ///
    /// It replaces the `wake` of an earlier call. Dropping this clone removes it.
    ///
    /// # Errors
    /// If the lookup failed.
    pub fn answer(&mut self, wake: impl FnOnce() + Send + 'static) -> Option<io::Result<Arc<Addresses>>> {
        // The lock is released before a `wake` is dropped, because that may drop another clone.
        let _replaced = match &mut *lock(&self.state) {
            State::Asking(Waiters { wakes, last_number }) => {
                let number = *self.number.get_or_insert_with(|| {
                    *last_number += 1;
                    *last_number
                });
                wakes.insert(number, Box::new(wake))
            }
            State::Found(addresses) => return Some(Ok(Arc::clone(addresses))),
            State::Failed(error) => return Some(Err(copy(error))),
        };
        None
    }

    /// Blocks this thread until the answer is there.
    ///
    /// # Errors
    /// If the lookup failed, or the deadline passes first (of kind `TimedOut`).
    pub fn wait(&self, deadline: Instant) -> io::Result<Arc<Addresses>> {
        let (mut lookup, (sender, answered)) = (self.clone(), mpsc::channel());
        loop {
            let sender = sender.clone();
            if let Some(answer) = lookup.answer(move || sender.send(()).unwrap_or_default()) {
                return answer;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            answered.recv_timeout(left).map_err(|_| io::ErrorKind::TimedOut)?;
        }
    }

    /// Gives the answer, and wakes all waiters.
    pub(super) fn answer_with(&self, found: io::Result<Vec<SocketAddr>>) {
        let answer = match found {
            Ok(list) => State::Found(Arc::new(Addresses::new(list))),
            Err(error) => State::Failed(error),
        };
        let before = mem::replace(&mut *lock(&self.state), answer);
        // The lock is released: a callback may ask for the answer at once.
        if let State::Asking(Waiters { wakes, .. }) = before {
            wakes.into_values().for_each(|wake| wake());
        }
    }
}

impl Drop for Lookup {
    /// Removes this clone's waiter, which waits no more.
    fn drop(&mut self) {
        let _removed = match (&mut *lock(&self.state), self.number) {
            (State::Asking(waiters), Some(number)) => waiters.wakes.remove(&number),
            _ => None,
        };
    }
}

/// Copies an error for each waiter, with its number: the number shows whether descriptors are short.
fn copy(error: &io::Error) -> io::Error {
    match (error.raw_os_error(), NotPublic::of(error)) {
        (Some(code), _) => io::Error::from_raw_os_error(code),
        (None, Some(not_public)) => io::Error::other(not_public),
        (None, None) => io::Error::new(error.kind(), error.to_string()),
    }
}
