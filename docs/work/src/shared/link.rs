//! [`Link`]: a connection of a worker to Redis. A call waits while Redis is away, and its error is a value.

use std::io::{self, ErrorKind::TimedOut};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use common::fetch::time::random;
use futures::FutureExt;
use redis::aio::MultiplexedConnection;
use redis::{AsyncConnectionConfig, FromRedisValue, Pipeline, RedisResult};
use tokio::sync::Mutex;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use super::fault::{Fault, fault, is_of_the_connection};
use super::server::Server;
use crate::log;
use crate::stream::Tls;

/// How long Redis may take to answer. After that, the connection is made anew.
pub const ANSWER: Duration = Duration::from_secs(5);

/// How long a worker that ends waits for an answer.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The pause between two tries while Redis is away. It doubles with each further one, up to the longest pause.
const PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_millis(1600);

/// A connection of a worker to Redis. Its clones are the same connection.
#[derive(Clone)]
pub struct Link {
    server: Server,
    tls: Tls,
    current: Arc<Mutex<Current>>,
    /// Cancelled when the worker is to end: then no call waits for long.
    pub end: CancellationToken,
    /// Whether Redis is away. All links of a worker say it once.
    is_away: Arc<AtomicBool>,
}

/// The connection that a link has at present, if it has one.
#[derive(Default)]
struct Current {
    connection: Option<MultiplexedConnection>,
    /// Its number, or that of the last one, counted from 1.
    number: u64,
}

impl Link {
    /// Makes a link that is not connected yet.
    pub fn new(server: Server, tls: Tls) -> Link {
        let (current, end, is_away) = Default::default();
        Link { server, tls, current, end, is_away }
    }

    /// Makes another connection of the same worker. A call that waits in Redis holds up all others on its connection.
    pub fn another(&self) -> Link {
        Link { current: Arc::default(), ..self.clone() }
    }

    /// Returns the number of the connection. If it changes, an answer may have been lost.
    pub async fn number(&self) -> u64 {
        self.current.lock().await.number
    }

    /// Calls Redis, and returns what it answers. While Redis is away, this calls again and again, so it may call twice.
    pub async fn call<T: FromRedisValue>(&self, calls: &Pipeline) -> Result<T, Fault> {
        let mut pause = PAUSE;
        loop {
            let error = tokio::select! {
                answer = self.try_call(calls) => match answer {
                    Ok(answer) => {
                        if self.is_away.swap(false, Relaxed) {
                            log::say!("Redis works again");
                        }
                        return Ok(answer);
                    }
                    Err(error) => error,
                },
                () = self.end.cancelled().then(|()| sleep(LAST_WORDS)) => return Err(Fault::Away),
            };
            let text = error.to_string();
            if let Some(fault) = fault(error) {
                return Err(fault);
            }
            if self.end.is_cancelled() {
                return Err(Fault::Away);
            }
            // A connection that has ended may only need a new one.
            if pause > PAUSE && !self.is_away.swap(true, Relaxed) {
                log::say!("Redis does not work at present ({text}); waiting for it");
            }
            sleep(pause.mul_f64(1.0 - random() / 2.0)).await;
            pause = LONGEST_PAUSE.min(2 * pause);
        }
    }

    /// Calls Redis once.
    async fn try_call<T: FromRedisValue>(&self, calls: &Pipeline) -> RedisResult<T> {
        let (mut connection, number) = self.connection().await?;
        let answer = calls.query_async(&mut connection).await;
        if answer.as_ref().is_err_and(is_of_the_connection) {
            let mut current = self.current.lock().await;
            // Another call may have made a new connection meanwhile.
            if current.number == number {
                current.connection = None;
            }
        }
        answer
    }

    /// Returns the connection, and its number. Connects if there is none.
    async fn connection(&self) -> RedisResult<(MultiplexedConnection, u64)> {
        let mut current = self.current.lock().await;
        if let Some(connection) = &current.connection {
            return Ok((connection.clone(), current.number));
        }
        let config = AsyncConnectionConfig::new().set_response_timeout(Some(ANSWER));
        let connected = timeout(ANSWER, self.server.connect(config, &self.tls)).await;
        let connected = connected.unwrap_or_else(|_| Err(io::Error::from(TimedOut).into()));
        if connected.is_err() {
            // The other calls wait for the lock meanwhile, so at most ten a second try to connect.
            sleep(PAUSE).await;
        }
        let connection = connected?;
        *current = Current { connection: Some(connection.clone()), number: current.number + 1 };
        Ok((connection, current.number))
    }
}
