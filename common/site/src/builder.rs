//! What a site shall be, before it runs.

use std::collections::HashSet;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use mio::net::TcpListener;
use mio::{Poll, Waker};
use socket2::{Domain, Socket, Type};

use crate::answer::Answer;
use crate::comics;
use crate::connection::Shared;
use crate::content::Content;
use crate::directory;
use crate::ledger::Ledger;
use crate::observe::Observer;
use crate::serve::{Server, WAKER};
use crate::site::Site;

/// As many connections may wait to be accepted; the system may have a lower limit of its own.
const BACKLOG: i32 = 4096;

/// How long a connection may stay open between two requests.
const IDLE_LIMIT: Duration = Duration::from_secs(15);

/// The description of a [`Site`].
#[derive(Debug, Default)]
#[must_use = "a site runs when it is started"]
pub struct Builder {
    content: Content,
    directory: Option<PathBuf>,
    latency: Duration,
    gate: Option<usize>,
    held: HashSet<String>,
    resets: u64,
    idle_limit: Option<Duration>,
    address: Option<SocketAddr>,
}

impl Site {
    /// Describes a site: an empty one, at first.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// Starts the default content, an archive of comic strips. Fails if no socket can be had.
    pub fn comics() -> io::Result<Site> {
        Site::builder().comics().start()
    }

    /// Starts a site of the files in `directory`. Fails if that is not a directory, or if no socket can be had.
    pub fn directory(directory: impl AsRef<Path>) -> io::Result<Site> {
        Site::builder().directory(directory).start()
    }
}

impl Builder {
    /// Answers requests for `path` (path and query, exactly as requested) with `answer`.
    pub fn page(mut self, path: impl Into<String>, answer: Answer) -> Builder {
        self.content.pages.insert(path.into(), Arc::new(answer));
        self
    }

    /// Answers what no page does. It runs on the site's thread: what takes long in it holds everyone up.
    pub fn content(mut self, generate: impl Fn(&str) -> Option<Answer> + Send + 'static) -> Builder {
        self.content.generated.push(Box::new(generate));
        self
    }

    /// Offers the default content, an archive of comic strips.
    pub fn comics(self) -> Builder {
        self.content(comics::comics(comics::STRIPS))
    }

    /// Offers the files of `directory`, for paths that no page and no content answers.
    pub fn directory(mut self, directory: impl AsRef<Path>) -> Builder {
        self.directory = Some(directory.as_ref().to_owned());
        self
    }

    /// Delays every answer that has no delay of its own.
    pub fn latency(mut self, latency: Duration) -> Builder {
        self.latency = latency;
        self
    }

    /// Holds every answer until this many requests are open at once; then the gate stays open.
    pub fn gate(mut self, requests: usize) -> Builder {
        self.gate = Some(requests);
        self
    }

    /// Holds every answer to `path` until [`Site::release`].
    pub fn hold(mut self, path: impl Into<String>) -> Builder {
        self.held.insert(path.into());
        self
    }

    /// Resets the first connections, as many as said, as soon as they are accepted.
    pub fn reset_on_accept(mut self, connections: u64) -> Builder {
        self.resets = connections;
        self
    }

    /// Closes connections that stay open between two requests after this time, instead of 15 seconds.
    pub fn idle_limit(mut self, limit: Duration) -> Builder {
        self.idle_limit = Some(limit);
        self
    }

    /// Listens on this address instead of any port of 127.0.0.1.
    pub fn bind(mut self, address: impl Into<SocketAddr>) -> Builder {
        self.address = Some(address.into());
        self
    }

    /// Starts the site. Fails if it cannot listen, or if its directory is none.
    pub fn start(mut self) -> io::Result<Site> {
        self.content.directory = self.directory.as_deref().map(directory::root).transpose()?;
        let address = self.address.unwrap_or((Ipv4Addr::LOCALHOST, 0).into());
        let listener =
            listen(address).map_err(|error| io::Error::new(error.kind(), format!("{address}: {error}")))?;
        let address = listener.local_addr()?;
        let poll = Poll::new()?;
        let waker = Waker::new(poll.registry(), WAKER)?;
        let observer = Arc::new(Observer::new(Ledger::new(self.gate, self.held), waker));
        let shared = Shared {
            content: self.content,
            latency: self.latency,
            idle_limit: self.idle_limit.unwrap_or(IDLE_LIMIT),
            observer: Arc::clone(&observer),
        };
        let server = Server::new(poll, listener, self.resets, shared)?;
        let thread = thread::Builder::new().name("practice site".to_owned()).spawn(|| server.run())?;
        Ok(Site::new(address, observer, thread))
    }
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    // A site that starts anew must not wait for the old connections to be forgotten. (On Windows it need not, and this
    // would mean something else.)
    #[cfg(not(windows))]
    socket.set_reuse_address(true)?;
    // Accepted sockets inherit this, which spares a system call for each.
    socket.set_tcp_nodelay(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    socket.set_nonblocking(true)?;
    Ok(TcpListener::from_std(socket.into()))
}
