//! Pages that are computed on threads for blocking calls: how many threads compute at once, without and with a limit.
//!
//!     cargo run -p demos --bin computations
//!     cargo run -p demos --bin computations -- fixed

use std::sync::{Arc, Condvar, Mutex};

use tokio::runtime::Builder;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

const PAGES: usize = 600;

/// The cores of the machine. A program takes `available_parallelism`.
const CORES: usize = 2;

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
    run(512, async |gauge| {
        let mut pages = JoinSet::new();
        for _ in 0..PAGES {
            let gauge = Arc::clone(gauge);
            pages.spawn_blocking(move || gauge.compute());
        }
        pages.join_all().await;
    });
}

fn fixed() {
    run(CORES, async |gauge| {
        let cores = Arc::new(Semaphore::new(CORES));
        let mut pages = JoinSet::new();
        for _ in 0..PAGES {
            let permit = Arc::clone(&cores).acquire_owned().await.expect("it is never closed");
            let gauge = Arc::clone(gauge);
            pages.spawn_blocking(move || {
                gauge.compute();
                drop(permit);
            });
        }
        pages.join_all().await;
    });
}

/// Runs `crawl`, and prints how many threads computed at once. No computation ends before `expected` threads compute.
fn run(expected: usize, crawl: impl AsyncFnOnce(&Arc<Gauge>) + Send + 'static) {
    let gauge = Arc::new(Gauge { expected, counts: Mutex::default(), reached: Condvar::new() });
    let measured = Arc::clone(&gauge);
    let program = move || {
        let runtime = Builder::new_current_thread().build().expect("the system gives a runtime");
        runtime.block_on(crawl(&gauge));
        let counts = gauge.counts.lock().expect("no computation panics");
        println!("{} pages are computed, at most {} at once", counts.done, counts.most);
    };
    demos::watched(program, move || {
        let counts = measured.counts.lock().expect("no computation panics");
        format!("no more than {} threads compute at once", counts.most)
    });
}

struct Gauge {
    expected: usize,
    counts: Mutex<Counts>,
    reached: Condvar,
}

#[derive(Default)]
struct Counts {
    running: usize,
    most: usize,
    done: usize,
}

impl Gauge {
    fn compute(&self) {
        let mut counts = self.counts.lock().expect("no computation panics");
        counts.running += 1;
        counts.most = counts.most.max(counts.running);
        if counts.most >= self.expected {
            self.reached.notify_all();
        }
        let computed = self.reached.wait_while(counts, |counts| counts.most < self.expected);
        let mut counts = computed.expect("no computation panics");
        counts.running -= 1;
        counts.done += 1;
    }
}
