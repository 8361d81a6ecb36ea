//! [`Hold`]: holds this thread, wherever it will be a moment later, until another one has acted: [`while_held`].
//!
//! It finds a wake-up that is lost between a look and a wait: a few instructions, which no other test meets.

use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{LazyLock, OnceLock};
use std::time::Duration;
use std::{ffi::c_int, hint::spin_loop, task::Poll, thread};

use nix::sys::signal::{SaFlags, SigAction, SigEvent, SigHandler, SigSet, SigevNotify, Signal, sigaction};
use nix::sys::timer::{Expiration, Timer, TimerSetTimeFlags};
use nix::time::ClockId;
use nix::unistd::gettid;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::io::{read, retry_on_intr, write};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::time::clock_gettime;

use crate::future::numbered;

/// The longest that a thread is held: it may have a lock that the other one waits for.
const LONGEST: Timespec = Timespec { tv_sec: 0, tv_nsec: 1_000_000 };

/// How late a timer comes, in nanoseconds: 3 µs on some machines, and ten times as much on virtual ones.
static LATENESS: OnceLock<u64> = OnceLock::new();

/// When a signal came whose lateness is measured, in nanoseconds; `NONE` before that, and `NOT_MEASURED` otherwise.
static CAME_AT: AtomicU64 = AtomicU64::new(NOT_MEASURED);
const NONE: u64 = 0;
const NOT_MEASURED: u64 = u64::MAX;

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
        let mut hold = Hold(
            Timer::new(ClockId::CLOCK_MONOTONIC, SigEvent::new(notify)).expect("the system has a timer"),
        );
        LATENESS.get_or_init(|| hold.lateness());
        hold
    }

    /// Measures how late the timer comes. Nothing is held meanwhile.
    fn lateness(&mut self) -> u64 {
        let mut measured = [(); 31].map(|()| {
            CAME_AT.store(NONE, SeqCst);
            let begin = now();
            self.set(1);
            while CAME_AT.load(SeqCst) == NONE {
                spin_loop();
            }
            CAME_AT.load(SeqCst) - begin
        });
        CAME_AT.store(NOT_MEASURED, SeqCst);
        measured.sort_unstable();
        measured[measured.len() / 2]
    }

    /// Holds the thread once, soon: at another moment for each `number`, from about when this returns to 50 µs after it. A system
    /// call in which the thread waits then returns `Interrupted`.
    ///
    /// However many numbers there are, their moments are spread over all this time: the step is its golden section.
    pub fn soon(&mut self, number: usize) {
        let begin = now();
        self.set(1 + number as u64 * 30_901 % 50_000);
        let lateness = *LATENESS.get().expect("`this_thread` has measured it");
        while now() - begin < lateness {
            spin_loop();
        }
    }

    fn set(&mut self, nanoseconds: u64) {
        let delay = Expiration::OneShot(Duration::from_nanos(nanoseconds).into());
        self.0.set(delay, TimerSetTimeFlags::empty()).expect("it is a time");
    }
}

/// Returns the time of the clock, in nanoseconds.
fn now() -> u64 {
    let time = clock_gettime(rustix::time::ClockId::Monotonic);
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

/// Waits until a thread is held, acts, and lets it go on.
pub fn while_held(act: impl FnOnce()) {
    let [(is_held, _), (_, may_go_on)] = &*PIPES;
    retry_on_intr(|| read(is_held, &mut [0])).expect("both ends are open");
    act();
    write(may_go_on, &[0]).expect("it has room");
}

/// Returns a future that another thread wakes once after each of its polls, and that ends after so many. Each time, this thread is
/// held a moment later: somewhere from a poll to the next park.
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
    // One whose lateness is measured.
    if CAME_AT.load(SeqCst) != NOT_MEASURED {
        return CAME_AT.store(now(), SeqCst);
    }
    let [(_, is_held), (may_go_on, _)] = &*PIPES;
    // One that came too late for an earlier hold.
    while read(may_go_on, &mut [0]).is_ok() {}
    let _ = write(is_held, &[0]);
    let _ = poll(&mut [PollFd::new(may_go_on, PollFlags::IN)], Some(&LONGEST));
}
