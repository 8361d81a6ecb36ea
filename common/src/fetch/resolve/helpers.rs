//! [`Helpers`]: threads for calls that block, such as a lookup.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The most threads at once. Further calls wait for one of them.
const MAX_THREADS: usize = 32;

type Call = Box<dyn FnOnce() + Send>;

/// Threads that exist only while there are calls for them. Clones share their threads.
#[derive(Clone, Default)]
pub(super) struct Helpers(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    calls: VecDeque<Call>,
    threads: usize,
}

impl Helpers {
    /// Runs `call` on a helper thread.
    ///
    /// # Errors
    /// If there is no helper thread and none can be started. Then `call` is dropped.
    pub(super) fn run(&self, call: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let mut state = self.lock();
        if state.threads < MAX_THREADS {
            let helpers = self.clone();
            let started = thread::Builder::new().name("resolver".into()).spawn(move || helpers.work());
            match started {
                Ok(_) => state.threads += 1,
                Err(error) if state.threads == 0 => return Err(error),
                Err(_) => {}
            }
        }
        state.calls.push_back(Box::new(call));
        Ok(())
    }

    /// Runs one call after another, until none is left.
    fn work(&self) {
        while let Some(call) = self.next() {
            call();
        }
    }

    /// Returns the next call. If there is none, this thread no longer counts.
    fn next(&self) -> Option<Call> {
        let mut state = self.lock();
        let call = state.calls.pop_front();
        state.threads -= usize::from(call.is_none());
        call
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
