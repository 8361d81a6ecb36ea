//! [`Link`]: the connection of a worker to Redis. A call waits while Redis is away, and its error is a value.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

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

/// The pause between two calls while Redis is away.
const PAUSE: Duration = Duration::from_millis(100);

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
    /// The connection, and how many there were before it.
    current: Mutex<(Option<MultiplexedConnection>, u64)>,
    news: watch::Sender<()>,
    is_away: AtomicBool,
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
        let inner = Arc::downgrade(&self.inner);
        let hear = move |push: PushInfo| {
            let inner = inner.upgrade().ok_or(())?;
            if push.kind == PushKind::Message {
                inner.news.send_replace(());
            }
            Ok::<_, ()>(())
        };
        let config = AsyncConnectionConfig::new().set_response_timeout(Some(ANSWER)).set_push_sender(hear);
        let connected = timeout(ANSWER, async {
            let mut connection = self.inner.server.connect(config, &self.inner.tls).await?;
            connection.subscribe(&self.inner.channel).await.map(|()| connection)
        });
        let connection = connected.await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
        // There may have been news meanwhile.
        self.tell();
        *current = (Some(connection.clone()), current.1 + 1);
        Ok((connection, current.1))
    }

    /// Waits until a call has had its last chance.
    async fn last_words(&self) {
        self.end.cancelled().await;
        sleep(LAST_WORDS).await;
    }
}
