//! [`Link`]: the connection of a worker to Redis. A call waits while Redis is away, and its error is a value.

use std::io::{self, ErrorKind::TimedOut};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use common::fetch::time::random;
use program::log;
use redis::aio::MultiplexedConnection;
use redis::{
    AsyncConnectionConfig, FromRedisValue, PushInfo, PushKind, RedisError, RedisResult, ScriptInvocation,
};
use tokio::sync::{Mutex, watch};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::fault::{Fault, Remedy};
use super::server::Server;
use crate::stream::Tls;

/// How long Redis may take to answer. After that, the connection is made anew.
const ANSWER: Duration = Duration::from_secs(5);

/// How long a worker that ends waits for an answer.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The pause between two calls while Redis is away, and between the first tries to connect. These double so many times.
const PAUSE: Duration = Duration::from_millis(100);
const MOST_DOUBLED: u32 = 4;

/// A worker's connection to Redis. Its clones are the same connection.
#[derive(Clone)]
pub struct Link {
    inner: Arc<Inner>,
    /// Cancelled when the worker is to end: from then on, no call waits.
    pub end: CancellationToken,
}

struct Inner {
    server: Server,
    tls: Tls,
    /// Where the workers of the crawl are told that there is something to take.
    channel: String,
    current: Mutex<Current>,
    news: watch::Sender<()>,
    is_away: AtomicBool,
}

/// The connection, and how often Redis was tried for it.
#[derive(Default)]
struct Current {
    connection: Option<MultiplexedConnection>,
    number: u64,
    /// The last failure, how many there were in a row, and until when Redis is left alone.
    failed: Option<(RedisError, u32, Instant)>,
}

impl Link {
    /// Makes a link that is not connected yet, and that hears the news of `channel`.
    pub fn new(server: Server, tls: Tls, channel: String) -> Link {
        let (current, news, is_away, end) = Default::default();
        Link { inner: Arc::new(Inner { server, tls, channel, current, news, is_away }), end }
    }

    /// Returns what hears the news from now on.
    pub fn news(&self) -> watch::Receiver<()> {
        self.inner.news.subscribe()
    }

    /// Tells the tasks of this worker that there is news.
    pub fn tell(&self) {
        self.inner.news.send_replace(());
    }

    /// Calls a script, and returns what Redis answers. While Redis is away, this calls again and again, so it may call twice.
    ///
    /// # Errors
    /// If Redis refuses, or has lost the crawl; if it is away, and the worker is to end.
    pub async fn call<T: FromRedisValue>(&self, script: &ScriptInvocation<'_>) -> Result<T, Fault> {
        let is_away = &self.inner.is_away;
        // One call that waits in vain for its last words is enough.
        while !(self.end.is_cancelled() && is_away.load(Relaxed)) {
            let error = tokio::select! {
                answer = self.try_call(script) => match answer {
                    Ok(answer) => {
                        is_away.store(false, Relaxed);
                        return Ok(answer);
                    }
                    Err(error) => error,
                },
                () = self.last_words() => {
                    is_away.store(true, Relaxed);
                    break;
                }
            };
            let text = error.to_string();
            if let Remedy::Nothing(fault) = Remedy::of(error) {
                return Err(fault);
            }
            if !is_away.swap(true, Relaxed) {
                log::say!("Redis does not work at present ({text}); waiting for it");
            }
            sleep(PAUSE).await;
        }
        Err(Fault::Away)
    }

    /// Calls a script once.
    async fn try_call<T: FromRedisValue>(&self, script: &ScriptInvocation<'_>) -> RedisResult<T> {
        let (mut connection, number) = self.connection().await?;
        let answer = script.invoke_async(&mut connection).await;
        let is_broken = |error: &RedisError| matches!(Remedy::of(error.clone()), Remedy::Reconnect);
        if answer.as_ref().is_err_and(is_broken) {
            let mut current = self.inner.current.lock().await;
            // Another call may have made a new connection meanwhile.
            if current.number == number {
                current.connection = None;
            }
        }
        answer
    }

    /// Returns the connection, and its number. Connects if there is none.
    async fn connection(&self) -> RedisResult<(MultiplexedConnection, u64)> {
        let mut current = self.inner.current.lock().await;
        if let Some(connection) = &current.connection {
            return Ok((connection.clone(), current.number));
        }
        let failures = match &current.failed {
            Some((error, _, until)) if Instant::now() < *until => return Err(error.clone()),
            Some((_, failures, _)) => *failures,
            None => 0,
        };
        match timeout(ANSWER, self.connect()).await.unwrap_or_else(|_| Err(io::Error::from(TimedOut).into()))
        {
            Ok(connection) => {
                let number = current.number + 1;
                *current = Current { connection: Some(connection.clone()), number, failed: None };
                Ok((connection, number))
            }
            Err(error) => {
                // All calls of all workers wait, and must not come back together.
                let pause = (PAUSE * 2_u32.pow(failures)).mul_f64(1.0 + random());
                current.failed =
                    Some((error.clone(), (failures + 1).min(MOST_DOUBLED), Instant::now() + pause));
                Err(error)
            }
        }
    }

    /// Connects, and listens to the news.
    async fn connect(&self) -> RedisResult<MultiplexedConnection> {
        let inner = Arc::downgrade(&self.inner);
        let hear = move |push: PushInfo| {
            let inner = inner.upgrade().ok_or(())?;
            if push.kind == PushKind::Message {
                inner.news.send_replace(());
            }
            Ok::<_, ()>(())
        };
        let config = AsyncConnectionConfig::new().set_response_timeout(Some(ANSWER)).set_push_sender(hear);
        let mut connection = self.inner.server.connect(config, &self.inner.tls).await?;
        connection.subscribe(&self.inner.channel).await?;
        // There may have been news meanwhile.
        self.tell();
        Ok(connection)
    }

    /// Waits until a call has had its last chance.
    async fn last_words(&self) {
        self.end.cancelled().await;
        sleep(LAST_WORDS).await;
    }
}
