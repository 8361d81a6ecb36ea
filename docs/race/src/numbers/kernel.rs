//! What the kernel is asked for: next to nothing, a thread, a process.

use std::env;
use std::io;
use std::process::{Command, Stdio};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use super::measure::{Takes, measure, measure_each};

/// The shortest way into the kernel and back: `getppid`, whose answer no library keeps.
#[cfg(unix)]
pub fn system_call() -> io::Result<Takes> {
    measure_each(u64::MAX, || {
        std::hint::black_box(std::os::unix::process::parent_id());
        Ok(())
    })
}

/// A short way into the kernel and back: a byte written to the device that takes everything.
#[cfg(not(unix))]
pub fn system_call() -> io::Result<Takes> {
    use std::io::Write;

    let mut null = std::fs::OpenOptions::new().write(true).open("NUL")?;
    measure_each(u64::MAX, || null.write_all(b"1"))
}

/// One thread wakes another, and sleeps: half of a rally between two.
pub fn switch_threads() -> io::Result<Takes> {
    measure(u64::MAX, |times| {
        let ball = Ball::default();
        thread::scope(|scope| {
            let other = thread::Builder::new().spawn_scoped(scope, || ball.play(Side::There, times + 1))?;
            // When the ball has come back, the other thread has started.
            ball.play(Side::Here, 1);
            ball.wait_at(Side::Here);
            let started = Instant::now();
            ball.play(Side::Here, times);
            ball.wait_at(Side::Here);
            let took = started.elapsed() / 2;
            // A panic of it has ended this thread's game, too, or else is passed on by the scope.
            drop(other);
            Ok(took)
        })
    })
}

/// A thread that has nothing to do.
pub fn spawn_thread() -> io::Result<Takes> {
    measure_each(u64::MAX, || {
        let thread = thread::Builder::new().spawn(|| {})?;
        thread.join().map_err(|_panic| io::Error::other("the thread panicked"))
    })
}

/// This program, which is told to end at once.
pub fn start_process() -> io::Result<Takes> {
    let program = env::current_exe()?;
    measure_each(u64::MAX, || {
        let mut command = Command::new(&program);
        command.args(["numbers", "--exit-at-once"]);
        let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
        if status.success() { Ok(()) } else { Err(io::Error::other(status.to_string())) }
    })
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Side {
    #[default]
    Here,
    There,
}

/// What two threads play with. The thread that does not have it sleeps.
#[derive(Default)]
struct Ball {
    side: Mutex<Side>,
    hit: Condvar,
}

impl Ball {
    /// Waits for the ball on this side, and hits it to the other, so many times.
    fn play(&self, side: Side, times: u32) {
        let other = if side == Side::Here { Side::There } else { Side::Here };
        for _ in 0..times {
            self.wait_at(side);
            *self.side.lock().unwrap_or_else(PoisonError::into_inner) = other;
            // The lock is released: the thread that wakes up would run into it.
            self.hit.notify_one();
        }
    }

    fn wait_at(&self, side: Side) {
        let now = self.side.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.hit.wait_while(now, |now| *now != side);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }
}
