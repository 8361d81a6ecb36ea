//! Level 1: many clients on one thread.

mod tools;

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::process::Command;

#[cfg(unix)]
use test_tools::process::{leave_descriptors, raise_descriptors};
use test_tools::socket::{narrow, reset};
use test_tools::{patience::Patience, watchdog::BRIEF};
use tools::{MUCH, Server, all_are_own, bytes, expect, fill, ping, receive};

#[test]
fn a_client_sends_again_after_any_time_and_the_server_rests_meanwhile() {
    let ((), server) = Server::start(|_, _| ());
    let mut client = server.client();
    let why = "a client sends again after a time, and gets nothing back: `WouldBlock` is no error, so wait";
    let rests = "nothing happens, and the server does not rest: poll without a timeout unless something is left to do";
    ping(&mut client, why);
    server.rests(rests);
    ping(&mut client, why);
    // This interrupts the server's wait, on Linux.
    let _ = Command::new("sh").args(["-c", "kill -STOP $PPID; sleep 0.05; kill -CONT $PPID"]).status();
    // Three take nothing: one reads later, one has sent its end, and one is reset.
    let mut stuck = [(); 3].map(|()| narrow(server.address));
    stuck.iter_mut().for_each(|stuck| assert!(fill(stuck, &mut client, MUCH) > 0));
    let [mut late, ended, stuck] = stuck;
    ended.shutdown(Shutdown::Write).unwrap();
    [stuck, server.served()].into_iter().for_each(reset);
    let why = "a client was reset, and another one is not served any more: an error of a client ends that client alone";
    (0..3).for_each(|_| ping(&mut client, why));
    server.rests(rests);
    expect(&mut late, &bytes(MUCH), "a client has read nothing for a while, and does not get back its bytes");
    ping(&mut late, "a client has read nothing for a while, sends again, and is not served");
}

#[test]
fn many_clients_are_served_that_come_before_run_or_at_once_or_after_others() {
    let (mut clients, server) = Server::start(|_, server| [(); 100].map(|()| server.client()));
    let why = "100 clients came before `run`, and some are not served: accept until `WouldBlock` at an event";
    clients.iter_mut().for_each(|client| ping(client, why));
    let why = "of 1,000 clients, some left and one is not served: was the token of a client that stays given again?";
    let mut clients = server.crowd(1000);
    for _ in 0..2 {
        let send = |(at, client): (usize, &mut TcpStream)| client.write_all(&at.to_be_bytes()).expect(why);
        clients.iter_mut().enumerate().for_each(send);
        clients.iter_mut().enumerate().for_each(|(at, client)| expect(client, &at.to_be_bytes(), why));
        clients.drain(..300);
        clients.extend(server.crowd(300));
    }
}

/// A client that comes when there is no descriptor waits in the listener's queue.
#[cfg(unix)]
#[test]
fn without_a_descriptor_clients_wait_and_the_others_are_served() {
    let (mut clients, server) = Server::start(|_, server| {
        let clients = Vec::from_iter((0..20).map(|_| server.client()));
        leave_descriptors(12);
        clients
    });
    let why = "no descriptor is left to accept a client, and another one is not served: an error of `accept` ends nothing";
    clients[..8].iter_mut().for_each(|client| ping(client, why));
    server.rests("no descriptor is left to accept a client, and the server does not rest: accept when one has come back");
    let why =
        "clients that were accepted have left, and one that came when no descriptor was left is not served";
    clients.drain(..8);
    clients.iter_mut().take(8).for_each(|client| ping(client, why));
    raise_descriptors();
    clients.drain(..8);
    clients.push(server.client());
    clients.iter_mut().for_each(|client| ping(client, why));
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_client_does_not_read_stays_with_the_system() {
    let ((), server) = Server::start(|_, _| ());
    let mut other = server.served();
    let resident = || {
        let text = std::fs::read_to_string("/proc/self/statm").expect("Linux has it");
        text.split(' ').nth(1).and_then(|pages| pages.parse::<usize>().ok()).expect("a number of pages") * 4
    };
    // The first ones take the memory that each of them needs for a while.
    let mut stuck = || {
        let mut client = narrow(server.address);
        fill(&mut client, &mut other, 2 << 20);
        client
    };
    let (_first, before) = ([stuck(), stuck()], resident());
    let _stuck = [(); 8].map(|()| stuck());
    let more = resident().saturating_sub(before);
    let why = "8 clients read nothing, and the server keeps some MiB of their bytes: read no more while some are unsent";
    assert!(more < 8 * 128, "{why} ({more} KiB)");
}

#[test]
fn a_client_that_has_sent_its_end_gets_all_its_bytes_and_then_the_end() {
    let (mut ended, server) = Server::start(|_, server| {
        let mut ended = server.client();
        // Another one is reset before it is accepted.
        reset(server.client());
        ended.write_all(&bytes(48 << 10)).unwrap();
        ended.shutdown(Shutdown::Write).unwrap();
        ended
    });
    let why = "a client has sent bytes and its end before `run`, and does not get them back: one event reports them \
        all, so read until `WouldBlock` or the end";
    let (received, end) = receive(&mut ended, usize::MAX);
    all_are_own(&received, &bytes(48 << 10));
    assert!(received.len() == 48 << 10 && matches!(end, Some(Ok(_))), "{why} ({end:?})");
    let mut other = server.served();
    // With some of these numbers, the server can read the end, and cannot write all that is before it.
    for most in [usize::MAX].into_iter().chain((0..16).map(|step| 3000 + step * 8192)) {
        let mut client = narrow(server.address);
        let sent = fill(&mut client, &mut other, most);
        client.shutdown(Shutdown::Write).unwrap();
        (0..3).for_each(|_| ping(&mut other, "a client has sent its end, and another one is not served"));
        let (received, end) = receive(&mut client, usize::MAX);
        let why = "a client reads late, and gets other bytes than it sent: a write may take a part, the rest follows";
        assert!(bytes(sent).starts_with(&received), "{why}");
        let why = "a client reads late, and gets a part: more came before the rest went, no event reports them again";
        assert!(end.is_some(), "{why}");
        let why = "a client sent its end, reads late, and not all bytes and the end come: close when they are written";
        assert!(received.len() == sent && matches!(end, Some(Ok(_))), "{why} ({end:?})");
    }
}

#[test]
fn clients_that_send_much_or_without_end_do_not_keep_another_one_waiting() {
    let echoed = [(); 5].map(|()| {
        let ([mut crowd @ .., mut other], _server) = Server::start(|_, server| {
            let mut clients = [(); 9].map(|()| server.client());
            clients.iter_mut().for_each(|client| client.set_nonblocking(true).unwrap());
            let send_much = |client: &mut TcpStream| (0..32).for_each(|_| _ = client.write(&[0; 64 << 10]));
            clients[..8].iter_mut().for_each(send_much);
            clients[8].write_all(&[0]).unwrap();
            clients
        });
        let (mut echoed, mut count, mut buffer) = (0, 0, vec![0; 1 << 20]);
        let mut patience = Patience::of(BRIEF);
        while other.read(&mut [0]).is_err() {
            assert!(!patience.is_over(), "8 clients have sent before `run`, and one does not get its byte");
            // What was read before a look at the other one was written before its byte.
            echoed += count;
            count = crowd.iter_mut().map(|client| client.read(&mut buffer).unwrap_or(0)).sum();
        }
        echoed
    });
    let why = "8 clients sent much, and another one waits for so much. Bound what a client may do in a turn";
    // The order at the clients is that of the server's writes, but for a rare moment of the system.
    assert!(echoed.iter().filter(|count| **count > 8 * (128 << 10)).count() < 2, "{why}: {echoed:?}");
    let (floods, server) = Server::start(|_, server| [(); 8].map(|()| server.flood()));
    let why = "8 clients send and read without end, and another is not served: call `poll` in each turn";
    for _ in 0..30 {
        let mut other = server.client();
        other.set_read_timeout(Some(3 * BRIEF)).unwrap();
        assert!(other.write_all(&[0]).is_ok() && other.read_exact(&mut [0]).is_ok(), "{why}");
    }
    floods.iter().for_each(|flood| flood.shutdown(Shutdown::Both).unwrap_or_default());
}
