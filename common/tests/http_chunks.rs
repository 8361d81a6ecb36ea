//! Chunked bodies, which some servers send although HTTP/1.0 does not have them.

use common::{Cause, Decoder, Response};

mod decoding;

const MAX_BODY: usize = 100;

fn chunked(body: &str) -> Result<Response, Cause> {
    let answer = format!("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{body}");
    decoding::decode(MAX_BODY, [answer.as_bytes()])
}

fn body(chunks: &str) -> String {
    String::from_utf8(chunked(chunks).expect("a response").body).expect("ASCII")
}

fn kind(chunks: &str) -> &'static str {
    chunked(chunks).expect_err("an error").kind()
}

#[test]
fn chunks_are_joined() {
    assert_eq!(body("4\r\nWiki\r\n5\r\npedia\r\n0\r\n\r\n"), "Wikipedia");
}

#[test]
fn a_body_may_have_no_chunk() {
    assert_eq!(body("0\r\n\r\n"), "");
}

#[test]
fn sizes_are_hexadecimal_in_either_case() {
    assert_eq!(body("a\r\n0123456789\r\nB\r\n0123456789a\r\n0\r\n\r\n").len(), 21);
}

#[test]
fn chunks_may_hold_line_breaks() {
    assert_eq!(body("6\r\n\r\n0\r\n\n\r\n0\r\n\r\n"), "\r\n0\r\n\n");
}

#[test]
fn extensions_and_trailers_are_ignored() {
    assert_eq!(body("1;name=\"value\"\r\nx\r\n0;last\r\nTrailer: 1\r\n\r\n"), "x");
}

#[test]
fn lines_may_end_in_lf_alone() {
    assert_eq!(body("1\nx\n0\n\n"), "x");
}

#[test]
fn chunks_win_over_a_length() {
    let answer =
        b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: Chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n";
    assert_eq!(decoding::decode(MAX_BODY, [&answer[..]]).unwrap().body, b"x");
}

#[test]
fn without_the_last_chunk_the_body_is_truncated() {
    for cut in ["", "4", "4\r\n", "4\r\nWi", "4\r\nWiki", "4\r\nWiki\r\n", "4\r\nWiki\r\n0"] {
        assert_eq!(kind(cut), "truncated", "{cut:?}");
    }
}

#[test]
fn a_size_that_is_not_a_number_is_refused() {
    for size in ["", "x", "-1", "+1", "0x1", "1 1", ";a"] {
        assert_eq!(kind(&format!("{size}\r\na\r\n0\r\n\r\n")), "bad-response", "{size:?}");
    }
}

#[test]
fn a_chunk_longer_than_its_size_is_refused() {
    assert_eq!(kind("1\r\nxy\r\n0\r\n\r\n"), "bad-response");
}

#[test]
fn chunks_that_fill_the_limit_are_accepted() {
    let half = format!("32\r\n{}\r\n", "x".repeat(50));
    assert_eq!(body(&format!("{half}{half}0\r\n\r\n")).len(), MAX_BODY);
}

#[test]
fn chunks_over_the_limit_in_sum_are_too_large() {
    let half = format!("32\r\n{}\r\n", "x".repeat(50));
    assert_eq!(kind(&format!("{half}{half}1\r\nx\r\n0\r\n\r\n")), "too-large");
}

#[test]
fn a_size_that_overflows_is_too_large_once_its_bytes_come() {
    assert_eq!(kind(&format!("fffffffffffffffffffff\r\n{}", "x".repeat(MAX_BODY + 1))), "too-large");
}

#[test]
fn leading_zeros_do_not_make_a_size_too_large() {
    assert_eq!(body(&format!("{}1\r\nx\r\n0\r\n\r\n", "0".repeat(40))), "x");
}

#[test]
fn an_endless_size_line_is_too_large() {
    assert_eq!(kind(&format!("1;{}", "x".repeat(5000))), "too-large");
}

#[test]
fn an_empty_member_of_the_list_of_codings_is_ignored() {
    let answer = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked,\r\n\r\n0\r\n";
    assert!(matches!(Decoder::new(10).decode(answer), Ok(Some(_))));
}
