//! [`AtomicState`]: what a task does, so that two threads never poll it at once.

use std::sync::atomic::Ordering::SeqCst;

// The type of `std`; tests/schedules puts another one in its place.
use crate::sync::AtomicU8;

/// What a task does.
#[derive(Clone, Copy, PartialEq)]
enum State {
    /// It waits to be woken: it is not in the queue, and no thread polls it.
    Idle,
    /// It is in the queue, or was taken from it for a poll that has yet to begin.
    Queued,
    /// A thread polls it.
    Running,
    /// A thread polls it, and it was woken after that poll began.
    Woken,
}

/// The state of a task. All threads share it.
pub struct AtomicState(AtomicU8);

impl AtomicState {
    /// Makes the state of a task that waits to be woken.
    pub fn new() -> AtomicState {
        AtomicState(AtomicU8::new(State::Idle as u8))
    }

    /// Puts the task into the state `next(before)`, and returns the state before, in one step.
    fn step(&self, next: impl Fn(State) -> State) -> State {
        let next = |now| Some(next(State::from(now)) as u8);
        // It asks again if another thread changes the number meanwhile, and never fails, because `next` always has an answer.
        let (Ok(before) | Err(before)) = self.0.fetch_update(SeqCst, SeqCst, next);
        State::from(before)
    }

    /// Notes a wake-up. Returns whether the task must be put into the queue.
    pub fn wake(&self) -> bool {
        let before = self.step(|before| match before {
            State::Idle | State::Queued => State::Queued,
            State::Running | State::Woken => State::Woken,
        });
        before == State::Idle
    }

    /// Notes that a thread has taken the task from the queue. Call it directly before the poll.
    pub fn begin_poll(&self) {
        self.step(|_| State::Running);
    }

    /// Notes that the poll has ended, and the task is not done. Returns whether the task must be put into the queue.
    pub fn end_poll(&self) -> bool {
        let before = self.step(|before| if before == State::Woken { State::Queued } else { State::Idle });
        before == State::Woken
    }
}

impl From<u8> for State {
    fn from(number: u8) -> State {
        [State::Idle, State::Queued, State::Running, State::Woken][usize::from(number)]
    }
}
