//! [`AtomicBool`]: a flag whose loads may return an older value, where the orderings allow it.
//!
//! `shuttle` runs every ordering as `SeqCst`, and `loom` runs `SeqCst` as acquire and release. Here, a load with
//! `SeqCst` returns the value of the last store with `SeqCst`, or a later one. Any other load may return an older value,
//! too, but none that is older than what its thread has seen of the flag. All else is as in `shuttle`.

use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Mutex;
use std::sync::atomic::Ordering::{self, SeqCst};

use shuttle::rand::{RngCore, thread_rng};
use shuttle::sync::atomic;
use shuttle::thread::{self, ThreadId};

use super::{RUN, note};

/// It is the newest value, and remembers the others.
pub struct AtomicBool {
    newest: atomic::AtomicBool,
    past: Mutex<Past>,
}

struct Past {
    /// All values, and whether each was stored with `SeqCst`.
    values: Vec<(bool, bool)>,
    /// Which value each thread has seen.
    seen: HashMap<ThreadId, usize>,
}

impl AtomicBool {
    pub fn new(value: bool) -> AtomicBool {
        let past = Past { values: vec![(value, true)], seen: HashMap::new() };
        AtomicBool { newest: atomic::AtomicBool::new(value), past: Mutex::new(past) }
    }

    pub fn load(&self, order: Ordering) -> bool {
        let newest = self.newest.load(SeqCst);
        let mut past = self.past.lock().unwrap();
        if past.values.last().is_some_and(|(value, _)| *value != newest) {
            // A swap has changed it.
            past.values.push((newest, true));
        }
        let last = past.values.len() - 1;
        let mut oldest = past.seen.get(&thread::current().id()).copied().unwrap_or(0);
        if order == SeqCst {
            oldest = oldest.max(past.values.iter().rposition(|(_, is_seq_cst)| *is_seq_cst).unwrap_or(0));
        }
        let older = (oldest..last).rev().find(|index| past.values[*index].0 != newest);
        let late = older.filter(|_| thread_rng().next_u64() == 1);
        past.seen.insert(thread::current().id(), late.unwrap_or(last));
        let found = if late.is_some() { !newest } else { newest };
        let age = if late.is_some() { ", which is an older value" } else { "" };
        note(&format!("finds the flag {}{age}", if found { "set" } else { "clear" }));
        RUN.with_borrow_mut(|run| run.was_late |= late.is_some());
        found
    }

    pub fn store(&self, value: bool, order: Ordering) {
        self.newest.store(value, SeqCst);
        let mut past = self.past.lock().unwrap();
        past.values.push((value, order == SeqCst));
        let last = past.values.len() - 1;
        past.seen.insert(thread::current().id(), last);
        note(if value { "sets the flag" } else { "clears the flag" });
    }
}

impl fmt::Debug for AtomicBool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.newest.fmt(f)
    }
}

/// All that both reads and writes, such as a swap, uses the newest value whatever its ordering.
impl Deref for AtomicBool {
    type Target = atomic::AtomicBool;

    fn deref(&self) -> &atomic::AtomicBool {
        &self.newest
    }
}
