//! What stage 3's executor costs, beside others that run tasks on one thread.
//!
//!     cargo bench -p race
//!
//! Every runtime does the same, from the same source, on a fresh runtime each time: stage 3's executor, `LocalPool` of
//! `futures`, smol's `LocalExecutor`, and tokio's `LocalRuntime`. They take turns, so that what disturbs one of them
//! disturbs all. The median of the rounds is printed, and how many times stage 3's it is.

use std::env;
use std::future::Future;
use std::rc::Rc;
use std::time::{Duration, Instant};

use futures::FutureExt;
use futures::executor::LocalSpawner;
use futures::task::LocalSpawnExt;
use smol::LocalExecutor;
use smol::future::yield_now;
use stage3_futures::executor::{Executor, Spawner};
use tokio::runtime::LocalRuntime;

/// A runtime of one thread.
trait Runtime: Sized + 'static {
    /// Runs `program` on a new runtime.
    fn run<F: Future + 'static>(program: impl FnOnce(Self) -> F) -> F::Output;

    /// Spawns a task, and returns the future of its end.
    fn spawn(&self, future: impl Future<Output = ()> + 'static) -> impl Future<Output = ()>;
}

struct Stage3(Spawner);

impl Runtime for Stage3 {
    fn run<F: Future + 'static>(program: impl FnOnce(Stage3) -> F) -> F::Output {
        let executor = Executor::new().expect("the system has a selector");
        let program = program(Stage3(executor.spawner().clone()));
        executor.run_until_complete(program).expect("no task waits for a socket")
    }

    fn spawn(&self, future: impl Future<Output = ()> + 'static) -> impl Future<Output = ()> {
        self.0.spawn(future).map(|end| end.expect("no task is cancelled"))
    }
}

struct LocalPool(LocalSpawner);

impl Runtime for LocalPool {
    fn run<F: Future + 'static>(program: impl FnOnce(LocalPool) -> F) -> F::Output {
        let mut pool = futures::executor::LocalPool::new();
        let program = program(LocalPool(pool.spawner()));
        pool.run_until(program)
    }

    fn spawn(&self, future: impl Future<Output = ()> + 'static) -> impl Future<Output = ()> {
        self.0.spawn_local_with_handle(future).expect("the pool is there as long as its tasks")
    }
}

struct Smol(Rc<LocalExecutor<'static>>);

impl Runtime for Smol {
    fn run<F: Future + 'static>(program: impl FnOnce(Smol) -> F) -> F::Output {
        let executor = Rc::new(LocalExecutor::new());
        let program = program(Smol(Rc::clone(&executor)));
        smol::block_on(executor.run(program))
    }

    fn spawn(&self, future: impl Future<Output = ()> + 'static) -> impl Future<Output = ()> {
        self.0.spawn(future)
    }
}

struct Tokio;

impl Runtime for Tokio {
    fn run<F: Future + 'static>(program: impl FnOnce(Tokio) -> F) -> F::Output {
        LocalRuntime::new().expect("the system has a selector").block_on(program(Tokio))
    }

    fn spawn(&self, future: impl Future<Output = ()> + 'static) -> impl Future<Output = ()> {
        tokio::task::spawn_local(future).map(|end| end.expect("no task is cancelled"))
    }
}

const TIMES: u32 = 20_000;
const YIELDING: u32 = 100;

/// Spawns tasks that end when they are polled for the first time.
async fn spawn<R: Runtime>(runtime: R) {
    let tasks: Vec<_> = (0..TIMES).map(|_| runtime.spawn(async {})).collect();
    for task in tasks {
        task.await;
    }
}

/// Spawns tasks that take turns: each wakes itself, and waits to be polled again.
async fn wake_and_poll<R: Runtime>(runtime: R) {
    let yields = async || {
        for _ in 0..TIMES / YIELDING {
            yield_now().await;
        }
    };
    let tasks: Vec<_> = (0..YIELDING).map(|_| runtime.spawn(yields())).collect();
    for task in tasks {
        task.await;
    }
}

/// A workload on every runtime, in the order of the table.
type OnEach = [fn(); 4];

macro_rules! on_each {
    ($workload:path) => {
        [
            || Stage3::run($workload),
            || LocalPool::run($workload),
            || Smol::run($workload),
            || Tokio::run($workload),
        ]
    };
}

/// Returns how many nanoseconds it takes once, on each runtime: the median of the rounds.
fn measure(on: OnEach, rounds: usize) -> [f64; 4] {
    let mut results = [const { Vec::new() }; 4];
    // The first round, when caches are cold, does not count.
    for round in 0..=rounds {
        for (results, run) in results.iter_mut().zip(on) {
            let started = Instant::now();
            run();
            results.extend((round > 0).then(|| started.elapsed()));
        }
    }
    results.map(|mut results: Vec<Duration>| {
        results.sort_unstable();
        results[rounds / 2].as_secs_f64() * 1e9 / f64::from(TIMES)
    })
}

fn main() {
    // `cargo test --benches` does not say `--bench`: it wants to know whether they run, not how fast.
    let rounds = if env::args().any(|flag| flag == "--bench") { 50 } else { 1 };
    let workloads: [(&str, OnEach); 2] = [
        ("spawn a task, and await it", on_each!(spawn)),
        ("wake a task, and poll it", on_each!(wake_and_poll)),
    ];
    println!("{:30}{:>20}{:>20}{:>20}{:>20}", "", "stage 3", "LocalPool", "smol", "tokio");
    for (name, on) in workloads {
        let times = measure(on, rounds);
        let cells = times.map(|time| format!("{time:>10.0} ns {:>5.2}x", time / times[0]));
        println!("{name:30}{}", cells.concat());
    }
}
