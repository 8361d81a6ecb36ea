//! A deadlock: the workers that take from a bounded channel are the ones that fill it.
//!
//!     cargo run -p demos --bin bounded_queue
//!     cargo run -p demos --bin bounded_queue -- fixed

use demos::workers::{Worker, crawl};
use smol::channel::{bounded, unbounded};

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
    crawl(bounded(4), close);
}

fn fixed() {
    crawl(unbounded(), close);
}

fn close(worker: &Worker) {
    worker.receiver.close();
}
