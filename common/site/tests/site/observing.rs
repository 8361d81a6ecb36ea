//! What the site knows about its visitors, and about those that leave before they are answered.

use crate::client::{HUNG, anything, ask, get, one_page};
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
fn the_log_has_each_visit_in_order_and_hits_are_counted_for_each_path_and_query() {
    let site = anything().start().unwrap();
    let visited = ["/b?x", "/a", "/a", "/b"];
    for path in visited {
        get(&site, path);
    }
    assert_eq!(["/a", "/b", "/b?x", "/c"].map(|path| site.hits(path)), [2, 1, 1, 0]);
    assert_eq!(site.paths(), ["/a", "/b", "/b?x"]);
    assert!(site.wait_until(|site| site.open() == 0, HUNG));
    let log = site.log();
    let paths: Vec<_> = log.iter().filter_map(|visit| visit.path.as_deref()).collect();
    assert_eq!(paths, visited);
    for (n, visit) in log.iter().enumerate() {
        assert_eq!(visit.connection, n as u64);
        let times = [Some(visit.accepted), visit.requested, visit.first_byte, visit.answered, visit.ended];
        assert!(times.is_sorted() && times.iter().all(Option::is_some), "{visit:?}");
    }
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
