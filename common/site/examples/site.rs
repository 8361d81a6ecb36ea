//! The practice site on its own: comic strips, a directory, or as many slow pages as you like.
//!
//!     cargo run -p common --example site -- --port 8000
//!     cargo run -p common --example site -- --port 8000 DIRECTORY
//!     cargo run --release -p common --example site -- --pages 10000 --slow 30000

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use practice_site::{Builder, Generated, Shape, Site};

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
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, arguments.port));
    content(arguments).latency(Duration::from_millis(arguments.latency)).bind(address).run()
}

fn content(arguments: &Arguments) -> Builder {
    let builder = Site::builder();
    match (&arguments.directory, arguments.pages) {
        (Some(directory), _) => builder.directory(directory),
        (None, Some(pages)) => star(builder, pages, Duration::from_millis(arguments.slow)),
        (None, None) => builder.comics(),
    }
}

/// A quick front page that links to all the others, which are slow and link nowhere.
fn star(builder: Builder, pages: usize, slow: Duration) -> Builder {
    let shape = Shape { pages: pages.saturating_add(1), links: 0, front_links: pages, size: 0, seed: 0 };
    let pages = Generated::new(shape);
    builder.content(move |path| {
        let answer = pages.answer(path)?;
        Some(if path == "/" { answer } else { answer.after(slow) })
    })
}
