//! One outcome as a line of JSON, and back.

use std::backtrace::Backtrace;
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use common::crawl::outcome::Next;
use common::crawl::target::Kind;
use common::{Cause, FetchError, Outcome, Phase, Record};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use url::Url;

use crate::noted::Noted;

/// Why a line of a journal cannot be settled again.
#[derive(Debug, Error)]
pub enum BrokenLine {
    /// It is not what a journal has written.
    #[error("it is damaged ({0})")]
    Syntax(#[from] serde_json::Error),
    /// No line above leads to its URL, or the URL has been settled already.
    #[error("it is out of place: the crawl did not wait for {0}")]
    OutOfPlace(Arc<Url>),
}

/// A line, as it is written. `K` to `O` are borrowed values, or owned ones.
#[derive(Serialize, Deserialize)]
struct Line<K, R, N, O> {
    /// What the URL was fetched for.
    kind: K,
    record: R,
    /// The exact time, which the record shows in milliseconds.
    elapsed: Duration,
    error: Option<StoredError>,
    next: N,
    noted: O,
}

#[derive(Serialize, Deserialize)]
struct StoredError {
    kind: Cow<'static, str>,
    /// Of a redirect, the reason alone: its message names the start, which is known at the end.
    message: String,
}

/// Returns the line of an outcome: what its URL was fetched for, the record, its exact time, its error, where it leads, and what
/// else was read. It ends in a line break. [`Replay::settle`](super::Replay::settle) reads it back.
pub fn line_of(kind: &Kind, outcome: &Outcome) -> String {
    let Outcome { record, next, noted } = outcome;
    let error = record.error.as_deref().map(|error| StoredError {
        kind: error.cause.kind().to_owned().into(),
        message: match &error.cause {
            Cause::Redirect { why, .. } => why.clone().into_owned(),
            _ => error.to_string(),
        },
    });
    let nothing = Noted::default();
    let noted: &Noted = noted.as_ref().and_then(|noted| noted.downcast_ref()).unwrap_or(&nothing);
    let line = Line { kind, record, elapsed: record.elapsed, error, next, noted };
    serde_json::to_string(&line).expect("strings, numbers and lists are JSON") + "\n"
}

/// Returns the outcome of a line, and for what its URL was fetched.
///
/// # Errors
/// If the line is not what [`line_of`] returns.
pub fn read(line: &[u8]) -> Result<(Kind, Outcome), serde_json::Error> {
    let Line { kind, mut record, elapsed, error, next, noted }: Line<Kind, Record, Next, Noted> =
        serde_json::from_slice(line)?;
    record.elapsed = elapsed;
    record.error = error.map(|StoredError { kind, message }| {
        let cause = match &*kind {
            "redirect" => Cause::Redirect { why: message.into(), start: None },
            _ => Cause::Told { kind: kind.into_owned(), message },
        };
        let (url, backtrace) = (Arc::clone(&record.url), Box::new(Backtrace::disabled()));
        // It names no try, because its message does.
        Box::new(FetchError { url, phase: Phase::Decoding, tries: 0, elapsed, cause, backtrace })
    });
    Ok((kind, Outcome { record, next, noted: Some(Box::new(noted)) }))
}
