//! A crawl that never ends: its workers wait until no sender is left, and each of them holds one.
//!
//!     cargo run -p demos --bin never_ends
//!     cargo run -p demos --bin never_ends -- fixed

use demos::workers::crawl;
use smol::channel::unbounded;

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
    crawl(unbounded(), |_worker| {});
}

fn fixed() {
    crawl(unbounded(), |worker| {
        worker.receiver.close();
    });
}
