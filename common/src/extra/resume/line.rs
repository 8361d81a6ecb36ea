//! One outcome as a line of JSON, and back.

use std::backtrace::Backtrace;
use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;
use url::Url;

use crate::crawl::outcome::Outcome;
use crate::crawl::target::Kind;
use crate::fetch::error::{Cause, FetchError, Phase};
use crate::report::Record;

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

/// Returns the line of an outcome: what its URL was fetched for, the record, its exact time, its cause, and where it leads. It
/// ends in a line break. [`Replay::settle`](super::Replay::settle) reads it back.
pub fn line_of(kind: &Kind, outcome: &Outcome) -> String {
    let Outcome { record, next, .. } = outcome;
    let cause = record.error.as_deref().map(|error| (error.cause.kind(), message(error)));
    let line = serde_json::to_string(&(kind, record, record.elapsed, cause, next));
    line.expect("strings, numbers and lists are JSON") + "\n"
}

/// Returns the outcome of a line, and for what its URL was fetched.
///
/// # Errors
/// If the line is not what [`line_of`] returns.
pub fn read(line: &[u8]) -> Result<(Kind, Outcome), serde_json::Error> {
    type Stored = (String, String);
    let (kind, mut record, elapsed, cause, next): (_, Record, Duration, Option<Stored>, _) =
        serde_json::from_slice(line)?;
    record.elapsed = elapsed;
    record.error = cause.map(|(kind, message)| {
        let cause = match &*kind {
            "redirect" => Cause::Redirect { why: message.into(), start: None },
            _ => Cause::Told { kind, message },
        };
        let (url, backtrace) = (Arc::clone(&record.url), Box::new(Backtrace::disabled()));
        // It names no try, because its message does.
        Box::new(FetchError {
            url,
            phase: Phase::Decoding,
            tries: 0,
            elapsed,
            cause,
            answer: None,
            backtrace,
        })
    });
    Ok((kind, Outcome { record, next, line: None }))
}

/// Returns the message of an error; of a redirect, the reason alone: its message names the start, which is known at the
/// end.
fn message(error: &FetchError) -> String {
    match &error.cause {
        Cause::Redirect { why, .. } => why.clone().into_owned(),
        _ => error.to_string(),
    }
}
