//! The fixes of `spawn_borrows`: a task owns what it needs, and a future that is not spawned may borrow it.
//!
//!     cargo run -p demos --bin spawn_owns

use std::rc::Rc;

use futures::future::join;
use stage3_futures::executor::Spawner;

fn main() {
    demos::run(async |_reactor, spawner| {
        fixed(spawner).await;
        without_tasks().await;
    });
}

async fn fixed(spawner: Spawner) {
    let site = Rc::new(String::from("http://localhost"));
    let its_site = Rc::clone(&site);
    let task = spawner.spawn(async move { fetch(&its_site, "/").await });
    task.await.unwrap();
}

async fn without_tasks() {
    let site = String::from("http://localhost");
    join(fetch(&site, "/first"), fetch(&site, "/second")).await;
}

async fn fetch(site: &str, path: &str) {
    println!("{site}{path} is fetched");
}
