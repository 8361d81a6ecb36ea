//! [`Runtime`]: what a workload needs of a runtime, and the four runtimes.

use std::future::Future;
use std::io;
use std::rc::Rc;
use std::time::Instant;

use futures::FutureExt;
use futures::executor::LocalSpawner;
use futures::task::LocalSpawnExt;
use smol::{LocalExecutor, Timer};
use stage3_futures::executor::{Executor, Spawner};
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;
use tokio::runtime::LocalRuntime;

/// Spawns tasks on a runtime of one thread, and sleeps there. Its clones are of the same runtime.
pub trait Runtime: Clone + 'static {
    /// Runs `program` on a new runtime.
    fn run<F: Future + 'static>(program: impl FnOnce(Self) -> F) -> io::Result<F::Output>;

    /// Runs `future` as a task of its own; what it returns is to be awaited.
    fn spawn(&self, future: impl Future<Output = ()> + 'static) -> impl Future<Output = ()>;

    fn sleep_until(&self, at: Instant) -> impl Future<Output = ()>;
}

#[derive(Clone)]
pub struct Stage3(Spawner, Reactor);

impl Runtime for Stage3 {
    fn run<F: Future + 'static>(program: impl FnOnce(Stage3) -> F) -> io::Result<F::Output> {
        let executor = Executor::new()?;
        let program = program(Stage3(executor.spawner().clone(), executor.reactor().clone()));
        executor.run_until_complete(program)
    }

    fn spawn(&self, future: impl Future<Output = ()> + 'static) -> impl Future<Output = ()> {
        self.0.spawn(future).map(|end| end.expect("no task is cancelled"))
    }

    fn sleep_until(&self, at: Instant) -> impl Future<Output = ()> {
        Sleep::until(&self.1, at)
    }
}

#[derive(Clone)]
pub struct LocalPool(LocalSpawner, Reactor);

impl Runtime for LocalPool {
    fn run<F: Future + 'static>(program: impl FnOnce(LocalPool) -> F) -> io::Result<F::Output> {
        let reactor = Reactor::new()?;
        let mut pool = futures::executor::LocalPool::new();
        let program = program(LocalPool(pool.spawner(), reactor.clone()));
        let mut output = pool.spawner().spawn_local_with_handle(program).map_err(io::Error::other)?;
        loop {
            pool.run_until_stalled();
            if let Some(output) = (&mut output).now_or_never() {
                return Ok(output);
            }
            // No other thread wakes anybody here, so it needs no parker, as stage 4 does.
            reactor.turn(|| false)?;
        }
    }

    fn spawn(&self, future: impl Future<Output = ()> + 'static) -> impl Future<Output = ()> {
        self.0.spawn_local_with_handle(future).expect("the pool is there as long as its tasks")
    }

    fn sleep_until(&self, at: Instant) -> impl Future<Output = ()> {
        Sleep::until(&self.1, at)
    }
}

#[derive(Clone)]
pub struct Smol(Rc<LocalExecutor<'static>>);

impl Runtime for Smol {
    fn run<F: Future + 'static>(program: impl FnOnce(Smol) -> F) -> io::Result<F::Output> {
        let executor = Rc::new(LocalExecutor::new());
        let program = program(Smol(Rc::clone(&executor)));
        Ok(smol::block_on(executor.run(program)))
    }

    fn spawn(&self, future: impl Future<Output = ()> + 'static) -> impl Future<Output = ()> {
        self.0.spawn(future)
    }

    fn sleep_until(&self, at: Instant) -> impl Future<Output = ()> {
        Timer::at(at).map(drop)
    }
}

#[derive(Clone)]
pub struct Tokio;

impl Runtime for Tokio {
    fn run<F: Future + 'static>(program: impl FnOnce(Tokio) -> F) -> io::Result<F::Output> {
        Ok(LocalRuntime::new()?.block_on(program(Tokio)))
    }

    fn spawn(&self, future: impl Future<Output = ()> + 'static) -> impl Future<Output = ()> {
        tokio::task::spawn_local(future).map(|end| end.expect("no task is cancelled"))
    }

    fn sleep_until(&self, at: Instant) -> impl Future<Output = ()> {
        tokio::time::sleep_until(at.into())
    }
}
