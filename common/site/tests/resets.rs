//! Connections that the site resets: the client gets an error instead of an end.

mod site_client;

use std::io::ErrorKind;

use practice_site::{Answer, Site};
use site_client::{ask, connect, get, one_page, read_to_end};

/// Returns the text that a client receives before the reset.
fn before_the_reset(answer: Answer) -> String {
    let site = one_page(answer);
    let (received, ended) = read_to_end(ask(&site, "/"));
    assert_eq!(ended.map_err(|error| error.kind()), Err(ErrorKind::ConnectionReset));
    assert_eq!((site.hits("/"), site.requests_open(), site.open()), (1, 0, 0));
    let visit = &site.log()[0];
    assert!(visit.first_byte.is_none() == received.is_empty() && visit.answered.is_none(), "{visit:?}");
    String::from_utf8(received).expect("text")
}

#[test]
fn an_answer_is_reset_after_any_number_of_bytes() {
    for (bytes, received) in [(0, ""), (1, "H"), (6, "HTTP/1"), (1000, "HTTP/1.0 204 No Content\r\n\r\n")] {
        assert_eq!(before_the_reset(Answer::status(204).reset(bytes)), received);
    }
    assert!(before_the_reset(Answer::html("hello").reset(80)).ends_with("\r\n\r\nhe"));
}

#[test]
fn the_first_connections_are_reset_when_accepted() {
    let page = Answer::html("hello");
    let site = Site::builder().page("/", page).reset_on_accept(2).start().unwrap();
    for _ in 0..2 {
        let (received, ended) = read_to_end(connect(&site));
        assert_eq!(received, b"");
        assert_eq!(ended.unwrap_err().kind(), ErrorKind::ConnectionReset);
    }
    assert!(get(&site, "/").ends_with("hello"));
    assert_eq!(site.log().iter().filter(|visit| visit.path.is_none()).count(), 2);
}
