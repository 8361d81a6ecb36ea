//! The trace that Perfetto and Chrome's `about:tracing` read.

use std::time::Duration;

use super::Run;

impl Run {
    /// Returns the recording as Chrome's trace JSON. A poll is a slice of the thread, a task's life is a slice of its own,
    /// and a wake-up is an instant.
    pub fn trace(&self) -> String {
        let polls = self.polls.iter().map(|polled| {
            let result = if polled.is_ready { "Ready" } else { "Pending" };
            let (at, lasts) = (micros(polled.begins_at), micros(polled.ends_at - polled.begins_at));
            let rest = format!(r#""dur":{lasts},"args":{{"result":"{result}"}}"#);
            event("X", "poll", &format!("poll {}", self.tasks[polled.task].name), at, &rest)
        });
        let wakes = self.wakes.iter().map(|woken| {
            let name = format!("wake {}", self.tasks[woken.task].name);
            event("i", "wake", &name, micros(woken.at), r#""s":"t""#)
        });
        let lives = self.tasks.iter().enumerate().flat_map(|(task, recorded)| {
            let id = format!(r#""id":{task}"#);
            let ends = self.ends_at(task).map(|at| event("e", "task", recorded.name, micros(at), &id));
            [Some(event("b", "task", recorded.name, micros(recorded.made_at), &id)), ends]
        });
        let events: Vec<_> = lives.flatten().chain(polls).chain(wakes).collect();
        format!("{{\"traceEvents\":[\n{}\n]}}\n", events.join(",\n"))
    }

    /// Returns the end of the poll that returned `Ready`.
    fn ends_at(&self, task: usize) -> Option<Duration> {
        let last = self.polls.iter().find(|polled| polled.task == task && polled.is_ready)?;
        Some(last.ends_at)
    }
}

/// Writes an event. All of them happen on one thread of one process.
fn event(phase: &str, category: &str, name: &str, at: f64, rest: &str) -> String {
    format!(r#"{{"ph":"{phase}","cat":"{category}","name":"{name}","pid":1,"tid":1,"ts":{at},{rest}}}"#)
}

fn micros(time: Duration) -> f64 {
    time.as_nanos() as f64 / 1000.0
}
