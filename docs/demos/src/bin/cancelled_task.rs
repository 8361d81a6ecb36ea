//! A task is cancelled while it sleeps: of its own code, only the destructors run.

use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use stage3_futures::timer::Sleep;

demos::main!(cancel);

fn cancel() {
    demos::run(async |reactor, spawner| {
        let sleep = Sleep::new(&reactor, Duration::from_secs(60));
        let task = spawner.spawn(Work { sleep, _connection: Connection });
        Sleep::new(&reactor, Duration::from_millis(10)).await;
        println!("main: the task sleeps; cancel it");
        task.cancel();
        println!("main: the task is cancelled");
        println!("main: its handle returns {:?}", task.await);
    });
}

/// `sleep.await; println!("..")`
struct Work {
    sleep: Sleep,
    _connection: Connection,
}

impl Future for Work {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        println!("task: it is polled");
        ready!(Pin::new(&mut self.sleep).poll(cx));
        println!("task: it goes on");
        Poll::Ready(())
    }
}

struct Connection;

impl Drop for Connection {
    fn drop(&mut self) {
        println!("task: its connection is dropped");
    }
}
