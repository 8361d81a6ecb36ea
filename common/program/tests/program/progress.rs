//! The progress of a crawl: a line on a terminal, and a log.

use std::fs;
use std::sync::Arc;

use common::crawl::progress::Observer;
use common::{Cause, Record};
use common_fuzz::web;
use program::progress::Board;
use tempfile::NamedTempFile;
use test_tools::watchdog::until;

/// Returns a file, and a board that writes to it.
fn board(has_line: bool, logs: bool) -> (NamedTempFile, Arc<Board>) {
    let file = NamedTempFile::new().unwrap();
    let out = file.reopen().unwrap();
    (file, Board::new(out, has_line, logs))
}

#[test]
fn a_terminal_has_a_line_with_counts_until_it_is_cleared() {
    let (file, board) = board(true, false);
    let written = || fs::read_to_string(file.path()).unwrap();
    let [a, b] = ["/a", "/b"].map(|path| Arc::new(web::url(path)));
    board.found(4);
    board.started(&a);
    board.started(&b);
    board.ended(&failed("/a"));
    let has_counts = || written().contains("1 done, 2 queued, 1 in flight, 1 failed, ");
    assert!(until(has_counts), "they are missing in {:?}", written());
    assert!(!written().contains('\n'), "the line is overwritten: {:?}", written());
    board.clear();
    board.ended(&failed("/b"));
    assert!(written().ends_with("\r\x1b[K"), "{:?}", written());
}

#[test]
fn a_log_has_a_line_for_each_fetch_and_no_escapes() {
    let (file, board) = board(false, true);
    let record = failed("/");
    board.ended(&record);
    board.clear();
    let text = fs::read_to_string(file.path()).unwrap();
    assert!(text.starts_with(&format!("{}\n", record.line())) && text.ends_with("\n\n"), "{text:?}");
    assert!(!text.contains(['\r', '\x1b']), "{text:?}");
}

/// Returns the record of a fetch that has failed.
fn failed(root: &str) -> Record {
    web::report(&web::options(&[root]), [Err(Cause::Timeout)]).records.remove(0)
}
