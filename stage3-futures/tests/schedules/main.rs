//! What threads do at the same time, in one order of their steps after another.
//!
//! The sources are compiled into these tests, with the locks of `loom`, which decides which thread goes on.

#![allow(unused, reason = "while an exercise is open, a part of it is missing")]

mod notifier;
mod orders;
mod reactor;
mod ready_queue;
mod run_until_complete;

#[path = "../../src/executor.rs"]
mod executor;
#[path = "../../src/task.rs"]
mod task;
#[path = "../../src/task_table.rs"]
mod task_table;
#[path = "../../src/wake.rs"]
mod wake;

mod sync {
    pub(crate) use crate::orders::AtomicBool;
    pub(crate) use loom::sync::Mutex;
}
