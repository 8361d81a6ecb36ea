//! Two tasks write their page into a variable of the thread, wait, and read it: both read that of the second task. The fix
//! sets it before each poll.

use std::cell::Cell;
use std::future::poll_fn;
use std::pin::pin;
use std::time::Duration;

use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;

thread_local! {
    /// The page of the task that is polled.
    static PAGE: Cell<&'static str> = const { Cell::new("no page") };
}

demos::main!(wrong, fixed);

fn wrong() {
    spawn_two(async |reactor, page| {
        PAGE.set(page);
        fetch(&reactor, page).await;
    });
}

fn fixed() {
    spawn_two(async |reactor, page| {
        let mut fetch = pin!(fetch(&reactor, page));
        poll_fn(|cx| {
            let outer = PAGE.replace(page);
            let polled = fetch.as_mut().poll(cx);
            PAGE.set(outer);
            polled
        })
        .await;
    });
}

/// Fetches a page, and logs the page that the variable says.
async fn fetch(reactor: &Reactor, page: &str) {
    Sleep::new(reactor, Duration::from_millis(10)).await;
    println!("the task of {page} logs: {} is fetched", PAGE.get());
}

/// Spawns a task for each of two pages.
fn spawn_two(task: impl AsyncFn(Reactor, &'static str) + Copy + Send + 'static) {
    demos::run(async move |reactor, spawner| {
        let tasks = ["/first", "/second"].map(|page| {
            let reactor = reactor.clone();
            spawner.spawn(async move { task(reactor, page).await })
        });
        for task in tasks {
            task.await.expect("no task is cancelled");
        }
    });
}
