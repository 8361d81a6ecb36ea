//! What a wait costs here, from a call to a connection: `cargo run --release -p race --bin numbers`.

use std::env;
use std::future::poll_fn;
use std::hint::black_box;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::pin::Pin;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use common::text::{count, time};
use common::{Options, Target};
use futures::future::try_join_all;
use practice_site::{Answer, Site};
use stage3_futures::executor::Executor;
use stage3_futures::reactor::Reactor;
use stage4_async::executor::block_on;
use stage4_async::fetch::fetch;
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
    let (call, mutex) = (call()?, Mutex::new(()));
    let print = |name: &str, takes: f64| {
        println!("{name:<37}  {:>6}  {:>14}", time(takes), count(takes / call));
    };
    print("call a function", call);
    print("poll a future that is ready", poll_ready()?);
    print("wake a task, and poll it", wake_and_poll()?);
    print("lock a free mutex, and unlock it", each(|| Ok(mutex.lock().is_ok()))?);
    print("a system call", system_call()?);
    print("switch to another thread", switch_threads()?);
    print("spawn a thread, and join it", each(|| Ok(thread::spawn(|| {}).join().is_ok()))?);
    print("start a process, and wait for its end", start_process()?);
    print("loopback: a byte there and back", round_trip()?);
    print("loopback: connect, accept and close", connect()?);
    print("loopback: fetch a page (stage 4)", fetch_page()?);
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

/// Measures a poll as an executor does it: through a pointer, to a type that it does not know.
fn poll_ready() -> io::Result<f64> {
    let mut future: Pin<Box<dyn Future<Output = ()>>> = Box::pin(poll_fn(|_| Poll::Ready(())));
    let mut context = Context::from_waker(Waker::noop());
    each(|| Ok(black_box(future.as_mut()).poll(&mut context)))
}

/// Measures a wake-up, the way through the ready queue, and the poll.
fn wake_and_poll() -> io::Result<f64> {
    let executor = Executor::new()?;
    median(|times| {
        // With many tasks, the executor's look at the selector, once in a round, costs next to nothing.
        let tasks = times.min(1024);
        let spawn = |_| {
            executor.spawner().spawn(async move {
                for _ in 1..times / tasks {
                    yield_now().await;
                }
            })
        };
        let tasks: Vec<_> = (0..tasks).map(spawn).collect();
        let started = Instant::now();
        let finished = executor.run_until_complete(try_join_all(tasks))?;
        finished.map(|_| started.elapsed()).map_err(io::Error::other)
    })
}

/// Measures the shortest way into the kernel and back: `getppid`, whose answer no library keeps.
fn system_call() -> io::Result<f64> {
    #[cfg(unix)]
    let call = std::os::unix::process::parent_id;
    #[cfg(not(unix))]
    let call = std::process::id;
    each(|| Ok(call()))
}

/// Measures how one thread wakes another, and sleeps: half of a round between two that take turns.
fn switch_threads() -> io::Result<f64> {
    median(|times| {
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
    })
}

fn start_process() -> io::Result<f64> {
    let this = env::current_exe()?;
    each(|| Command::new(&this).arg("end").status())
}

/// Measures one byte to another thread and back, on an open connection.
fn round_trip() -> io::Result<f64> {
    let (mut here, mut there) = pair(&TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?)?;
    here.set_nodelay(true)?;
    there.set_nodelay(true)?;
    // It ends when this function returns, which closes the connection.
    thread::spawn(move || {
        let mut byte = [0];
        while there.read_exact(&mut byte).is_ok() && there.write_all(&byte).is_ok() {}
    });
    each(|| {
        here.write_all(b"?")?;
        here.read_exact(&mut [0])
    })
}

/// Measures a connection, both ends of which are in this thread.
fn connect() -> io::Result<f64> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    each(|| pair(&listener))
}

fn pair(listener: &TcpListener) -> io::Result<(TcpStream, TcpStream)> {
    Ok((TcpStream::connect(listener.local_addr()?)?, listener.accept()?.0))
}

/// Measures a small page from the practice site, which runs in a thread of its own.
fn fetch_page() -> io::Result<f64> {
    let site = Site::builder().page("/", Answer::html("<!DOCTYPE html>\n<p>Hello.\n")).start()?;
    let target = Target::page(Arc::new(site.url("/")));
    let services = Arc::new(Options::new([]).into());
    let reactor = Reactor::new()?;
    median(|times| {
        block_on(&reactor, async {
            let started = Instant::now();
            for _ in 0..times {
                fetch(&target, &services, &reactor).await.map_err(io::Error::other)?;
            }
            io::Result::Ok(started.elapsed())
        })?
    })
}
