//! [`Fetch`]: a fetch in flight, whose server is the test.

use std::cell::RefCell;
use std::fmt::Display;
use std::io::{ErrorKind, Read};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use common::{Cause, FetchError, Options, Response, Services, Target};
use stage2_callbacks::fetch::fetch;
use stage2_callbacks::reactor::Reactor;
use test_tools::socket::listener;

use super::{setup, turn_until};

/// A path of this length is more than the kernel stores for a peer that does not read.
pub const LARGE: usize = 8 << 20;

/// The pause before the second try.
pub const PAUSE: Duration = Duration::from_millis(50);

/// The pauses before the second, the third and the fourth try, together. Without what is random, each is twice the one before.
pub const THREE_PAUSES: Duration = Duration::from_millis(50 + 100 + 200);

/// Returns the options of a single try that has all the time it needs.
pub fn one_try() -> Options {
    Options { max_tries: 1, timeout: Duration::from_secs(3600), ..Options::new([]) }
}

/// Returns a listener on loopback that does not block.
pub fn listen() -> (TcpListener, SocketAddr) {
    let (listener, address) = listener();
    listener.set_nonblocking(true).expect("a listener can");
    (listener, address)
}

/// A fetch, whose server is the test: both run on one thread, so a test decides what has come before a turn.
pub struct Fetch {
    pub reactor: Rc<Reactor>,
    /// More bytes than its request has.
    beyond: usize,
    results: Rc<RefCell<Vec<Result<Response, FetchError>>>>,
}

impl Fetch {
    /// Starts a fetch of one try. Returns it, and the listener that it connects to.
    pub fn begin() -> (Fetch, TcpListener) {
        let (listener, address) = listen();
        (Fetch::start(address, one_try()), listener)
    }

    /// Starts a fetch of `place`, a host and perhaps a path, on a reactor of its own.
    pub fn start(place: impl Display, services: impl Into<Services>) -> Fetch {
        Fetch::start_on(&setup().0, place, services, || {})
    }

    /// Starts a fetch, and calls `ended` at its end.
    pub fn start_on(
        reactor: &Rc<Reactor>,
        place: impl Display,
        services: impl Into<Services>,
        ended: impl Fn() + 'static,
    ) -> Fetch {
        let url = format!("http://{place}");
        let beyond = url.len() + 1000;
        let url = url.parse().expect("a host and a path are a URL");
        let results = Rc::<RefCell<Vec<_>>>::default();
        let noted = Rc::clone(&results);
        fetch(Target::page(Arc::new(url)), &Arc::new(services.into()), reactor, move |_, result| {
            ended();
            noted.borrow_mut().push(result);
        });
        Fetch { reactor: Rc::clone(reactor), beyond, results }
    }

    /// Takes turns until `look` returns a value, while the fetch is in flight.
    ///
    /// # Panics
    /// If the fetch ends before, or hangs: with `hint`.
    #[track_caller]
    pub fn turn_until<T>(&self, hint: &str, mut look: impl FnMut() -> Option<T>) -> T {
        turn_until(&self.reactor, hint, || {
            let value = look();
            if value.is_none()
                && let Some(result) = self.results.borrow().first()
            {
                panic!("the fetch has ended too early: {}", in_words(result));
            }
            value
        })
    }

    /// Accepts the connection of the fetch, and takes turns until the whole request has come, or more bytes than it has.
    #[track_caller]
    pub fn accept(&self, listener: &TcpListener, hint: &str) -> (TcpStream, String) {
        listener.set_nonblocking(true).expect("a listener can");
        let (mut accepted, mut request, mut part) = (Vec::new(), Vec::new(), vec![0; 64 << 10]);
        self.turn_until(hint, || {
            accepted.extend(listener.accept().map(|(stream, _)| stream));
            // Those that had filled the queue of a listener send nothing.
            for mut stream in &accepted {
                stream.set_nonblocking(true).expect("a stream can");
                while let Ok(count @ 1..) = stream.read(&mut part) {
                    request.extend_from_slice(&part[..count]);
                }
            }
            (request.ends_with(b"\r\n\r\n") || request.len() > self.beyond).then_some(())
        });
        let stream = accepted.pop().expect("the last one sends");
        stream.set_nonblocking(false).expect("a stream can");
        (stream, String::from_utf8(request).expect("a request is text"))
    }

    /// Takes turns until the fetch ends, and returns its result.
    #[track_caller]
    pub fn result(&self, hint: &str) -> Result<Response, FetchError> {
        turn_until(&self.reactor, hint, || self.results.borrow_mut().pop())
    }

    /// Takes turns until the fetch ends, and returns its response.
    #[track_caller]
    pub fn response(&self, hint: &str) -> Response {
        self.result(hint).unwrap_or_else(|error| panic!("the fetch has failed: {error}"))
    }

    /// Takes turns until the fetch ends, and returns its error.
    #[track_caller]
    pub fn error(&self, hint: &str) -> FetchError {
        self.result(hint).map(|response| response.status).expect_err("the fetch must fail")
    }
}

/// Returns a result in a few words. While a test takes turns, no deadline passes, and its connection is open.
fn in_words(result: &Result<Response, FetchError>) -> String {
    let error = match result {
        Ok(response) => return format!("status {}", response.status),
        Err(error) => error,
    };
    let why = match error.cause.kind() {
        _ if matches!(&error.cause, Cause::Io(error) if error.kind() == ErrorKind::Interrupted) => {
            "`Interrupted` is no error: write again, at once or at the next event"
        }
        "timeout" => "`WouldBlock` counts as a timeout, but is no error: wait for the next event",
        "connect" => {
            "Nothing has refused the connect. It is in progress: then `peer_addr` fails by `NotConnected`, or, on some \
                systems, by an error for which `is_in_progress` is true"
        }
        "closed" | "truncated" => {
            "But the connection is open: only a read of 0 bytes is its end, and `WouldBlock` is not"
        }
        "bad-response" => {
            "The answer so far is right: give the decoder the bytes that were read, and no others"
        }
        _ => return error.to_string(),
    };
    format!("{error}. {why}")
}
