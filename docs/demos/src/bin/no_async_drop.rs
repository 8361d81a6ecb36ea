//! A goodbye in `drop`: it makes a future, which is never polled.

use futures::channel::mpsc::{Sender, channel};
use futures::{SinkExt, StreamExt};

demos::main!(wrong, fixed);

/// A connection to a server. Each message may have to wait until the server has room for it.
struct Connection(Sender<&'static str>);

impl Connection {
    async fn send(&mut self, message: &'static str) {
        self.0.send(message).await.expect("the server is there");
    }

    async fn close(mut self) {
        self.send("goodbye").await;
    }
}

fn wrong() {
    struct Polite(Connection);

    impl Drop for Polite {
        fn drop(&mut self) {
            let _goodbye = self.0.send("goodbye");
        }
    }

    talk(async |connection| {
        let mut connection = Polite(connection);
        connection.0.send("hello").await;
    });
}

fn fixed() {
    talk(async |mut connection| {
        connection.send("hello").await;
        connection.close().await;
    });
}

/// Runs a client, and then a server that prints what it receives.
fn talk(client: impl AsyncFnOnce(Connection) + Send + 'static) {
    demos::run(async |_reactor, _spawner| {
        let (sender, mut receiver) = channel(2);
        client(Connection(sender)).await;
        println!("client: the connection is dropped");
        let mut has_goodbye = false;
        while let Some(message) = receiver.next().await {
            println!("server: received {message:?}");
            has_goodbye = message == "goodbye";
        }
        if !has_goodbye {
            println!("server: the connection is broken: no goodbye");
        }
    });
}
