//! All connections of a reactor share one read buffer.

use std::io::Write;
use std::task::Waker;

use stage3_futures::reactor::Reactor;
use stage3_futures::stream::TcpStream;
use test_tools::future::poll;
use test_tools::socket::connection;

use crate::tools::drive;

#[test]
fn streams_read_into_the_same_buffer_and_a_read_that_waits_holds_none() {
    let reactor = Reactor::new().unwrap();
    let [(first, mut to_first), (second, mut to_second), (idle, _open)] = [(); 3].map(|()| connection());
    let [first, second, idle] = [first, second, idle].map(|near| TcpStream::new(&reactor, near));
    to_first.write_all(b"first").unwrap();
    to_second.write_all(b"second").unwrap();
    let place = drive(&reactor, first.read_chunk()).unwrap().as_ptr();
    let mut waits = idle.read_chunk();
    assert!(poll(&mut waits, Waker::noop()).is_pending());
    // If the buffer had been freed, this could take its place in memory.
    let _other = vec![0_u8; 64 << 10];
    assert_eq!(drive(&reactor, second.read_chunk()).unwrap().as_ptr(), place);
}
