//! What the site knows about its visitors, and about those that leave before they are answered.

use crate::client::{HUNG, anything, ask, one_page};
use practice_site::Answer;

#[test]
fn an_answer_is_counted_before_its_client_can_read_it() {
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
fn the_gate_does_not_count_clients_that_have_left() {
    let site = anything().gate(2).start().unwrap();
    drop(ask(&site, "/gone"));
    assert!(site.wait_until(|site| site.hits("/gone") == 1 && site.open() == 0, HUNG));
    let _here = ask(&site, "/here");
    assert!(site.wait_until(|site| site.requests_open() == 1, HUNG));
    assert_eq!((site.unanswered(), site.most_open()), (vec!["/here".to_owned()], 1));
}

#[test]
fn a_connection_is_closed_if_its_client_leaves_during_a_delay_or_between_two_bytes() {
    for answer in [Answer::html("hello").after(HUNG * 100), Answer::html("hello").in_pieces(1, HUNG * 100)] {
        let site = one_page(answer);
        let stream = ask(&site, "/");
        assert!(site.wait_until(|site| site.requests_open() == 1, HUNG));
        drop(stream);
        assert!(site.wait_until(|site| site.open() == 0, HUNG));
    }
}
