//! One outcome as a line of JSON, and back.

use std::backtrace::Backtrace;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use url::{Position, Url};

use crate::crawl::outcome::{Next, Outcome};
use crate::crawl::robots::Rules;
use crate::crawl::target::{Kind, Target};
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::page::links::{Anchors, LongUrl, Names};
use crate::report::Record;

/// Why a line of a journal cannot be settled again.
#[derive(Debug, Error)]
pub enum BrokenLine {
    /// It is not what a journal has written.
    #[error("it is broken: {0}")]
    Syntax(#[from] serde_json::Error),
    /// No line above leads to its URL, or the URL has been settled already.
    #[error("it is out of place: the crawl did not wait for {0}")]
    OutOfPlace(Arc<Url>),
}

/// What is stored of an outcome. `found_on` and `new_links` are missing, because they are known only at the end.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    url: Cow<'a, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    robots_of: Option<Cow<'a, str>>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_external: bool,
    status: Option<u16>,
    next_url: Option<Cow<'a, str>>,
    /// Whether the redirect is to be followed.
    is_followed: bool,
    /// The kind and the message.
    error: Option<(Cow<'a, str>, Cow<'a, str>)>,
    content_type: Option<Cow<'a, str>>,
    encoding: Option<Cow<'a, str>>,
    size: usize,
    links: u32,
    tries: u32,
    elapsed: Duration,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rules: Option<Cow<'a, Rules>>,
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    long: Cow<'a, BTreeSet<LongUrl>>,
    #[serde(default)]
    beyond_max_links: usize,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    https: Vec<Cow<'a, str>>,
    /// The links in scope. On the page's own host and port, only path and query.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    leads_to: Vec<Cow<'a, str>>,
    /// The names in the page, and its links that have fragments.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    anchors: Option<(Option<Cow<'a, Names>>, Fragments<'a>)>,
}

/// Links as URLs and fragments.
type Fragments<'a> = Vec<(Cow<'a, str>, Cow<'a, str>)>;

/// Returns an outcome as a line.
pub(super) fn write(target: &Target, record: &Record, next: &Next) -> String {
    // Each field is named, so that a further one is not forgotten here.
    let Next { links, redirect, anchors, rules, https, long, beyond_max_links } = next;
    let host = &target.url[..Position::BeforePath];
    let line = Line {
        url: target.url.as_str().into(),
        robots_of: match &target.kind {
            Kind::RobotsTxt { of } => Some(of.as_str().into()),
            Kind::Page | Kind::External => None,
        },
        is_external: record.is_external,
        status: record.status,
        next_url: record.next_url.as_deref().map(|url| url.as_str().into()),
        is_followed: redirect.is_some(),
        error: record.error.as_deref().map(|error| (error.cause.kind().into(), reason(error).into())),
        content_type: record.content_type.as_deref().map(Cow::Borrowed),
        encoding: record.encoding.as_deref().map(Cow::Borrowed),
        size: record.size,
        links: record.links,
        tries: record.tries,
        elapsed: record.elapsed,
        rules: rules.as_ref().map(Cow::Borrowed),
        long: Cow::Borrowed(long),
        beyond_max_links: *beyond_max_links,
        https: https.iter().map(|url| url.as_str().into()).collect(),
        leads_to: links.iter().map(|url| shortened(url.as_str(), host).into()).collect(),
        anchors: anchors.as_ref().map(|Anchors { names, links }| {
            let links = links.iter().map(|(url, name)| (shortened(url.as_str(), host).into(), name.into()));
            (names.as_ref().map(Cow::Borrowed), links.collect())
        }),
    };
    let mut line = serde_json::to_string(&line).expect("strings, numbers and lists are JSON");
    line.push('\n');
    line
}

/// Returns the outcome of a line, and for what its URL was fetched.
///
/// # Errors
/// If the line is not what [`write`] returns.
pub(crate) fn read(line: &[u8]) -> Result<(Arc<Url>, Kind, Outcome), serde_json::Error> {
    let line: Line<'_> = serde_json::from_slice(line)?;
    let url = Arc::new(parse(&line.url)?);
    let next_url = line.next_url.as_deref().map(parse).transpose()?.map(Arc::new);
    let kind = match line.robots_of {
        Some(of) => Kind::RobotsTxt { of: Arc::new(parse(&of)?) },
        None if line.is_external => Kind::External,
        None => Kind::Page,
    };
    let host = &url[..Position::BeforePath];
    let whole = |link: &Cow<'_, str>| {
        if link.starts_with('/') { parse(&format!("{host}{link}")) } else { parse(link) }
    };
    let anchors = line.anchors.map(|(names, links)| {
        let links = links.iter().map(|(url, name)| Ok((whole(url)?, name.clone().into_owned())));
        let links = links.collect::<Result<_, serde_json::Error>>()?;
        Ok::<_, serde_json::Error>(Anchors { names: names.map(Cow::into_owned), links })
    });
    let next = Next {
        links: line.leads_to.iter().map(whole).collect::<Result<_, _>>()?,
        redirect: next_url.clone().filter(|_| line.is_followed),
        anchors: anchors.transpose()?,
        rules: line.rules.map(Cow::into_owned),
        https: line.https.iter().map(|url| parse(url)).collect::<Result<_, _>>()?,
        long: line.long.into_owned(),
        beyond_max_links: line.beyond_max_links,
    };
    let error = line.error.map(|(kind, reason)| Box::new(error(&url, line.elapsed, &kind, reason.into())));
    let record = Record {
        url: Arc::clone(&url),
        status: line.status,
        next_url,
        found_on: None,
        error,
        content_type: line.content_type.map(|text| text.into_owned().into()),
        encoding: line.encoding.map(|text| text.into_owned().into()),
        size: line.size,
        links: line.links,
        new_links: 0,
        is_external: line.is_external,
        tries: line.tries,
        elapsed: line.elapsed,
    };
    Ok((url, kind, Outcome { record, next, line: None }))
}

fn parse(url: &str) -> Result<Url, serde_json::Error> {
    Url::parse(url).map_err(|error| serde_json::Error::custom(format_args!("{error}: {url:?}")))
}

/// Returns a URL without `host`, if it is on it.
fn shortened<'a>(url: &'a str, host: &str) -> &'a str {
    url.strip_prefix(host).filter(|path| path.starts_with('/')).unwrap_or(url)
}

/// Returns the message of an error; of a redirect, the reason alone: its message names the start, which is known at the
/// end.
fn reason(error: &FetchError) -> String {
    match &error.cause {
        Cause::Redirect { why, .. } => why.clone().into_owned(),
        _ => error.to_string(),
    }
}

/// Returns an error with this kind and message. It names no try, because its message does.
fn error(url: &Arc<Url>, elapsed: Duration, kind: &str, reason: String) -> FetchError {
    let cause = match kind {
        "redirect" => Cause::Redirect { why: reason.into(), start: None },
        _ => Cause::Stored { kind: interned(kind), message: reason },
    };
    let backtrace = Box::new(Backtrace::disabled());
    FetchError { url: Arc::clone(url), phase: Phase::Decoding, tries: 0, elapsed, cause, backtrace }
}

/// Returns a name that stays for ever. There are few kinds of errors, and each is stored once.
fn interned(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    names.get(name).copied().unwrap_or_else(|| {
        let name = Box::leak(name.into());
        names.insert(name);
        name
    })
}
