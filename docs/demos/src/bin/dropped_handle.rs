//! A dropped handle: on some runtimes the task runs on, on others it is cancelled.
//!
//!     cargo run -p demos --bin dropped_handle
//!     cargo run -p demos --bin dropped_handle -- fixed

use futures::channel::oneshot;

fn main() {
    demos::main(wrong, fixed);
}

fn wrong() {
    demos::run(async |_reactor, spawner| {
        let (saving, end) = saving("stage 3");
        drop(spawner.spawn(save(saving)));
        let _ = end.await;
    });
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
        let (saving, end) = saving("tokio");
        drop(tokio::spawn(save(saving)));
        let _ = end.await;
    });
    let executor = smol::LocalExecutor::new();
    smol::block_on(executor.run(async {
        let (saving, end) = saving("smol");
        drop(executor.spawn(save(saving)));
        let _ = end.await;
    }));
}

fn fixed() {
    let executor = smol::LocalExecutor::new();
    smol::block_on(executor.run(async {
        let (saving, end) = saving("smol");
        executor.spawn(save(saving)).detach();
        let _ = end.await;
    }));
}

/// The work of a task on `runtime`. When it is dropped, it prints whether it is saved.
struct Saving {
    runtime: &'static str,
    is_saved: bool,
    /// The end of a channel: its drop ends the wait for the task.
    _end: oneshot::Sender<()>,
}

fn saving(runtime: &'static str) -> (Saving, oneshot::Receiver<()>) {
    let (end, ended) = oneshot::channel();
    (Saving { runtime, is_saved: false, _end: end }, ended)
}

/// Takes two polls.
async fn save(mut saving: Saving) {
    smol::future::yield_now().await;
    saving.is_saved = true;
}

impl Drop for Saving {
    fn drop(&mut self) {
        match self.is_saved {
            true => println!("{}: the task runs on, and saves", self.runtime),
            false => println!("{}: the task is cancelled, and nothing is saved", self.runtime),
        }
    }
}
