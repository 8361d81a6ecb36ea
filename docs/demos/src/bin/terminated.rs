//! A crawl gets SIGTERM while two pages are in flight: one comes in time, and one does not.
//!
//!     cargo run -p demos --bin terminated

use std::process::ExitCode;

#[cfg(unix)]
fn main() -> std::io::Result<ExitCode> {
    // With arguments, this is the crawl: its program is that of the package `work`.
    match std::env::args().nth(1) {
        Some(_) => Ok(program::run_with("work", work::STRATEGIES, |_, more: &work::args::More, options| {
            more.crawl(options)
        })),
        None => unix::terminate_a_crawl(),
    }
}

#[cfg(not(unix))]
fn main() -> ExitCode {
    println!("only Unix has SIGTERM");
    ExitCode::FAILURE
}

#[cfg(unix)]
mod unix {
    use std::env;
    use std::io::{self, BufRead, BufReader, Read};
    use std::process::{Child, Command, ExitCode, Stdio};
    use std::time::Duration;

    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use practice_site::{Answer, Site};

    pub fn terminate_a_crawl() -> io::Result<ExitCode> {
        let site = Site::builder()
            .page("/", Answer::links(["/slow", "/hangs", "/later"]))
            .page("/slow", Answer::links(["/found-at-the-end"]))
            .hold("/slow")
            .hold("/hangs")
            .start()?;
        let mut command = Command::new(env::current_exe()?);
        command.args(["--drain=1", "--max-tasks=2", site.url("/").as_str()]);
        let mut crawl = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        if !site.wait_until(|site| site.unanswered().len() == 2, Duration::from_secs(10)) {
            crawl.kill()?;
            return Err(io::Error::other("the crawl has not asked for both pages"));
        }
        println!("/slow and /hangs are in flight: SIGTERM");
        kill(Pid::from_raw(crawl.id().cast_signed()), Signal::SIGTERM)?;
        end(crawl, &site)
    }

    /// Prints what the crawl prints. Answers `/slow` when the crawl has begun to drain.
    fn end(mut crawl: Child, site: &Site) -> io::Result<ExitCode> {
        let (mut line, mut report) = (String::new(), String::new());
        if let Some(stderr) = crawl.stderr.take() {
            BufReader::new(stderr).read_line(&mut line)?;
        }
        println!("{line}/slow is answered");
        site.release("/slow");
        if let Some(mut stdout) = crawl.stdout.take() {
            stdout.read_to_string(&mut report)?;
        }
        print!("{report}");
        println!("exit status {}; requests: {}", crawl.wait()?.code().unwrap_or(-1), site.requests());
        Ok(ExitCode::SUCCESS)
    }
}
