//! [`header`]: the first line of a journal, with every option on which the report depends.

use common::Options;
use common::page::links::resource;
use regex_lite::Regex;
use serde_json::{Map, Value, json};
use thiserror::Error;

/// The version of the format.
const VERSION: u32 = 4;

/// Why a file is not the journal of this crawl.
#[derive(Debug, Error)]
pub enum WrongHeader {
    /// Something else has written the file, so it is left as it is.
    #[error("--resume has not written it, or another version of the program has")]
    NotAJournal,
    /// An option was another one when the crawl began: its name and both values, as JSON.
    #[error("it is of a crawl with other options: {0} was {1} and is now {2}")]
    OtherOptions(String, Value, Value),
}

/// Returns the first line of the journal of a crawl with these options: those that change what a report contains, but for
/// times. Their names are those of the command line. The stage is not part of it: a crawl that one stage began may go on
/// in another.
pub fn header(options: &Options) -> String {
    // A new option must be named here, too.
    let Options {
        roots,
        https,
        lenient,
        exclude,
        public_only,
        max_pages,
        max_redirects,
        max_tries,
        max_body,
        obey_robots,
        checks,
        ca: _,
        max_wait: _,
        timeout: _,
        delay: _,
        max_tasks: _,
    } = options;
    let header = json!({
        "journal": VERSION,
        // Without a password.
        "URL": roots.iter().cloned().map(resource).collect::<Vec<_>>(),
        "https": https,
        "--lenient": lenient,
        "--exclude": exclude.iter().map(Regex::as_str).collect::<Vec<_>>(),
        "--public-only": public_only,
        "--max-pages": max_pages,
        "--max-redirects": max_redirects,
        "--max-tries": max_tries,
        "--max-body": max_body,
        "--obey-robots": obey_robots,
        "--check": checks.backlinks,
        "--check-external": checks.external,
        "--fragments": checks.fragments,
    });
    format!("{header}\n")
}

/// Checks the first line of a file against that of this crawl.
///
/// # Errors
/// If the file is no journal, or one of a crawl with other options.
pub fn check_header(found: &[u8], header: &str) -> Result<(), WrongHeader> {
    let members = |line| serde_json::from_slice::<Map<_, _>>(line).map_err(|_| WrongHeader::NotAJournal);
    let (found, now) = (members(found)?, members(header.as_bytes())?);
    if found.get("journal") != now.get("journal") {
        return Err(WrongHeader::NotAJournal);
    }
    let differs = now.into_iter().find(|(name, value)| found.get(name) != Some(value));
    differs.map_or(Ok(()), |(name, value)| {
        let was = found.get(&name).cloned().unwrap_or_default();
        Err(WrongHeader::OtherOptions(name, was, value))
    })
}
