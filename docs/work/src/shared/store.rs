//! [`Store`]: a worker's connections to Redis. A call waits while Redis is away.

use std::future::pending;
use std::io::{self, Write, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use common::crawl::journal::{check_header, header};
use common::crawl::robots::MAX_REDIRECTS;
use common::{Frontier, Options};
use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use redis::{Client, Cmd, FromRedisValue, RedisError, RedisResult, ScriptInvocation};
use serde_json::{Map, Value, from_str};
use tokio::sync::mpsc::Sender;
use tokio::time::sleep;

use super::scripts::{Keys, Scripts};

/// How long Redis may take to answer. After that, the connection is made anew.
const ANSWER: Duration = Duration::from_secs(5);

/// How often Redis is tried at the start, for about 3 s: all machines may start at once, but a wrong address should be told soon.
const FIRST_TRIES: u32 = 30;

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
        let (keys, scripts, ours) = (Keys::of(&place.name), Scripts::default(), header_of(place, options));
        let mut begin = keys.prepare(&scripts.begin);
        let most = options.max_pages.map_or(String::new(), |most| most.to_string());
        begin.arg(&ours).arg(options.max_redirects).arg(most);
        begin.arg(u8::from(options.obey_robots)).arg(MAX_REDIRECTS);
        // Redis holds back what a robots.txt may forbid, and counts the pages.
        let all =
            Options { obey_robots: false, max_pages: None, services: Default::default(), ..options.clone() };
        for root in Frontier::new(&all).roots() {
            begin.arg(root.url.as_str());
        }
        let mut tries = 1;
        let (calls, reads, number, theirs) = loop {
            match try_join(&client, &begin).await {
                Ok(joined) => break joined,
                Err(error) if is_away(&error) && tries < FIRST_TRIES => sleep(PAUSE).await,
                Err(error) => return Err(about_redis(error)),
            }
            tries += 1;
        };
        check_header(theirs.as_bytes(), &ours)
            .map_err(|error| io::Error::other(format!("the crawl `{}` in Redis: {error}", place.name)))?;
        let (worker, is_away) = (format!("worker {number}"), AtomicBool::new(false));
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

    async fn try_ask(&self, what: Ask<'_>) -> RedisResult<redis::Value> {
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

/// Returns the header of a journal, with the options on which depends how the workers share the crawl.
fn header_of(place: &Place, options: &Options) -> String {
    let mut header: Map<String, Value> = from_str(&header(options)).expect("a header is JSON");
    header.insert("--delay".to_owned(), (options.delay.as_millis() as u64).into());
    header.insert("--lease".to_owned(), place.lease.as_secs_f64().into());
    Value::from(header).to_string()
}

/// Connects to Redis, and begins the crawl or joins it. Returns two connections, the number of this worker, and the header of
/// the crawl.
async fn try_join(
    client: &Client,
    begin: &ScriptInvocation<'_>,
) -> RedisResult<(ConnectionManager, ConnectionManager, u64, String)> {
    let config = ConnectionManagerConfig::new()
        .set_connection_timeout(Some(ANSWER))
        .set_response_timeout(Some(ANSWER))
        .set_number_of_retries(0);
    let mut calls = ConnectionManager::new_with_config(client.clone(), config.clone()).await?;
    let reads = ConnectionManager::new_with_config(client.clone(), config).await?;
    let (number, header) = begin.invoke_async(&mut calls).await?;
    Ok((calls, reads, number, header))
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
