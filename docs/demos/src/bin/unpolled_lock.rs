//! A lock that is held by a future that is no longer polled: the task waits for itself.

use std::pin::pin;
use std::rc::Rc;
use std::time::Duration;

use futures::future::{Either, select};
use futures::lock::Mutex;
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::Sleep;

demos::main!(wrong, fixed);

fn wrong() {
    demos::run(async |reactor, _spawner| {
        let lock = Mutex::new(());
        let mut writes = pin!(write(&lock, &reactor));
        if let Either::Right(_) = select(&mut writes, Sleep::new(&reactor, Duration::ZERO)).await {
            println!("the write takes too long, so the task goes on without it");
        }
        let _guard = lock.lock().await;
        println!("the task has the lock");
    });
}

fn fixed() {
    demos::run(async |reactor, spawner| {
        let lock = Rc::new(Mutex::new(()));
        let (shared, timer) = (Rc::clone(&lock), reactor.clone());
        let mut writes = spawner.spawn(async move { write(&shared, &timer).await });
        if let Either::Right(_) = select(&mut writes, Sleep::new(&reactor, Duration::ZERO)).await {
            println!("the write takes too long, so the task goes on without it");
        }
        let _guard = lock.lock().await;
        println!("the task has the lock");
    });
}

async fn write(lock: &Mutex<()>, reactor: &Reactor) {
    let _guard = lock.lock().await;
    println!("the write has begun, and holds the lock");
    Sleep::new(reactor, Duration::from_millis(300)).await;
    println!("the write has ended");
}
