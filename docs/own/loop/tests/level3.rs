//! Level 3: a server that is stopped.

mod tools;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;

use own::Stopper;
use test_tools::socket::narrow;
use tools::{MUCH, Server, bytes, expect, fill, test};

/// Returns a server, and a handle that stops it.
fn stoppable() -> (Server, Stopper) {
    Server::bind(|echo| echo.stopper())
}

/// Stops a server that runs, and waits until `run` has returned.
fn stop(server: &Server, stopper: &Stopper) {
    stopper.stop();
    server.returned();
}

#[test]
fn a_stop_ends_the_wait_of_a_server() {
    let hangs = "a server waits, another thread stops it, and `run` does not return: a flag does not end the wait in `poll`";
    test(hangs, || {
        let (server, stopper) = stoppable();
        server.run();
        let _client = server.served();
        server.rests();
        let of_another_thread = stopper.clone();
        thread::spawn(move || of_another_thread.stop()).join().expect("`stop` returns");
        server.returned();
    });
}

#[test]
fn a_stop_before_run_counts_and_goes_on_to_count() {
    test("a server was stopped, `run` is called after it, once and then again, and does not return", || {
        let (server, stopper) = stoppable();
        stopper.stop();
        (0..2).for_each(|_| {
            server.run();
            server.returned();
        });
    });
}

#[test]
fn a_stop_does_not_wait_for_clients() {
    test(
        "a server was stopped, a client takes nothing, and `run` does not return: that client may never go on",
        || {
            let (server, stopper) = stoppable();
            server.run();
            let (mut stuck, mut silent) = (narrow(server.address), server.served());
            fill(&mut stuck, &mut silent, MUCH);
            stop(&server, &stopper);
        },
    );
}

#[test]
fn what_has_come_is_echoed_before_run_returns() {
    let why = "bytes of a client have come, `run` returns because the server was stopped, and they are not echoed: each client has \
        one more turn";
    test(why, move || {
        let (server, stopper) = stoppable();
        server.run();
        let mut client = server.served();
        stop(&server, &stopper);
        client.write_all(&bytes(5000)).expect("it stays open");
        client.set_nonblocking(true).unwrap();
        // The system may need a moment to deliver them.
        while client.peek(&mut [0]).is_err() {
            server.run();
            server.returned();
        }
        client.set_nonblocking(false).unwrap();
        expect(&mut client, &bytes(5000), why);
    });
}

#[test]
fn after_a_stop_no_client_is_accepted() {
    test(
        "a server was stopped and dropped, and clients that have connected meanwhile are not closed",
        || {
            let (server, stopper) = stoppable();
            stopper.stop();
            let clients = [(); 2].map(|()| {
                // After the first `run`, the listener may be closed.
                let mut client = TcpStream::connect(server.address).ok();
                client.iter_mut().for_each(|client| client.write_all(b"late").unwrap());
                server.run();
                server.returned();
                client
            });
            server.drop_echo();
            for mut client in clients.into_iter().flatten() {
                let mut echoed = Vec::new();
                let _closed = client.read_to_end(&mut echoed);
                assert!(
                    echoed.is_empty(),
                    "a client has connected after the stop, and was served: accept no more"
                );
            }
        },
    );
}

#[test]
fn all_sockets_are_closed_with_the_server() {
    test("a server was stopped and dropped, and a client is not closed", || {
        let (server, stopper) = stoppable();
        server.run();
        let (mut client, address) = (server.served(), server.address);
        stop(&server, &stopper);
        server.drop_echo();
        let _closed = client.read_to_end(&mut Vec::new());
        let connected = TcpStream::connect(address);
        assert!(
            connected.is_err(),
            "a server was dropped, and listens: its `Stopper` may live on, and its sockets may not"
        );
        // There is nothing to stop, and that is no error.
        stopper.stop();
    });
}
