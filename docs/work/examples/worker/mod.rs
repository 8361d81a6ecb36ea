//! A worker of an example: the example once more, with arguments, and then it is the program `work`.

use std::env;
use std::ffi::OsStr;
use std::io;
use std::process::{Command, ExitCode, Stdio};

use practice_site::Site;
use test_tools::process::Process;
use work::args::More;

use crate::server::Redis;

/// Starts a worker on the crawl of `site`, with these further arguments. It is killed when it is dropped.
pub fn start(redis: &Redis, site: &Site, arguments: &[impl AsRef<OsStr>]) -> io::Result<Process> {
    let mut command = Command::new(env::current_exe()?);
    command.args(["--quiet", &format!("--redis={}", redis.url()), site.url("/").as_str()]).args(arguments);
    command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().map(Process)
}

/// Is the worker.
pub fn work() -> ExitCode {
    program::run_with::<More>("work", work::STRATEGIES)
}
