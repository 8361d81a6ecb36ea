//! What three kinds of selector report about bytes that are left unread.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use mio::{Interest, Poll, Token};
use polling::{Event, Events, PollMode, Poller};

/// The time limit of a wait.
const SILENCE: Option<Duration> = Some(Duration::from_millis(100));

fn main() {
    println!("{:24}{:33}d comes", "", "abc comes");
    demos::main(wrong, fixed);
}

/// Reads one byte at each event.
fn wrong() {
    mio_reads("edge-triggered (mio)", read_one);
    polling_reads("oneshot (polling)", PollMode::Oneshot, |_, mut near| read_one(&mut near));
    polling_reads("level-triggered", PollMode::Level, |_, mut near| read_one(&mut near));
}

/// Does at each event what the kind of selector asks for.
fn fixed() {
    mio_reads("edge-triggered, drained", read_all);
    polling_reads("oneshot, re-armed", PollMode::Oneshot, |poller, mut near| {
        let text = read_one(&mut near);
        poller.modify(near, Event::readable(0)).unwrap();
        text
    });
    polling_reads("level-triggered", PollMode::Level, |_, mut near| read_one(&mut near));
}

/// Registers one end of a connection with mio. At each event, calls `read`.
///
/// On Windows, mio reports further events only if it is mio's socket that is read.
fn mio_reads(kind: &str, read: impl Fn(&mut dyn Read) -> String) {
    let (near, far) = demos::connection();
    let mut poll = Poll::new().unwrap();
    let mut source = mio::net::TcpStream::from_std(near);
    poll.registry().register(&mut source, Token(0), Interest::READABLE).unwrap();
    let mut events = mio::Events::with_capacity(1);
    show(kind, far, || {
        poll.poll(&mut events, SILENCE).unwrap();
        events.iter().map(|_| read(&mut source)).collect()
    });
}

/// Registers one end of a connection with polling. At each event, calls `read`.
fn polling_reads(kind: &str, mode: PollMode, read: impl Fn(&Poller, &TcpStream) -> String) {
    let (near, far) = demos::connection();
    let poller = Poller::new().unwrap();
    // SAFETY: the socket must stay open until it is deleted from the poller: below.
    #[allow(unsafe_code)]
    unsafe {
        poller.add_with_mode(&near, Event::readable(0), mode).unwrap();
    }
    let mut events = Events::new();
    show(kind, far, || {
        events.clear();
        poller.wait(&mut events, SILENCE).unwrap();
        events.iter().map(|_| read(&poller, &near)).collect()
    });
    poller.delete(&near).unwrap();
}

/// Sends `abc`, waits three times, sends `d`, and waits twice. Prints what `wait` returns: what was read.
fn show(kind: &str, mut far: TcpStream, mut wait: impl FnMut() -> String) {
    let mut line = format!("{kind:24}");
    for (bytes, waits) in [("abc", 3), ("d", 2)] {
        far.write_all(bytes.as_bytes()).unwrap();
        for _ in 0..waits {
            let read = wait();
            line +=
                &format!("{:11}", if read.is_empty() { "silence".into() } else { format!("event {read}") });
        }
    }
    println!("{}", line.trim_end());
}

fn read_one(near: &mut dyn Read) -> String {
    let mut byte = [0];
    let count = near.read(&mut byte).unwrap();
    String::from_utf8_lossy(&byte[..count]).into_owned()
}

/// Reads until `WouldBlock`.
fn read_all(near: &mut dyn Read) -> String {
    let mut bytes = Vec::new();
    let end = near.read_to_end(&mut bytes).unwrap_err();
    assert_eq!(end.kind(), ErrorKind::WouldBlock, "the connection stays open");
    String::from_utf8_lossy(&bytes).into_owned()
}
