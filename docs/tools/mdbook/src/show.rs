//! Shows the book in a browser.

use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::thread;

use anyhow::{Context, Result};
use practice_site::{Site, files};

/// Serves the book and what stands beside it until Ctrl-C, with the practice site, and opens a page.
///
/// # Errors
/// If the folder cannot be served.
pub fn show(book: &Path, page: &str, port: u16, opens: bool) -> Result<()> {
    let folder = book.parent().context("the book has a folder")?;
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let site = Site::builder().bind(address).content(files(folder)?).start();
    let site = site.with_context(|| format!("{address} (another one: `--port N`)"))?;
    let url = site.url(&format!("/{page}"));
    writeln!(io::stdout(), "{url}\nCtrl-C ends it.")?;
    if opens && let Err(error) = opener::open(url.as_str()) {
        writeln!(io::stderr(), "No browser could be started ({error}). Open this address in one.")?;
    }
    loop {
        thread::park();
    }
}
