//! `cargo workshop site`.

mod serve;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::error::ErrorKind;
use clap::value_parser;
use practice_site::{Builder, Generated, Shape, Site};

use crate::race;

const DEFAULT_LINKS: u32 = 10;

const LONG_HELP: &str = "\
Without options, the site is an archive of comic strips. With --root, it is
the files of a directory. With any of --pages, --links, --size, --latency,
--seed and their like, it is generated: the same seed makes the same site, and
every page can be reached from the front page.

It is served on 127.0.0.1, and its address is the only thing on stdout. Ctrl-C
ends it, and then it tells on stderr what it has seen of its visitors.

Example: a site of 1,000 pages, each of which takes half a second, and a crawl
of it

    cargo workshop site --pages 1000 --latency 500
    cargo run --release -p stage4-async -- --max-tasks 100 localhost:7500";

/// Serves a web site to practise crawling on
#[derive(Debug, clap::Args)]
#[command(after_long_help = LONG_HELP)]
pub struct Args {
    /// Serve the files of this directory
    #[arg(long, value_name = "DIR", conflicts_with_all = ["pages", "links", "front_links", "size", "seed"])]
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

    /// How many pages each page links to [default: 10, or all]
    #[arg(long, value_name = "N")]
    links: Option<u32>,

    /// How many pages the front page links to [default: as others]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    front_links: Option<u32>,

    /// Delay the answer to the front page [default: as to every page]
    #[arg(long, value_name = "MS", conflicts_with = "root")]
    front_latency: Option<u32>,

    /// Which of all such sites it is [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Run in a race: under the eyes of `cargo workshop race`
    #[arg(long, hide = true)]
    for_race: bool,
}

/// Runs the command, until Ctrl-C.
///
/// # Errors
/// There is no such directory, or the port is taken.
pub fn run(args: Args) -> io::Result<()> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, args.port));
    let site = content(&args).bind(address);
    if args.for_race {
        return race::site::serve(site);
    }
    serve::serve(site).map_err(|error| match error.kind() {
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
            let front = args.front_latency.map(|front| Duration::from_millis(front.into()));
            let answer = move |path: &str| match front.filter(|_| path == "/") {
                Some(front) => pages.answer(path).map(|answer| answer.after(front)),
                None => pages.answer(path),
            };
            builder.content(answer).latency(latency)
        }
    }
}

/// The shape of a generated site; `None` if none is asked for.
fn shape(args: &Args) -> Option<Shape> {
    let Args { pages, latency, size, links, front_links, front_latency, .. } = args;
    let asked = [pages, latency, size, links, front_links, front_latency].iter().any(|asked| asked.is_some());
    if !asked && args.seed.is_none() {
        return None;
    }
    let pages = args.pages.unwrap_or(100);
    let others = pages - 1;
    let links = among(others, "--links", args.links).unwrap_or(DEFAULT_LINKS.min(others));
    let front_links = among(others, "--front-links", args.front_links).unwrap_or(links);
    if links == 0 && front_links < others {
        refuse(&format!("--links 0: then --front-links {others} is needed, or some pages cannot be reached"));
    }
    Some(Shape {
        pages: pages as usize,
        links: links as usize,
        front_links: front_links as usize,
        size: args.size.unwrap_or(2000) as usize,
        seed: args.seed.unwrap_or(1),
    })
}

/// The number of links that an option asks for, if it does and if there are so many pages to link to.
fn among(others: u32, option: &str, links: Option<u32>) -> Option<u32> {
    if let Some(links) = links.filter(|links| *links > others) {
        refuse(&format!("{option} {links}: of {} pages, each has {others} others to link to", others + 1));
    }
    links
}

fn refuse(message: &str) -> ! {
    clap::Error::raw(ErrorKind::ValueValidation, format!("{message}\n")).exit()
}
