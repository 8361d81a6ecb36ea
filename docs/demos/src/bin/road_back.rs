//! The road of an error: which functions of the stages are on the stack where a malformed answer is noticed.
//!
//!     cargo run -p demos --bin road_back -- 1 2 3 4

use std::backtrace::{Backtrace, BacktraceStatus};
use std::env;
use std::io;
use std::process::{Command, exit};

use common::{FetchError, Options};
use practice_site::{Answer, Site};

fn main() -> io::Result<()> {
    // A process reads `RUST_BACKTRACE` only once, so another process has to go on.
    if Backtrace::capture().status() == BacktraceStatus::Disabled {
        let mut again = Command::new(env::current_exe()?);
        let status = again.args(env::args_os().skip(1)).env("RUST_BACKTRACE", "1").status()?;
        exit(status.code().unwrap_or(1));
    }
    for stage in env::args().skip(1) {
        let error = error(&stage)?;
        println!("stage {stage}: {error}");
        functions(&error.backtrace.to_string()).for_each(|function| println!("    {function}"));
    }
    Ok(())
}

/// Returns the error of a page whose answer is malformed.
fn error(stage: &str) -> io::Result<FetchError> {
    let crawl = match stage {
        "1" => stage1_blocking::crawl,
        "2" => stage2_callbacks::crawl,
        "3" => stage3_futures::crawl,
        "4" => stage4_async::crawl,
        _ => return Err(io::Error::other(format!("there is no stage {stage}"))),
    };
    let broken = Answer::raw("HTTP/1.0 200 OK\r\nContent-Length: many\r\n\r\n");
    let site = Site::builder().page("/", broken).start()?;
    let report = crawl(Options::new([site.url("/")]).into())?;
    let error = report.records.into_iter().find_map(|record| record.error);
    Ok(*error.expect("the answer is malformed"))
}

/// Returns the functions of the stages in a backtrace, from the innermost one. A closure counts as a part of its function.
fn functions(backtrace: &str) -> impl Iterator<Item = String> {
    let frames = backtrace.lines().filter_map(|line| line.split_once(": "));
    let mut functions: Vec<_> = frames
        .filter(|(_, function)| function.contains("stage"))
        .map(|(_, function)| function.replace("::{{closure}}", "").replace("core::future::future::", ""))
        .collect();
    functions.dedup();
    functions.into_iter()
}
