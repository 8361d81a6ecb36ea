//! [`header`]: the first line of a journal, with every option on which the report depends.

use regex_lite::Regex;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::crawl::options::Options;
use crate::page::links::resource;

/// The member that every journal has, and the version of its format.
const JOURNAL: (&str, u32) = ("journal", 1);

/// Why a file is not the journal of this crawl.
#[derive(Debug, Error)]
pub enum WrongHeader {
    /// The file is something else, and must not be written to.
    #[error("it is not a file of --resume, or one of another version")]
    NotAJournal,
    /// An option was another one when the crawl began: its name and both values.
    #[error("it is of a crawl with other options: {0} was {1} and is now {2}")]
    OtherOptions(String, String, String),
}

/// Returns the first line of the journal of a crawl with these options. The stage is not part of it: a crawl that one
/// stage began may go on in another.
pub fn header(options: &Options) -> String {
    format!("{}\n", Value::Object(members(options)))
}

/// Checks the first line of a file against the options of this crawl.
///
/// # Errors
/// If the file is no journal, or one of a crawl with other options.
pub fn check_header(found: &[u8], options: &Options) -> Result<(), WrongHeader> {
    let found: Map<String, Value> = serde_json::from_slice(found).map_err(|_| WrongHeader::NotAJournal)?;
    if found.get(JOURNAL.0) != Some(&JOURNAL.1.into()) {
        return Err(WrongHeader::NotAJournal);
    }
    let members = members(options);
    let mut names = found.keys().chain(members.keys());
    names.find(|name| found.get(*name) != members.get(*name)).map_or(Ok(()), |name| {
        let [was, is] = [&found, &members].map(|members| shown(members.get(name).unwrap_or(&Value::Null)));
        Err(WrongHeader::OtherOptions(name.clone(), was, is))
    })
}

/// Returns the options that change what a report contains, but for times. Their names are those of the command line.
fn members(options: &Options) -> Map<String, Value> {
    let [roots, guessed] = [&options.roots, &options.guessed]
        .map(|urls| urls.iter().map(|url| resource(url.clone()).to_string()).collect::<Vec<_>>());
    let exclude: Vec<_> = options.exclude.iter().map(Regex::as_str).collect();
    let members = [
        (JOURNAL.0, Value::from(JOURNAL.1)),
        ("URL", roots.into()),
        ("https", options.https.into()),
        ("URL without a scheme", guessed.into()),
        ("--lenient", options.lenient.into()),
        ("--exclude", exclude.into()),
        ("--public-only", options.public_only.into()),
        ("--max-pages", options.max_pages.into()),
        ("--max-redirects", options.max_redirects.into()),
        ("--max-tries", options.max_tries.into()),
        ("--max-body", options.max_body.into()),
        ("--obey-robots", options.obey_robots.into()),
        ("--check", options.checks.backlinks.into()),
        ("--check-external", options.checks.external.into()),
        ("--fragments", options.checks.fragments.into()),
    ];
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns a value as on the command line.
fn shown(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(false) => "not given".into(),
        Value::Bool(true) => "given".into(),
        Value::Array(values) if values.is_empty() => "not given".into(),
        Value::Array(values) => values.iter().map(shown).collect::<Vec<_>>().join(" "),
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
