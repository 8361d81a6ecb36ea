//! Traces in Chrome's JSON format for <https://ui.perfetto.dev>: "Trace Event Format", the Chromium project.
//!
//! Polls, calls and waits are slices (`X`) of their thread, where they nest. Tasks, callbacks and fetches overlap, so the
//! life of each is a span (`b`, `e`) with an id, and the phases of a fetch are spans with its id. An arrow (`s`, `f`)
//! leads from a wake-up to the poll that follows. Perfetto binds it to the slices on top, so it stands behind these.

use common::trace::replay::Replay;
use common::trace::{Entry, Event, Place};
use serde_json::{Value, json};

use super::run::Run;
use super::spans::{OPEN, Span, spans};

/// How long a wake-up looks at most, in nanoseconds: no event says when the waker returns.
const WAKE: u64 = 1000;

/// Returns the text of the file. Each run is a process of its own, so that stages can be compared.
pub fn file(runs: &[Run]) -> String {
    let events = runs.iter().zip(1_u32..).flat_map(|(run, pid)| {
        let mut events = Process::new(&run.entries, pid).events(&run.name);
        events.sort_by_key(|(order, _)| *order);
        events.into_iter().map(move |((time, ..), mut event)| {
            (event["pid"], event["ts"]) = (pid.into(), micros(time));
            event
        })
    });
    json!({ "displayTimeUnit": "ms", "traceEvents": events.collect::<Vec<_>>() }).to_string()
}

/// What is drawn, with its order. At one time, slices come first, and spans end, the innermost first, before others begin.
type Drawn = ((u64, u8, usize), Value);

struct Process<'a> {
    pid: u32,
    entries: &'a [Entry],
    /// When the entries are drawn, and the end, in nanoseconds.
    times: Vec<u64>,
    threads: Vec<&'a str>,
    names: Replay,
}

impl<'a> Process<'a> {
    fn new(entries: &'a [Entry], pid: u32) -> Self {
        let (mut times, mut threads) = (Vec::<u64>::new(), Vec::new());
        for entry in entries {
            // Perfetto cannot nest two slices that begin at the same time.
            times.push(times.last().map_or(entry.at, |last| entry.at.max(last + 1)));
            if !threads.contains(&&*entry.thread) {
                threads.push(&*entry.thread);
            }
        }
        times.push(times.last().map_or(0, |last| last + 1));
        Self { pid, entries, times, threads, names: Replay::after(entries) }
    }

    /// Returns the number of the thread of an entry.
    fn tid(&self, entry: usize) -> Option<usize> {
        self.threads.iter().position(|thread| *thread == self.entries[entry].thread)
    }

    fn slice(&self, from: usize, end: u64, cat: &str, how: &str) -> Drawn {
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
        ((start, 1, 0), event)
    }

    fn span(&self, span: &Span, end: u64) -> [Drawn; 2] {
        let entry = &self.entries[span.from];
        let name = match &entry.event {
            Event::Made { task, .. } => self.names.name(*task),
            Event::Entered { phase, .. } => phase.to_string(),
            _ => span.about.clone(),
        };
        let id = format!("{} {}", self.pid, span.about);
        let event =
            |ph| json!({ "ph": ph, "cat": "life", "id": id, "name": name, "args": args(entry, span.end) });
        [((self.times[span.from], 3, span.from), event("b")), ((end, 2, usize::MAX - span.from), event("e"))]
    }

    fn arrow(&self, from: usize, to: usize) -> [Drawn; 2] {
        // An id counts in all processes.
        let id = format!("0x{:x}{from:08x}", self.pid);
        [("s", from), ("f", to)].map(|(ph, index)| {
            let event = json!({ "ph": ph, "tid": self.tid(index), "id": id, "cat": "wake", "name": "wake", "bp": "e" });
            ((self.times[index], 4, usize::MAX - from), event)
        })
    }

    fn events(&self, name: &str) -> Vec<Drawn> {
        let named = |what, name: &str| json!({ "ph": "M", "name": what, "args": { "name": name } });
        let mut events = vec![((0, 0, 0), named("process_name", name))];
        for (tid, thread) in self.threads.iter().enumerate() {
            let mut event = named("thread_name", thread);
            event["tid"] = tid.into();
            events.push(((0, 0, 1), event));
        }
        for span in spans(self.entries) {
            let end = if span.end == OPEN { self.times[self.entries.len()] } else { self.times[span.to] };
            match span.kind {
                "life" | "phase" => events.extend(self.span(&span, end)),
                "poll" | "call" | "blocked" | "sleeps" => {
                    events.push(self.slice(span.from, end, span.kind, span.end));
                }
                "wake" => {
                    let end = self.times[span.from + 1].min(self.times[span.from] + WAKE);
                    events.push(self.slice(span.from, end, span.kind, "some time before the next event"));
                    if span.end == "polled" {
                        events.extend(self.arrow(span.from, span.to));
                    }
                }
                _ => {}
            }
        }
        events
    }
}

/// Returns what a viewer shows of an entry: its URL, the calls in the workspace that led there, and how it ends.
fn args(entry: &Entry, end: &str) -> Value {
    let own = entry.places.iter().filter(|place| !place.file.is_empty());
    let stack = own.map(|Place { function, file, line }| format!("{file}:{line} {function}"));
    json!({ "url": entry.url, "stack": stack.collect::<Vec<_>>(), "end": end })
}

fn micros(nanoseconds: u64) -> Value {
    (nanoseconds as f64 / 1000.0).into()
}
