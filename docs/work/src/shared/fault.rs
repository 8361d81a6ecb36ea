//! [`Fault`]: why Redis has not done what a worker asked for, and what helps.

use std::io;

use redis::{ErrorKind, RedisError, ServerError};
use thiserror::Error;

/// Why Redis has not done what a worker asked for. Its message has no password, because no error of Redis has one.
#[derive(Debug, Error)]
pub enum Fault {
    /// It did not answer, and the worker is to end.
    #[error("Redis does not answer; the same command goes on with the crawl")]
    Away,
    /// The records of the crawl are not there any more.
    #[error(
        "Redis has lost the crawl, by expiry or eviction, or in a restart. Another --name begins a new crawl"
    )]
    Lost,
    /// The last records are not there any more.
    #[error("Redis has lost the last records")]
    Rewound,
    /// The stream of jobs is not there: not yet, or not any more.
    #[error("Redis has no jobs")]
    NoGroup,
    /// The fetches of this worker fail where those of others do not.
    #[error(
        "the fetches of this worker fail, and those of others do not: look at its network. The others go on"
    )]
    Sick,
    /// It has something that this program has not written.
    #[error("Redis has {0}")]
    Damaged(String),
    /// It refuses the call.
    #[error("Redis: {}", words(.0))]
    Refused(#[source] RedisError),
}

impl From<Fault> for io::Error {
    fn from(fault: Fault) -> io::Error {
        io::Error::other(fault)
    }
}

/// Returns the fault of an error, or nothing if the same call may succeed later.
pub fn fault(error: RedisError) -> Option<Fault> {
    match &*code(&error) {
        "LOADING" | "BUSY" | "TRYAGAIN" | "CLUSTERDOWN" | "NOREPLICAS" | "MISCONF" => None,
        "NOGROUP" => Some(Fault::NoGroup),
        _ if is_of_the_connection(&error) => None,
        _ => Some(Fault::Refused(error)),
    }
}

/// Returns whether a new connection helps: this one is broken, or leads to a server that only reads now.
pub fn is_of_the_connection(error: &RedisError) -> bool {
    // An answer that is cut off cannot be parsed.
    let is_broken = error.is_io_error() || error.kind() == ErrorKind::Parse;
    // UNBLOCKED: what a call has waited for is gone, or this is a replica now. The same call tells which.
    is_broken || matches!(&*code(error), "READONLY" | "MASTERDOWN" | "UNBLOCKED")
}

/// Returns the code of an error: of the first call that has failed, if there were several.
fn code(error: &RedisError) -> String {
    let first = |errors: &[(usize, ServerError)]| errors.first().map(|(_, error)| error.code().to_owned());
    error.clone().into_server_errors().and_then(|errors| first(&errors)).unwrap_or_default()
}

/// Returns what an error means for its reader.
fn words(error: &RedisError) -> String {
    let words = match &*code(error) {
        "MOVED" | "ASK" | "CROSSSLOT" => "a cluster is not supported: give the crawl a Redis of its own",
        "OOM" => "it is full. Nothing is lost: give it more memory, and the same command goes on",
        "NOAUTH" => "it asks for a password: put it into REDIS_URL, as redis://:PASSWORD@HOST",
        "NOPERM" => "its user lacks a right: `ACL LOG` tells which, and the README of docs/work has all",
        "WRONGPASS" => "it refuses the password in REDIS_URL",
        _ if error.kind() == ErrorKind::AuthenticationFailed => "it refuses the password in REDIS_URL",
        _ => return error.to_string(),
    };
    words.to_owned()
}
