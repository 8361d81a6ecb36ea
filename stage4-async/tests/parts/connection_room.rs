//! How many connections a session has: in use, being made, and idle.

use std::mem::ManuallyDrop;

use stage4_async::strategies::session::Session;
use test_tools::watchdog::watched_or;

use crate::tools::server::{Server, assert_is_closed, is_open};

#[test]
fn a_connection_that_is_idle_takes_up_room() {
    let (server, session) = (Server::new("http://site.test/"), Session::new(1));
    let far = server.idle(&session);
    drop(session.reserve());
    let why = "one connection is idle, and `max` is 1, so there was no room: an idle connection counts, and so does the new one";
    assert_eq!(server.reused(&session), None, "{why}");
    assert_is_closed(&far, why);
}

#[test]
fn two_fetches_that_connect_at_once_have_room_for_two() {
    let (server, session) = (Server::new("http://site.test/"), Session::new(2));
    let idle = [(); 2].map(|()| server.idle(&session));
    // Neither of them is connected when the other one asks for room.
    let _permits = [session.reserve(), session.reserve()];
    let why = "one connection is being made and one is idle, so there was no room: both count, together, and another fetch \
        has found the same room";
    assert_eq!(server.reused(&session), None, "{why}");
    idle.iter().for_each(|far| assert_is_closed(far, why));
}

/// In a crawl, there are not more fetches than `max`. But `reserve` knows nothing of that.
#[test]
fn a_permit_is_made_although_no_connection_is_idle() {
    let reserve = || {
        let session = Session::new(1);
        let [first, second] = [session.reserve(), session.reserve()].map(ManuallyDrop::new);
        drop((ManuallyDrop::into_inner(first), ManuallyDrop::into_inner(second)));
    };
    let hangs = "there is no room, no connection is idle, and `reserve` does not return: there is nothing to close, so the \
        permit is made all the same";
    watched_or(reserve, || hangs.to_owned());
}

#[test]
fn room_for_one_connection_costs_one_idle_one() {
    let (server, session) = (Server::new("http://site.test/"), Session::new(2));
    let [oldest, newest] = [(); 2].map(|()| server.idle(&session));
    drop(session.reserve());
    let why =
        "there was no room: `reserve` must close the connection that has been idle for the longest time";
    assert_is_closed(&oldest, why);
    assert!(is_open(&newest), "`reserve` needs room for one connection, and has closed two");
}
