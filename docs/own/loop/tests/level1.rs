//! Level 1: many clients on one thread.

mod tools;

use std::io::{ErrorKind, Read, Write};

use test_tools::process::raise_descriptors;
use test_tools::socket::{narrow, reset};
use tools::{Server, bytes, expect, expect_end, fill, half_close, ping, test};

/// How much of one client's bytes comes back at most while another client waits.
const TURN: usize = 512 << 10;

#[test]
fn a_client_gets_back_what_it_sends_again_and_again() {
    test("a client sends for the first time or again, and nothing comes back", || {
        let server = Server::start(|_| ());
        let mut client = server.client();
        let why = "a client sends, waits for its bytes and sends again, and is closed: `WouldBlock` is no error, but the sign \
            to wait for an event";
        (0..3).for_each(|_| ping(&mut client, why));
        server.rests();
        ping(&mut client, why);
    });
}

#[test]
fn clients_that_have_connected_before_one_event_are_all_served() {
    let hangs = "100 clients have connected before `run`, and some are not served: the listener has one event for them all, so \
        accept until `WouldBlock`";
    test(hangs, || {
        let (server, ()) = Server::bind(|_| ());
        let mut clients: Vec<_> = (0..100).map(|_| server.client()).collect();
        server.run();
        clients
            .iter_mut()
            .for_each(|client| ping(client, "100 clients have connected before `run`, and one is closed"));
    });
}

#[test]
fn a_thousand_clients_are_served_at_once_and_new_ones_after_them() {
    test("of up to 1,000 clients, some do not get back what they send", || {
        // Each client has a descriptor here, and one at the server. Other tests have some, too.
        let count = usize::try_from(raise_descriptors() / 3).unwrap_or(usize::MAX).min(1000);
        let server = Server::start(|_| ());
        let connect = |at| match at % 50 {
            // It is served after those before it. The queue of the listener is short on some systems.
            0 => server.served(),
            _ => server.client(),
        };
        let mut clients: Vec<_> = (0..count).map(connect).collect();
        for round in 1..=2 {
            let why = "of up to 1,000 clients, some have left and others have come, and one that stays does not get back its \
                bytes: a token of a client that is still there was given again";
            for (at, client) in clients.iter_mut().enumerate() {
                client.write_all(format!("{at:04} {round}").as_bytes()).expect(why);
            }
            for (at, client) in clients.iter_mut().enumerate() {
                expect(client, format!("{at:04} {round}").as_bytes(), why);
            }
            for at in (0..count).step_by(3) {
                clients[at] = connect(at);
            }
        }
    });
}

#[test]
fn what_has_come_with_one_event_is_echoed_to_its_end() {
    let hangs = "a client has sent bytes and its end before `run`, and does not get all of it: one event reports them \
        together, so read until `WouldBlock` or the end";
    test(hangs, || {
        let (server, ()) = Server::bind(|_| ());
        let (mut client, bytes) = (server.client(), bytes(48 << 10));
        client.write_all(&bytes).unwrap();
        half_close(&client);
        server.run();
        let why = "a client has sent bytes and its end before `run`, and does not get back what it has sent";
        expect(&mut client, &bytes, why);
        expect_end(
            &mut client,
            "a client has sent its end, and got back its bytes, and then something else than the end",
        );
    });
}

#[test]
fn the_end_comes_after_the_last_byte() {
    test("a client has sent its end, and the end does not come back", || {
        let server = Server::start(|_| ());
        let mut other = server.served();
        // With some of these, the server has got the end and cannot write all that is before it.
        for most in (0..20).map(|number| 3000 + (number << 13)) {
            let mut client = narrow(server.address);
            let sent = fill(&mut client, &mut other, most);
            half_close(&client);
            (0..3).for_each(|_| ping(&mut other, "a client has sent its end, and another one is closed"));
            let why = "a client has sent its end, reads late, and does not get all its bytes: at the end, some of them may be \
                unsent, so close when they are written";
            expect(&mut client, &bytes(sent), why);
            expect_end(
                &mut client,
                "a client has got back all its bytes, and then something else than the end",
            );
        }
    });
}

#[test]
fn a_client_that_reads_late_is_read_from_no_more_and_goes_on_later() {
    let hangs = "a client has read nothing for a while, and then does not get all its bytes: when the unsent bytes are \
        written, the bytes that came meanwhile are still unread, and no event reports them again";
    test(hangs, || {
        let server = Server::start(|_| ());
        let (mut client, mut other) = (narrow(server.address), server.served());
        let sent = fill(&mut client, &mut other, usize::MAX);
        let why = "a client has read nothing for a while, and then gets other bytes than it has sent: a write may take a part \
            of them, and the rest must follow in order";
        expect(&mut client, &bytes(sent), why);
        ping(&mut client, why);
    });
}

#[test]
fn others_are_served_while_a_client_does_not_read() {
    let hangs = "a client does not read, and the others are not served: a write that would block must not keep the thread";
    test(hangs, || {
        let server = Server::start(|_| ());
        let (mut client, mut other) = (narrow(server.address), server.served());
        fill(&mut client, &mut other, usize::MAX);
        ping(&mut server.served(), hangs);
    });
}

#[test]
fn a_client_that_is_reset_is_the_only_one_to_end() {
    let why = "a client was reset, and another one is not served any more: an error of a client ends that client alone";
    test(why, move || {
        let (server, ()) = Server::bind(|_| ());
        // One before it is accepted, one that waits, and one to which the server cannot write.
        reset(server.client());
        let mut other = server.client();
        server.run();
        ping(&mut other, why);
        reset(server.served());
        ping(&mut other, why);
        let mut stuck = narrow(server.address);
        fill(&mut stuck, &mut other, usize::MAX);
        reset(stuck);
        (0..3).for_each(|_| ping(&mut other, why));
        ping(&mut server.served(), why);
    });
}

#[test]
fn a_client_that_sends_much_does_not_keep_the_others_waiting() {
    test("two clients have sent before `run`, and do not get back their bytes", || {
        // The order on two connections is that of the server's writes, but for a rare moment of the system.
        let before: Vec<_> = (0..3).map(|_| echoed_before_another_client()).collect();
        assert!(
            before.iter().any(|count| *count <= TURN),
            "two clients have sent before `run`, and the second one got its byte back after so many of the first: {before:?}. A \
            client that sends as fast as the server reads keeps all others waiting: bound what it may do in a turn, and let it \
            go on in the next one"
        );
    });
}

/// Returns how much a client with many bytes gets back before another one gets its only byte. Both have sent before `run`.
fn echoed_before_another_client() -> usize {
    let (server, ()) = Server::bind(|_| ());
    let (mut much, mut little) = (server.client(), server.client());
    much.set_nonblocking(true).unwrap();
    let mut sent = 0;
    while sent < 4 * TURN
        && let Ok(count) = much.write(&vec![0; 4 * TURN - sent])
    {
        sent += count;
    }
    much.set_nonblocking(false).unwrap();
    little.write_all(&[0]).unwrap();
    little.set_nonblocking(true).unwrap();
    server.run();
    let mut echoed = 0;
    while little.read(&mut [0]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock) && echoed < sent {
        echoed += much.read(&mut vec![0; 16 << 10]).unwrap();
    }
    echoed
}

#[test]
fn a_server_with_nothing_to_do_takes_no_cpu() {
    let hangs = "nothing happens to any client, and the server does not rest: it asks again and again. `poll` without a \
        timeout returns when something has happened";
    test(hangs, || {
        let server = Server::start(|_| ());
        let mut idle = server.served();
        server.rests();
        // One is stuck, one has half-closed and is stuck, and one has left.
        let [mut stuck, mut ended] = [(); 2].map(|()| narrow(server.address));
        fill(&mut stuck, &mut idle, usize::MAX);
        fill(&mut ended, &mut idle, usize::MAX);
        half_close(&ended);
        drop(server.served());
        server.rests();
        ping(&mut idle, "a client that was idle is not served");
    });
}
