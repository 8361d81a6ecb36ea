//! A trace: what really runs, event by event, with times and source lines.
//!
//! Nothing is recorded unless something listens: a program whose environment has [`FILE`], or [`start`].
//! Until then, a note costs a look at two atomics, and its event is not even made.
//!
//! - [`Event`], [`Entry`]: what is recorded
//! - [`task`]: a future that is recorded when it is polled, woken and dropped
//! - [`waker_for`], [`waits_for`]: by these, a leaf future says why its task waits
//! - [`callback`]: a callback that is recorded when it is registered, called and removed
//! - [`blocks`], [`parks`]: a wait of a thread, and a wait of an event loop
//! - [`replay`]: the state of tasks, threads and callbacks at each moment of a trace
//! - [`findings`]: what is odd in a trace, in sentences
//! - [`words`]: times, calls and waits, in words

mod call;
mod context;
pub mod event;
pub mod findings;
mod recorder;
pub mod replay;
mod traced;
mod waker;
pub mod words;

pub use event::{ALL_DONE, Call, Entry, Event, READABLE, WRITABLE, lines};
pub use recorder::{FILE, entries, finish, is_on, note, now, set_url, start, stop_file};
pub use traced::{Traced, WaitsFor, blocks, callback, parks, task, waits_for};
pub use waker::waker_for;
