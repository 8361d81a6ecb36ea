//! One connection: reading a request, sending the reply in its manner, noticing that the client has gone, and closing.

use std::io::{self, Read, Write};
use std::mem;
use std::net::Shutdown;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use socket2::SockRef;

use crate::answer::Answer;
use crate::content::Content;
use crate::observe::Observer;
use crate::reply::{Next, Reply};
use crate::request::read_request;
use crate::state::{State, Wait};

/// How long we wait for the client to close after us.
const LINGER: Duration = Duration::from_secs(1);

/// How long a client has to read what was sent before a reset: some kernels throw away what is still unread.
const BEFORE_RESET: Duration = Duration::from_millis(10);

/// All that the connections of a site share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub content: Content,
    pub latency: Duration,
    /// How long a connection may stay open between two requests.
    pub idle_limit: Duration,
    pub observer: Arc<Observer>,
}

/// An accepted connection, which the observer counts as open until it is dropped.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: Option<TcpStream>,
    state: State,
    /// The visit that is under way, or the last one.
    visit: u64,
    /// Whether bytes from the client were dropped: the start of its next request may have been among them.
    has_dropped_bytes: bool,
    observer: Arc<Observer>,
    /// The timer that is set for it.
    pub timer: Option<Instant>,
}

/// What is done next: at once, or after a wait.
type Step = (State, Option<Wait>);

impl Connection {
    pub fn new(stream: TcpStream, observer: Arc<Observer>) -> Connection {
        let (stream, state, visit) = (Some(stream), State::Reading(Vec::new(), None), observer.accepted());
        Connection { stream, state, visit, has_dropped_bytes: false, observer, timer: None }
    }

    /// Whether its answer is held back.
    pub fn is_held(&self) -> bool {
        matches!(self.state, State::Held(..))
    }

    /// Goes on as far as possible, and returns what to wait for.
    pub fn go_on(&mut self, site: &Shared) -> Wait {
        loop {
            let state = mem::take(&mut self.state);
            // An error means that the client is gone, which the observer learns as the connection is dropped.
            let Ok((state, wait)) = self.step(state, site) else { return Wait::Over };
            self.state = state;
            if let Some(wait) = wait {
                return wait;
            }
        }
    }

    fn step(&mut self, state: State, site: &Shared) -> io::Result<Step> {
        if let Some(wait) = state.wait(&self.observer) {
            self.check_presence()?;
            return Ok((state, Some(wait)));
        }
        Ok(match state {
            State::Reading(head, limit) => return self.read(head, limit, site),
            State::Held(_, reply) => (State::delayed(reply, site.latency), None),
            State::Pausing(_, reply) => (State::Sending(reply), None),
            State::Sending(reply) => return self.send(reply, site),
            State::Resetting(_) => {
                self.reset_on_drop();
                (State::Over, None)
            }
            State::Silent | State::Closing(_) | State::Over => (State::Over, Some(Wait::Over)),
        })
    }

    fn read(&mut self, mut head: Vec<u8>, limit: Option<Instant>, site: &Shared) -> io::Result<Step> {
        let request = match read_request(&mut self.stream(), &mut head) {
            Err(error) if would_block(&error) => {
                let wait = match limit {
                    None => Wait::Event,
                    Some(limit) if limit <= Instant::now() => Wait::Over,
                    Some(limit) => Wait::Until(limit),
                };
                return Ok((State::Reading(head, limit), Some(wait)));
            }
            request => request?,
        };
        let request = match request {
            Ok(request) => request,
            Err(status) => return Ok((State::Sending(refusal(status)), None)),
        };
        let arrival = self.observer.requested(self.visit, &request.path);
        self.visit = arrival.visit;
        let reply = Reply::to(&request, site.content.find(&request.path), arrival.hit);
        let state =
            if arrival.held { State::Held(arrival.path, reply) } else { State::delayed(reply, site.latency) };
        Ok((state, None))
    }

    fn send(&self, mut reply: Reply, site: &Shared) -> io::Result<Step> {
        match reply.next() {
            Next::Bytes(bytes, is_last) => {
                let last = is_last.then_some(bytes.len());
                match self.observer.sent(self.visit, last, || self.stream().write(bytes)) {
                    Err(error) if would_block(&error) => {
                        return Ok((State::Sending(reply), Some(Wait::Event)));
                    }
                    sent => reply.advance(sent?),
                }
                Ok((State::Sending(reply), None))
            }
            Next::Piece => Ok(begin_piece(reply)),
            Next::Reset => {
                let time = if reply.is_begun() { BEFORE_RESET } else { Duration::ZERO };
                Ok((State::Resetting(Instant::now() + time), None))
            }
            Next::Silence => Ok((State::Silent, None)),
            Next::Keep if !self.has_dropped_bytes => {
                Ok((State::Reading(Vec::new(), Some(Instant::now() + site.idle_limit)), None))
            }
            Next::Keep | Next::Close => self.close(),
        }
    }

    /// Closes in good order: says that nothing follows, and lets the client close first.
    fn close(&self) -> io::Result<Step> {
        self.observer.answered(self.visit);
        self.stream().shutdown(Shutdown::Write)?;
        // Closing while bytes from the client are unread, or still on their way, would be a reset.
        Ok((State::Closing(Instant::now() + LINGER), None))
    }

    /// Fails if the client has gone away. What else it has sent is thrown away.
    fn check_presence(&mut self) -> io::Result<()> {
        loop {
            match self.stream().read(&mut [0; 1024]) {
                Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
                Ok(_) => self.has_dropped_bytes = true,
                Err(error) if would_block(&error) => return Ok(()),
                Err(error) => return Err(error),
            }
        }
    }

    /// Makes dropping this connection reset it.
    pub fn reset_on_drop(&self) {
        // It fails if the client is gone, which makes no difference any more.
        let _ = SockRef::from(self.stream()).set_linger(Some(Duration::ZERO));
    }

    fn stream(&self) -> &TcpStream {
        self.stream.as_ref().expect("only drop takes the stream")
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.observer.ended(self.visit, self.stream.take());
    }
}

/// Begins the next piece of a reply, after its pause.
fn begin_piece(mut reply: Reply) -> Step {
    let pause = reply.answer().pace.pause;
    let now = Instant::now();
    // A fast client must not keep the thread from everyone else.
    let yields = reply.is_endless().then_some(Wait::Until(now));
    let is_first = !reply.is_begun();
    reply.begin_piece();
    if is_first || pause.is_zero() {
        (State::Sending(reply), yields)
    } else {
        (State::Pausing(now + pause, reply), None)
    }
}

fn would_block(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::WouldBlock
}

fn refusal(status: u16) -> Reply {
    let answer = Answer::error(status);
    let answer = if status == 405 { answer.header("Allow", "GET, HEAD") } else { answer };
    Reply::new(Arc::new(answer))
}
