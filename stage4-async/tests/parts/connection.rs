//! What becomes of a connection that is dropped: it is closed, or idle until the next fetch.

use stage4_async::strategies::session::Session;

use crate::tools::server::{Server, assert_is_closed, dropped, is_open, near};

#[test]
fn a_kept_connection_is_used_again() {
    let (server, session) = (Server::new("http://site.test/"), Session::new(5));
    let far = server.idle(&session);
    let rule = "a kept connection was closed: put a clone of its stream into `idle`, for the next fetch";
    assert!(is_open(&far), "{rule}");
    let why = "a kept connection is open, but no fetch finds it: it must be in `idle`, with its own origin";
    assert_eq!(server.reused(&session), near(&far), "{why}");
}

#[test]
fn a_kept_connection_leaves_idle_ones_open() {
    let [server, other] = ["http://one.test/", "http://other.test/"].map(Server::new);
    let session = Session::new(2);
    let idle = other.idle(&session);
    let (kept, far) = server.connect(&session);
    let why = "one connection is idle, and `max` is 2: there was room for one more, but `reserve` has closed the idle one. \
        Is the new permit counted before you compare, or one that is gone?";
    assert!(is_open(&idle), "{why}");
    kept.keep();
    dropped(kept);
    let why = "two connections are open, and `max` is 2: one that becomes idle has its room already, and closes none";
    assert!(is_open(&idle), "{why}");
    let why = "two connections are open, `max` is 2, and the one that was kept is closed: in `drop`, its own permit still counts \
        as busy, so there is no room left for the idle connection";
    assert!(is_open(&far), "{why}");
}

#[test]
fn a_kept_connection_leaves_another_one_to_its_host_open() {
    let (server, session) = (Server::new("http://site.test/"), Session::new(5));
    let far = [(); 2].map(|()| server.idle(&session));
    assert!(far.iter().all(is_open), "two connections to a host were kept, and only one is left: keep both");
}

#[test]
fn a_connection_that_is_not_kept_is_closed() {
    let (server, session) = (Server::new("http://site.test/"), Session::new(5));
    let (connection, far) = server.connect(&session);
    dropped(connection);
    let why = "`keep` was not called, but the connection became idle: the rest of an answer may come on it";
    assert_eq!(server.reused(&session), None, "{why}");
    assert_is_closed(&far, "`keep` was not called, so the connection must be closed when it is dropped");
}

#[test]
fn a_connection_that_is_closed_leaves_idle_ones_open() {
    let (server, session) = (Server::new("http://site.test/"), Session::new(5));
    let far = server.idle(&session);
    let (connection, _far) = server.connect(&session);
    let why = "of five, there is room for one more, and `reserve` has closed an idle connection";
    assert!(is_open(&far), "{why}");
    dropped(connection);
    assert!(is_open(&far), "the dropped connection must be closed, and not an idle one");
}

#[test]
fn the_connection_that_was_used_most_recently_is_used_again() {
    let (server, session) = (Server::new("http://site.test/"), Session::new(5));
    let [first, last] = [(); 2].map(|()| server.idle(&session));
    let why = "the oldest idle connection was used again, which its server is the likeliest to close: the most recent one is \
        last in `idle`";
    assert_eq!(server.reused(&session), near(&last), "{why}");
    assert_eq!(server.reused(&session), near(&first), "two connections to a host were kept, and one is left");
}
