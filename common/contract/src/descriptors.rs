//! Descriptors: a fetch that lacks one waits for it, as long as one can come back.
//!
//! The tests share one process, so no scenario may use up its descriptors. Instead, the resolver fails like a lookup that
//! lacks one, or the stage's program has few.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};

use program::resolver::on_threads;

use super::Stage;
use super::tools::{kind, named, page, record_of, site};

pub(super) fn a_lookup_that_lacks_a_descriptor_is_made_again(stage: &Stage) {
    let site = site([("/", page())]);
    let (root, address, lookups) = (named(&site, "site.test", "/"), site.address(), AtomicUsize::new(0));
    let report = stage.crawl(&site, |options| {
        options.roots = vec![root.clone()];
        options.max_tries = 1;
        options.services.resolver = on_threads(move |_, _| match lookups.fetch_add(1, Ordering::Relaxed) {
            // The error of a system call that needs a descriptor, when the process has none left.
            0..4 => Err(io::Error::from_raw_os_error(if cfg!(windows) { 10024 } else { 24 })),
            _ => Ok(vec![address]),
        });
    });
    let record = record_of(&report, &root);
    assert_eq!((kind(record), record.tries), ("200".to_owned(), 1));
}

/// The fewest descriptors are too few to start. Some more are too few for a lookup or a connection.
#[cfg(unix)]
pub(super) fn with_hardly_a_descriptor_the_program_ends_and_says_so(stage: &Stage) {
    std::thread::scope(|scope| {
        for limit in 4..8 {
            scope.spawn(move || assert_ends_and_says_so(stage, &format!("ulimit -n {limit} && exec \"$@\"")));
        }
    });
}

#[cfg(unix)]
fn assert_ends_and_says_so(stage: &Stage, script: &str) {
    let site = site([("/", page())]);
    for root in [site.url("/"), named(&site, "localhost", "/")] {
        let ended = stage.run_in_shell(script, &site, &["--timeout=1", "--max-tries=1", root.as_str()]);
        let output = format!("{}{}", ended.stdout, ended.stderr);
        // On a busy machine, a lookup may time out.
        let fails =
            ["Too many open files", "timed out while resolving"].iter().any(|why| output.contains(why));
        assert_eq!(ended.code, Some(i32::from(fails)), "{script}: {ended:?}");
    }
}
