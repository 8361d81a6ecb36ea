//! A guard of std's `Mutex` that is held while the future waits.

use std::sync::Mutex;
use std::time::Duration;

use futures::future::join;
use stage3_futures::timer::Sleep;

demos::main!(wrong, fixed);

#[expect(clippy::await_holding_lock, reason = "this is the mistake")]
fn wrong() {
    demos::block_on(async |reactor| {
        let found = Mutex::new(Vec::new());
        let fetch = async |path| {
            println!("{path} asks for the lock");
            let mut found = found.lock().unwrap();
            println!("{path} has the lock, and waits for the server");
            Sleep::new(&reactor, Duration::from_millis(50)).await;
            found.push(path);
            println!("{path} is fetched");
        };
        join(fetch("/first"), fetch("/second")).await;
    });
}

fn fixed() {
    demos::block_on(async |reactor| {
        let found = Mutex::new(Vec::new());
        let fetch = async |path| {
            println!("{path} waits for the server");
            Sleep::new(&reactor, Duration::from_millis(50)).await;
            found.lock().unwrap().push(path);
            println!("{path} is fetched");
        };
        join(fetch("/first"), fetch("/second")).await;
    });
}
