//! [`Fault`]: why Redis has not done what a worker asked for, and what helps.

use std::io;

use redis::{ErrorKind, RedisError};
use thiserror::Error;

/// Why Redis has not done what a worker asked for. Its message has no password, because no error of Redis has one.
#[derive(Debug, Error)]
pub enum Fault {
    /// It did not answer, and the worker is to end.
    #[error("Redis does not answer; the same command goes on with the crawl")]
    Away,
    /// A key of the crawl is not there any more.
    #[error("Redis has lost {0}, by expiry or eviction, or in a restart. Another --name begins a new crawl")]
    Lost(String),
    /// It has something that this program has not written.
    #[error("Redis has {0}")]
    Damaged(String),
    /// It refuses the call.
    #[error("Redis: {}", words(.0))]
    Refused(RedisError),
}

impl From<Fault> for io::Error {
    fn from(fault: Fault) -> io::Error {
        io::Error::other(fault)
    }
}

/// Returns the fault of an error, or nothing if the same call may succeed later.
pub fn fault(error: RedisError) -> Option<Fault> {
    match code(&error) {
        "LOADING" | "BUSY" | "TRYAGAIN" | "CLUSTERDOWN" | "NOREPLICAS" | "MISCONF" | "NOSCRIPT" => None,
        "LOST" => Some(Fault::Lost(error.detail().unwrap_or_default().to_owned())),
        _ if is_of_the_connection(&error) => None,
        _ => Some(Fault::Refused(error)),
    }
}

/// Returns whether a new connection helps: this one is broken, or leads to a server that only reads now.
pub fn is_of_the_connection(error: &RedisError) -> bool {
    // An answer that is cut off cannot be parsed.
    let is_broken = error.is_io_error() || error.kind() == ErrorKind::Parse;
    is_broken || matches!(code(error), "READONLY" | "MASTERDOWN")
}

/// Returns the code of an error. Before version 7, Redis puts that of a call in a script into the text: `.. -READONLY You ..`.
fn code(error: &RedisError) -> &str {
    let code = error.code().unwrap_or_default();
    let in_script = || error.detail()?.split_once(" -")?.1.split(' ').next();
    if code == "ERR" { in_script().unwrap_or(code) } else { code }
}

/// Returns what an error means for its reader.
fn words(error: &RedisError) -> String {
    let words = match code(error) {
        "MOVED" | "ASK" | "CROSSSLOT" => "a cluster is not supported: give the crawl a Redis of its own",
        "OOM" => "it is full. Nothing is lost: give it more memory, and the same command goes on",
        "NOAUTH" => "it asks for a password: put it into REDIS_URL, as redis://:PASSWORD@HOST",
        "EVICTS" => {
            return format!(
                "its maxmemory-policy must be noeviction, and is {}",
                error.detail().unwrap_or("not")
            );
        }
        "NOPERM" => "its user lacks a right: `ACL LOG` tells which, and the README of docs/work has all",
        "WRONGPASS" => "it refuses the password in REDIS_URL",
        _ if error.kind() == ErrorKind::AuthenticationFailed => "it refuses the password in REDIS_URL",
        _ => return error.to_string(),
    };
    words.to_owned()
}
