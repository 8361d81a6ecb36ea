//! Two uploads, of which the first fails. With `spawn`, the function returns the error, and the other upload runs on.

use std::time::Duration;

use futures::future::try_join_all;
use tokio::task::JoinSet;
use tokio::time::sleep;

type Result = std::result::Result<(), &'static str>;

demos::main!(wrong, fixed);

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn wrong() {
    report("spawn", spawned()).await;
}

#[tokio::main(flavor = "current_thread", start_paused = true)]
async fn fixed() {
    report("JoinSet, dropped", dropped()).await;
    report("JoinSet, shut down", shut_down()).await;
    report("try_join_all", joined()).await;
}

async fn spawned() -> Result {
    let tasks = [1, 2].map(|number| tokio::spawn(upload(number)));
    for task in tasks {
        task.await.expect("no upload panics")?;
    }
    Ok(())
}

async fn dropped() -> Result {
    let mut tasks: JoinSet<_> = [1, 2].map(upload).into_iter().collect();
    while let Some(ended) = tasks.join_next().await {
        ended.expect("no upload panics")?;
    }
    Ok(())
}

async fn shut_down() -> Result {
    let mut tasks: JoinSet<_> = [1, 2].map(upload).into_iter().collect();
    let mut result = Ok(());
    while result.is_ok()
        && let Some(ended) = tasks.join_next().await
    {
        result = ended.expect("no upload panics");
    }
    // Cancels the tasks that are left, and waits until they are dropped.
    tasks.shutdown().await;
    result
}

async fn joined() -> Result {
    try_join_all([1, 2].map(upload)).await.map(drop)
}

/// Uploads a file. The first upload fails while the second one waits.
async fn upload(number: u32) -> Result {
    let _file = File(number);
    sleep(Duration::from_millis(10)).await;
    if number == 1 {
        return Err("the server refuses upload 1");
    }
    sleep(Duration::from_millis(10)).await;
    println!("  upload {number} writes");
    Ok(())
}

/// The file of an upload.
struct File(u32);

impl Drop for File {
    fn drop(&mut self) {
        println!("  the file of upload {} is closed", self.0);
    }
}

/// Awaits a function that starts uploads, and then gives them time to run on.
async fn report(how: &str, function: impl Future<Output = Result>) {
    println!("{how}:");
    println!("  the function returns {:?}", function.await);
    sleep(Duration::from_secs(1)).await;
}
