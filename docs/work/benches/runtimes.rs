//! What stage 3's executor costs, beside others that run tasks on one thread.
//!
//!     cargo bench -p work
//!
//! Every runtime does the same, from the same source, on a fresh runtime each time: stage 3's executor,
//! `LocalPool` of `futures`, smol's `LocalExecutor`, and tokio's `LocalRuntime`. Every task is in a box. The
//! runtimes take turns, so that what disturbs one of them disturbs all. The median of the rounds is printed,
//! and how many times stage 3's it is.

use std::env;
use std::rc::Rc;
use std::time::{Duration, Instant};

use futures::FutureExt;
use futures::executor::LocalPool;
use futures::future::LocalBoxFuture;
use futures::task::LocalSpawnExt;
use smol::LocalExecutor;
use smol::future::yield_now;
use stage3_futures::executor::Executor;
use tokio::runtime::LocalRuntime;

/// A task, or the future of its end.
type Task = LocalBoxFuture<'static, ()>;

/// The function of a runtime that spawns a task.
type Spawn = Box<dyn Fn(Task) -> Task>;

/// A program that spawns tasks, and awaits them.
type Workload = fn(Spawn) -> Task;

/// The runtimes, in the order of the table. Each function runs a workload on a new one.
const RUNTIMES: [fn(Workload); 4] = [stage3, local_pool, smol, tokio];

fn stage3(workload: Workload) {
    let executor = Executor::new().expect("the system has a selector");
    let spawner = executor.spawner().clone();
    let spawn = move |task| spawner.spawn(task).map(|end| end.expect("no task is cancelled")).boxed_local();
    executor.run_until_complete(workload(Box::new(spawn))).expect("no task waits for a socket");
}

fn local_pool(workload: Workload) {
    let mut pool = LocalPool::new();
    let spawner = pool.spawner();
    let spawn = move |task| spawner.spawn_local_with_handle(task).expect("the pool is there").boxed_local();
    pool.run_until(workload(Box::new(spawn)));
}

fn smol(workload: Workload) {
    let executor = Rc::new(LocalExecutor::new());
    let spawner = Rc::clone(&executor);
    let spawn = move |task| spawner.spawn(task).boxed_local();
    smol::block_on(executor.run(workload(Box::new(spawn))));
}

fn tokio(workload: Workload) {
    let runtime = LocalRuntime::new().expect("the system has a selector");
    let spawn =
        |task| tokio::task::spawn_local(task).map(|end| end.expect("no task is cancelled")).boxed_local();
    runtime.block_on(workload(Box::new(spawn)));
}

const TIMES: u32 = 20_000;
const YIELDING: u32 = 100;

/// Spawns tasks that end when they are polled for the first time.
fn spawn_and_await(spawn: Spawn) -> Task {
    Box::pin(async move {
        let tasks: Vec<_> = (0..TIMES).map(|_| spawn(Box::pin(async {}))).collect();
        for task in tasks {
            task.await;
        }
    })
}

/// Spawns tasks that take turns: each wakes itself, and waits to be polled again.
fn wake_and_poll(spawn: Spawn) -> Task {
    let yields = async || {
        for _ in 0..TIMES / YIELDING {
            yield_now().await;
        }
    };
    Box::pin(async move {
        let tasks: Vec<_> = (0..YIELDING).map(|_| spawn(Box::pin(yields()))).collect();
        for task in tasks {
            task.await;
        }
    })
}

/// Returns how many nanoseconds it takes once, on each runtime: the median of the rounds.
fn measure(workload: Workload, rounds: usize) -> [f64; 4] {
    let mut results = [const { Vec::new() }; 4];
    // The first round, when caches are cold, does not count.
    for round in 0..=rounds {
        for (results, run) in results.iter_mut().zip(RUNTIMES) {
            let started = Instant::now();
            run(workload);
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
    let workloads: [(&str, Workload); 2] =
        [("spawn a task, and await it", spawn_and_await), ("wake a task, and poll it", wake_and_poll)];
    println!("{:30}{:>20}{:>20}{:>20}{:>20}", "", "stage 3", "LocalPool", "smol", "tokio");
    for (name, workload) in workloads {
        let times = measure(workload, rounds);
        let cells = times.map(|time| format!("{time:>10.0} ns {:>5.2}x", time / times[0]));
        println!("{name:30}{}", cells.concat());
    }
}
