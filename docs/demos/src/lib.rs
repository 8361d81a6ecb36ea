//! The functions that the programs of this package share.
//!
//! `cargo run -p demos --bin NAME` runs a program that shows a mistake, and with `-- fixed`, its fix, if it has one. The
//! feature `broken` adds a mistake that the compiler rejects: `cargo check -p demos --features broken --bin NAME`. Without
//! it, the fix runs.

use std::env;
use std::process;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use common::trace;
use stage3_futures::executor::{Executor, Spawner};
use stage3_futures::reactor::Reactor;
pub use test_tools::socket::connection;
use trace::findings::explain;

/// Makes the `main` of a program, which calls [`main()`]. A program without a fix has [no argument](takes_no_argument).
#[macro_export]
macro_rules! main {
    ($program:ident) => {
        fn main() {
            $crate::takes_no_argument();
            $program();
        }
    };
    ($wrong:ident, $fixed:ident) => {
        fn main() {
            $crate::main($wrong, $fixed);
        }
    };
}

/// Runs the mistake, or with the argument `fixed`, its fix.
pub fn main(wrong: fn(), fixed: fn()) {
    match env::args().nth(1).as_deref() {
        None => wrong(),
        Some("fixed") => fixed(),
        Some(other) => {
            eprintln!("unknown argument `{other}`: give none, or `fixed`");
            process::exit(2);
        }
    }
}

/// Runs `program` on stage 3's executor. If it hangs, says why, and ends the process.
pub fn run(program: impl AsyncFnOnce(Reactor, Spawner) + Send + 'static) {
    traced(move || {
        let executor = Executor::new().expect("the system gives a selector");
        let program = program(executor.reactor().clone(), executor.spawner().clone());
        executor.run_until_complete(program).expect("the selector works");
    });
}

/// Runs `program`, and records what its tasks do. If it hangs, prints what the record shows, and ends the process.
pub fn traced(program: impl FnOnce() + Send + 'static) {
    // The environment may ask for the record, too.
    if !trace::is_on() {
        trace::start();
    }
    watched(program, || format!("this hangs.{}", explain(&trace::entries(), trace::now())));
}

/// Runs `program`. If it hangs, prints what `explain` says, and ends the process with status 3.
pub fn watched(program: impl FnOnce() + Send + 'static, explain: impl FnOnce() -> String) {
    let (sender, ended) = channel::<()>();
    let running = thread::Builder::new().name("main".into()).spawn(move || {
        let _sender = sender;
        program();
    });
    let running = running.expect("the system gives a thread");
    if ended.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
        eprintln!("After one second, {}", explain());
        trace::finish();
        process::exit(3);
    }
    if running.join().is_err() {
        // The panic has printed its message.
        process::exit(101);
    }
}

/// Runs `program` on stage 4's `block_on`. If it hangs, says why, and ends the process.
pub fn block_on(program: impl AsyncFnOnce(Reactor) + Send + 'static) {
    traced(move || {
        let reactor = Reactor::new().expect("the system gives a selector");
        stage4_async::executor::block_on(&reactor, program(reactor.clone())).expect("the selector works");
    });
}

/// Spawns a task on tokio's runtime, with the bounds of [`tokio::spawn`].
///
/// # Panics
/// If no runtime of tokio runs on this thread.
pub fn spawn<F>(task: F) -> tokio::task::JoinHandle<F::Output>
where
    F: Future<Output: Send> + Send + 'static,
{
    tokio::spawn(task)
}

/// Fetches a page from memory.
pub async fn fetch(path: &str) -> String {
    format!("the page at {path}")
}

/// Ends the process if it was given an argument: `fixed` must not run the mistake of a program that has no fix.
pub fn takes_no_argument() {
    if let Some(argument) = env::args().nth(1) {
        eprintln!("unknown argument `{argument}`: this program has no fix, and takes none");
        process::exit(2);
    }
}
