//! Level 1: many clients on one thread.

mod tools;

use std::io::{ErrorKind, Read, Write};

use test_tools::socket::{narrow, reset};
use tools::{MUCH, Server, bytes, expect, expect_end, fill, half_close, ping, test};

/// How many bytes of a client come back at most while another one waits.
const TURN: usize = 128 << 10;

/// How many clients send as many bytes as the system takes.
const CROWD: usize = 8;

#[test]
fn a_client_gets_back_what_it_sends_again_and_again() {
    let why = "a client sends bytes, waits and sends again, and they do not come back: `WouldBlock` is no error, but the sign to \
        wait for an event";
    test(why, move || {
        let server = Server::start(|_| ());
        let mut client = server.client();
        (0..3).for_each(|_| ping(&mut client, why));
        server.rests();
        ping(&mut client, why);
    });
}

#[test]
fn clients_that_have_connected_before_one_event_are_all_served() {
    let why = "100 clients have connected before `run`, and some are not served: the listener has one event for them all, so \
        accept until `WouldBlock`";
    test(why, move || {
        let (server, ()) = Server::bind(|_| ());
        let mut clients: Vec<_> = (0..100).map(|_| server.client()).collect();
        server.run();
        clients.iter_mut().for_each(|client| ping(client, why));
    });
}

#[test]
fn a_thousand_clients_are_served_at_once_and_others_after_some_have_left() {
    let why = "of 1,000 clients, some have left and others have come, and one does not get back its bytes: was the token of a \
        client that stays given again?";
    test(why, move || {
        let server = Server::start(|_| ());
        let mut clients = server.crowd(1000);
        for round in 1..=2 {
            let text = |number| format!("{number:04} {round}");
            for (number, client) in clients.iter_mut().enumerate() {
                client.write_all(text(number).as_bytes()).expect(why);
            }
            for (number, client) in clients.iter_mut().enumerate() {
                expect(client, text(number).as_bytes(), why);
            }
            clients.drain(..300);
            clients.extend(server.crowd(300));
        }
    });
}

#[test]
fn what_has_come_with_one_event_is_echoed_to_its_end() {
    let why = "a client has sent bytes and its end before `run`, and does not get them back: one event reports them all, so read \
        until `WouldBlock` or the end";
    test(why, move || {
        let (server, ()) = Server::bind(|_| ());
        let (mut client, bytes) = (server.client(), bytes(48 << 10));
        client.write_all(&bytes).unwrap();
        half_close(&client);
        server.run();
        expect(&mut client, &bytes, why);
        expect_end(&mut client, why);
    });
}

#[test]
fn the_end_comes_after_the_last_byte() {
    let why = "a client has sent its end, reads late, and does not get back all its bytes and then the end: some may be unsent \
        when the end is read, so close when they are written";
    test(why, move || {
        let server = Server::start(|_| ());
        let mut other = server.served();
        // With some of these numbers, the server can read the end, and cannot write all that is before it.
        for most in (0..16).map(|step| 3000 + step * 8192) {
            let mut client = narrow(server.address);
            let sent = fill(&mut client, &mut other, most);
            half_close(&client);
            (0..3).for_each(|_| ping(&mut other, why));
            expect(&mut client, &bytes(sent), why);
            expect_end(&mut client, why);
        }
    });
}

#[test]
fn a_client_that_reads_late_is_read_from_no_more_and_goes_on_later() {
    let hangs = "a client has read nothing for a while, and then does not get all its bytes: when the unsent ones are written, \
        others have come meanwhile, and no event reports them again";
    test(hangs, || {
        let server = Server::start(|_| ());
        let (mut client, mut other) = (narrow(server.address), server.served());
        let sent = fill(&mut client, &mut other, usize::MAX);
        let why = "a client has read nothing for a while, and then gets other bytes than it has sent: a write may take a part of \
            them, and the rest must follow in order";
        expect(&mut client, &bytes(sent), why);
        ping(&mut client, why);
    });
}

#[test]
fn others_are_served_while_a_client_does_not_read() {
    let why = "a client does not read, and another one is not served: a write that would block must not keep the thread";
    test(why, move || {
        let server = Server::start(|_| ());
        let (mut client, mut other) = (narrow(server.address), server.served());
        fill(&mut client, &mut other, MUCH);
        ping(&mut server.client(), why);
    });
}

#[test]
fn a_reset_ends_one_client_alone() {
    let why = "a client was reset, and another one is not served any more: an error of a client ends that client alone";
    test(why, move || {
        let (server, ()) = Server::bind(|_| ());
        // One that is not accepted yet, one that is silent, and one that takes nothing.
        reset(server.client());
        let mut other = server.client();
        server.run();
        ping(&mut other, why);
        reset(server.served());
        let mut stuck = narrow(server.address);
        fill(&mut stuck, &mut other, MUCH);
        reset(stuck);
        (0..3).for_each(|_| ping(&mut other, why));
        ping(&mut server.client(), why);
    });
}

#[test]
fn clients_that_send_much_do_not_keep_another_one_waiting() {
    test("clients have sent before `run`, and one of them does not get back its byte", || {
        let echoed: Vec<_> = (0..5).map(|_| echoed_before_another_client()).collect();
        // The order at the clients is that of the server's writes, but for a rare moment of the system.
        let too_many = echoed.iter().filter(|count| **count > CROWD * TURN).count();
        assert!(
            too_many < 2,
            "{CROWD} clients have sent much, and so many of their bytes come back before the only one of another client: \
            {echoed:?}. Bound what a client may do in a turn, and let it go on in the next one"
        );
    });
}

/// Returns how many bytes of some clients come back before the only one of another. All have sent before `run`.
fn echoed_before_another_client() -> usize {
    let (server, ()) = Server::bind(|_| ());
    let mut crowd = server.crowd(CROWD);
    for client in &mut crowd {
        client.set_nonblocking(true).unwrap();
        (0..32).for_each(|_| drop(client.write(&[0; 64 << 10])));
    }
    let mut other = server.client();
    other.write_all(&[0]).unwrap();
    other.set_nonblocking(true).unwrap();
    server.run();
    let mut echoed = 0;
    for at in (0..CROWD).cycle() {
        let count = crowd[at].read(&mut [0; 16 << 10]).unwrap_or(0);
        if !other.read(&mut [0]).is_err_and(|error| error.kind() == ErrorKind::WouldBlock) {
            break;
        }
        // The server has not written to the other one yet.
        echoed += count;
    }
    echoed
}

#[test]
fn a_server_with_nothing_to_do_takes_no_cpu() {
    let why = "nothing happens to any client, and the server does not rest: wait in `poll` without a timeout unless something is \
        left to do";
    test(why, move || {
        let server = Server::start(|_| ());
        let mut idle = server.served();
        // Two take nothing, and one of them has sent its end. One has left.
        let [mut stuck, mut ended] = [(); 2].map(|()| narrow(server.address));
        fill(&mut stuck, &mut idle, MUCH);
        fill(&mut ended, &mut idle, MUCH);
        half_close(&ended);
        drop(server.served());
        server.rests();
        ping(&mut idle, why);
    });
}
