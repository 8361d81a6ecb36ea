//! The contract, with a pool of child processes.

use std::io;
use std::path::Path;

use common::{Job, Report};
use stage1_blocking::strategies::processes;

/// Crawls with children that run this stage's program: the test itself is another program.
fn crawl(job: Job) -> io::Result<Report> {
    processes::crawl(Path::new(env!("CARGO_BIN_EXE_stage1-blocking")), job)
}

contract::contract!(crawl, ["--strategy", "processes"], 50);
