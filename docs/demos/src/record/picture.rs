//! The picture of a run, as SVG: a lane for the reactor and for each task, on one time axis.

use std::time::Duration;

use super::{Polled, Run, Woken};

/// What all pictures of the book have in common: colours, lines and text.
const STYLE: &str = include_str!("picture.css");

/// Where the time axis begins and how long it is, in pixels.
const LEFT: f64 = 106.0;
const LENGTH: f64 = 508.0;

const LANE: f64 = 38.0;
const BAR: f64 = 18.0;

/// The distance of the lines of the grid.
const GRID: Duration = Duration::from_millis(20);

impl Run {
    /// Draws the recording.
    pub fn svg(&self) -> String {
        let bottom = lane(self.tasks.len()) + LANE / 2.0 + 8.0;
        let height = bottom + 112.0;
        let tasks: String = (0..self.tasks.len()).map(|task| self.task(task)).collect();
        let wakes: String = self.wakes.iter().map(|woken| self.wake(woken)).collect();
        let [about, grid, reactor, legend] =
            [self.about(), self.grid(bottom), self.reactor(), legend(bottom)];
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pic pic-recorded-run\" role=\"img\" width=\"640\" \
             viewBox=\"0 0 640 {height}\">\n{about}<style>\n\
             /* Recorded, not drawn: cargo run -q -p demos --bin recorded_run -- --svg */\n{STYLE}</style>\n\
             <rect class=\"paper\" width=\"640\" height=\"{height}\" rx=\"8\"/>\n\
             {grid}{reactor}{tasks}{wakes}{legend}</svg>\n"
        )
    }

    fn about(&self) -> String {
        let (tasks, polls, wakes) = (self.tasks.len(), self.polls.len(), self.wakes.len());
        let end = millis(self.end());
        format!(
            "<title>A recorded run: {tasks} tasks on one thread</title>\n\
             <desc>A lane for the reactor and for each task, over {end:.0} ms. In {polls} polls, no two overlap, because one thread \
             makes them all. After a poll that returns Pending, a task waits until the reactor wakes it, which happens \
             {wakes} times. Between the polls, the thread waits in the reactor.</desc>\n"
        )
    }

    /// Draws a line and its time for each period.
    fn grid(&self, bottom: f64) -> String {
        let lines = (0..).map(|period| GRID * period).take_while(|at| *at <= self.end());
        let lines = lines.map(|at| {
            let (x, time) = (self.x(at), at.as_millis());
            let line = line("line thin faint", (x, lane(0) - 14.0), (x, bottom));
            format!("{line}{}", text("small mid", (x, bottom + 16.0), &time.to_string()))
        });
        let unit = text("small end", (LEFT + LENGTH + 16.0, bottom + 16.0), "ms");
        lines.chain([unit]).collect()
    }

    /// Draws the reactor's lane: the thread waits there from the end of a poll to the next wake-up.
    fn reactor(&self) -> String {
        let waits = self.polls.iter().filter_map(|polled| {
            let next_poll = self.polls.iter().map(|next| next.begins_at).find(|at| *at >= polled.ends_at);
            let wake = self.wakes.iter().map(|woken| woken.at).find(|at| *at >= polled.ends_at)?;
            let waits = next_poll.is_none_or(|poll| wake < poll);
            waits.then(|| line("line b", (self.x(polled.ends_at), lane(0)), (self.x(wake), lane(0))))
        });
        let waits: String = waits.collect();
        text("b strong", (12.0, lane(0) + 5.0), "reactor") + &waits
    }

    /// Draws the lane of a task: its polls, and what is between them.
    fn task(&self, task: usize) -> String {
        let y = lane(task + 1);
        let mut lane = text("a strong", (12.0, y + 5.0), self.tasks[task].name);
        let mut queued_at = Some(self.tasks[task].made_at);
        for polled in self.polls.iter().filter(|polled| polled.task == task) {
            if let Some(at) = queued_at {
                lane += &line("line dash", (self.x(at), y), (self.x(polled.begins_at), y));
            }
            let woken = self.wakes.iter().find(|woken| woken.task == task && woken.at >= polled.begins_at);
            queued_at = woken.map(|woken| woken.at);
            if let (false, Some(at)) = (polled.is_ready, queued_at) {
                lane += &line("line thin", (self.x(polled.ends_at), y), (self.x(at), y));
            }
            lane += &self.poll(polled, y);
        }
        lane
    }

    fn poll(&self, polled: &Polled, y: f64) -> String {
        let (x, end) = (self.x(polled.begins_at), self.x(polled.ends_at));
        bar(polled.is_ready, (x, y), end - x)
    }

    /// Draws the arrow of a wake-up, from the reactor's lane to the task's.
    fn wake(&self, woken: &Woken) -> String {
        wake(self.x(woken.at), lane(0), lane(woken.task + 1) - BAR / 2.0 - 1.0)
    }

    fn end(&self) -> Duration {
        self.polls.iter().map(|polled| polled.ends_at).max().unwrap_or_default()
    }

    fn x(&self, at: Duration) -> f64 {
        LEFT + LENGTH * at.as_secs_f64() / self.end().as_secs_f64()
    }
}

/// Explains the parts, below the axis.
fn legend(bottom: f64) -> String {
    let rows = [bottom + 46.0, bottom + 70.0, bottom + 94.0];
    let [first, second] = [12.0, 300.0];
    let entry =
        |x: f64, y: f64, sample: String, meaning| sample + &text("small", (x + 40.0, y + 4.5), meaning);
    let across = |x: f64| (x, x + 32.0);
    let sample = |class, x: f64, y: f64| line(class, (across(x).0, y), (across(x).1, y));
    [
        entry(first, rows[0], bar(false, (first + 6.0, rows[0]), 20.0), "a poll that returns Pending"),
        entry(first, rows[1], bar(true, (first + 6.0, rows[1]), 20.0), "a poll that returns Ready"),
        entry(first, rows[2], wake(first + 16.0, rows[2] - 9.0, rows[2] + 9.0), "the reactor wakes the task"),
        entry(second, rows[0], sample("line thin", second, rows[0]), "the task waits: its waker is stored"),
        entry(second, rows[1], sample("line dash", second, rows[1]), "the task is in the ready queue"),
        entry(second, rows[2], sample("line b", second, rows[2]), "the thread waits in the reactor"),
    ]
    .concat()
}

/// Returns the middle of a lane. The first one is the reactor's.
fn lane(index: usize) -> f64 {
    28.0 + LANE * index as f64
}

/// Draws a poll. It is so long that it can be seen.
fn bar(is_ready: bool, (x, y): (f64, f64), length: f64) -> String {
    let class = if is_ready { "box a fill" } else { "box a" };
    let (top, length) = (y - BAR / 2.0, length.max(2.0));
    format!("<rect class=\"{class}\" x=\"{x:.1}\" y=\"{top:.1}\" width=\"{length:.1}\" height=\"{BAR}\"/>\n")
}

fn wake(x: f64, top: f64, tip: f64) -> String {
    let shaft = line("line c", (x, top), (x, tip - 8.0));
    format!("{shaft}<path class=\"head c\" d=\"M{x:.1} {tip:.1}l-5 -9h10z\"/>\n")
}

fn line(class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> String {
    format!("<path class=\"{class}\" d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\"/>\n")
}

fn text(class: &str, (x, y): (f64, f64), words: &str) -> String {
    format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{words}</text>\n")
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}
