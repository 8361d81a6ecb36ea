//! Two computations in a `join` run on one thread, one after the other.
//!
//!     cargo run -p demos --bin join_one_thread
//!     cargo run -p demos --bin join_one_thread -- fixed

use std::hint::black_box;
use std::thread::{self, ThreadId};
use std::time::Instant;

use futures::channel::oneshot;
use futures::executor::block_on;
use futures::future::join;

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
    block_on(async {
        let (first, second) = join(async { compute() }, async { compute() }).await;
        compare(&first, &second);
    });
}

fn fixed() {
    block_on(async {
        let (first, second) = join(on_a_thread(compute), on_a_thread(compute)).await;
        compare(&first, &second);
    });
}

/// Runs `work` on a thread of its own, which wakes the task at its end.
async fn on_a_thread<T: Send + 'static>(work: fn() -> T) -> T {
    let (sender, done) = oneshot::channel();
    thread::spawn(move || sender.send(work()));
    done.await.unwrap()
}

/// When a computation began and ended, and on which thread.
struct Computed {
    began: Instant,
    ended: Instant,
    thread: ThreadId,
}

/// Keeps a processor busy, and never waits.
fn compute() -> Computed {
    let began = Instant::now();
    for number in 0..5_000_000_u32 {
        black_box(number);
    }
    Computed { began, ended: Instant::now(), thread: thread::current().id() }
}

fn compare(first: &Computed, second: &Computed) {
    let order = if second.began < first.ended { "before" } else { "after" };
    let thread = if second.thread == first.thread { "the same" } else { "another" };
    println!("the second computation began {order} the first one ended, on {thread} thread");
}
