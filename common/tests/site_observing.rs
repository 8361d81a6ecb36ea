//! What the site knows about its visitors, and how it holds answers back.

mod site_client;

use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use common::site::{Answer, Site};
use site_client::{HUNG, ask, connect, get, send, status, text};

/// A site that answers everything alike.
fn anything() -> common::site::Builder {
    Site::builder().content(|_| Some(Answer::html("hello")))
}

/// Whether nothing has come on `stream`, nor its end.
fn is_unanswered(stream: &TcpStream) -> bool {
    stream.set_nonblocking(true).expect("a socket");
    let unanswered = stream.peek(&mut [0]).is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock);
    stream.set_nonblocking(false).expect("a socket");
    unanswered
}

#[test]
fn a_gate_stays_closed_while_one_request_is_missing_and_then_lets_everyone_through() {
    let site = anything().gate(5).start().unwrap();
    let mut streams: Vec<_> = (0..4).map(|n| ask(&site, &format!("/{n}"))).collect();
    assert!(site.wait_until(|site| site.requests_open() == 4, HUNG));
    assert!(streams.iter().all(is_unanswered));
    streams.push(ask(&site, "/4"));
    for stream in streams {
        assert!(text(stream).ends_with("hello"));
    }
    assert_eq!(site.most_open(), 5);
}

#[test]
fn a_gate_once_opened_stays_open() {
    let site = anything().gate(2).start().unwrap();
    let streams = [ask(&site, "/a"), ask(&site, "/b")];
    assert!(streams.map(text).iter().all(|answer| answer.ends_with("hello")));
    assert!(get(&site, "/c").ends_with("hello"));
}

#[test]
fn a_gate_can_be_opened_by_hand() {
    let site = anything().gate(1000).start().unwrap();
    let stream = ask(&site, "/");
    assert!(site.wait_until(|site| site.requests_open() == 1, HUNG));
    assert!(is_unanswered(&stream));
    site.open_gate();
    assert!(text(stream).ends_with("hello"));
}

#[test]
fn a_client_that_leaves_does_not_count_at_the_gate() {
    let site = anything().gate(2).start().unwrap();
    drop(ask(&site, "/gone"));
    assert!(site.wait_until(|site| site.hits("/gone") == 1 && site.open() == 0, HUNG));
    let stream = ask(&site, "/here");
    assert!(site.wait_until(|site| site.requests_open() == 1, HUNG));
    assert!(is_unanswered(&stream));
    assert_eq!(site.most_open(), 1);
}

#[test]
fn a_held_path_waits_for_its_release_and_the_others_do_not() {
    let site = anything().hold("/held").start().unwrap();
    let held = ask(&site, "/held");
    assert!(site.wait_until(|site| site.requests_open() == 1, HUNG));
    assert!(get(&site, "/other").ends_with("hello"));
    assert!(is_unanswered(&held));
    assert_eq!(site.unanswered(), ["/held"]);
    site.release("/held");
    assert!(text(held).ends_with("hello"));
    assert_eq!(site.unanswered(), Vec::<String>::new());
    assert!(get(&site, "/held").ends_with("hello"));
}

#[test]
fn hits_are_counted_for_each_path_and_query() {
    let site = Site::builder().page("/a", Answer::html("")).start().unwrap();
    for path in ["/b?x", "/a", "/a", "/b"] {
        status(&site, path);
    }
    let paths = ["/a", "/b", "/b?x", "/c"];
    assert_eq!(paths.map(|path| site.hits(path)), [2, 1, 1, 0]);
    assert_eq!(site.paths(), ["/a", "/b", "/b?x"]);
    assert_eq!((site.connections(), site.requests()), (4, 4));
}

#[test]
fn an_answer_is_counted_before_its_client_has_it() {
    let site = anything().start().unwrap();
    for n in 1..200 {
        let stream = ask(&site, "/");
        let mut bytes = [0; 1024];
        while !bytes.windows(5).any(|window| window == b"hello") {
            stream.peek(&mut bytes).unwrap();
        }
        assert_eq!((site.requests_open(), site.requests()), (0, n));
    }
    assert_eq!(site.most_open(), 1);
}

#[test]
fn connections_fall_to_none_when_held_clients_leave() {
    let site = anything().gate(1000).start().unwrap();
    let mut streams: Vec<_> = (0..10).map(|_| ask(&site, "/")).collect();
    streams.extend((0..10).map(|_| connect(&site)));
    assert!(site.wait_until(|site| site.open() == 20 && site.requests_open() == 10, HUNG));
    drop(streams);
    assert!(site.wait_until(|site| site.open() == 0, HUNG));
    assert_eq!((site.requests_open(), site.most_open()), (0, 10));
}

#[test]
fn a_client_that_leaves_during_a_delay_is_noticed() {
    let site = anything().latency(HUNG * 100).start().unwrap();
    let stream = ask(&site, "/");
    assert!(site.wait_until(|site| site.requests_open() == 1, HUNG));
    drop(stream);
    assert!(site.wait_until(|site| site.open() == 0, HUNG));
}

#[test]
fn a_client_that_leaves_between_two_bytes_is_noticed() {
    let site = Site::builder().page("/", Answer::html("hello").dripped(HUNG * 100)).start().unwrap();
    let stream = ask(&site, "/");
    assert!(site.wait_until(|site| site.log().iter().any(|visit| visit.sent == 1), HUNG));
    drop(stream);
    assert!(site.wait_until(|site| site.open() == 0, HUNG));
}

#[test]
fn a_delay_of_an_answer_takes_precedence_over_the_latency() {
    let page = Answer::html("hello").after(Duration::ZERO);
    let site = Site::builder().page("/", page).latency(HUNG * 100).start().unwrap();
    assert!(get(&site, "/").ends_with("hello"));
}

#[test]
fn the_log_tells_each_visit_in_order() {
    let site = anything().start().unwrap();
    let lengths = ["/a", "/b", "/a"].map(|path| get(&site, path).len() as u64);
    assert!(site.wait_until(|site| site.open() == 0, HUNG));
    let log = site.log();
    let paths: Vec<_> = log.iter().map(|visit| visit.path.as_deref()).collect();
    assert_eq!(paths, [Some("/a"), Some("/b"), Some("/a")]);
    for (n, visit) in log.iter().enumerate() {
        assert_eq!((visit.connection, visit.sent), (n as u64, lengths[n]));
        let times = [Some(visit.accepted), visit.requested, visit.first_byte, visit.answered, visit.ended];
        assert!(times.is_sorted() && times.iter().all(Option::is_some), "{visit:?}");
    }
}

#[test]
fn the_log_of_a_reset_has_no_answer() {
    use common::site::Reset;
    let page = Answer::html("hello").reset(Reset::Head);
    let site = Site::builder().page("/", page).start().unwrap();
    let _ = site_client::read_to_end(ask(&site, "/"));
    let visit = &site.log()[0];
    assert!(visit.first_byte.is_some() && visit.answered.is_none() && visit.ended.is_some(), "{visit:?}");
}

#[test]
fn a_request_may_come_in_pieces() {
    let site = anything().start().unwrap();
    let mut stream = send(&site, "GET /a HT");
    assert!(site.wait_until(|site| site.open() == 1, HUNG));
    assert_eq!(site.requests_open(), 0);
    std::io::Write::write_all(&mut stream, b"TP/1.0\r\n\r\n").unwrap();
    assert!(text(stream).ends_with("hello"));
}

#[test]
fn a_wait_for_what_never_comes_ends() {
    let site = anything().start().unwrap();
    assert!(!site.wait_until(|site| site.open() == 1, Duration::from_millis(1)));
}

#[test]
fn a_wait_ends_with_the_change_that_fulfils_it() {
    let site = anything().start().unwrap();
    thread::scope(|scope| {
        let waiter = scope.spawn(|| site.wait_until(|site| site.hits("/x") == 100, HUNG));
        for _ in 0..100 {
            get(&site, "/x");
        }
        assert!(waiter.join().unwrap());
    });
}

#[test]
fn a_thousand_requests_are_held_by_one_thread() {
    let _ = rlimit::increase_nofile_limit(4096);
    let site = anything().gate(1000).start().unwrap();
    let streams: Vec<_> = (0..999).map(|_| ask(&site, "/")).collect();
    assert!(site.wait_until(|site| site.requests_open() == 999, HUNG));
    assert!(text(ask(&site, "/")).ends_with("hello"));
    for stream in streams {
        assert!(text(stream).ends_with("hello"));
    }
    assert_eq!(site.most_open(), 1000);
}

#[test]
fn a_site_listens_on_the_address_it_is_told() {
    // Not every machine has IPv6.
    let Ok(site) = anything().bind((std::net::Ipv6Addr::LOCALHOST, 0)).start() else {
        return;
    };
    assert!(site.url("/a?b").as_str().starts_with("http://[::1]:"));
    assert!(get(&site, "/").ends_with("hello"));
}

#[test]
fn an_address_in_use_is_an_error() {
    let site = anything().start().unwrap();
    let error = anything().bind(site.address()).start().unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::AddrInUse);
}
