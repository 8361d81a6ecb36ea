//! [`Lookup`]: the answer of a lookup, now or later. [`Addresses`]: what was found, and the order in which a fetch tries it.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::mem;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Instant;

use crate::fetch::public::NotPublic;
use crate::lock::lock;

/// A lookup, which may still be in flight. Its clones share the answer, but each has a waiter of its own.
#[derive(Default)]
pub struct Lookup {
    state: Arc<Mutex<State>>,
    /// The number of this clone's waiter, from the first question on.
    number: Option<u64>,
}

#[derive(Default)]
struct State {
    answer: Option<io::Result<Arc<Addresses>>>,
    wakes: BTreeMap<u64, Box<dyn FnOnce() + Send>>,
    last_number: u64,
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
        let mut state = lock(&self.state);
        if let Some(answer) = &state.answer {
            return Some(answer.as_ref().map(Arc::clone).map_err(copy));
        }
        state.last_number += 1;
        let number = *self.number.get_or_insert(state.last_number);
        let replaced = state.wakes.insert(number, Box::new(wake));
        // The lock is released before a `wake` is dropped, because that may drop another clone.
        drop(state);
        drop(replaced);
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
        let mut state = lock(&self.state);
        state.answer = Some(found.map(|list| Arc::new(Addresses::new(list))));
        let wakes = mem::take(&mut state.wakes);
        // The lock is released: a callback may ask for the answer at once.
        drop(state);
        wakes.into_values().for_each(|wake| wake());
    }
}

impl Drop for Lookup {
    /// Removes this clone's waiter, which waits no more.
    fn drop(&mut self) {
        // The lock is released before the waiter is dropped.
        let _removed = self.number.and_then(|number| lock(&self.state).wakes.remove(&number));
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

impl fmt::Debug for Lookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lookup")
    }
}

/// The addresses of a host. The one that answered last is preferred.
#[derive(Debug)]
pub struct Addresses {
    list: Vec<SocketAddr>,
    preferred: AtomicUsize,
}

impl Addresses {
    fn new(list: Vec<SocketAddr>) -> Addresses {
        Addresses { list, preferred: AtomicUsize::new(0) }
    }

    /// Returns every address once. The preferred address comes first.
    pub fn all(self: Arc<Self>) -> Untried {
        let next = self.preferred.load(Ordering::Relaxed);
        Untried { left: self.list.len(), next, addresses: self }
    }
}

/// The iterator of [`Addresses::all`].
#[derive(Clone, Debug)]
pub struct Untried {
    addresses: Arc<Addresses>,
    next: usize,
    /// How many addresses are left.
    pub(crate) left: usize,
}

impl Untried {
    /// Returns what the next try begins with: every address once more, and the one that was returned last comes last.
    ///
    /// Otherwise an address that accepts connections and never answers would use up the time of every try.
    pub fn for_next_try(self) -> Untried {
        Untried { left: self.addresses.list.len(), ..self }
    }

    /// Makes the address that it returned last in this try the preferred one.
    pub(crate) fn prefer_last(&self) {
        let addresses = &self.addresses;
        if self.left < addresses.list.len() {
            addresses.preferred.store((self.next - 1) % addresses.list.len(), Ordering::Relaxed);
        }
    }
}

impl Iterator for Untried {
    type Item = SocketAddr;

    fn next(&mut self) -> Option<SocketAddr> {
        self.left = self.left.checked_sub(1)?;
        let list = &self.addresses.list;
        let address = list[self.next % list.len()];
        self.next += 1;
        Some(address)
    }
}
