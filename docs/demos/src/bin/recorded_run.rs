//! A run that was recorded: five tasks sleep, a sixth one reads, and one thread polls them all.
//!
//!     cargo run -p demos --bin recorded_run
//!     cargo run -p demos --bin recorded_run -- --svg > run.svg
//!
//! The first command prints what happens, in order. The second one draws it.

use std::env;
use std::io::{self, Write};
use std::process;
use std::time::{Duration, Instant};

use demos::record::{Recorder, Run};
use stage3_futures::executor::Executor;
use stage3_futures::reactor::Reactor;
use stage3_futures::stream::TcpStream;
use stage3_futures::timer::Sleep;

/// All sleeps end at multiples of this time.
const PERIOD: Duration = Duration::from_millis(20);

/// How long a task computes in each of its steps.
const WORK: Duration = Duration::from_millis(4);

/// What a sleeper sends to the reader.
const PART: &[u8] = b"half of it";

/// How often a run is repeated, at most, because the machine was busy.
const MAX_RUNS: usize = 50;

/// A task that sleeps.
struct Sleeper {
    name: &'static str,
    /// When its sleeps end, in periods.
    until: &'static [u32],
    /// Whether it sends a part to the reader in the end.
    sends: bool,
}

/// The sleeps of 3 and 4 end together.
static SLEEPERS: [Sleeper; 5] = [
    Sleeper { name: "sleeper 1", until: &[2, 5], sends: false },
    Sleeper { name: "sleeper 2", until: &[3], sends: true },
    Sleeper { name: "sleeper 3", until: &[4], sends: false },
    Sleeper { name: "sleeper 4", until: &[4], sends: false },
    Sleeper { name: "sleeper 5", until: &[6], sends: true },
];

fn main() -> io::Result<()> {
    let run = run_in_time()?;
    match env::args().nth(1).as_deref() {
        None => print!("{}", run.table()),
        Some("--svg") => print!("{}", run.svg()),
        Some(other) => {
            eprintln!("unknown argument `{other}`: give none, or `--svg`");
            process::exit(2);
        }
    }
    Ok(())
}

/// Records a run in which only sleepers 3 and 4 are woken together.
///
/// On a busy machine, a turn of the reactor may come so late that other timers are due in it, too.
fn run_in_time() -> io::Result<Run> {
    for _ in 1..MAX_RUNS {
        let run = record()?;
        if run.wakes_in_a_row() == 1 {
            return Ok(run);
        }
    }
    record()
}

fn record() -> io::Result<Run> {
    let executor = Executor::new()?;
    let (reactor, spawner) = (executor.reactor(), executor.spawner());
    let (near, far) = demos::connection();
    let stream = TcpStream::new(reactor, near);
    let start = Instant::now();
    let recorder = Recorder::new(start);
    for sleeper in &SLEEPERS {
        let future = sleep(sleeper, start, reactor.clone(), far.try_clone()?);
        // Dropping the handle detaches the task.
        drop(spawner.spawn(recorder.record(sleeper.name, future)));
    }
    // The reader waits for what sleeper 5 sends, so it ends last.
    executor.run_until_complete(recorder.record("reader", read(stream)))?;
    Ok(recorder.run())
}

/// Computes, and then sleeps and computes in turn.
async fn sleep(sleeper: &Sleeper, start: Instant, reactor: Reactor, mut reader: impl Write) {
    compute();
    for periods in sleeper.until {
        Sleep::until(&reactor, start + PERIOD * *periods).await;
        compute();
    }
    if sleeper.sends {
        reader.write_all(PART).expect("the connection takes a few bytes");
    }
}

/// Reads two parts.
async fn read(stream: TcpStream) {
    compute();
    let mut unread = 2 * PART.len();
    while unread > 0 {
        let chunk = stream.read_chunk().await.expect("the connection is open");
        unread -= chunk.len();
        compute();
    }
}

/// Keeps the thread busy. No other task is polled meanwhile.
fn compute() {
    let start = Instant::now();
    while start.elapsed() < WORK {}
}
