//! Traces in Chrome's JSON format for <https://ui.perfetto.dev>: "Trace Event Format", the Chromium project.
//!
//! Polls, calls and waits are slices (`X`) of their thread, where they nest. Tasks, callbacks and fetches overlap, so the
//! life of each is a span (`b`, `e`) with an id, and the phases of a fetch are spans with its id. An arrow (`s`, `f`)
//! leads from a wake-up to the poll that follows. Perfetto binds it to the slices on top, so it stands behind these.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;

use common::trace::{Entry, Event, Place};
use serde_json::{Value, json};

use super::run::Run;

/// How long a wake-up looks at most, in nanoseconds: no event says when the waker returns.
const WAKE: u64 = 1000;

/// Returns the text of the file. Each run is a process of its own, so that stages can be compared.
pub fn file(runs: &[Run]) -> String {
    let mut lines = Vec::new();
    for (run, pid) in runs.iter().zip(1..) {
        let mut picture = Picture { pid, ..Picture::default() };
        let mut now = 0;
        for entry in &run.entries {
            // Perfetto cannot nest two slices that begin at the same time.
            now = entry.at.max(now + 1);
            picture.add(entry, now);
        }
        lines.extend(picture.end(now + 1, &run.name));
    }
    format!("{{\"displayTimeUnit\": \"ms\", \"traceEvents\": [\n{}\n]}}\n", lines.join(",\n"))
}

/// A kind of slice, and the number of the task or callback.
type Key = (&'static str, u64);

struct Slice {
    key: Key,
    start: u64,
    name: String,
    args: Value,
}

#[derive(Default)]
struct Picture<'a> {
    pid: u32,
    /// The events and their times in nanoseconds, in no order yet.
    events: Vec<(u64, Value)>,
    /// The number of each thread, and its open slices, the innermost last.
    threads: HashMap<&'a str, (usize, Vec<Slice>)>,
    /// The names of the open spans of an id, the innermost last.
    spans: BTreeMap<(&'static str, String), Vec<String>>,
    tasks: HashMap<u64, &'a str>,
    /// The wake-ups of a task since its last poll: times and threads.
    wakes: HashMap<u64, Vec<(u64, usize)>>,
}

impl<'a> Picture<'a> {
    fn add(&mut self, entry: &'a Entry, now: u64) {
        let thread = &*entry.thread;
        self.close(thread, now, ("wake", 0), Value::Null);
        let url = entry.url.as_deref().unwrap_or_default();
        let args = json!({ "url": url, "stack": stack(&entry.places) });
        match &entry.event {
            Event::Blocked { on } => self.open(thread, now, ("block", 0), format!("waits for {on}"), args),
            Event::Unblocked => self.close(thread, now, ("block", 0), Value::Null),
            Event::Parked { .. } => self.open(thread, now, ("park", 0), "waits for events".into(), args),
            Event::Unparked => self.close(thread, now, ("park", 0), Value::Null),
            Event::Called { callback } => {
                self.open(thread, now, ("call", *callback), format!("callback {callback}"), args);
            }
            Event::Returned { callback } => self.close(thread, now, ("call", *callback), Value::Null),
            Event::Polled { task } => self.polled(thread, now, *task),
            Event::Pending { task } => self.close(thread, now, ("poll", *task), "Pending".into()),
            Event::Ready { task } => self.close(thread, now, ("poll", *task), "Ready".into()),
            Event::Panicked { task } => self.close(thread, now, ("poll", *task), "a panic".into()),
            Event::Woken { task, .. } => {
                let name = format!("wakes {}", self.task(*task));
                self.open(thread, now, ("wake", 0), name, args);
                let number = self.threads[thread].0;
                self.wakes.entry(*task).or_default().push((now, number));
            }
            Event::Made { task, name } => {
                self.tasks.insert(*task, name);
                self.begin(now, "task", task, self.task(*task), args);
            }
            Event::Dropped { task } => self.finish(now, "task", task, 0),
            Event::Registered { callback } => {
                self.begin(now, "callback", callback, format!("callback {callback}"), args);
            }
            Event::Removed { callback } => self.finish(now, "callback", callback, 0),
            Event::Started => self.begin(now, "fetch", url, url.into(), args),
            Event::Entered { phase, .. } => {
                self.finish(now, "fetch", url, 1);
                self.begin(now, "fetch", url, phase.to_string(), args);
            }
            Event::Done { target, .. } => self.finish(now, "fetch", target, 0),
            Event::Put { .. } | Event::Armed { .. } | Event::Cloned { .. } | Event::Released { .. } => {}
        }
    }

    /// Returns the name of a task.
    fn task(&self, task: u64) -> String {
        format!("{} {task}", self.tasks.get(&task).unwrap_or(&"task"))
    }

    fn polled(&mut self, thread: &'a str, now: u64, task: u64) {
        self.open(thread, now, ("poll", task), format!("polls {}", self.task(task)), json!({}));
        let number = self.threads[thread].0;
        for (at, waker) in self.wakes.remove(&task).unwrap_or_default() {
            // An arrow's id counts in all processes.
            let id = format!("0x{:x}{at:014x}", self.pid);
            for (at, tid, ph) in [(at, waker, "s"), (now, number, "f")] {
                self.push(
                    at,
                    json!({ "ph": ph, "tid": tid, "id": id, "cat": "wake", "name": "wake", "bp": "e" }),
                );
            }
        }
    }

    /// Opens a slice.
    fn open(&mut self, thread: &'a str, start: u64, key: Key, name: String, args: Value) {
        let number = self.threads.len() + 1;
        self.threads.entry(thread).or_insert((number, Vec::new())).1.push(Slice { key, start, name, args });
    }

    /// Closes a slice, and what is still open within it, if it is open at all.
    fn close(&mut self, thread: &str, now: u64, key: Key, returns: Value) {
        let Some((tid, open)) = self.threads.get_mut(thread) else { return };
        let Some(index) = open.iter().rposition(|slice| slice.key == key) else { return };
        let (tid, closed) = (*tid, open.split_off(index));
        for Slice { key, start, name, mut args } in closed {
            let end = if key.0 == "wake" { now.min(start + WAKE) } else { now };
            if !returns.is_null() {
                args["returns"] = returns.clone();
            }
            let (ph, dur) = ("X", micros(end - start));
            self.push(
                start,
                json!({ "ph": ph, "tid": tid, "dur": dur, "cat": key.0, "name": name, "args": args }),
            );
        }
    }

    /// Begins a span, within those of its id that are open.
    fn begin(&mut self, now: u64, cat: &'static str, id: impl Display, name: String, args: Value) {
        let id = format!("{} {id}", self.pid);
        self.push(now, json!({ "ph": "b", "cat": cat, "id": id, "name": name, "args": args }));
        self.spans.entry((cat, id)).or_default().push(name);
    }

    /// Ends the spans of an id, except for the first ones.
    fn finish(&mut self, now: u64, cat: &'static str, id: impl Display, rest: usize) {
        let id = format!("{} {id}", self.pid);
        let spans = self.spans.get_mut(&(cat, id.clone())).map(|open| open.split_off(rest.min(open.len())));
        for name in spans.into_iter().flatten().rev() {
            self.push(now, json!({ "ph": "e", "cat": cat, "id": id, "name": name }));
        }
    }

    fn push(&mut self, at: u64, mut event: Value) {
        event["pid"] = self.pid.into();
        event["ts"] = micros(at);
        self.events.push((at, event));
    }

    /// Ends what is unfinished, and returns all events in the order of time.
    fn end(mut self, now: u64, name: &str) -> impl Iterator<Item = String> {
        for thread in self.threads.keys().copied().collect::<Vec<_>>() {
            while let Some(key) = self.threads[thread].1.first().map(|slice| slice.key) {
                self.close(thread, now, key, "not at the end of the trace".into());
            }
        }
        for ((cat, id), open) in std::mem::take(&mut self.spans) {
            for name in open.into_iter().rev() {
                self.push(now, json!({ "ph": "e", "cat": cat, "id": id, "name": name }));
            }
        }
        self.events.sort_by_key(|(at, event)| (*at, event["ph"] != "X"));
        let named = |what, tid, name| json!({ "ph": "M", "pid": self.pid, "tid": tid, "name": what, "args": { "name": name } });
        let mut names = vec![named("process_name", 0, name)];
        names.extend(self.threads.iter().map(|(name, (tid, _))| named("thread_name", *tid, name)));
        names
            .into_iter()
            .chain(self.events.into_iter().map(|(_, event)| event))
            .map(|event| event.to_string())
    }
}

/// Returns the calls in the workspace.
fn stack(places: &[Place]) -> Vec<String> {
    let own = places.iter().filter(|place| !place.file.is_empty());
    own.map(|Place { function, file, line }| format!("{file}:{line} {function}")).collect()
}

#[expect(clippy::cast_precision_loss, reason = "2^53 nanoseconds are 104 days")]
fn micros(nanoseconds: u64) -> Value {
    (nanoseconds as f64 / 1000.0).into()
}
