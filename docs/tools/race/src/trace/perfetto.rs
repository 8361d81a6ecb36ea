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

#[derive(Default)]
struct Picture {
    pid: u32,
    /// In nanoseconds, as are the times of the events, which are in no order yet.
    now: u64,
    events: Vec<(u64, Value)>,
    /// The numbers of the threads, and the open slices of each with their begins, the innermost last.
    threads: HashMap<String, usize>,
    slices: Vec<Vec<(u64, Value)>>,
    /// The open spans of an id, the innermost last.
    spans: BTreeMap<String, Vec<Value>>,
    tasks: HashMap<u64, String>,
    /// The wake-ups of a task since its last poll: times and threads.
    wakes: HashMap<u64, Vec<(u64, usize)>>,
}

impl Picture {
    fn add(&mut self, entry: &Entry) {
        let tid = self.thread(&entry.thread);
        if self.slices[tid].last().is_some_and(|(_, slice)| slice["cat"] == "wake") {
            self.close(tid, "some time before the next event");
        }
        let fetch = format!("fetch {}", entry.url.as_deref().unwrap_or_default());
        let name = |task| self.tasks.get(task).cloned().unwrap_or_else(|| format!("task {task}"));
        match &entry.event {
            Event::Blocked { on } => self.open(tid, "block", format!("waits for {on}"), entry),
            Event::Parked { .. } => self.open(tid, "park", "waits for events".into(), entry),
            Event::Called { callback } => self.open(tid, "call", format!("callback {callback}"), entry),
            Event::Polled { task } => {
                self.open(tid, "poll", format!("polls {}", name(task)), entry);
                for (at, waker) in self.wakes.remove(task).unwrap_or_default() {
                    // An id counts in all processes.
                    let id = format!("0x{:x}{at:014x}", self.pid);
                    let arrow = |ph, tid| json!({ "ph": ph, "tid": tid, "id": id, "cat": "wake", "name": "wake", "bp": "e" });
                    self.push(at, arrow("s", waker));
                    self.push(self.now, arrow("f", tid));
                }
            }
            Event::Woken { task, .. } => {
                self.open(tid, "wake", format!("wakes {}", name(task)), entry);
                self.wakes.entry(*task).or_default().push((self.now, tid));
            }
            Event::Unblocked | Event::Unparked | Event::Returned { .. } => self.close(tid, "returns"),
            Event::Pending { .. } => self.close(tid, "Pending"),
            Event::Ready { .. } => self.close(tid, "Ready"),
            Event::Panicked { .. } => self.close(tid, "a panic"),
            Event::Made { task, name } => {
                self.tasks.insert(*task, format!("{name} {task}"));
                self.begin(format!("task {task}"), &format!("{name} {task}"), entry);
            }
            Event::Dropped { task } => self.finish(&format!("task {task}"), 0),
            Event::Registered { callback: id } => {
                self.begin(format!("callback {id}"), &format!("callback {id}"), entry)
            }
            Event::Removed { callback } => self.finish(&format!("callback {callback}"), 0),
            Event::Started => self.begin(fetch.clone(), &fetch, entry),
            Event::Entered { phase, .. } => {
                self.finish(&fetch, 1);
                self.begin(fetch, phase, entry);
            }
            Event::Done { target, .. } => self.finish(&format!("fetch {target}"), 0),
            Event::Interrupted
            | Event::Put { .. }
            | Event::Armed { .. }
            | Event::Cloned { .. }
            | Event::Released { .. } => {}
        }
    }

    /// Returns the number of a thread.
    fn thread(&mut self, name: &str) -> usize {
        let next = self.threads.len();
        let tid = *self.threads.entry(name.to_owned()).or_insert(next);
        if tid == next {
            self.slices.push(Vec::new());
            self.push(0, json!({ "ph": "M", "tid": tid, "name": "thread_name", "args": { "name": name } }));
        }
        tid
    }

    fn open(&mut self, tid: usize, cat: &str, name: String, entry: &Entry) {
        let slice = json!({ "ph": "X", "tid": tid, "cat": cat, "name": name, "args": args(entry) });
        self.slices[tid].push((self.now, slice));
    }

    /// Closes the innermost slice of a thread.
    fn close(&mut self, tid: usize, end: &str) {
        let Some((start, mut slice)) = self.slices[tid].pop() else { return };
        let longest = if slice["cat"] == "wake" { WAKE } else { u64::MAX };
        slice["dur"] = micros((self.now - start).min(longest));
        slice["args"]["end"] = end.into();
        self.push(start, slice);
    }

    /// Begins a span, within those of its id that are open.
    fn begin(&mut self, key: String, name: &str, entry: &Entry) {
        let id = format!("{} {key}", self.pid);
        let mut span = json!({ "ph": "b", "cat": "life", "id": id, "name": name, "args": args(entry) });
        self.push(self.now, span.clone());
        span["ph"] = "e".into();
        self.spans.entry(key).or_default().push(span);
    }

    /// Ends the spans of an id, except for the first ones.
    fn finish(&mut self, key: &str, rest: usize) {
        let open = self.spans.get_mut(key).map(|open| open.split_off(rest.min(open.len())));
        for span in open.into_iter().flatten().rev() {
            self.push(self.now, span);
        }
    }

    fn push(&mut self, at: u64, mut event: Value) {
        (event["pid"], event["ts"]) = (self.pid.into(), micros(at));
        self.events.push((at, event));
    }

    /// Ends what is unfinished, and returns all events in the order of time.
    fn end(mut self) -> impl Iterator<Item = Value> {
        self.now += 1;
        for tid in 0..self.slices.len() {
            while !self.slices[tid].is_empty() {
                self.close(tid, "the trace ends");
            }
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
