//! [`Interrupt`]: the request to end a crawl early, from any thread.

use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex, mpsc};
use std::time::Instant;

use crate::lock::lock;

type Action = Box<dyn FnOnce() + Send>;

/// A switch that is thrown once. Its clones are the same switch.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<Switch>);

#[derive(Default)]
struct Switch {
    /// Set under the lock of `actions`, and read without it, because long computations look at it often.
    is_triggered: AtomicBool,
    actions: Mutex<BTreeMap<u64, Action>>,
    next_id: AtomicU64,
}

impl Interrupt {
    /// Throws the switch, and runs the registered actions on this thread.
    pub fn trigger(&self) {
        let actions = {
            let mut actions = lock(&self.0.actions);
            self.0.is_triggered.store(true, SeqCst);
            std::mem::take(&mut *actions)
        };
        // The lock is released: an action may use this switch or take other locks.
        actions.into_values().for_each(|action| action());
    }

    /// Blocks this thread until `at`.
    ///
    /// # Errors
    /// If the switch is thrown first: an error of kind `Interrupted`.
    pub fn sleep_until(&self, at: Instant) -> io::Result<()> {
        let left = at.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(());
        }
        let (sender, triggered) = mpsc::channel();
        let _listening = self.on_trigger(move || sender.send(()).unwrap_or_default());
        match triggered.recv_timeout(left) {
            Ok(()) => Err(io::ErrorKind::Interrupted.into()),
            Err(_timeout) => Ok(()),
        }
    }

    /// Returns whether the switch has been thrown.
    pub fn is_triggered(&self) -> bool {
        self.0.is_triggered.load(SeqCst)
    }

    /// Registers `action` to run when the switch is thrown. Runs it at once if that has happened.
    ///
    /// Dropping the returned value removes the action.
    #[must_use]
    pub fn on_trigger(&self, action: impl FnOnce() + Send + 'static) -> Listening {
        let id = self.0.next_id.fetch_add(1, SeqCst);
        let mut actions = lock(&self.0.actions);
        if self.is_triggered() {
            drop(actions);
            action();
        } else {
            actions.insert(id, Box::new(action));
        }
        Listening { interrupt: self.clone(), id }
    }
}

/// Keeps an action registered until it is dropped.
#[derive(Debug)]
pub struct Listening {
    interrupt: Interrupt,
    id: u64,
}

impl Drop for Listening {
    fn drop(&mut self) {
        let action = lock(&self.interrupt.0.actions).remove(&self.id);
        // The lock is released: dropping the action may drop values that use this switch.
        drop(action);
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Interrupt")
    }
}
