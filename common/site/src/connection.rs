//! One connection: reading a request, sending the reply in its manner, noticing that the client has gone, and closing.

use std::io::{self, ErrorKind, Read, Write};
use std::mem;
use std::net::Shutdown;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use socket2::SockRef;

use crate::answer::Answer;
use crate::builder::Content;
use crate::observe::Observer;
use crate::reply::{Next, Reply};
use crate::request::read_request;
use crate::state::{State, Wait};

/// How long a client may take to close after us.
const LINGER: Duration = Duration::from_secs(1);

/// How long a client has to read what was sent before a reset: some kernels throw away what is still unread.
const BEFORE_RESET: Duration = Duration::from_millis(10);

/// What the connections of a site share.
pub(crate) struct Shared {
    pub content: Content,
    pub latency: Duration,
    /// How long a connection may stay open between two requests.
    pub idle_limit: Duration,
    pub observer: Arc<Observer>,
}

/// An accepted connection, which the observer counts as open until it is [closed](Connection::close).
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    state: State,
    /// The visit that is under way, or the last one.
    visit: usize,
    /// The timer that the server has set for it.
    pub timer: Option<Instant>,
}

/// The next state, and what it waits for; `None` if there is something to do.
type Step = (State, Option<Wait>);

impl Connection {
    pub fn new(stream: TcpStream, visit: usize) -> Connection {
        Connection { stream, state: State::Reading(Vec::new(), None), visit, timer: None }
    }

    /// Returns whether its answer is held back.
    pub fn is_held(&self) -> bool {
        matches!(self.state, State::Held(..))
    }

    /// Makes all the progress that is possible now, and returns what to wait for.
    ///
    /// # Errors
    /// If the connection is to be closed, because the client is gone or the site has finished with it.
    pub fn go_on(&mut self, site: &Shared) -> io::Result<Wait> {
        loop {
            let state = mem::replace(&mut self.state, State::Reading(Vec::new(), None));
            let (state, wait) = self.step(state, site)?;
            self.state = state;
            if let Some(wait) = wait {
                return Ok(wait);
            }
        }
    }

    fn step(&mut self, state: State, site: &Shared) -> io::Result<Step> {
        if let Some(wait) = state.wait(&site.observer) {
            self.check_presence()?;
            return Ok((state, Some(wait)));
        }
        match state {
            State::Reading(head, limit) => self.read(head, limit, site),
            State::Held(_, reply) => Ok((State::delayed(reply, site.latency), None)),
            State::Pausing(_, reply) => Ok((State::Sending(reply), None)),
            State::Sending(reply) => self.send(reply, site),
            State::Closing(_) => Err(ErrorKind::TimedOut.into()),
        }
    }

    fn read(&mut self, mut head: Vec<u8>, limit: Option<Instant>, site: &Shared) -> io::Result<Step> {
        let request = match read_request(&mut self.stream, &mut head) {
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                return match limit {
                    None => Ok((State::Reading(head, None), Some(Wait::Event))),
                    Some(at) if at > Instant::now() => {
                        Ok((State::Reading(head, limit), Some(Wait::Until(at))))
                    }
                    Some(_) => Err(ErrorKind::TimedOut.into()),
                };
            }
            request => request?,
        };
        let request = match request {
            Ok(request) => request,
            Err(status) => return Ok((State::Sending(refusal(status)), None)),
        };
        let arrival = site.observer.requested(self.visit, &request.path);
        self.visit = arrival.visit;
        let reply = Reply::to(&request, site.content.find(&request.path).nth(arrival.hit));
        Ok(match arrival.held {
            true => (State::Held(arrival.path, reply), None),
            false => (State::delayed(reply, site.latency), None),
        })
    }

    fn send(&self, mut reply: Reply, site: &Shared) -> io::Result<Step> {
        match reply.next() {
            Next::Bytes(bytes, is_last) => {
                let last = is_last.then_some(bytes.len());
                let sent = site.observer.sent(self.visit, last, || (&self.stream).write(bytes));
                if sent.as_ref().is_err_and(|error| error.kind() == ErrorKind::WouldBlock) {
                    return Ok((State::Sending(reply), Some(Wait::Event)));
                }
                reply.advance(sent?);
                Ok((State::Sending(reply), None))
            }
            Next::Piece => Ok(begin_piece(reply)),
            Next::Reset => {
                self.reset_on_close();
                let time = if reply.is_begun() { BEFORE_RESET } else { Duration::ZERO };
                Ok((State::Closing(Instant::now() + time), None))
            }
            Next::Keep => Ok((State::Reading(Vec::new(), Some(Instant::now() + site.idle_limit)), None)),
            Next::Close => {
                // The answer may have had no byte.
                site.observer.change(|ledger, now| ledger.answered(self.visit, now));
                self.stream.shutdown(Shutdown::Write)?;
                // The client closes first: closing while its bytes are unread, or still on their way, is a reset.
                Ok((State::Closing(Instant::now() + LINGER), None))
            }
        }
    }

    /// Drops bytes that the client sends meanwhile. Fails if the client has gone away.
    fn check_presence(&mut self) -> io::Result<()> {
        loop {
            match self.stream.read(&mut [0; 1024]) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    /// Makes closing this connection reset it.
    pub fn reset_on_close(&self) {
        // An error means that the client is gone already.
        let _ = SockRef::from(&self.stream).set_linger(Some(Duration::ZERO));
    }

    /// Closes the socket, and counts it as closed.
    pub fn close(self, observer: &Observer) {
        observer.ended(self.visit, self.stream);
    }
}

/// Begins the next piece of a reply, after its pause.
fn begin_piece(mut reply: Reply) -> Step {
    let pause = reply.answer.pause;
    let now = Instant::now();
    // The other connections have their turn between two pieces of an endless answer.
    let yields = reply.is_endless().then_some(Wait::Until(now));
    let is_first = !reply.is_begun();
    reply.begin_piece();
    if is_first || pause.is_zero() {
        (State::Sending(reply), yields)
    } else {
        (State::Pausing(now + pause, reply), None)
    }
}

fn refusal(status: u16) -> Reply {
    let answer = Answer::error(status);
    let answer = if status == 405 { answer.header("Allow", "GET, HEAD") } else { answer };
    Reply::new(Arc::new(answer))
}
