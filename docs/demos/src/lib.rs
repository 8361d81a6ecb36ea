//! What the programs of this package share: each shows a mistake, and its mend.

#[path = "../../../stage3-futures/tests/tools/hang.rs"]
mod hang;

use std::env;
use std::process;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use stage3_futures::executor::{Executor, Spawner};
use stage3_futures::reactor::Reactor;

/// How long a program may take, before it counts as one that hangs.
const PATIENCE: Duration = Duration::from_secs(1);

/// The exit status of a program that hangs.
const HANGS: i32 = 3;

/// Runs the mistake, or with the argument `mended`, its mend.
pub fn main(wrong: fn(), mended: fn()) {
    match env::args().nth(1).as_deref() {
        None => wrong(),
        Some("mended") => mended(),
        Some(other) => {
            eprintln!("unknown argument `{other}`: give none, or `mended`");
            process::exit(2);
        }
    }
}

/// Runs `program` on stage 3's executor. If it hangs, says why, and ends the process.
pub fn run(program: impl AsyncFnOnce(Reactor, Spawner) + Send + 'static) {
    let main = Arc::<hang::Main>::default();
    let hangs = Arc::clone(&main);
    let program = move || {
        let executor = Executor::new().expect("the system gives a selector");
        let program = program(executor.reactor().clone(), executor.spawner().clone());
        executor.run_until_complete(main.poll_on(&executor, program)).expect("the selector works");
    };
    watched(program, move || hangs.explain());
}

/// Runs `program`. If it hangs, prints what `explain` says, and ends the process.
pub fn watched(program: impl FnOnce() + Send + 'static, explain: impl FnOnce() -> String) {
    let (sender, ended) = channel::<()>();
    let running = thread::spawn(move || {
        let _sender = sender;
        program();
    });
    if hangs(&ended) {
        eprintln!("After one second, {}", explain());
        process::exit(HANGS);
    }
    if running.join().is_err() {
        // The panic has printed its message.
        process::exit(101);
    }
}

fn hangs(ended: &Receiver<()>) -> bool {
    ended.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout)
}
