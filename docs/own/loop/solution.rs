//! An echo server for thousands of clients, on one thread: what a client sends comes back.

use std::io::{self, ErrorKind, Read, Write};
use std::{collections::HashMap, net::SocketAddr, time::Duration};

use mio::net::{TcpListener, TcpStream};
use mio::{Events, Interest, Poll, Token};

// level 2
use std::{collections::BTreeSet, time::Instant};
// end

// level 3
use {mio::Waker, std::sync::Arc, std::sync::atomic::AtomicBool, std::sync::atomic::Ordering::SeqCst};

/// The token of the waker, which ends the wait of a server that is stopped.
const STOP: Token = Token(usize::MAX);
// end

/// The token of the listener. The clients have later ones.
const LISTENER: Token = Token(0);

/// How many bytes are read at once. No more is kept of a client's bytes: the next ones are read when these are written.
const BUFFER: usize = 16 << 10;

/// How many reads and writes a client has in a turn: one that sends without end must not starve the others.
const BUDGET: usize = 8;

/// An echo server. A *turn* of it waits once, and serves each client to which something has happened.
pub struct Echo {
    poll: Poll,
    listener: TcpListener,
    /// No token is used twice: so a stale event finds no client instead of a wrong one.
    clients: HashMap<Token, Client>,
    last_token: usize,
    /// What the next turn serves, although no event will report it.
    unfinished: Vec<Token>,
    // level 2
    limit: Duration,
    /// When each client will have been idle for too long.
    deadlines: HashMap<Token, Instant>,
    /// The same, the first one first.
    in_order: BTreeSet<(Instant, Token)>,
    // end
    // level 3
    stopper: Stopper,
    // end
}

impl Echo {
    /// Makes a server that listens at `address`. Clients can connect from now on, and [`run`](Echo::run) serves them.
    ///
    /// # Errors
    /// If the address is not available, or no selector can be created.
    pub fn bind(address: SocketAddr) -> io::Result<Echo> {
        let poll = Poll::new()?;
        let mut listener = TcpListener::bind(address)?;
        poll.registry().register(&mut listener, LISTENER, Interest::READABLE)?;
        Ok(Echo {
            // level 2
            // 34 years. Not every clock can add more.
            limit: Duration::from_secs(1 << 30),
            deadlines: HashMap::new(),
            in_order: BTreeSet::new(),
            // end
            // level 3
            stopper: Stopper(Arc::new((AtomicBool::new(false), Waker::new(poll.registry(), STOP)?))),
            // end
            poll,
            listener,
            clients: HashMap::new(),
            last_token: LISTENER.0,
            unfinished: Vec::new(),
        })
    }

    /// Returns the address at which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.listener.local_addr().expect("a listener is bound")
    }

    // level 2
    /// Closes each client from which no byte has come, and to which none has gone, for `limit`. Call it before `run`.
    pub fn idle_limit(&mut self, limit: Duration) {
        self.limit = limit.min(self.limit);
    }
    // end

    // level 3
    /// Returns a handle by which any thread stops the server.
    pub fn stopper(&self) -> Stopper {
        self.stopper.clone()
    }
    // end

    /// Serves the clients. An error of a client ends that client alone.
    ///
    /// # Errors
    /// If the selector fails.
    pub fn run(&mut self) -> io::Result<()> {
        let mut events = Events::with_capacity(1024);
        loop {
            // level 3
            if self.stopper.0.0.load(SeqCst) {
                let clients: Vec<_> = self.clients.keys().copied().collect();
                clients.into_iter().for_each(|token| self.serve(token));
                return Ok(());
            }
            // end
            attempt(|| {
                let timeout = (!self.unfinished.is_empty()).then_some(Duration::ZERO);
                // level 2
                let first = self.in_order.first();
                let timeout = timeout.or(first.map(|(at, _)| at.saturating_duration_since(Instant::now())));
                // end
                self.poll.poll(&mut events, timeout)
            })?;
            let mut ready: Vec<_> = events.iter().map(|event| event.token()).collect();
            // A client that has had a turn comes after the others.
            ready.append(&mut self.unfinished);
            ready.into_iter().for_each(|token| self.serve(token));
            // level 2
            // After the events: no client is idle whose bytes have come while this thread was not running.
            let last = (Instant::now(), Token(usize::MAX));
            let due: Vec<_> = self.in_order.range(..=last).copied().collect();
            due.into_iter().for_each(|(_, token)| self.close(token));
            // end
        }
    }

    /// Gives a client its part of the turn, or accepts. A client that has gone has none.
    fn serve(&mut self, token: Token) {
        if token == LISTENER {
            return self.accept();
        }
        let Some(client) = self.clients.get_mut(&token) else { return };
        let calls = client.echo();
        // level 2
        if let (Ok(1..), Some(deadline)) = (&calls, self.deadlines.get_mut(&token)) {
            self.in_order.remove(&(*deadline, token));
            *deadline = Instant::now() + self.limit;
            self.in_order.insert((*deadline, token));
        }
        // end
        match calls {
            Ok(BUDGET) => self.unfinished.push(token),
            Ok(_) => {}
            Err(_) => self.close(token),
        }
    }

    /// Accepts until no client waits: one event may report many of them.
    fn accept(&mut self) {
        loop {
            match attempt(|| self.listener.accept()).map_err(|error| error.kind()) {
                // level 3
                // It may have connected after the stop.
                Ok(Some(_)) if self.stopper.0.0.load(SeqCst) => return,
                // end
                Ok(Some((stream, _))) => self.add(stream),
                // This one has gone. Others may wait.
                Err(ErrorKind::ConnectionAborted) => {}
                // If no descriptor is left, `close` has the rest accepted.
                Ok(None) | Err(_) => return,
            }
        }
    }

    /// Adds a client, or closes it if the selector refuses it.
    fn add(&mut self, mut stream: TcpStream) {
        self.last_token += 1;
        let token = Token(self.last_token);
        // Once, and for both. The selector is edge-triggered: a socket that stays writable causes no further event.
        let interest = Interest::READABLE | Interest::WRITABLE;
        if self.poll.registry().register(&mut stream, token, interest).is_ok() {
            self.clients.insert(token, Client { stream, unsent: Vec::new() });
            // level 2
            let deadline = Instant::now() + self.limit;
            self.deadlines.insert(token, deadline);
            self.in_order.insert((deadline, token));
            // end
        }
    }

    fn close(&mut self, token: Token) {
        let Some(mut client) = self.clients.remove(&token) else { return };
        // level 2
        if let Some(deadline) = self.deadlines.remove(&token) {
            self.in_order.remove(&(deadline, token));
        }
        // end
        // A stream that cannot be deregistered is closed all the same.
        let _ = self.poll.registry().deregister(&mut client.stream);
        // A descriptor has come back, perhaps for a client that was not accepted for want of one.
        self.unfinished.push(LISTENER);
    }
}

struct Client {
    stream: TcpStream,
    /// What was read, and is not yet written.
    unsent: Vec<u8>,
}

impl Client {
    /// Writes what is unsent, or else reads, until that would block. Returns the number of calls that were successful:
    /// after `BUDGET` of them, more may be left to do. The end of the client's bytes is an error, too.
    /// So a client that takes nothing is not read from, and nothing is unsent when it ends. After a write that would
    /// block, an event comes, and the reads go on, too.
    fn echo(&mut self) -> io::Result<usize> {
        let Client { stream, unsent } = self;
        let mut buffer = [0; BUFFER];
        for calls in 0..BUDGET {
            let is_read = unsent.is_empty();
            match attempt(|| if is_read { stream.read(&mut buffer) } else { stream.write(unsent) })? {
                None => return Ok(calls),
                Some(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Some(count) if is_read => unsent.extend(&buffer[..count]),
                Some(count) => drop(unsent.drain(..count)),
            }
        }
        Ok(BUDGET)
    }
}

/// Makes a call again if a signal has interrupted it. Returns `None` if it would block.
fn attempt<T>(mut call: impl FnMut() -> io::Result<T>) -> io::Result<Option<T>> {
    match call() {
        Err(error) if error.kind() == ErrorKind::Interrupted => attempt(call),
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(None),
        result => result.map(Some),
    }
}

// level 3
/// A handle by which any thread stops an [`Echo`].
#[derive(Clone)]
pub struct Stopper(Arc<(AtomicBool, Waker)>);

impl Stopper {
    /// Stops the server, now or when it runs: each client has one more turn, and `run` returns.
    pub fn stop(&self) {
        // The flag is first: a server that is woken looks at it. Waking fails only if the selector is broken.
        self.0.0.store(true, SeqCst);
        let _ = self.0.1.wake();
    }
}
// end
