//! A task whose handle is dropped, in a runtime that ends first: what the task should save is lost.

use std::time::Duration;

use tokio::time::sleep;

demos::main!(wrong, fixed);

#[tokio::main]
async fn wrong() {
    drop(tokio::spawn(save()));
    println!("main ends");
}

#[tokio::main]
async fn fixed() {
    let task = tokio::spawn(save());
    task.await.expect("the task does not panic");
    println!("main ends");
}

async fn save() {
    sleep(Duration::from_millis(50)).await;
    println!("the page is saved");
}
