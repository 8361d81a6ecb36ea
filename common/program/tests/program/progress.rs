//! The progress of a crawl: a line on a terminal.

use std::fs;
use std::sync::Arc;

use common::{Around, Cause, Record};
use common_fuzz::offline;
use program::progress::Board;
use tempfile::NamedTempFile;
use test_tools::watchdog::until;

#[test]
fn a_terminal_has_a_line_with_counts_until_it_is_cleared() {
    let file = NamedTempFile::new().unwrap();
    let board = Board::new(file.reopen().unwrap(), true, false);
    let written = || fs::read_to_string(file.path()).unwrap();
    let [a, b] = ["/a", "/b"].map(|path| Arc::new(offline::url(path)));
    board.found(4);
    board.fetch_starts(&a);
    board.fetch_starts(&b);
    board.fetch_ended(&failed("/a"));
    let has_counts = || written().contains("1 done, 2 queued, 1 in flight, 1 failed, ");
    assert!(until(has_counts), "they are missing in {:?}", written());
    assert!(!written().contains('\n'), "the line is overwritten: {:?}", written());
    board.clear();
    board.fetch_ended(&failed("/b"));
    assert!(written().ends_with("\r\x1b[K"), "{:?}", written());
}

/// Returns the record of a fetch that has failed.
fn failed(root: &str) -> Record {
    offline::report(&offline::options(&[root]), [Err(Cause::Timeout)]).records.remove(0)
}
