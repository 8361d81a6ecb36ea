//! [`Reactor`]: only notifications end its sleep.

use std::cell::{Cell, RefCell};
use std::io;
use std::sync::Arc;

use crate::executor::Spawner;
use crate::orders::assert_that;
use crate::orders::sleep::{End, Sleep, sleep};
use crate::wake::Notifier;

/// A reactor without sockets and timers.
pub struct Reactor {
    notifier: Arc<Notifier>,
    sleep: Sleep,
    pub end: End,
    pub turns: Cell<usize>,
    /// Whether its selector is broken.
    pub is_broken: Cell<bool>,
    /// What is wrong if it sleeps when no notification can come.
    pub mistake: Cell<&'static str>,
    pub spawner: RefCell<Option<Spawner>>,
}

impl Reactor {
    pub fn new() -> io::Result<Reactor> {
        let (end, sleep) = sleep();
        let ends = end.clone();
        let notifier = Arc::new(Notifier::new(move || ends.end()));
        let (turns, is_broken, mistake) = (Cell::new(0), Cell::new(false), Cell::default());
        Ok(Reactor { notifier, sleep, end, turns, is_broken, mistake, spawner: RefCell::default() })
    }

    pub fn notifier(&self) -> &Arc<Notifier> {
        &self.notifier
    }

    pub fn turn(&self, has_work: impl FnOnce() -> bool) -> io::Result<()> {
        self.turns.set(self.turns.get() + 1);
        if self.is_broken.get() {
            let is_first = self.turns.get() == 1;
            assert_that(is_first, || "a turn has failed, and the next one has begun: return the error");
            return Err(io::Error::other("the selector is broken"));
        }
        self.notifier.wait(has_work, |is_work| self.sleep.unless(is_work, || self.why()));
        Ok(())
    }

    /// Says where the main future's number is, although the executor sleeps.
    fn why(&self) -> String {
        // A task knows the ready queue, in which it is itself.
        let task = self.spawner.borrow().as_ref().unwrap().spawn(async {});
        let place = match task.tasks.ready().len() {
            // The number of the task itself.
            1 => "was popped for nothing",
            _ => {
                "is in the ready queue, where the closure must look, at the time at which `turn` calls it, and return \
                true if a number is there"
            }
        };
        format!("{}: its number {place}", self.mistake.get())
    }
}
