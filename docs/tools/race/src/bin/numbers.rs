//! What a wait costs here, from a call to a connection: `cargo run --release -p race --bin numbers`.

use std::env;
use std::hint::black_box;
use std::io;
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use common::text::{count, time};
use stage3_futures::executor::Executor;
use test_tools::future::yield_now;

/// A thing is done in so many batches, each of which takes about this time. The median of the batches counts.
///
/// More would use up the addresses of loopback: each connection leaves one behind that rests for a minute.
const BATCHES: usize = 15;
const BATCH: Duration = Duration::from_millis(1);

fn main() -> io::Result<()> {
    // With an argument, this is the process that is measured.
    if env::args().len() > 1 {
        return Ok(());
    }
    println!("{:<37}  {:>6}  {:>14}", "", "takes", "function calls");
    let (mutex, this) = (Mutex::new(()), env::current_exe()?);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let call = call()?;
    let print = |name: &str, takes: f64| {
        println!("{name:<37}  {:>6}  {:>14}", time(takes), count(takes / call));
    };
    print("call a function", call);
    print("wake a task, and poll it", median(wake_and_poll)?);
    print("lock a free mutex, and unlock it", each(|| Ok(mutex.lock().is_ok()))?);
    print("a system call", each(system_call)?);
    print("switch to another thread", median(switch_threads)?);
    print("spawn a thread, and join it", each(|| Ok(thread::spawn(|| {}).join().is_ok()))?);
    print("start a process, and wait for its end", each(|| Command::new(&this).arg("end").status())?);
    let connect = || Ok((TcpStream::connect(listener.local_addr()?)?, listener.accept()?));
    print("loopback: connect, accept and close", each(connect)?);
    Ok(())
}

/// Measures a thing that `batch` does as often as it is told. It returns how long that took.
fn median(mut batch: impl FnMut(u32) -> io::Result<Duration>) -> io::Result<f64> {
    // The batches that find the size come first, when caches are cold: they do not count.
    let mut times = 1;
    while batch(times)? < BATCH {
        times *= 2;
    }
    let mut results = Vec::new();
    while results.len() < BATCHES {
        results.push(batch(times)?.as_secs_f64() * 1e9 / f64::from(times));
    }
    results.sort_by(f64::total_cmp);
    Ok(results[BATCHES / 2])
}

/// Measures an action that needs nothing to be prepared.
fn each<T>(mut action: impl FnMut() -> io::Result<T>) -> io::Result<f64> {
    median(|times| {
        let started = Instant::now();
        for _ in 0..times {
            black_box(action()?);
        }
        Ok(started.elapsed())
    })
}

/// Measures a call that is not inlined. Each call needs the result of the one before.
fn call() -> io::Result<f64> {
    let mut value = 1;
    let called = black_box::<fn(u64) -> u64>(|value| value.wrapping_mul(3) ^ 1);
    each(|| {
        value = called(value);
        Ok(value)
    })
}

/// Measures a wake-up, the way through the ready queue, and the poll. The executor looks at its selector so
/// seldom that this costs next to nothing.
fn wake_and_poll(times: u32) -> io::Result<Duration> {
    let executor = Executor::new()?;
    let task = executor.spawner().spawn(async move {
        for _ in 0..times {
            yield_now().await;
        }
    });
    let started = Instant::now();
    executor.join(task).map(|()| started.elapsed())
}

/// Makes the shortest way into the kernel and back: `getppid`, whose answer no library keeps.
fn system_call() -> io::Result<u32> {
    #[cfg(unix)]
    let call = std::os::unix::process::parent_id;
    #[cfg(not(unix))]
    let call = std::process::id;
    Ok(call())
}

/// Measures how one thread wakes another, and sleeps: half of a round between two that take turns.
fn switch_threads(times: u32) -> io::Result<Duration> {
    let (turns, here) = (AtomicU32::new(0), thread::current());
    // The first thread has the even turns, and the second one the odd turns.
    let take_turns = |first, other: &Thread| {
        for turn in (first..2 * times).step_by(2) {
            while turns.load(Ordering::Acquire) != turn {
                thread::park();
            }
            turns.fetch_add(1, Ordering::Release);
            other.unpark();
        }
    };
    thread::scope(|scope| {
        let there = scope.spawn(|| take_turns(1, &here));
        let started = Instant::now();
        take_turns(0, there.thread());
        Ok(started.elapsed() / 2)
    })
}
