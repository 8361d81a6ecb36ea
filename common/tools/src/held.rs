//! [`Hold`]: holds this thread, wherever it will be a moment later, until another one has acted: [`while_held`].
//!
//! It finds a wake-up that is lost between a look and a wait: a few instructions, which no other test meets.

use std::time::{Duration, Instant};
use std::{ffi::c_int, hint::spin_loop, sync::LazyLock, task::Poll, thread};

use nix::sys::signal::{SaFlags, SigAction, SigEvent, SigHandler, SigSet, SigevNotify, Signal, sigaction};
use nix::sys::timer::{Expiration, Timer, TimerSetTimeFlags};
use nix::time::ClockId;
use nix::unistd::gettid;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::io::{read, retry_on_intr, write};
use rustix::pipe::{PipeFlags, pipe_with};

use crate::future::numbered;

/// The longest that a thread is held: it may have a lock that the other one waits for.
const LONGEST: Timespec = Timespec { tv_sec: 0, tv_nsec: 1_000_000 };

/// A timer comes late by about so much.
const LEAD: Duration = Duration::from_micros(3);

/// A byte in the first pipe says that the thread is held, and one in the second that it may go on.
static PIPES: LazyLock<[(OwnedFd, OwnedFd); 2]> = LazyLock::new(|| {
    [PipeFlags::empty(), PipeFlags::NONBLOCK]
        .map(|flags| pipe_with(flags | PipeFlags::CLOEXEC).expect("a pipe"))
});

/// Holds this thread.
#[derive(Debug)]
pub struct Hold(Timer);

impl Hold {
    /// Prepares it for this thread. Only one thread of a process may do so at a time.
    pub fn this_thread() -> Hold {
        LazyLock::force(&PIPES);
        let action = SigAction::new(SigHandler::Handler(hold), SaFlags::empty(), SigSet::empty());
        // SAFETY: `hold` takes no lock and no memory. It makes system calls.
        #[allow(unsafe_code)]
        unsafe { sigaction(Signal::SIGUSR1, &action) }.expect("this signal may have a handler");
        let thread_id = gettid().as_raw();
        let notify = SigevNotify::SigevThreadId { signal: Signal::SIGUSR1, thread_id, si_value: 0 };
        Hold(Timer::new(ClockId::CLOCK_MONOTONIC, SigEvent::new(notify)).expect("the system has a timer"))
    }

    /// Holds the thread once, soon: at another moment for each `number`, from a little before this returns to 7 µs after it. A
    /// system call in which the thread waits then returns `Interrupted`.
    pub fn soon(&mut self, number: usize) {
        let begin = Instant::now();
        let delay = Duration::from_nanos(1 + number as u64 * 20 % 10_000);
        self.0.set(Expiration::OneShot(delay.into()), TimerSetTimeFlags::empty()).expect("it is a time");
        while begin.elapsed() < LEAD {
            spin_loop();
        }
    }
}

/// Waits until a thread is held, acts, and lets it go on.
pub fn while_held(act: impl FnOnce()) {
    let [(is_held, _), (_, may_go_on)] = &*PIPES;
    retry_on_intr(|| read(is_held, &mut [0])).expect("both ends are open");
    act();
    write(may_go_on, &[0]).expect("it has room");
}

/// Returns a future that another thread wakes once after each of its polls, and that ends after so many. Each time, this thread is
/// held a moment later: all within the time from a poll to the next park.
pub fn woken_while_held(polls: usize) -> impl Future<Output = ()> {
    let mut hold = Hold::this_thread();
    numbered(move |number, waker| {
        if number > polls {
            return Poll::Ready(());
        }
        let waker = waker.clone();
        thread::spawn(move || while_held(|| waker.wake()));
        hold.soon(number);
        Poll::Pending
    })
}

extern "C" fn hold(_signal: c_int) {
    let [(_, is_held), (may_go_on, _)] = &*PIPES;
    // One that came too late for an earlier hold.
    while read(may_go_on, &mut [0]).is_ok() {}
    let _ = write(is_held, &[0]);
    let _ = poll(&mut [PollFd::new(may_go_on, PollFlags::IN)], Some(&LONGEST));
}
