//! [`Builder`]: the description of a site, before it runs.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use mio::net::TcpListener;
use mio::{Interest, Poll, Waker};
use socket2::SockRef;

use crate::answer::Answer;
use crate::comics;
use crate::connection::Shared;
use crate::content::Content;
use crate::generated::Generated;
use crate::ledger::Ledger;
use crate::observe::Observer;
use crate::serve::{LISTENER, Server, WAKER};
use crate::site::Site;
use crate::timer::Timer;

/// How many connections may wait to be accepted; the system may have a lower limit of its own.
const BACKLOG: i32 = 4096;

/// How long a connection may stay open between two requests.
const IDLE_LIMIT: Duration = Duration::from_secs(15);

/// The description of a [`Site`].
#[must_use = "a site runs when it is started"]
pub struct Builder {
    content: Content,
    ledger: Ledger,
    address: SocketAddr,
}

impl Site {
    /// Returns the description of an empty site.
    pub fn builder() -> Builder {
        Builder {
            content: Content { idle_limit: IDLE_LIMIT, ..Content::default() },
            ledger: Ledger::default(),
            address: (Ipv4Addr::LOCALHOST, 0).into(),
        }
    }

    /// Starts a site of the default content, an archive of comic strips.
    ///
    /// # Errors
    /// If no port can be listened on.
    pub fn comics() -> io::Result<Site> {
        Site::builder().comics().start()
    }
}

impl Builder {
    /// Answers requests for `path` (path and query, exactly as requested) with `answer`.
    pub fn page(mut self, path: impl Into<String>, answer: Answer) -> Builder {
        self.content.pages.insert(path.into(), Arc::new(answer));
        self
    }

    /// Answers the requests that no page answers, in place of an earlier content. A slow `generate` delays
    /// every client: it runs on the site's thread.
    pub fn content(mut self, generate: impl Fn(&str) -> Option<Answer> + Send + 'static) -> Builder {
        self.content.generate = Some(Box::new(generate));
        self
    }

    /// Offers the default content, an archive of comic strips.
    pub fn comics(self) -> Builder {
        self.content(comics::comics)
    }

    /// Offers so many generated pages of this size, with ten links each.
    pub fn generated(self, pages: usize, size: usize) -> Builder {
        let pages = Generated { pages, links: 10, size };
        self.content(move |path| pages.answer(path))
    }

    /// Delays every answer without a delay of its own.
    pub fn latency(mut self, latency: Duration) -> Builder {
        self.content.latency = latency;
        self
    }

    /// Holds every answer until this many requests are open at once. Then the gate stays open.
    pub fn gate(mut self, requests: usize) -> Builder {
        self.ledger.gate = requests;
        self
    }

    /// Holds every answer to `path` until [`Site::release`] is called.
    pub fn hold(mut self, path: impl Into<String>) -> Builder {
        self.ledger.held.insert(path.into());
        self
    }

    /// Resets this many connections, the first ones, as soon as they are accepted.
    pub fn reset_on_accept(mut self, connections: u64) -> Builder {
        self.content.resets = connections;
        self
    }

    /// Closes a connection that is idle between two requests for this long, instead of 15 seconds.
    pub fn idle_limit(mut self, limit: Duration) -> Builder {
        self.content.idle_limit = limit;
        self
    }

    /// Listens on this address, instead of any free port of 127.0.0.1.
    pub fn bind(mut self, address: impl Into<SocketAddr>) -> Builder {
        self.address = address.into();
        self
    }

    /// Starts the site.
    ///
    /// # Errors
    /// If the address cannot be listened on.
    pub fn start(self) -> io::Result<Site> {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", self.address));
        let mut listener = listen(self.address).map_err(named)?;
        let address = listener.local_addr()?;
        let poll = Poll::new()?;
        poll.registry().register(&mut listener, LISTENER, Interest::READABLE)?;
        let observer = Arc::new(Observer::new(self.ledger, Waker::new(poll.registry(), WAKER)?));
        let (observed, timer) = (Arc::clone(&observer), Timer::default());
        let shared = Shared { content: self.content, observer: observed, timer };
        let serve = || Server::new(poll, listener, shared).run();
        let thread = thread::Builder::new().name("practice site".to_owned()).spawn(serve)?;
        Ok(Site::new(address, observer, thread))
    }
}

fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let listener = TcpListener::bind(address)?;
    let socket = SockRef::from(&listener);
    socket.listen(BACKLOG)?;
    // Accepted sockets inherit this, which saves a system call for each.
    socket.set_tcp_nodelay(true)?;
    Ok(listener)
}
