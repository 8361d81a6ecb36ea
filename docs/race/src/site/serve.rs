//! Serving a site, and telling what it has seen.

use std::io::{self, Write};
use std::sync::mpsc;

use practice_site::{Builder, Site};

/// Serves the site until Ctrl-C. Prints its address to stdout at once, and in the end what it has seen to stderr.
///
/// # Errors
/// If the site cannot be started, or if Ctrl-C is already handled.
pub fn serve(site: Builder) -> io::Result<()> {
    // Each open request costs a descriptor. Where the limit stays as it is, fewer are held at once.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let (interrupt, interrupted) = mpsc::channel();
    ctrlc::set_handler(move || {
        let _ = interrupt.send(());
    })
    .map_err(io::Error::other)?;

    let site = site.start()?;
    // The write fails if the output is piped into a program that has ended. The site goes on all the same.
    let mut stdout = io::stdout();
    let _ = writeln!(stdout, "{}", site.url("/")).and_then(|()| stdout.flush());
    // The handler holds the other end as long as the program runs.
    let _ = interrupted.recv();
    let _ = writeln!(io::stderr(), "\n{}", seen_by(&site));
    Ok(())
}

fn seen_by(site: &Site) -> String {
    let (connections, requests, paths) = (site.connections(), site.requests(), site.paths().len());
    let (most, answers) = (site.most_open(), site.answers());
    format!(
        "connections                 {connections}\n\
         requests                    {requests}\n\
         distinct paths              {paths}\n\
         most requests open at once  {most}\n\
         answers sent to the end     {answers}"
    )
}
