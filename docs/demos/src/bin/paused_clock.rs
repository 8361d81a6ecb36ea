//! A task that is told to stop before it calls `notified`. The limit of an hour passes at once: the clock is paused.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, timeout};

const HOUR: Duration = Duration::from_secs(3600);

demos::main!(wrong, fixed);

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn wrong() {
    waits_for(Notify::notify_waiters).await;
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn fixed() {
    waits_for(Notify::notify_one).await;
}

async fn waits_for(tell: fn(&Notify)) {
    let (clock, real) = (Instant::now(), std::time::Instant::now());
    let stop = Arc::new(Notify::new());
    let stopped = Arc::clone(&stop);
    let task = tokio::spawn(async move { stopped.notified().await });
    tell(&stop);
    match timeout(HOUR, task).await {
        Ok(_) => println!("the task has stopped"),
        Err(_) => println!("the task has not stopped"),
    }
    let [clock, real] = [clock.elapsed(), real.elapsed()].map(|time| time.as_secs() / 60);
    println!("on the clock: {clock} minutes; in truth: {real} minutes");
}
