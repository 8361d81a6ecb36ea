//! Records what an executor does with its tasks: every poll, and every wake-up. It wraps their futures and
//! their wakers, so the executor need not know.

mod picture;

use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::{Duration, Instant};

/// A recording under way. Its clones are the same recording.
#[derive(Clone)]
pub struct Recorder {
    start: Instant,
    run: Arc<Mutex<Run>>,
}

/// What was recorded. Each list is in the order of time.
#[derive(Clone, Debug, Default)]
pub struct Run {
    tasks: Vec<Recorded>,
    polls: Vec<Polled>,
    wakes: Vec<Woken>,
}

#[derive(Clone, Debug)]
struct Recorded {
    name: &'static str,
    made_at: Duration,
}

#[derive(Clone, Debug)]
struct Polled {
    /// The index of the task.
    task: usize,
    begins_at: Duration,
    ends_at: Duration,
    is_ready: bool,
}

#[derive(Clone, Debug)]
struct Woken {
    task: usize,
    at: Duration,
}

impl Recorder {
    /// Begins a recording, whose time 0 is `start`.
    pub fn new(start: Instant) -> Recorder {
        Recorder { start, run: Arc::default() }
    }

    /// Returns a future that does what `future` does, and is recorded under `name`.
    pub fn record<F: Future>(
        &self,
        name: &'static str,
        future: F,
    ) -> impl Future<Output = F::Output> + use<F> {
        let made_at = self.start.elapsed();
        let task = self.with(|run| {
            run.tasks.push(Recorded { name, made_at });
            run.tasks.len() - 1
        });
        RecordedFuture { task, future: Box::pin(future), recorder: self.clone() }
    }

    /// Returns what has been recorded.
    pub fn run(&self) -> Run {
        self.with(|run| run.clone())
    }

    fn with<T>(&self, action: impl FnOnce(&mut Run) -> T) -> T {
        action(&mut self.run.lock().unwrap())
    }
}

struct RecordedFuture<F> {
    task: usize,
    future: Pin<Box<F>>,
    recorder: Recorder,
}

impl<F: Future> Future for RecordedFuture<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        let (task, recorder) = (self.task, self.recorder.clone());
        let waker = RecordedWaker { task, recorder: recorder.clone(), waker: cx.waker().clone() };
        let begins_at = recorder.start.elapsed();
        let polled = self.future.as_mut().poll(&mut Context::from_waker(&Arc::new(waker).into()));
        let ends_at = recorder.start.elapsed();
        recorder.with(|run| run.polls.push(Polled { task, begins_at, ends_at, is_ready: polled.is_ready() }));
        polled
    }
}

/// The waker of a recorded task. It passes each wake-up on to the executor's waker.
struct RecordedWaker {
    task: usize,
    recorder: Recorder,
    waker: Waker,
}

impl Wake for RecordedWaker {
    fn wake(self: Arc<Self>) {
        let woken = Woken { task: self.task, at: self.recorder.start.elapsed() };
        // The lock is released before the executor's waker is called.
        self.recorder.with(|run| run.wakes.push(woken));
        self.waker.wake_by_ref();
    }
}

impl Run {
    /// Returns the events in order, a line for each, without their times.
    pub fn table(&self) -> String {
        let name = |task: usize| self.tasks[task].name;
        let woken = self.wakes.iter().map(|woken| (woken.at, format!("{} is woken", name(woken.task))));
        let polled = self.polls.iter().map(|polled| {
            let result = if polled.is_ready { "Ready" } else { "Pending" };
            (polled.begins_at, format!("{} is polled: {result}", name(polled.task)))
        });
        let mut events: Vec<_> = woken.chain(polled).collect();
        events.sort_by_key(|(at, _)| *at);
        let numbered = events.iter().zip(1..);
        numbered.map(|((_, event), number)| format!("{number:2}  {event}\n")).collect()
    }

    /// Returns how many wake-ups come directly after another one, without a poll in between.
    pub fn wakes_in_a_row(&self) -> usize {
        let between = |pair: &[Woken], polled: &Polled| (pair[0].at..pair[1].at).contains(&polled.begins_at);
        self.wakes.windows(2).filter(|pair| !self.polls.iter().any(|polled| between(pair, polled))).count()
    }
}
