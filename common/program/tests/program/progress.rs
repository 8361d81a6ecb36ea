//! The progress of a crawl: a line on a terminal, lines in a log.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::crawl::progress::Observer;
use common::{Cause, Record};
use common_fuzz::web;
use program::progress::{Board, Shows};
use test_tools::watchdog::until;
use url::Url;

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

fn board(shows: Shows, logs: bool) -> (Arc<Board>, Written) {
    let written = Written::default();
    (Board::new(written.clone(), shows, logs), written)
}

fn url(text: &str) -> Arc<Url> {
    Arc::new(web::url(text))
}

/// Returns the record of a fetch that has failed.
fn failed(root: &str) -> Record {
    web::report(&web::options(&[root]), [Err(Cause::Timeout)]).records.remove(0)
}

#[test]
fn while_nothing_happens_a_terminal_shows_for_which_page_the_crawl_waits() {
    let (board, written) = board(Shows::Line, false);
    board.found(3);
    board.started(&url("http://site.test/first?page=1"));
    board.started(&url("http://other.test/page"));
    let text = written.wait_for(|text| text.contains(" s for /first?page=1"));
    let (line, end) = text.rsplit_once("\r\x1b[?7l").unwrap();
    assert!(end.starts_with("0 done, 1 queued, 2 in flight, 0 failed, 1 s; 1 s for "), "{line}{end}");
    board.ended(&failed("http://site.test/first?page=1"));
    let text = written.wait_for(|text| text.contains(" s for http://other.test/page"));
    assert!(text.contains("1 done, 1 queued, 1 in flight, 1 failed, "), "{text:?}");
    assert!(!text.contains('\n'), "the line is overwritten: {text:?}");
    board.clear();
    assert!(written.text().ends_with("\r\x1b[K"), "{:?}", written.text());
}

#[test]
fn in_a_log_a_line_ends_each_silence() {
    let (board, written) = board(Shows::Lines(Duration::from_millis(1)), false);
    board.found(1);
    board.started(&url("http://site.test/"));
    let text =
        written.wait_for(|text| text.matches("0 done, 0 queued, 1 in flight, 0 failed, 0 s\n").count() > 1);
    assert!(!text.contains(['\r', '\x1b']), "a log has no escapes: {text:?}");
}

#[test]
fn in_a_log_nothing_is_shown_before_a_silence() {
    let (board, written) = board(Shows::Lines(Duration::from_secs(60)), true);
    board.found(1);
    board.started(&url("http://site.test/"));
    let record = failed("http://site.test/");
    board.ended(&record);
    board.clear();
    let text = written.text();
    assert!(text.starts_with(&record.line()) && text.ends_with("\n\n"), "{text}");
    assert!(!text.contains("in flight"), "{text}");
}
