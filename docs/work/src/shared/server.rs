//! [`Server`]: which Redis a crawl is shared through.

use std::env;
use std::fmt;
use std::io;
use std::time::Duration;

use redis::aio::MultiplexedConnection;
use redis::{
    AsyncConnectionConfig, ConnectionAddr, ErrorKind, IntoConnectionInfo, ProtocolVersion,
    RedisConnectionInfo, RedisResult,
};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::stream::{Stream, Tls};

/// The Redis that a crawl is shared through.
#[derive(Clone, Debug)]
pub struct Server {
    host: String,
    port: u16,
    /// Whether the connection has TLS.
    is_secure: bool,
    /// The user, the password, and which database. Its `Debug` shows no password.
    settings: RedisConnectionInfo,
}

/// Shows neither a user nor a password.
impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

impl Server {
    /// Returns the server of this URL, or of the one in the environment if it is empty.
    ///
    /// # Errors
    /// If it is no URL of a Redis, or if it has a password and does not come from the environment: all users of the machine could see
    /// that.
    pub fn of(url: &str) -> Result<Server, String> {
        if !url.is_empty() {
            let server = Server::parse(url)?;
            return match server.settings.password() {
                Some(_) => {
                    Err("all users of this machine could see the password: put the URL into REDIS_URL"
                        .to_owned())
                }
                None => Ok(server),
            };
        }
        let url = env::var("REDIS_URL").map_err(|_| "the environment has no REDIS_URL".to_owned())?;
        Server::parse(&url).map_err(|error| format!("REDIS_URL: {error}"))
    }

    fn parse(url: &str) -> Result<Server, String> {
        // The client of Redis has a TLS of its own, and knows this scheme only with it. A connection of the crawl serves it as well.
        let (url, is_secure) = match url.strip_prefix("rediss://") {
            Some(_) if !cfg!(feature = "https") => {
                return Err("rediss:// is for a program with `--features https`".to_owned());
            }
            Some(rest) => (format!("redis://{rest}"), true),
            None => (url.to_owned(), false),
        };
        let info = url.as_str().into_connection_info().map_err(|error| error.to_string())?;
        let ConnectionAddr::Tcp(host, port) = info.addr() else {
            return Err("it is not such as redis://HOST:PORT".to_owned());
        };
        // Redis tells the news on the same connection.
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP3);
        Ok(Server { host: host.clone(), port: *port, is_secure, settings })
    }

    /// Connects, within the time `limit`.
    ///
    /// # Errors
    /// If the server does not answer in time, or refuses the connection.
    pub async fn connect(
        &self,
        config: AsyncConnectionConfig,
        tls: &Tls,
        limit: Duration,
    ) -> RedisResult<MultiplexedConnection> {
        let connected = timeout(limit, async {
            let tcp = TcpStream::connect((&*self.host, self.port)).await?;
            tcp.set_nodelay(true)?;
            let stream = self.secured(tcp, tls).await?;
            MultiplexedConnection::new_with_config(&self.settings, stream, config).await
        });
        let (connection, driver) =
            connected.await.map_err(|_| io::Error::from(io::ErrorKind::TimedOut))??;
        // It ends with the connection.
        tokio::spawn(driver);
        Ok(connection)
    }

    async fn secured(&self, tcp: TcpStream, tls: &Tls) -> RedisResult<Stream> {
        if !self.is_secure {
            return Ok(Box::new(tcp));
        }
        // A certificate that is not trusted now is not trusted later.
        tls.secure(&self.host, tcp).await.map_err(|error| {
            match error.get_ref().and_then(|cause| cause.source()) {
                Some(why) => (ErrorKind::InvalidClientConfig, "no secure connection", why.to_string()).into(),
                None => error.into(),
            }
        })
    }
}
