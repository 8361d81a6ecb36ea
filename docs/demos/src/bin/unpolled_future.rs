//! A future that is never polled: `fetch` was called, but nothing is fetched.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use common::{Options, Target};
use practice_site::Site;
use stage3_futures::executor::Executor;
use stage3_futures::fetch::{Fetch, fetch};

demos::main!(wrong, fixed);

fn wrong() {
    with_fetch(|_executor, fetch| {
        // Time enough for a page.
        thread::sleep(Duration::from_millis(100));
        drop(fetch);
    });
}

fn fixed() {
    with_fetch(|executor, fetch| {
        let response = executor.run_until_complete(fetch).unwrap().unwrap();
        println!("the page has {} bytes", response.body.len());
    });
}

/// Makes the future of a page of the practice site, and counts the requests that reach the site.
fn with_fetch(action: fn(&Executor, Fetch)) {
    let (site, executor) = (Site::comics().unwrap(), Executor::new().unwrap());
    let url = site.url("/");
    let (target, services) = (Target::page(Arc::new(url.clone())), Arc::new(Options::new([url]).into()));
    action(&executor, fetch(&target, &services, executor.reactor()));
    println!("requests that have reached the site: {}", site.requests());
}
