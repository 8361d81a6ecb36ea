//! A crawl gets SIGTERM while two pages are in flight: one comes in time, and one does not.

use std::env;
use std::io::{self, BufRead, BufReader};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use practice_site::{Answer, Site};

#[cfg(not(unix))]
compile_error!("only Unix has SIGTERM");

fn main() -> io::Result<ExitCode> {
    // With arguments, this is the crawl: its program is that of the package `work`.
    match env::args().nth(1) {
        Some(_) => {
            Ok(program::run_with("work", work::STRATEGIES, |_, more: &work::args::More, job| more.crawl(job)))
        }
        None => terminate_a_crawl(),
    }
}

fn terminate_a_crawl() -> io::Result<ExitCode> {
    let site = Site::builder()
        .page("/", Answer::links(["/slow", "/hangs", "/later"]))
        .page("/slow", Answer::links(["/found-at-the-end"]))
        .hold("/slow")
        .hold("/hangs")
        .start()?;
    let mut command = Command::new(env::current_exe()?);
    command.args(["--drain=1", "--max-tasks=2", site.url("/").as_str()]);
    let crawl = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let are_in_flight = site.wait_until(|site| site.unanswered().len() == 2, Duration::from_secs(10));
    assert!(are_in_flight, "the crawl has not asked for both pages");
    println!("/slow and /hangs are in flight: SIGTERM");
    kill(Pid::from_raw(crawl.id().cast_signed()), Signal::SIGTERM)?;
    end(crawl, &site)
}

/// Prints what the crawl prints. Answers `/slow` when the crawl has begun to drain.
fn end(mut crawl: Child, site: &Site) -> io::Result<ExitCode> {
    let mut line = String::new();
    if let Some(stderr) = crawl.stderr.take() {
        BufReader::new(stderr).read_line(&mut line)?;
    }
    println!("{line}/slow is answered");
    site.release("/slow");
    let ended = crawl.wait_with_output()?;
    print!("{}", String::from_utf8_lossy(&ended.stdout));
    println!("exit status {}; requests: {}", ended.status.code().unwrap_or(-1), site.requests());
    Ok(ExitCode::SUCCESS)
}
