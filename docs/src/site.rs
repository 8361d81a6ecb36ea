//! `cargo workshop site`.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::value_parser;
use common::site::{Builder, Generated, Shape, Site};

const DEFAULT_LINKS: u32 = 10;

const LONG_HELP: &str = "\
Without options, the site is an archive of comic strips. With --root, it is the files of a
directory. With any of --pages, --links, --size, --latency and --seed, it is generated: the same
seed makes the same site, and every page can be reached from the front page.

It is served on 127.0.0.1, and its address is the only thing on stdout. Ctrl-C ends it, and then it
tells on stderr what it has seen of its visitors.

Example: a site of 1,000 pages, each of which takes half a second, and a crawl of it

    cargo workshop site --pages 1000 --latency 500
    cargo run --release -p stage4-async -- --max-tasks 100 localhost:7500";

/// Serves a web site to practise crawling on
#[derive(Debug, clap::Args)]
#[command(after_long_help = LONG_HELP)]
pub struct Args {
    /// Serve the files of this directory
    #[arg(long, value_name = "DIR", conflicts_with_all = ["pages", "links", "size", "seed"])]
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

    /// How large each page is, unless its links need more [default: 2000]
    #[arg(long, value_name = "BYTES", value_parser = value_parser!(u32).range(..=1 << 30))]
    size: Option<u32>,

    /// How many different pages each page links to [default: 10, or all there are]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    links: Option<u32>,

    /// Which of all such sites it is [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Runs the command, until Ctrl-C.
///
/// # Errors
/// There is no such directory, or the port is taken.
pub fn run(args: Args) -> io::Result<()> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let served = content(&args).bind(address).run();
    served.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            io::Error::new(error.kind(), format!("{error}; `--port 0` takes any port that is free"))
        }
        _ => error,
    })
}

fn content(args: &Args) -> Builder {
    let builder = Site::builder();
    let latency = Duration::from_millis(args.latency.unwrap_or(0).into());
    if let Some(root) = &args.root {
        return builder.directory(root).latency(latency);
    }
    match shape(args) {
        None => builder.comics(),
        Some(shape) => {
            let pages = Generated::new(shape);
            builder.content(move |path| pages.answer(path)).latency(latency)
        }
    }
}

/// The shape of a generated site; `None` if none is asked for.
fn shape(args: &Args) -> Option<Shape> {
    let asked = [args.pages, args.latency, args.size, args.links].iter().any(Option::is_some);
    if !asked && args.seed.is_none() {
        return None;
    }
    let pages = args.pages.unwrap_or(100);
    let others = pages - 1;
    if let Some(links) = args.links.filter(|links| *links > others) {
        let message = format!("--links {links}: of {pages} pages, each has {others} others to link to\n");
        clap::Error::raw(ErrorKind::ValueValidation, message).exit();
    }
    let links = args.links.unwrap_or(DEFAULT_LINKS.min(others)) as usize;
    Some(Shape {
        pages: pages as usize,
        links,
        front_links: links,
        size: args.size.unwrap_or(2000) as usize,
        seed: args.seed.unwrap_or(1),
    })
}
