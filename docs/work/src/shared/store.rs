//! [`Store`]: a worker's connections to Redis. A call waits while Redis is away.

mod join;

use std::future::pending;
use std::io::{self, Write, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use redis::aio::ConnectionManager;
use redis::{Cmd, FromRedisValue, RedisError, RedisResult, ScriptInvocation, Value};
use tokio::sync::mpsc::Sender;
use tokio::time::sleep;

use super::scripts::{Keys, Scripts};

pub use join::Place;

/// The pause between two calls while Redis is away.
const PAUSE: Duration = Duration::from_millis(100);

/// A worker's connections to Redis. Its clones are the same worker.
#[derive(Clone)]
pub struct Store(Arc<Inner>);

struct Inner {
    keys: Keys,
    scripts: Scripts,
    calls: ConnectionManager,
    /// It has a connection of its own, because its reads block.
    reads: ConnectionManager,
    worker: String,
    /// Takes the error that ends the work.
    failed: Sender<io::Error>,
    is_away: AtomicBool,
}

/// What Redis is asked.
#[derive(Clone, Copy)]
pub enum Ask<'a> {
    /// A script.
    Script(&'a ScriptInvocation<'a>),
    /// A command.
    Command(&'a Cmd),
    /// A command that blocks until there is an answer.
    Blocking(&'a Cmd),
}

impl Store {
    /// Returns the name of this worker.
    pub fn worker(&self) -> &str {
        &self.0.worker
    }

    /// Returns the keys of the crawl.
    pub fn keys(&self) -> &Keys {
        &self.0.keys
    }

    /// Returns the scripts.
    pub fn scripts(&self) -> &Scripts {
        &self.0.scripts
    }

    /// Returns whether Redis has not answered the last time.
    pub fn is_away(&self) -> bool {
        self.0.is_away.load(Relaxed)
    }

    /// Returns what Redis answers. While it is away, this asks again and again, so it may ask twice.
    ///
    /// If Redis refuses, the error goes to `failed`, and this never returns: the work ends.
    pub async fn ask<T: FromRedisValue>(&self, what: Ask<'_>) -> T {
        loop {
            match self.try_ask(what).await.and_then(|value| Ok(T::from_redis_value(value)?)) {
                Ok(answer) => {
                    self.0.is_away.store(false, Relaxed);
                    return answer;
                }
                Err(error) if is_away(&error) => self.say_away(&error),
                Err(error) if matches!(error.code(), Some("NOGROUP" | "UNBLOCKED")) => {
                    return self.forgotten().await;
                }
                Err(error) => return self.fail(about_redis(error)).await,
            }
            sleep(PAUSE).await;
        }
    }

    /// Ends the work, because Redis no longer has the crawl. Never returns.
    pub async fn forgotten<T>(&self) -> T {
        let reason = "it has expired, or Redis was started without its data";
        self.fail(io::Error::other(format!("Redis has forgotten the crawl: {reason}"))).await
    }

    /// Ends the work with this error. Never returns.
    pub async fn fail<T>(&self, error: io::Error) -> T {
        // If it is full, an earlier error ends the work.
        let _ = self.0.failed.try_send(error);
        pending().await
    }

    async fn try_ask(&self, what: Ask<'_>) -> RedisResult<Value> {
        let (mut calls, mut reads) = (self.0.calls.clone(), self.0.reads.clone());
        match what {
            Ask::Script(script) => script.invoke_async(&mut calls).await,
            Ask::Command(command) => command.query_async(&mut calls).await,
            Ask::Blocking(command) => command.query_async(&mut reads).await,
        }
    }

    /// Says once that Redis is away.
    fn say_away(&self, error: &RedisError) {
        if !self.0.is_away.swap(true, Relaxed) {
            // If that fails, the crawl goes on all the same.
            let _ = writeln!(stderr(), "work: Redis does not answer ({error}); waiting for it");
        }
    }
}

/// Returns whether the same call may succeed later.
fn is_away(error: &RedisError) -> bool {
    let is_starting = matches!(error.code(), Some("LOADING" | "BUSY" | "MASTERDOWN" | "TRYAGAIN"));
    error.is_io_error() || error.is_connection_dropped() || error.is_timeout() || is_starting
}

/// Names Redis in an error, which has no password: it does not name the URL.
fn about_redis(error: RedisError) -> io::Error {
    io::Error::other(format!("Redis: {error}"))
}
