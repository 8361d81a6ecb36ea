//! A dropped handle: on some runtimes the task runs on, on others it is cancelled.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

use futures::future::BoxFuture;
use smol::future::yield_now;

demos::main!(wrong, fixed);

fn wrong() {
    demos::run(async |_reactor, spawner| {
        watch("stage 3", |task| drop(spawner.spawn(task))).await;
    });
    let tokio = tokio::runtime::Builder::new_current_thread().build().unwrap();
    tokio.block_on(watch("tokio", |task| drop(tokio.spawn(task))));
    let smol = smol::LocalExecutor::new();
    smol::block_on(smol.run(watch("smol", |task| drop(smol.spawn(task)))));
}

fn fixed() {
    let smol = smol::LocalExecutor::new();
    smol::block_on(smol.run(watch("smol", |task| smol.spawn(task).detach())));
}

/// Spawns a task that saves, waits long enough for its polls, and prints whether it has saved.
async fn watch(runtime: &str, spawn: impl FnOnce(BoxFuture<'static, ()>)) {
    let is_saved = Arc::<AtomicBool>::default();
    spawn(Box::pin(save(Arc::clone(&is_saved))));
    for _ in 0..10 {
        yield_now().await;
    }
    match is_saved.load(SeqCst) {
        true => println!("{runtime}: the task runs on, and saves"),
        false => println!("{runtime}: the task is cancelled, and nothing is saved"),
    }
}

/// Takes two polls.
async fn save(is_saved: Arc<AtomicBool>) {
    yield_now().await;
    is_saved.store(true, SeqCst);
}
