//! Shows the book in a browser.

use std::fs;
use std::io::{self, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::thread;

use anyhow::{Context, Result};
use practice_site::{Answer, Site, files};

/// Serves the book and what stands beside it until Ctrl-C, with the practice site, and opens a page.
///
/// # Errors
/// If the folder cannot be served.
pub fn show(book: &Path, page: &str, port: u16, opens: bool) -> Result<()> {
    let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    let site = Site::builder().bind(address).content(content(book)?).start();
    let site = site.with_context(|| format!("{address} (another one: `--port N`)"))?;
    let url = site.url(&format!("/{page}"));
    let mut text = format!("{url}\n");
    if book.with_file_name("common").is_dir() {
        text += &format!("{} is the documentation of the crates.\n", site.url("/common/"));
    }
    // If stdout goes to a program that has ended, the book is served all the same.
    let _ = writeln!(io::stdout(), "{text}Ctrl-C ends it.");
    if opens && let Err(error) = opener::open(url.as_str()) {
        writeln!(io::stderr(), "No browser could be started ({error}). Open this address in one.")?;
    }
    loop {
        thread::park();
    }
}

/// Returns the book as the content of a site, with the documentation of the crates if that is built. The root leads to the
/// book. A page that is not there is the book's own for that.
fn content(book: &Path) -> Result<impl Fn(&str) -> Option<Answer> + Send + use<>> {
    let files = files(book.parent().context("the book has a folder")?)?;
    let missing = Answer::page(404, fs::read(book.join("404.html"))?);
    Ok(move |path: &str| match path.split('?').next() {
        Some("/") => Some(Answer::redirect(302, "/book/")),
        _ => files(path).or_else(|| Some(missing.clone())),
    })
}
