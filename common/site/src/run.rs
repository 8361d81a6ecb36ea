//! A site as a program of its own.

use std::io::{self, Write};
use std::sync::mpsc;

use super::{Builder, Site};

impl Builder {
    /// Runs the site until Ctrl-C. Its address goes to stdout at once, and in the end what it has seen to stderr.
    ///
    /// Call it once in a program: Ctrl-C is taken for good. Fails as [`start`](Builder::start) does.
    pub fn run(self) -> io::Result<()> {
        // Each open request costs a descriptor. Where the limit stays as it is, fewer are held at once.
        let _ = rlimit::increase_nofile_limit(u64::MAX);
        let (interrupt, interrupted) = mpsc::channel();
        ctrlc::set_handler(move || {
            let _ = interrupt.send(());
        })
        .map_err(io::Error::other)?;

        let site = self.start()?;
        // Nobody may be reading this, as when it is piped into a program that has ended. The site is still wanted.
        let mut stdout = io::stdout();
        let _ = writeln!(stdout, "{}", site.url("/")).and_then(|()| stdout.flush());
        // The handler holds the other end as long as the program runs.
        let _ = interrupted.recv();
        let _ = writeln!(io::stderr(), "\n{}", seen_by(&site));
        Ok(())
    }
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
