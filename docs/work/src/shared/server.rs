//! [`Server`]: which Redis a crawl is shared through.

use std::env;
use std::fmt;
use std::io;

use redis::aio::MultiplexedConnection as Connection;
use redis::{AsyncConnectionConfig, ErrorKind, IntoConnectionInfo, RedisConnectionInfo, RedisResult};
use tokio::net::TcpStream;
use url::Url;

use crate::stream::{Stream, Tls};

/// The Redis that a crawl is shared through. What shows it shows no password.
#[derive(Clone, Debug)]
pub struct Server {
    host: String,
    port: u16,
    /// Whether the connection has TLS.
    is_secure: bool,
    /// The user, the password, and which database.
    settings: RedisConnectionInfo,
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

impl Server {
    /// Returns the server of this URL, or of the one in the environment if it is empty.
    pub fn of(url: &str) -> Result<Server, String> {
        if url.is_empty() {
            let url = env::var("REDIS_URL").map_err(|_| "the environment has no REDIS_URL".to_owned())?;
            return Server::parse(&url).map_err(|error| format!("REDIS_URL: {error}"));
        }
        let server = Server::parse(url)?;
        let is_public = server.settings.password().is_some();
        let why = "all users of this machine could see the password: put the URL into REDIS_URL";
        if is_public { Err(why.to_owned()) } else { Ok(server) }
    }

    fn parse(text: &str) -> Result<Server, String> {
        let mut url = Url::parse(text).map_err(|error| error.to_string())?;
        let is_secure = url.scheme() == "rediss";
        if is_secure && !cfg!(feature = "https") {
            return Err("rediss: needs `--features https`".to_owned());
        }
        // The client of Redis has a TLS of its own, and knows `rediss` only with it. The crawl's connections serve as well.
        if is_secure && url.set_scheme("redis").is_err() || url.scheme() != "redis" || !url.has_host() {
            return Err("it is not such as redis://HOST:PORT".to_owned());
        }
        let info = url.as_str().into_connection_info().map_err(|error| error.to_string())?;
        let settings = info.redis_settings().clone();
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']).to_owned();
        Ok(Server { host, port: url.port().unwrap_or(6379), is_secure, settings })
    }

    /// Connects.
    pub async fn connect(&self, config: AsyncConnectionConfig, tls: &Tls) -> RedisResult<Connection> {
        let tcp = TcpStream::connect((&*self.host, self.port)).await?;
        tcp.set_nodelay(true)?;
        let stream = if self.is_secure { self.secured(tcp, tls).await? } else { Box::new(tcp) };
        let (connection, driver) = Connection::new_with_config(&self.settings, stream, config).await?;
        // It ends with the connection.
        tokio::spawn(driver);
        Ok(connection)
    }

    async fn secured(&self, tcp: TcpStream, tls: &Tls) -> RedisResult<Stream> {
        let why = |error: &io::Error| Some(error.get_ref()?.source()?.to_string());
        // A certificate that is not trusted now is not trusted later.
        tls.secure(&self.host, tcp).await.map_err(|error| match why(&error) {
            Some(why) => (ErrorKind::InvalidClientConfig, "no secure connection", why).into(),
            None => error.into(),
        })
    }
}
