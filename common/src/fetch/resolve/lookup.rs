//! [`Lookup`]: the answer of a lookup, now or later.

use std::fmt;
use std::io;
use std::mem;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::time::Instant;

use super::addresses::Addresses;
use crate::fetch::public::NotPublic;

type Wake = Box<dyn FnOnce() + Send>;

/// A lookup, which may still be in flight. Its clones share the answer.
#[derive(Clone, Default)]
pub struct Lookup(Arc<Mutex<State>>);

enum State {
    Asking(Vec<Wake>),
    Found(Arc<Addresses>),
    Failed(io::Error),
}

impl Default for State {
    fn default() -> State {
        State::Asking(Vec::new())
    }
}

impl Lookup {
    /// Returns the answer if it is there. If not, calls `wake` on another thread when it is.
    ///
    /// # Errors
    /// If the lookup failed.
    pub fn answer(&self, wake: impl FnOnce() + Send + 'static) -> Option<io::Result<Arc<Addresses>>> {
        match &mut *lock(&self.0) {
            State::Asking(wakes) => {
                wakes.push(Box::new(wake));
                None
            }
            State::Found(addresses) => Some(Ok(Arc::clone(addresses))),
            State::Failed(error) => Some(Err(copy(error))),
        }
    }

    /// Blocks this thread until the answer is there.
    ///
    /// # Errors
    /// If the lookup failed, or the deadline passes first (of kind `TimedOut`).
    pub fn wait(&self, deadline: Instant) -> io::Result<Arc<Addresses>> {
        let (sender, answered) = mpsc::channel();
        loop {
            let sender = sender.clone();
            if let Some(answer) = self.answer(move || sender.send(()).unwrap_or_default()) {
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
        let before = mem::replace(&mut *lock(&self.0), answer);
        // The lock is released: a callback may ask for the answer at once.
        if let State::Asking(wakes) = before {
            wakes.into_iter().for_each(|wake| wake());
        }
    }
}

impl fmt::Debug for Lookup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Lookup")
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

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
