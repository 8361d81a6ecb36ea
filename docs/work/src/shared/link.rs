//! [`Link`]: the connection of a worker to Redis. A call waits while Redis is away, and its error is a value.

use std::io::{self, ErrorKind::TimedOut};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use common::fetch::time::random;
use futures::FutureExt;
use program::log;
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, FromRedisValue, PushInfo, PushKind, RedisResult, ScriptInvocation};
use tokio::sync::{Mutex, watch};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::fault::{Fault, fault, is_of_the_connection};
use super::server::Server;
use crate::stream::Tls;

/// How long Redis may take to answer. After that, the connection is made anew.
const ANSWER: Duration = Duration::from_secs(5);

/// How long a worker that ends waits for an answer.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The pause between two tries while Redis is away. It doubles with each further one, up to the longest pause.
const PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_millis(1600);

/// A worker's connection to Redis. Its clones are the same connection.
#[derive(Clone)]
pub struct Link {
    pub inner: Arc<Inner>,
    /// Cancelled when the worker is to end: then no call waits for long, and the jobs in flight are given back.
    pub end: CancellationToken,
}

pub struct Inner {
    server: Server,
    tls: Tls,
    /// Where the workers of the crawl are told that there is something to take.
    channel: String,
    /// The connection, and its number, counted from 1.
    current: Mutex<(Option<MultiplexedConnection>, u64)>,
    pub news: watch::Sender<()>,
    is_away: AtomicBool,
}

impl Link {
    /// Makes a link that is not connected yet, and that hears the news of `channel`.
    pub fn new(server: Server, tls: Tls, channel: String) -> Link {
        let (current, news, is_away, end) = Default::default();
        Link { inner: Arc::new(Inner { server, tls, channel, current, news, is_away }), end }
    }

    /// Returns what changes when there is something new to take, or no job is open any more.
    pub fn news(&self) -> watch::Receiver<()> {
        self.inner.news.subscribe()
    }

    /// Calls a script, and returns what Redis answers. While Redis is away, this calls again and again, so it may call twice.
    pub async fn call<T: FromRedisValue>(&self, script: &ScriptInvocation<'_>) -> Result<T, Fault> {
        let (is_away, mut pause) = (&self.inner.is_away, PAUSE);
        // After `end`, all calls stop once Redis is known to be away.
        while !(self.end.is_cancelled() && is_away.load(Relaxed)) {
            let error = tokio::select! {
                answer = self.try_call(script) => match answer {
                    Ok(answer) => {
                        if is_away.swap(false, Relaxed) {
                            log::say!("Redis works again");
                        }
                        return Ok(answer);
                    }
                    Err(error) => error,
                },
                () = self.end.cancelled().then(|()| sleep(LAST_WORDS)) => {
                    is_away.store(true, Relaxed);
                    break;
                }
            };
            let text = error.to_string();
            if let Some(fault) = fault(error) {
                return Err(fault);
            }
            if !is_away.swap(true, Relaxed) {
                log::say!("Redis does not work at present ({text}); waiting for it");
            }
            sleep(pause.mul_f64(1.0 - random() / 2.0)).await;
            pause = LONGEST_PAUSE.min(2 * pause);
        }
        Err(Fault::Away)
    }

    /// Calls a script once.
    async fn try_call<T: FromRedisValue>(&self, script: &ScriptInvocation<'_>) -> RedisResult<T> {
        let (mut connection, number) = self.connection().await?;
        let answer = script.invoke_async(&mut connection).await;
        if answer.as_ref().is_err_and(is_of_the_connection) {
            let mut current = self.inner.current.lock().await;
            // Another call may have made a new connection meanwhile.
            if current.1 == number {
                current.0 = None;
            }
        }
        answer
    }

    /// Returns the connection, and its number. Connects if there is none.
    async fn connection(&self) -> RedisResult<(MultiplexedConnection, u64)> {
        let mut current = self.inner.current.lock().await;
        if let (Some(connection), number) = &*current {
            return Ok((connection.clone(), *number));
        }
        let connected = timeout(ANSWER, self.connect()).await;
        let connected = connected.unwrap_or_else(|_| Err(io::Error::from(TimedOut).into()));
        if connected.is_err() {
            // The other calls wait for the lock meanwhile, so at most ten a second try to connect.
            sleep(PAUSE).await;
        }
        let connection = connected?;
        *current = (Some(connection.clone()), current.1 + 1);
        Ok((connection, current.1))
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
        self.inner.news.send_replace(());
        Ok(connection)
    }
}
