//! Level 3: a server that is stopped.

mod tools;

use std::{io::Write, net::TcpStream, thread};

use own::Echo;
use test_tools::socket::narrow;
use test_tools::watchdog::{BRIEF, returning_within};
use tools::{MUCH, Server, bytes, expect, fill, ping, receive};

/// Calls `run`, which returns because the server is stopped.
fn run(echo: &mut Echo, hangs: &'static str) {
    returning_within(BRIEF, hangs, || echo.run()).expect("a server was stopped, and `run` returns an error");
}

/// Calls `run`, and stops the server on another thread after `clients`.
fn run_and_stop(echo: &mut Echo, clients: impl FnOnce() + Send, hangs: &'static str) {
    let stopper = echo.stopper().clone();
    thread::scope(|scope| {
        scope.spawn(move || (clients(), stopper.stop()));
        run(echo, hangs);
    });
}

#[test]
fn a_stop_ends_the_wait_gives_each_client_one_more_turn_and_goes_on_to_count() {
    let (server, mut echo) = Server::bind();
    let mut client = server.client();
    let waits = || {
        ping(&mut client, "a client connects, and is not served");
        server.rests("a server is not stopped, and does not rest");
    };
    let hangs = "a server waits, a thread stops it, and `run` does not return: a flag does not end the wait in `poll`";
    run_and_stop(&mut echo, waits, hangs);
    client.write_all(&bytes(5000)).expect("it stays open");
    client.set_nonblocking(true).unwrap();
    let why = "bytes of a client have come, `run` returns because the server was stopped, and they are not echoed: \
        each client has one more turn";
    // The system may need a moment to deliver them.
    let echoes = |_| {
        run(&mut echo, "a server was stopped, `run` is called once and then again, and does not return");
        client.peek(&mut [0]).is_ok()
    };
    assert!((0..1000).any(echoes), "{why}");
    expect(&mut client, &bytes(5000), why);
    let (server, mut echo) = Server::bind();
    let (stopper, mut stuck, mut client) = (echo.stopper(), narrow(server.address), server.client());
    let hangs = "a server was stopped, a client takes nothing, and `run` does not return: that client may never go on";
    run_and_stop(&mut echo, || assert!(fill(&mut stuck, &mut client, MUCH) > 0), hangs);
    // The listener may be closed.
    let late = TcpStream::connect(server.address).and_then(|mut late| late.write_all(b"late").map(|()| late));
    (0..2).for_each(|_| run(&mut echo, hangs));
    drop(echo);
    assert!(receive(&mut client, usize::MAX).1.is_some(), "a server was dropped, and a client is not closed");
    let echoed = late.map_or_else(|_| Vec::new(), |mut client| receive(&mut client, usize::MAX).0);
    assert!(echoed.is_empty(), "a client has connected after the stop, and was served: accept no more");
    let why = "a server was dropped, and listens: its `Stopper` may live on, and its sockets may not";
    assert!(TcpStream::connect(server.address).is_err(), "{why}");
    // There is nothing to stop, and that is no error.
    stopper.stop();
    let (_, mut echo) = Server::bind();
    echo.stopper().stop();
    run(&mut echo, "a server was stopped before `run`, which does not return");
}
