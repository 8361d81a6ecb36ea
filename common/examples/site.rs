//! The practice site on its own: comic strips, a directory, or as many slow pages as you like.
//!
//!     cargo run -p common --example site -- --port 8000
//!     cargo run -p common --example site -- --port 8000 DIRECTORY
//!     cargo run --release -p common --example site -- --pages 10000 --slow 30000

use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Duration;

use clap::Parser;
use common::site::{Answer, Builder, Site};

/// Serve a web site to practise crawling on.
#[derive(Parser)]
struct Arguments {
    /// The files to serve, instead of an archive of comic strips
    directory: Option<PathBuf>,

    /// The port on 127.0.0.1; 0 takes any that is free
    #[arg(long, default_value_t = 0)]
    port: u16,

    /// Delay each answer that has no delay of its own
    #[arg(long, value_name = "MS", default_value_t = 0)]
    latency: u64,

    /// Serve a page with links to this many generated pages, instead of the comic strips
    #[arg(long, value_name = "N", conflicts_with = "directory")]
    pages: Option<usize>,

    /// Delay each generated page
    #[arg(long, value_name = "MS", default_value_t = 0, requires = "pages")]
    slow: u64,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> io::Result<()> {
    // Each open request costs a descriptor. Where the limit stays as it is, fewer are held at once.
    let _ = rlimit::increase_nofile_limit(u64::MAX);
    let (interrupt, interrupted) = mpsc::channel();
    ctrlc::set_handler(move || {
        let _ = interrupt.send(());
    })
    .map_err(io::Error::other)?;

    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port));
    let builder = content(arguments).latency(Duration::from_millis(arguments.latency)).bind(address);
    let site = builder.start()?;
    // Nobody may be reading this, as when it is piped into a program that has ended.
    let _ = writeln!(io::stdout(), "{}", site.url("/"));

    let _ = interrupted.recv();
    let (connections, requests, most) = (site.connections(), site.requests(), site.most_open());
    eprintln!("\n{connections} connections, {requests} requests, at most {most} open at once");
    Ok(())
}

fn content(arguments: &Arguments) -> Builder {
    let builder = Site::builder();
    match (&arguments.directory, arguments.pages) {
        (Some(directory), _) => builder.directory(directory),
        (None, Some(pages)) => generated(builder, pages, Duration::from_millis(arguments.slow)),
        (None, None) => builder.comics(),
    }
}

fn generated(builder: Builder, pages: usize, slow: Duration) -> Builder {
    let links = (1..=pages).map(|page| format!("/page/{page}"));
    builder.page("/", Answer::links(links)).content(move |path| {
        let page: usize = path.strip_prefix("/page/")?.parse().ok()?;
        let html = format!("<!DOCTYPE html>\n<title>Page {page}</title>\n<p>Page {page} of {pages}\n");
        (1..=pages).contains(&page).then(|| Answer::html(html).after(slow))
    })
}
