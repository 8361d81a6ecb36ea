//! Small traces, for the tests of their page.

use std::borrow::Cow;

use trace::Event::{self, *};
use trace::{Call, Entry};
use trace_page::Recording;

/// The source of all calls.
pub const FILE: &str = "stage4-async/src/fetch.rs";

/// What is an entry at a time in microseconds, within a task.
fn entry(at: u64, task: impl Into<Option<u64>>, event: Event) -> Entry {
    let task = task.into();
    let call = |function: &str, file: &str, line| Call { function: function.into(), file: file.into(), line };
    let has_calls =
        matches!(event, Cloned { .. } | Woken { .. } | Parked { .. } | Blocked { .. } | Registered { .. });
    let store = call("Source::store", "stage3-futures/src/source.rs", 30);
    let calls = [store, call("fetch::read", FILE, 3), call("fetch::fetch", FILE, 9)];
    let calls = calls.into_iter().filter(|_| has_calls).collect();
    Entry { at: at * 1000, thread: Cow::Borrowed("main"), polling: task, url: None, event, calls }
}

pub fn recording(name: &str, entries: Vec<Entry>) -> Recording {
    Recording { name: name.to_owned(), entries, end: None }
}

/// A task and its child: it waits for 40 ms, is woken by the loop through its child, and ends. The trace
/// begins late.
pub fn tasks(begin: u64) -> Vec<Entry> {
    let made = |task, name| Made { task, name: Cow::Borrowed(name) };
    let woken = |task, through| Woken {
        task,
        consumes: true,
        through,
        kept_for: through.is_none().then(|| "bytes to read".into()),
    };
    let events = [
        (0, None, made(1, "main")),
        (10, None, Polled { task: 1 }),
        (20, Some(1), made(2, "worker")),
        (30, Some(1), Polled { task: 2 }),
        (35, Some(2), Entered { phase: Cow::Borrowed("reading"), tries: 1 }),
        (40, Some(2), Cloned { task: 2, kept_for: Some("bytes to read".into()) }),
        (50, Some(1), Pending { task: 2 }),
        (60, None, Pending { task: 1 }),
        (70, None, Parked { timeout_ms: None }),
        (41_070, None, Unparked),
        (41_080, None, woken(2, None)),
        (41_090, None, woken(1, Some(2))),
        (41_100, None, Polled { task: 1 }),
        (41_110, Some(1), Polled { task: 2 }),
        (41_120, Some(1), Ready { task: 2 }),
        (41_130, None, Ready { task: 1 }),
    ];
    events.into_iter().map(|(at, task, event)| entry(begin + at, task, event)).collect()
}

/// A callback that is registered, called by the loop, and removed.
pub fn callbacks(url: &str) -> Vec<Entry> {
    let events = [
        (0, Started),
        (10, Registered { callback: 1 }),
        (20, Parked { timeout_ms: None }),
        (30_000, Unparked),
        (30_010, Called { callback: 1 }),
        (30_050, Returned { callback: 1 }),
        (30_051, Removed { callback: 1 }),
    ];
    events
        .into_iter()
        .map(|(at, event)| Entry { url: Some(url.to_owned()), ..entry(at, None, event) })
        .collect()
}

/// Two threads, one of which is blocked.
pub fn threads() -> Vec<Entry> {
    let events = [
        (0, "main", Started),
        (10, "worker 1", Blocked { on: Cow::Borrowed("an item") }),
        (90, "worker 1", Unblocked),
    ];
    let named = |(at, thread, event)| Entry { thread: Cow::Borrowed(thread), ..entry(at, None, event) };
    events.map(named).into()
}
