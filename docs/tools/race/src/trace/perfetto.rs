//! Traces in Chrome's JSON format for <https://ui.perfetto.dev>: "Trace Event Format", the Chromium project.
//!
//! Polls, calls and waits are slices (`X`) of their thread, where they nest. Tasks, callbacks and fetches overlap, so the
//! life of each is a span (`b`, `e`) with an id, and the phases of a fetch are spans with its id. An arrow (`s`, `f`)
//! leads from a wake-up to the poll that follows. Perfetto binds it to the slices on top, so it stands behind these.

use std::collections::{BTreeMap, HashMap};

use common::trace::{Entry, Event, Place};
use serde_json::{Value, json};

use super::run::Run;

/// How long a wake-up looks at most, in nanoseconds: no event says when the waker returns.
const WAKE: u64 = 1000;

/// Returns the text of the file. Each run is a process of its own, so that stages can be compared.
pub fn file(runs: &[Run]) -> String {
    let mut events = Vec::new();
    for (run, pid) in runs.iter().zip(1..) {
        let mut picture = Picture { pid, ..Picture::default() };
        picture.push(0, json!({ "ph": "M", "name": "process_name", "args": { "name": run.name } }));
        for entry in &run.entries {
            // Perfetto cannot nest two slices that begin at the same time.
            picture.now = entry.at.max(picture.now + 1);
            picture.add(entry);
        }
        events.extend(picture.end());
    }
    json!({ "displayTimeUnit": "ms", "traceEvents": events }).to_string()
}

/// A kind of slice, and the number of the task or callback.
type Key = (&'static str, u64);

#[derive(Default)]
struct Picture<'a> {
    pid: u32,
    /// In nanoseconds, as are the times of the events, which are in no order yet.
    now: u64,
    events: Vec<(u64, Value)>,
    /// The number of each thread, and its open slices with their begins, the innermost last.
    threads: HashMap<&'a str, (usize, Vec<(Key, u64, Value)>)>,
    /// The names of the open spans of a kind and an id, the innermost last.
    spans: BTreeMap<(&'static str, String), Vec<String>>,
    tasks: HashMap<u64, String>,
    /// The wake-ups of a task since its last poll: times and threads.
    wakes: HashMap<u64, Vec<(u64, usize)>>,
}

impl<'a> Picture<'a> {
    fn add(&mut self, entry: &'a Entry) {
        use Event::{
            Armed, Blocked, Called, Cloned, Done, Dropped, Entered, Made, Panicked, Parked, Pending,
        };
        use Event::{
            Polled, Put, Ready, Registered, Released, Removed, Returned, Started, Unblocked, Unparked, Woken,
        };
        let thread = &*entry.thread;
        let how = format!("{:?}", entry.event);
        self.close(thread, ("wake", 0), "the next event");
        let fetch = ("fetch", entry.url.clone().unwrap_or_default());
        let name = |task| self.tasks.get(task).cloned().unwrap_or_else(|| format!("task {task}"));
        match &entry.event {
            Blocked { on } => drop(self.open(entry, ("block", 0), format!("waits for {on}"))),
            Parked { .. } => drop(self.open(entry, ("park", 0), "waits for events".into())),
            Called { callback } => {
                drop(self.open(entry, ("call", *callback), format!("callback {callback}")))
            }
            Polled { task } => {
                let tid = self.open(entry, ("poll", *task), format!("polls {}", name(task)));
                for (at, waker) in self.wakes.remove(task).unwrap_or_default() {
                    // An id counts in all processes.
                    let id = format!("0x{:x}{at:014x}", self.pid);
                    for (ph, at, tid) in [("s", at, waker), ("f", self.now, tid)] {
                        let arrow = json!({ "ph": ph, "tid": tid, "id": id, "cat": "wake", "name": "wake", "bp": "e" });
                        self.push(at, arrow);
                    }
                }
            }
            Woken { task, .. } => {
                let tid = self.open(entry, ("wake", 0), format!("wakes {}", name(task)));
                self.wakes.entry(*task).or_default().push((self.now, tid));
            }
            Unblocked => self.close(thread, ("block", 0), &how),
            Unparked => self.close(thread, ("park", 0), &how),
            Returned { callback } => self.close(thread, ("call", *callback), &how),
            Pending { task } | Ready { task } | Panicked { task } => {
                self.close(thread, ("poll", *task), &how)
            }
            Made { task, name } => {
                self.tasks.insert(*task, format!("{name} {task}"));
                self.begin(("task", task.to_string()), format!("{name} {task}"), entry);
            }
            Registered { callback } => {
                self.begin(("callback", callback.to_string()), format!("callback {callback}"), entry);
            }
            Started => self.begin(fetch.clone(), fetch.1, entry),
            Entered { phase, .. } => {
                self.finish(&fetch, 1);
                self.begin(fetch, phase.to_string(), entry);
            }
            Dropped { task } => self.finish(&("task", task.to_string()), 0),
            Removed { callback } => self.finish(&("callback", callback.to_string()), 0),
            Done { target, .. } => self.finish(&("fetch", target.clone()), 0),
            Put { .. } | Armed { .. } | Cloned { .. } | Released { .. } => {}
        }
    }

    /// Opens a slice of the entry's thread, and returns the number of the thread.
    fn open(&mut self, entry: &'a Entry, key: Key, name: String) -> usize {
        let tid = self.threads.len() + 1;
        let (tid, open) = self.threads.entry(&entry.thread).or_insert((tid, Vec::new()));
        let slice = json!({ "ph": "X", "tid": *tid, "cat": key.0, "name": name, "args": args(entry) });
        open.push((key, self.now, slice));
        *tid
    }

    /// Closes a slice, and what is still open within it, if it is open at all.
    fn close(&mut self, thread: &str, key: Key, how: &str) {
        let Some((_, open)) = self.threads.get_mut(thread) else { return };
        let Some(index) = open.iter().rposition(|slice| slice.0 == key) else { return };
        for ((kind, _), start, mut slice) in open.split_off(index) {
            let end = if kind == "wake" { self.now.min(start + WAKE) } else { self.now };
            slice["dur"] = micros(end - start);
            slice["args"]["end"] = how.into();
            self.push(start, slice);
        }
    }

    /// Begins a span, within those of its id that are open.
    fn begin(&mut self, key: (&'static str, String), name: String, entry: &Entry) {
        let id = format!("{} {}", self.pid, key.1);
        let span = json!({ "ph": "b", "cat": key.0, "id": id, "name": name, "args": args(entry) });
        self.push(self.now, span);
        self.spans.entry(key).or_default().push(name);
    }

    /// Ends the spans of an id, except for the first ones.
    fn finish(&mut self, key: &(&'static str, String), rest: usize) {
        let open = self.spans.get_mut(key).map(|open| open.split_off(rest.min(open.len())));
        for name in open.into_iter().flatten().rev() {
            let id = format!("{} {}", self.pid, key.1);
            self.push(self.now, json!({ "ph": "e", "cat": key.0, "id": id, "name": name }));
        }
    }

    fn push(&mut self, at: u64, mut event: Value) {
        (event["pid"], event["ts"]) = (self.pid.into(), micros(at));
        self.events.push((at, event));
    }

    /// Ends what is unfinished, and returns all events in the order of time.
    fn end(mut self) -> impl Iterator<Item = Value> {
        self.now += 1;
        let threads =
            self.threads.iter().map(|(name, (tid, open))| (*name, *tid, open.first().map(|slice| slice.0)));
        for (name, tid, outermost) in threads.collect::<Vec<_>>() {
            self.push(0, json!({ "ph": "M", "tid": tid, "name": "thread_name", "args": { "name": name } }));
            self.close(name, outermost.unwrap_or_default(), "the trace ends");
        }
        for key in self.spans.keys().cloned().collect::<Vec<_>>() {
            self.finish(&key, 0);
        }
        self.events.sort_by_key(|(at, event)| (*at, event["ph"] != "X"));
        self.events.into_iter().map(|(_, event)| event)
    }
}

/// Returns what a viewer shows of an entry: its URL, and the calls in the workspace that led there.
fn args(entry: &Entry) -> Value {
    let own = entry.places.iter().filter(|place| !place.file.is_empty());
    let stack = own.map(|Place { function, file, line }| format!("{file}:{line} {function}"));
    json!({ "url": entry.url, "stack": stack.collect::<Vec<_>>() })
}

#[expect(clippy::cast_precision_loss, reason = "2^53 nanoseconds are 104 days")]
fn micros(nanoseconds: u64) -> Value {
    (nanoseconds as f64 / 1000.0).into()
}
