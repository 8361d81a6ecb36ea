//! A stream of stage 3 with the traits of the `futures` crate: code that is written for the traits works.

use std::{io, thread};

use futures::io::{AsyncReadExt, AsyncWriteExt, copy};
use futures::join;
use stage3_futures::stream::TcpStream;
use stage4_async::stream::AsyncStream;
use test_tools::socket::connection;

use crate::tools::block_or;

#[test]
fn megabytes_are_written_and_read_back_at_once() {
    let bytes: Vec<_> = (0..4 << 20).map(|index| (index % 251) as u8).collect();
    let sent = bytes.clone();
    let received =
        block_or("the future is never ready: nothing wakes what it waits for", async move |reactor| {
            let (near, far) = connection();
            let echo = thread::spawn(move || io::copy(&mut &far, &mut &far).unwrap());
            let (mut reader, mut writer) = AsyncStream(TcpStream::new(&reactor, near)).split();
            let mut received = Vec::new();
            // Write and read at once. The echo stops reading while its answer is unread.
            let write = async {
                copy(&sent[..], &mut writer).await.unwrap();
                writer.close().await.unwrap();
            };
            let ((), read) = join!(write, reader.read_to_end(&mut received));
            assert_eq!(read.unwrap(), received.len());
            echo.join().unwrap();
            received
        });
    assert!(received == bytes, "{} bytes came, other than those that were sent", received.len());
}
