//! `block_on`: the error of a turn. This is the only test of its program, because it breaks the only selector there.

#![cfg(target_os = "linux")]

use std::fs::{self, File};
use std::future::pending;
use std::os::fd::{FromRawFd, IntoRawFd, OwnedFd, RawFd};
use std::panic::{AssertUnwindSafe, catch_unwind};

use stage3_futures::reactor::Reactor;
use stage4_async::executor::block_on;
use test_tools::watchdog::watched_or;

const RETURN: &str = "return the error of `turn`, by `?`";

#[test]
fn an_error_of_the_reactor_ends_the_loop_and_is_returned() {
    let run = || {
        let reactor = Reactor::new().expect("a selector");
        break_the_selector();
        assert!(reactor.turn(|| true).is_err(), "the selector is broken");
        catch_unwind(AssertUnwindSafe(|| block_on(&reactor, pending::<()>()).is_err()))
    };
    match watched_or(run, || format!("the reactor fails in each turn, and `block_on` goes on: {RETURN}")) {
        Ok(is_error) => assert!(is_error, "a future that is never ready has an output"),
        Err(_) => panic!("the reactor fails, and `block_on` panics: {RETURN}"),
    }
}

/// Puts another file in the place of the selector, which cannot wait.
fn break_the_selector() {
    let is_selector = |entry: &fs::DirEntry| {
        fs::read_link(entry.path()).is_ok_and(|link| link.to_string_lossy().contains("[eventpoll]"))
    };
    let open = fs::read_dir("/proc/self/fd").expect("Linux lists open files").flatten();
    let selector = open.into_iter().find(is_selector).expect("the reactor has one").file_name();
    let selector: RawFd = selector.to_string_lossy().parse().expect("the names are numbers");
    // SAFETY: it is open as long as the reactor, and `into_raw_fd` leaves it open.
    #[allow(unsafe_code)]
    let mut selector = unsafe { OwnedFd::from_raw_fd(selector) };
    rustix::io::dup2(File::open("/dev/null").expect("it is there"), &mut selector).expect("both are open");
    let _open = selector.into_raw_fd();
}
