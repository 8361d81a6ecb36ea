//! A task that borrows from the function that spawns it. The compiler rejects it. There are two fixes: a task owns what it
//! needs, and a future that is not spawned may borrow it.

use std::rc::Rc;

use futures::future::join;
use stage3_futures::executor::Spawner;

fn main() {
    demos::run(async |_reactor, spawner| {
        #[cfg(feature = "broken")]
        wrong(spawner.clone()).await;
        fixed(spawner).await;
        without_tasks().await;
    });
}

#[cfg(feature = "broken")]
async fn wrong(spawner: Spawner) {
    let site = String::from("http://localhost");
    let task = spawner.spawn(fetch(&site, "/"));
    // The task ends here, while `site` is still there.
    task.await.unwrap();
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
