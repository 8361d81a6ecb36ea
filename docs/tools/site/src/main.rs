//! `cargo workshop site`: the practice site, until Ctrl-C.

#![warn(clippy::unwrap_used)]

use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::{Parser, value_parser};
use practice_site::{Builder, Site, files};
use workshop::building::exit_code;

const LONG_HELP: &str = include_str!("help.txt").trim_ascii_end();

/// Serves a web site to practise crawling on
#[derive(Debug, Parser)]
#[command(bin_name = "cargo workshop site", after_long_help = LONG_HELP, max_term_width = 80)]
struct SiteOptions {
    /// Serve the files of this directory, which has an index.html
    #[arg(long, value_name = "DIR", conflicts_with = "pages")]
    root: Option<PathBuf>,

    /// The port on 127.0.0.1; 0 takes any that is free
    #[arg(long, default_value_t = 7500)]
    port: u16,

    /// Generate this many pages, the front page included [default: 100]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=10_000_000))]
    pages: Option<u32>,

    /// Delay each answer; with --root, too
    #[arg(long, value_name = "MS")]
    latency: Option<u32>,
}

fn main() -> ExitCode {
    let options = SiteOptions::parse();
    if let Some(Err(what)) = options.root.as_deref().map(has_front_page) {
        clap::Error::raw(ErrorKind::ValueValidation, format!("--root {what}\n")).exit();
    }
    exit_code(serve(&options).map(|()| true))
}

/// Checks that a directory can be served, and says what is wrong if not.
fn has_front_page(root: &Path) -> Result<(), String> {
    let name = root.display();
    match root.metadata() {
        Err(error) => Err(format!("{name}: {error}")),
        Ok(root) if !root.is_dir() => Err(format!("{name}: it is not a directory")),
        Ok(_) if !root.join("index.html").is_file() => {
            Err(format!("{name}: it has no index.html, from which its pages could be reached"))
        }
        Ok(_) => Ok(()),
    }
}

/// Serves the site until Ctrl-C. Prints its address to stdout at once, and at the end to stderr what it has seen.
fn serve(options: &SiteOptions) -> io::Result<()> {
    // Each open request costs a descriptor. Where the limit stays as it is, fewer are held at once.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let (interrupt, interrupted) = mpsc::channel();
    ctrlc::set_handler(move || interrupt.send(()).unwrap_or_default()).map_err(io::Error::other)?;

    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, options.port));
    let site = content(options)?.bind(address).start().map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            io::Error::new(error.kind(), format!("{error}; `--port 0` takes any port that is free"))
        }
        _ => error,
    })?;
    // The write fails if the output is piped into a program that has ended. The site goes on all the same.
    let mut stdout = io::stdout();
    let _ = writeln!(stdout, "{}", site.url("/")).and_then(|()| stdout.flush());
    // The handler holds the other end as long as the program runs.
    let _ = interrupted.recv();
    let _ = writeln!(io::stderr(), "\n{}", seen_by(&site));
    Ok(())
}

fn content(options: &SiteOptions) -> io::Result<Builder> {
    let latency = Duration::from_millis(options.latency.unwrap_or(0).into());
    if let Some(root) = &options.root {
        return Ok(Site::builder().content(files(root)?).latency(latency));
    }
    if options.pages.or(options.latency).is_none() {
        return Ok(Site::builder().comics());
    }
    Ok(Site::builder().generated(options.pages.unwrap_or(100) as usize, 2000).latency(latency))
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
