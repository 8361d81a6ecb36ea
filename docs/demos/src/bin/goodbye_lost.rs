//! A buffered writer that is dropped: the bytes in its buffer are never sent, because a drop cannot wait. The fix closes the
//! writer, which flushes it.

use std::io::Read;
use std::thread;

use futures::io::{AsyncWriteExt, BufWriter};
use stage3_futures::stream::TcpStream;
use stage4_async::stream::AsyncStream;

demos::main!(wrong, fixed);

fn wrong() {
    send(async |mut writer| {
        writer.write_all(b"goodbye").await.unwrap();
    });
}

fn fixed() {
    send(async |mut writer| {
        writer.write_all(b"goodbye").await.unwrap();
        writer.close().await.unwrap();
    });
}

/// Calls `write` with a connection, and prints what its other end has received when it is closed.
fn send(write: impl AsyncFnOnce(BufWriter<AsyncStream>) + Send + 'static) {
    let (client, mut server) = demos::connection();
    let receives = thread::spawn(move || {
        let mut text = String::new();
        server.read_to_string(&mut text).unwrap();
        println!("the server has received {text:?}");
    });
    demos::block_on(async |reactor| {
        write(BufWriter::new(AsyncStream(TcpStream::new(&reactor, client)))).await;
    });
    receives.join().unwrap();
}
