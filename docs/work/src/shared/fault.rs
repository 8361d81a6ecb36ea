//! [`Fault`]: why Redis has not done what a worker asked for, and [`Remedy`]: what helps.

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
    #[error(
        "Redis has lost {0}: it expired or was evicted, or Redis began without its data. Another --name begins a new crawl"
    )]
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

/// What helps after an error.
#[derive(Debug)]
pub enum Remedy {
    /// The same call may succeed later.
    Wait,
    /// The same call may succeed on a new connection: this one is broken, or leads to a server that only reads now.
    Reconnect,
    /// Nothing.
    Nothing(Fault),
}

impl Remedy {
    /// Returns what helps after `error`.
    pub fn of(error: RedisError) -> Remedy {
        match code(&error) {
            "READONLY" | "MASTERDOWN" => Remedy::Reconnect,
            "LOADING" | "BUSY" | "TRYAGAIN" | "CLUSTERDOWN" | "NOREPLICAS" | "MISCONF" | "NOSCRIPT" => {
                Remedy::Wait
            }
            "LOST" => Remedy::Nothing(Fault::Lost(error.detail().unwrap_or_default().to_owned())),
            // An answer that is cut off cannot be parsed.
            _ if error.is_io_error() || error.kind() == ErrorKind::Parse => Remedy::Reconnect,
            _ => Remedy::Nothing(Fault::Refused(error)),
        }
    }
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
            let policy = error.detail().unwrap_or_default();
            return format!("it may evict any key: its maxmemory-policy is {policy}, and must be noeviction");
        }
        "WRONGPASS" => "it refuses the password in REDIS_URL",
        _ if error.kind() == ErrorKind::AuthenticationFailed => "it refuses the password in REDIS_URL",
        _ => return error.to_string(),
    };
    words.to_owned()
}
