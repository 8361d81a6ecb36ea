//! Pages that are computed on threads for blocking calls: how many threads compute at once, without a limit. The fix is
//! `Pages::outcome` of the package `work`.

use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

use tokio::task::JoinSet;

/// The most threads that tokio has for blocking calls. No computation ends before as many run.
const THREADS: usize = 512;

static ALL_RUN: Barrier = Barrier::new(THREADS);
static RUNNING: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

fn main() {
    demos::watched(compute_all, || format!("no more than {} threads compute at once", MOST.load(SeqCst)));
}

#[tokio::main(flavor = "current_thread")]
async fn compute_all() {
    let mut pages = JoinSet::new();
    for page in 0..600 {
        pages.spawn_blocking(move || compute(page));
    }
    let done = pages.join_all().await.len();
    println!("{done} pages are computed, at most {} at once", MOST.load(SeqCst));
}

fn compute(page: usize) {
    MOST.fetch_max(RUNNING.fetch_add(1, SeqCst) + 1, SeqCst);
    if page < THREADS {
        ALL_RUN.wait();
    }
    RUNNING.fetch_sub(1, SeqCst);
}
