//! Tests of the whole crawl. Where the system gives no `io_uring`, they say so, and are left out.
#![cfg(target_os = "linux")]

use std::io::{ErrorKind, Write, stderr};

use completion::{crawl, ring::Ring};

::contract::faults!("completion");

mod contract {
    contract::contract!(super::crawl, [], usize::MAX, super::can_run);
}

#[test]
fn faults_at_random_are_withstood() {
    if can_run() {
        ::contract::faults_at_random(crawl);
    }
}

#[test]
fn one_page_prints_the_front_page() {
    if can_run() {
        assert_eq!(test_tools::example::run_example("one_page_completion")[0], "HTTP/1.0 200 OK");
    }
}

fn can_run() -> bool {
    let refused = [ErrorKind::PermissionDenied, ErrorKind::Unsupported, ErrorKind::InvalidInput];
    let Some(error) = Ring::new(1).err().filter(|error| refused.contains(&error.kind())) else { return true };
    // In spite of the capture of a test's output.
    writeln!(stderr(), "left out: {error}").expect("stderr is open");
    false
}
