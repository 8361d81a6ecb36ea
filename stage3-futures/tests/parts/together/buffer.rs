//! All connections of a reactor share one read buffer.

use std::io::Write;
use std::net;
use std::task::Waker;

use stage3_futures::reactor::Reactor;
use stage3_futures::stream::TcpStream;
use test_tools::future::poll;
use test_tools::socket::connection;

use crate::tools::run;

/// Connects a stream to a peer, which has sent `text`. Returns both.
fn connected(reactor: &Reactor, text: &str) -> (TcpStream, net::TcpStream) {
    let (near, mut far) = connection();
    far.write_all(text.as_bytes()).unwrap();
    (TcpStream::new(reactor, near), far)
}

#[test]
fn streams_read_into_the_same_buffer_and_a_read_that_waits_holds_none() {
    run(async |reactor, _| {
        let [first, idle] = [connected(&reactor, "first"), connected(&reactor, "")];
        let second = connected(&reactor, "second");
        let place = first.0.read_chunk().await.unwrap().as_ptr();
        let mut waits = idle.0.read_chunk();
        assert!(poll(&mut waits, Waker::noop()).is_pending());
        // If the buffer had been freed, this could take its place in memory.
        let _other = vec![0_u8; 64 << 10];
        assert_eq!(second.0.read_chunk().await.unwrap().as_ptr(), place);
    });
}
