//! Traces in Chrome's JSON format for <https://ui.perfetto.dev>: "Trace Event Format", the Chromium project.
//!
//! Polls, calls and waits are slices (`X`) of their thread, where they nest. Tasks, callbacks and fetches
//! overlap, so the life of each is a span (`b`, `e`) with an id, and the phases of a fetch are spans with its
//! id. An arrow (`s`, `f`) leads from a wake-up to the poll that follows. Perfetto binds it to the slices on
//! top, so it stands behind these.

use serde_json::{Value, json};
use trace::replay::Replay;
use trace::{Call, Entry, Event, Event::*};

use super::lanes::{OPEN, Span, spans};
use super::recording::Recording;

/// Returns the text of the file. Each run is a process of its own, so that stages can be compared.
pub fn file(runs: &[Recording]) -> String {
    let events = runs.iter().zip(1..).flat_map(|(run, pid)| Process::new(run, pid).events());
    json!({ "displayTimeUnit": "ms", "traceEvents": events.collect::<Vec<_>>() }).to_string()
}

/// The order of what is drawn at one time, by its sign: slices come first, and spans end before others begin.
const ORDER: &str = "MXebsf";

/// How long a wake-up looks at most, in nanoseconds: no event says when the waker returns.
const WAKE: u64 = 1000;

struct Process<'a> {
    pid: u32,
    run: &'a Recording,
    /// When the entries are drawn, and the end, in nanoseconds.
    times: Vec<u64>,
    threads: Vec<&'a str>,
    names: Replay,
}

impl<'a> Process<'a> {
    fn new(run: &'a Recording, pid: u32) -> Self {
        let (mut times, mut threads) = (Vec::<u64>::new(), Vec::new());
        for entry in &run.entries {
            // Perfetto cannot nest two slices that begin at the same time.
            times.push(times.last().map_or(entry.at, |last| entry.at.max(last + 1)));
            if !threads.contains(&&*entry.thread) {
                threads.push(&*entry.thread);
            }
        }
        times.push(times.last().map_or(0, |last| last + 1));
        Self { pid, run, times, threads, names: Replay::after(&run.entries) }
    }

    fn events(self) -> Vec<Value> {
        let named = |what, name| json!({ "ph": "M", "name": what, "args": { "name": name } });
        let mut events = vec![(0, named("process_name", &*self.run.name))];
        for (tid, thread) in self.threads.iter().enumerate() {
            events.push((0, named("thread_name", thread)));
            events[tid + 1].1["tid"] = tid.into();
        }
        // The innermost of those that end at one time comes first.
        events.extend(spans(&self.run.entries).iter().rev().flat_map(|span| self.drawn(span)));
        events.sort_by_key(|(time, event)| (*time, event["ph"].as_str().and_then(|sign| ORDER.find(sign))));
        let finished = |(time, mut event): (u64, Value)| {
            (event["pid"], event["ts"]) = (self.pid.into(), micros(time));
            event
        };
        events.into_iter().map(finished).collect()
    }

    fn drawn(&self, span: &Span) -> Vec<(u64, Value)> {
        let (from, start, entry) = (span.from, self.times[span.from], &self.run.entries[span.from]);
        let end = self.times[if span.end == OPEN { self.times.len() - 1 } else { span.to }];
        let (name, cat) = (self.name(span, &entry.event), span.kind);
        let tid = |entry: usize| self.threads.iter().position(|name| *name == self.run.entries[entry].thread);
        let slice = |end: u64, how| {
            let (args, dur) = (args(entry, how), micros(end - start));
            let event =
                json!({ "ph": "X", "tid": tid(from), "dur": dur, "cat": cat, "name": name, "args": args });
            (start, event)
        };
        let life = |ph| {
            let (id, args) = (format!("{} {}", self.pid, span.about), args(entry, span.end));
            json!({ "ph": ph, "cat": "life", "id": id, "name": name, "args": args })
        };
        // An id counts in all processes.
        let id = format!("0x{:x}{from:08x}", self.pid);
        let arrow = |ph, index: usize| {
            let event =
                json!({ "ph": ph, "tid": tid(index), "id": id, "cat": cat, "name": "wake", "bp": "e" });
            (self.times[index], event)
        };
        let woken = || slice(self.times[from + 1].min(start + WAKE), "some time before the next event");
        match span.kind {
            "life" | "phase" => vec![(start, life("b")), (end, life("e"))],
            "poll" | "call" | "blocked" | "sleeps" => vec![slice(end, span.end)],
            "wake" if span.end == "polled" => vec![woken(), arrow("s", from), arrow("f", span.to)],
            "wake" => vec![woken()],
            _ => Vec::new(),
        }
    }

    fn name(&self, span: &Span, first: &Event) -> String {
        let name = |task: &u64| self.names.name(*task);
        match first {
            Made { task, .. } => name(task),
            Polled { task } => format!("polls {}", name(task)),
            Woken { task, .. } => format!("wakes {}", name(task)),
            Blocked { on } => format!("waits for {on}"),
            Parked { .. } => "waits for events".to_owned(),
            Entered { phase, .. } => phase.to_string(),
            _ => span.about.clone(),
        }
    }
}

/// Returns what a viewer shows of an entry: its URL, the calls in the workspace that led there, and how it
/// ends.
fn args(entry: &Entry, end: &str) -> Value {
    let own = entry.calls.iter().filter(|place| !place.file.is_empty());
    let stack = own.map(|Call { function, file, line }| format!("{file}:{line} {function}"));
    json!({ "url": entry.url, "stack": stack.collect::<Vec<_>>(), "end": end })
}

fn micros(nanoseconds: u64) -> Value {
    (nanoseconds as f64 / 1000.0).into()
}
