//! Tests of the parts. The tests of the whole crawl run after them: a part's test names what is wrong.

mod buffer;
mod completion;
mod oneshot;
mod places;
mod queue;
mod reactor;
mod reentrancy;
mod start_connect;
mod table;
mod timeout;
mod timer;
mod together;
#[path = "../tools/mod.rs"]
mod tools;
mod url;

// What the library keeps to itself is compiled into the tests `completion`, `oneshot` and `table`.
#[path = "../../src/source.rs"]
#[allow(unused, reason = "no test needs all of it")]
mod source;
#[path = "../../src/task.rs"]
#[allow(unused, reason = "no test needs all of it")]
mod task;
#[path = "../../src/task_table.rs"]
#[allow(unused, reason = "no test needs all of it")]
mod task_table;
#[path = "../../src/wake.rs"]
#[allow(unused, reason = "no test needs all of it")]
mod wake;

mod sync {
    pub(crate) use std::sync::{Mutex, atomic::AtomicBool};
}
