//! Traces in Chrome's JSON format for <https://ui.perfetto.dev>: "Trace Event Format", the Chromium project.
//!
//! Polls, calls and waits are slices (`X`) of their thread, where they nest. Tasks, callbacks and fetches overlap, so the
//! life of each is a span (`b`, `e`) with an id, and the phases of a fetch are spans with its id. An arrow (`s`, `f`)
//! leads from a wake-up to the poll that follows. Perfetto binds it to the slices on top, so it stands behind these.

use common::trace::replay::Replay;
use common::trace::{Entry, Event, Place};
use serde_json::{Value, json};

use super::run::Run;
use super::spans::{OPEN, Span, spans, wakes};

/// How long a wake-up looks at most, in nanoseconds: no event says when the waker returns.
const WAKE: u64 = 1000;

/// Returns the text of the file. Each run is a process of its own, so that stages can be compared.
pub fn file(runs: &[Run]) -> String {
    let events: Vec<_> =
        runs.iter().zip(1..).flat_map(|(run, pid)| Process::new(run, pid).events()).collect();
    json!({ "displayTimeUnit": "ms", "traceEvents": events }).to_string()
}

struct Process<'a> {
    pid: u32,
    entries: &'a [Entry],
    /// When the entries are drawn, and the end, in nanoseconds.
    times: Vec<u64>,
    threads: Vec<&'a str>,
    names: Replay,
    /// What is drawn, by its order.
    events: Vec<((u64, u8, usize), Value)>,
}

impl<'a> Process<'a> {
    fn new(Run { name, entries }: &'a Run, pid: u32) -> Self {
        let (mut times, mut threads) = (Vec::<u64>::new(), Vec::new());
        for entry in entries {
            // Perfetto cannot nest two slices that begin at the same time.
            times.push(times.last().map_or(entry.at, |last| entry.at.max(last + 1)));
            if !threads.contains(&&*entry.thread) {
                threads.push(&*entry.thread);
            }
        }
        times.push(times.last().map_or(0, |last| last + 1));
        let names = Replay::after(entries);
        let mut process = Self { pid, entries, times, threads, names, events: Vec::new() };
        let meta = |name, of: &str| json!({ "ph": "M", "name": name, "args": { "name": of } });
        process.push((0, 0, 0), meta("process_name", name));
        for (tid, thread) in process.threads.clone().into_iter().enumerate() {
            let mut event = meta("thread_name", thread);
            event["tid"] = tid.into();
            process.push((0, 0, 1), event);
        }
        process
    }

    /// At one time, slices come first, and spans end, the innermost first, before others begin.
    fn push(&mut self, order: (u64, u8, usize), mut event: Value) {
        (event["pid"], event["ts"]) = (self.pid.into(), micros(order.0));
        self.events.push((order, event));
    }

    /// Returns the number of the thread of an entry.
    fn tid(&self, entry: usize) -> Option<usize> {
        self.threads.iter().position(|thread| *thread == self.entries[entry].thread)
    }

    fn slice(&mut self, from: usize, end: u64, cat: &str, how: &str) {
        let (start, entry) = (self.times[from], &self.entries[from]);
        let name = |task: &u64| self.names.name(*task);
        let name = match &entry.event {
            Event::Polled { task } => format!("polls {}", name(task)),
            Event::Woken { task, .. } => format!("wakes {}", name(task)),
            Event::Blocked { on } => format!("waits for {on}"),
            Event::Called { callback } => format!("callback {callback}"),
            _ => "waits for events".to_owned(),
        };
        let event = json!({ "ph": "X", "tid": self.tid(from), "dur": micros(end - start), "cat": cat, "name": name, "args": args(entry, how) });
        self.push((start, 1, 0), event);
    }

    fn span(&mut self, span: &Span, end: u64) {
        let entry = &self.entries[span.from];
        let name = match &entry.event {
            Event::Made { task, .. } => self.names.name(*task),
            Event::Entered { phase, .. } => phase.to_string(),
            _ => span.about.clone(),
        };
        let id = format!("{} {}", self.pid, span.about);
        let event =
            |ph| json!({ "ph": ph, "cat": "life", "id": id, "name": name, "args": args(entry, span.end) });
        self.push((self.times[span.from], 3, span.from), event("b"));
        self.push((end, 2, usize::MAX - span.from), event("e"));
    }

    fn arrow(&mut self, from: usize, to: usize) {
        // An id counts in all processes.
        let id = format!("0x{:x}{from:08x}", self.pid);
        for (ph, index) in [("s", from), ("f", to)] {
            let event = json!({ "ph": ph, "tid": self.tid(index), "id": id, "cat": "wake", "name": "wake", "bp": "e" });
            self.push((self.times[index], 4, 0), event);
        }
    }

    /// Returns all events in the order of time.
    fn events(mut self) -> Vec<Value> {
        for span in spans(self.entries) {
            let end = if span.end == OPEN { self.times[self.entries.len()] } else { self.times[span.to] };
            match span.kind {
                "life" | "phase" => self.span(&span, end),
                "poll" | "call" | "blocked" | "sleeps" => self.slice(span.from, end, span.kind, span.end),
                _ => {}
            }
        }
        for (from, to) in wakes(self.entries) {
            let end = self.times[from + 1].min(self.times[from] + WAKE);
            self.slice(from, end, "wake", "some time before the next event");
            to.into_iter().for_each(|to| self.arrow(from, to));
        }
        self.events.sort_by_key(|(order, _)| *order);
        self.events.into_iter().map(|(_, event)| event).collect()
    }
}

/// Returns what a viewer shows of an entry: its URL, the calls in the workspace that led there, and how it ends.
fn args(entry: &Entry, end: &str) -> Value {
    let own = entry.places.iter().filter(|place| !place.file.is_empty());
    let stack = own.map(|Place { function, file, line }| format!("{file}:{line} {function}"));
    json!({ "url": entry.url, "stack": stack.collect::<Vec<_>>(), "end": end })
}

#[expect(clippy::cast_precision_loss, reason = "2^53 nanoseconds are 104 days")]
fn micros(nanoseconds: u64) -> Value {
    (nanoseconds as f64 / 1000.0).into()
}
