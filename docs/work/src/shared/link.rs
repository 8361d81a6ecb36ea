//! [`Link`]: the connection of a worker to Redis. A call waits while Redis is away, and its error is a value.

use std::io::{Write, stderr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{
    AsyncConnectionConfig, FromRedisValue, PushInfo, PushKind, RedisError, RedisResult, ScriptInvocation,
};
use tokio::sync::{Mutex, watch};
use tokio::time::sleep;
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
    end: CancellationToken,
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

/// The present connection, and how many there were before it.
#[derive(Default)]
struct Current {
    connection: Option<MultiplexedConnection>,
    number: u64,
}

impl Link {
    /// Makes a link that is not connected yet, and that hears the news of `channel`. No call of it waits after `end`.
    pub fn new(server: Server, tls: Tls, channel: String, end: CancellationToken) -> Link {
        let (news, is_away) = (watch::Sender::new(()), AtomicBool::new(false));
        Link {
            inner: Arc::new(Inner { server, tls, channel, current: Mutex::default(), news, is_away }),
            end,
        }
    }

    /// Returns the same link until another `end`.
    pub fn until(&self, end: CancellationToken) -> Link {
        Link { end, ..self.clone() }
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
        loop {
            let error = tokio::select! {
                answer = self.try_call(script) => match answer {
                    Ok(answer) => {
                        self.inner.is_away.store(false, Relaxed);
                        return Ok(answer);
                    }
                    Err(error) => error,
                },
                () = self.last_words() => return Err(Fault::Away),
            };
            self.wait_after(error).await?;
        }
    }

    /// Calls a script once.
    pub async fn try_call<T: FromRedisValue>(&self, script: &ScriptInvocation<'_>) -> RedisResult<T> {
        let (number, mut connection) = self.connection().await?;
        let answer = script.invoke_async(&mut connection).await;
        if let Err(error) = &answer
            && matches!(Remedy::of(error.clone()), Remedy::Reconnect)
        {
            let mut current = self.inner.current.lock().await;
            // Another call may have made a new connection meanwhile.
            if current.number == number {
                current.connection = None;
            }
        }
        answer
    }

    /// Returns the connection, and its number. Connects if there is none.
    pub async fn connection(&self) -> RedisResult<(u64, MultiplexedConnection)> {
        let mut current = self.inner.current.lock().await;
        if let Some(connection) = &current.connection {
            return Ok((current.number, connection.clone()));
        }
        let inner = Arc::downgrade(&self.inner);
        let hear = move |push: PushInfo| match inner.upgrade() {
            Some(inner) if push.kind == PushKind::Message => {
                inner.news.send_replace(());
                Ok(())
            }
            Some(_) => Ok(()),
            None => Err(()),
        };
        let config = AsyncConnectionConfig::new().set_response_timeout(Some(ANSWER)).set_push_sender(hear);
        let mut connection = self.inner.server.connect(config, &self.inner.tls, ANSWER).await?;
        connection.subscribe(&self.inner.channel).await?;
        // There may have been news meanwhile.
        self.inner.news.send_replace(());
        *current = Current { connection: Some(connection.clone()), number: current.number + 1 };
        Ok((current.number, connection))
    }

    /// Waits a moment after an error, and says so once.
    async fn wait_after(&self, error: RedisError) -> Result<(), Fault> {
        let text = error.to_string();
        if let Remedy::Nothing(fault) = Remedy::of(error) {
            return Err(fault);
        }
        if !self.inner.is_away.swap(true, Relaxed) {
            // If that fails, the crawl goes on all the same.
            let _ = writeln!(stderr(), "work: Redis does not work at present ({text}); waiting for it");
        }
        tokio::select! {
            () = self.end.cancelled() => Err(Fault::Away),
            () = sleep(PAUSE) => Ok(()),
        }
    }

    /// Waits until a call has had its last chance.
    async fn last_words(&self) {
        self.end.cancelled().await;
        sleep(LAST_WORDS).await;
    }
}
