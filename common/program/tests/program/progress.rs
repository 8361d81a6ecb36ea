//! The progress of a crawl: a line on a terminal, and a log.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

use common::crawl::progress::Observer;
use common::{Cause, Record};
use common_fuzz::web;
use program::progress::Board;
use test_tools::watchdog::until;

/// What a board has written.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Written {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    /// Waits until the text meets `condition`, and returns it.
    #[track_caller]
    fn wait_for(&self, condition: impl Fn(&str) -> bool) -> String {
        assert!(until(|| condition(&self.text())), "it is missing in {:?}", self.text());
        self.text()
    }
}

#[test]
fn a_terminal_has_a_line_with_counts_until_it_is_cleared() {
    let written = Written::default();
    let board = Board::new(written.clone(), true, false);
    let [a, b] = ["/a", "/b"].map(|path| Arc::new(web::url(path)));
    board.found(4);
    board.started(&a);
    board.started(&b);
    board.ended(&failed("/a"));
    let text = written.wait_for(|text| text.contains("1 done, 2 queued, 1 in flight, 1 failed, "));
    assert!(!text.contains('\n'), "the line is overwritten: {text:?}");
    board.clear();
    board.ended(&failed("/b"));
    assert!(written.text().ends_with("\r\x1b[K"), "{:?}", written.text());
}

#[test]
fn a_log_has_a_line_for_each_fetch_and_no_escapes() {
    let written = Written::default();
    let board = Board::new(written.clone(), false, true);
    let record = failed("/");
    board.ended(&record);
    board.clear();
    let text = written.text();
    assert!(text.starts_with(&format!("{}\n", record.line())) && text.ends_with("\n\n"), "{text:?}");
    assert!(!text.contains(['\r', '\x1b']), "{text:?}");
}

/// Returns the record of a fetch that has failed.
fn failed(root: &str) -> Record {
    web::report(&web::options(&[root]), [Err(Cause::Timeout)]).records.remove(0)
}
