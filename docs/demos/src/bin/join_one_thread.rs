//! Two computations in a `join` run on one thread, one after the other.

use std::hint::black_box;
use std::thread;

use futures::channel::oneshot;
use futures::executor::block_on;
use futures::future::join;

demos::main!(wrong, fixed);

fn wrong() {
    block_on(join(async { compute("first") }, async { compute("second") }));
}

fn fixed() {
    block_on(join(on_a_thread(|| compute("first")), on_a_thread(|| compute("second"))));
}

/// Runs `work` on a thread of its own, which wakes the task at its end.
async fn on_a_thread<T: Send + 'static>(work: fn() -> T) -> T {
    let (sender, done) = oneshot::channel();
    thread::spawn(move || sender.send(work()));
    done.await.unwrap()
}

/// Keeps a processor busy, and never waits.
fn compute(name: &str) {
    println!("the {name} computation begins");
    (0..5_000_000).for_each(|number| _ = black_box(number));
    println!("the {name} computation ends");
}
