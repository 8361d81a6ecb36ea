//! A busy loop asks each socket again and again; a selector waits for all of them in one call.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use mio::{Events, Interest, Poll, Token};

/// The milliseconds after which each server answers.
const DELAYS: [u64; 3] = [100, 200, 300];

demos::main!(wrong, fixed);

fn wrong() {
    let mut sockets = DELAYS.map(answered_after);
    let (mut calls, mut answers) = (0, 0);
    while answers < sockets.len() {
        for socket in &mut sockets {
            calls += 1;
            answers += usize::from(has_answered(socket));
        }
    }
    println!("{answers} answers, {calls} calls of read");
}

fn fixed() {
    let mut poll = Poll::new().unwrap();
    let mut sockets = DELAYS.map(answered_after).map(mio::net::TcpStream::from_std);
    for (number, socket) in sockets.iter_mut().enumerate() {
        poll.registry().register(socket, Token(number), Interest::READABLE).unwrap();
    }
    let mut events = Events::with_capacity(16);
    let (mut waits, mut calls, mut answers) = (0, 0, 0);
    while answers < sockets.len() {
        waits += 1;
        poll.poll(&mut events, None).unwrap();
        for event in &events {
            calls += 1;
            answers += usize::from(has_answered(&mut sockets[event.token().0]));
        }
    }
    println!("{answers} answers, {calls} calls of read, {waits} waits");
}

/// Reads the answer, and returns whether it is there.
fn has_answered(socket: &mut impl Read) -> bool {
    match socket.read(&mut [0]) {
        Ok(_) => true,
        Err(error) if error.kind() == ErrorKind::WouldBlock => false,
        Err(error) => panic!("{error}"),
    }
}

/// Returns a socket that does not block. Its server sends one byte after `delay` milliseconds.
fn answered_after(delay: u64) -> TcpStream {
    let (socket, mut server) = demos::connection();
    thread::spawn(move || {
        thread::sleep(Duration::from_millis(delay));
        server.write_all(b"x").unwrap();
        // Keep the connection: its end would be a second event.
        thread::sleep(Duration::from_secs(1));
    });
    socket
}
