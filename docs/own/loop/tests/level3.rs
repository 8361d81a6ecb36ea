//! Level 3: a server that is stopped.

mod tools;

use std::io::{Read, Write};
use std::{net::TcpStream, thread};

use own::Echo;
use test_tools::watchdog::{BRIEF, returning_within};
use test_tools::{patience::TICK, socket::narrow};
use tools::{MUCH, Server, bytes, expect, fill, ping, receive};

/// Calls `run`, which returns because the server is stopped.
fn run(echo: &mut Echo, hangs: &'static str) {
    returning_within(BRIEF, hangs, || echo.run()).expect("a server was stopped, and `run` returns an error");
}

#[test]
fn a_stop_ends_the_wait_gives_each_client_one_more_turn_and_goes_on_to_count() {
    let (server, mut echo) = Server::bind();
    let (stopper, mut stuck, mut client) = (echo.stopper(), narrow(server.address), server.client());
    let hangs = "clients send or take nothing for ever, and `run` goes on after a stop: they may never end";
    let stops = echo.stopper().clone();
    thread::scope(|scope| {
        scope.spawn(|| {
            assert!(fill(&mut stuck, &mut client, MUCH) > 0);
            server.rests("a server is not stopped, and does not rest");
            (0..4).for_each(|_| _ = server.flood());
            ping(&mut client, "some send without end");
            stops.stop();
        });
        run(&mut echo, hangs);
    });
    client.write_all(&bytes(32 << 10)).expect("it stays open");
    stuck.set_read_timeout(Some(TICK)).unwrap();
    let _ = stuck.read_to_end(&mut Vec::new());
    run(&mut echo, "a server was stopped, `run` is called once and then again, and does not return");
    let why = "32 KiB of a client came before `run` after a stop, and not all go back: each client has one more turn";
    expect(&mut client, &bytes(32 << 10), why);
    let why = "a client had bytes unsent when the server was stopped, and has read since, and `run` sends it no more";
    assert!(receive(&mut stuck, 1).0.len() == 1, "{why}");
    drop(echo);
    assert!(receive(&mut client, usize::MAX).1.is_some(), "a server was dropped, and a client is not closed");
    let why = "a server was dropped, and listens: its `Stopper` may live on, and its sockets may not";
    assert!(TcpStream::connect(server.address).is_err(), "{why}");
    let stops = thread::spawn(move || stopper.stop()).join();
    assert!(stops.is_ok(), "a server was dropped, and `stop` has panicked: it has nothing to do");
}

#[test]
fn each_run_after_a_stop_serves_each_client_once_more() {
    let (server, mut echo) = Server::bind();
    let (stopper, mut client) = (echo.stopper(), server.client());
    thread::scope(|scope| {
        scope.spawn(|| {
            ping(&mut client, "a client connects, and is not served");
            stopper.stop();
        });
        run(&mut echo, "a server was stopped, and `run` does not return");
    });
    // More than four calls echo. No event reports what one of them leaves.
    client.set_nonblocking(true).unwrap();
    while client.write(&[0; 64 << 10]).is_ok() {}
    client.set_nonblocking(false).unwrap();
    client.set_read_timeout(Some(TICK)).unwrap();
    for call in 1..=4 {
        run(&mut echo, "a server was stopped, `run` is called again, and does not return");
        let mut echoed = Vec::new();
        let _ = client.read_to_end(&mut echoed);
        let why = "bytes of a client have arrived before a call of `run` after a stop, and it echoes less than 32 KiB: each call \
            serves each client, also one without an event";
        assert!(echoed.len() >= 32 << 10, "{why} (call {call}: {} bytes)", echoed.len());
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn a_stop_at_any_moment_is_seen_and_no_later_client_is_served() {
    use std::time::Duration;

    use test_tools::held::{Hold, while_held};
    for moment in 0..400 {
        let (server, mut echo) = Server::bind();
        let (stopper, _crowd) = (echo.stopper(), [(); 20].map(|()| server.client()));
        let stops = thread::spawn(move || {
            let mut hold = Hold::this_thread();
            let meanwhile = thread::spawn(|| while_held(|| thread::sleep(Duration::from_micros(200))));
            // Before the server has accepted all of them, while it does, or when it waits.
            thread::sleep(Duration::from_micros(moment as u64 % 200));
            hold.soon(moment);
            stopper.stop();
            // It would wake a server that waits. The listener may be closed.
            let late = (moment % 2 == 0).then(|| TcpStream::connect(server.address)).and_then(Result::ok);
            meanwhile.join().unwrap();
            late.inspect(|mut late| late.write_all(b"late").unwrap_or_default())
        });
        let hangs = "a server is stopped and waits: a flag ends no wait, and one set after the wake is late";
        run(&mut echo, hangs);
        let late = stops.join().unwrap();
        run(&mut echo, "a server was stopped, `run` is called again, and does not return");
        drop(echo);
        let why = "a client has connected after the stop, and was served: look at the flag after each accept";
        assert!(late.is_none_or(|mut late| receive(&mut late, usize::MAX).0.is_empty()), "{why}");
    }
}
