//! [`Store`]: a worker's connections to Redis. A call waits while Redis is away.

use std::future::pending;
use std::io::{self, Write, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use common::crawl::journal::{check_header, header};
use common::crawl::robots::MAX_REDIRECTS;
use common::{Frontier, Options};
use redis::aio::{ConnectionLike, ConnectionManager, ConnectionManagerConfig};
use redis::{Client, Cmd, FromRedisValue, RedisError, RedisResult, ScriptInvocation, Value};
use tokio::sync::mpsc::Sender;
use tokio::time::sleep;

use super::scripts::{Keys, Scripts};

/// How long Redis may take to answer. After that, the connection is made anew.
const ANSWER: Duration = Duration::from_secs(5);

/// The pause between two calls while Redis is away.
const PAUSE: Duration = Duration::from_millis(100);

/// Where a crawl is shared.
#[derive(Clone, Debug)]
pub struct Place {
    /// The URL of Redis.
    pub redis: String,
    /// The name of the crawl.
    pub name: String,
    /// How long a worker keeps the jobs that it has taken, without a sign of it.
    pub lease: Duration,
}

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
    /// Connects to Redis, and begins the crawl or joins it. An error that ends the work later goes to `failed`.
    ///
    /// # Errors
    /// If Redis is away or refuses the call, or has a crawl of this name with other options.
    pub async fn join(place: &Place, options: &Options, failed: Sender<io::Error>) -> io::Result<Store> {
        let client = Client::open(&*place.redis).map_err(about_redis)?;
        let config = ConnectionManagerConfig::new()
            .set_connection_timeout(Some(ANSWER))
            .set_response_timeout(Some(ANSWER))
            .set_number_of_retries(0);
        let calls =
            ConnectionManager::new_with_config(client.clone(), config.clone()).await.map_err(about_redis)?;
        let reads = ConnectionManager::new_with_config(client, config).await.map_err(about_redis)?;
        let (keys, scripts, ours) = (Keys::of(&place.name), Scripts::default(), header(options));
        let mut begin = keys.prepare(&scripts.begin);
        let most = options.max_pages.map_or(String::new(), |most| most.to_string());
        begin
            .arg(&ours)
            .arg(options.max_redirects)
            .arg(most)
            .arg(u8::from(options.obey_robots))
            .arg(MAX_REDIRECTS);
        // Redis holds back what a robots.txt may forbid, and counts the pages.
        let all =
            Options { obey_robots: false, max_pages: None, services: Default::default(), ..options.clone() };
        for root in Frontier::new(&all).roots() {
            begin.arg(root.url.as_str());
        }
        let begun: (u64, String) = begin.invoke_async(&mut calls.clone()).await.map_err(about_redis)?;
        check_header(begun.1.as_bytes(), &ours)
            .map_err(|error| io::Error::other(format!("the crawl `{}` in Redis: {error}", place.name)))?;
        let (worker, is_away) = (format!("worker {}", begun.0), AtomicBool::new(false));
        Ok(Store(Arc::new(Inner { keys, scripts, calls, reads, worker, failed, is_away })))
    }

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
                Err(error) => return self.fail(about_redis(error)).await,
            }
            sleep(PAUSE).await;
        }
    }

    /// Ends the work with this error. Never returns.
    pub async fn fail<T>(&self, error: io::Error) -> T {
        // If it is full, an earlier error ends the work.
        let _ = self.0.failed.try_send(error);
        pending().await
    }

    async fn try_ask(&self, what: Ask<'_>) -> RedisResult<Value> {
        match what {
            Ask::Script(script) => script.invoke_async(&mut self.0.calls.clone()).await,
            Ask::Command(command) => self.0.calls.clone().req_packed_command(command).await,
            Ask::Blocking(command) => self.0.reads.clone().req_packed_command(command).await,
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
