//! [`Sleep`]: the sleep of a thread, which a notification ends.

use shuttle::sync::mpsc::{Receiver, Sender, channel};

use super::{assert_that, note};

/// Ends a sleep. As with a selector, that is the one under way, or else the next one.
#[derive(Clone)]
pub struct End(Sender<bool>);

/// The sleep of one thread.
pub struct Sleep(Receiver<bool>);

/// Returns a sleep, and what ends it.
pub fn sleep() -> (End, Sleep) {
    let (end, ended) = channel();
    (End(end), Sleep(ended))
}

impl End {
    /// Ends the sleep.
    pub fn end(&self) {
        note("ends the sleep");
        // It fails if no thread sleeps any more.
        let _ = self.0.send(true);
    }

    /// Says that from now on, no other thread ends the sleep.
    pub fn never(&self) {
        let _ = self.0.send(false);
    }
}

impl Sleep {
    /// Returns whether it was ended.
    pub fn is_ended(&self) -> bool {
        self.0.try_recv().is_ok()
    }

    /// Sleeps, unless there is work. If no thread can end the sleep any more, it reports `mistake`.
    pub fn unless(&self, is_work: bool, mistake: impl FnOnce() -> String) {
        if !is_work {
            note("sleeps");
            let is_ended = self.0.recv().unwrap_or(false);
            assert_that(is_ended, mistake);
        }
    }
}
