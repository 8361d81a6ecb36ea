//! A task that borrows from the function that spawns it. The compiler rejects it; the fix is `spawn_owns`.
//!
//!     cargo check -p demos --features broken --bin spawn_borrows

use stage3_futures::executor::Spawner;

fn main() {
    demos::run(async |_reactor, spawner| wrong(spawner).await);
}

async fn wrong(spawner: Spawner) {
    let site = String::from("http://localhost");
    let task = spawner.spawn(fetch(&site, "/"));
    // The task ends here, while `site` is still there.
    task.await.unwrap();
}

async fn fetch(site: &str, path: &str) {
    println!("{site}{path} is fetched");
}
