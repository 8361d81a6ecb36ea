//! One connection: reads requests, sends answers in their manner, notices that the client has gone, and closes.

use std::io::{self, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use socket2::SockRef;

use crate::answer::Answer;
use crate::content::Content;
use crate::observe::Observer;
use crate::request::{Request, read_request};
use crate::timer::Timer;

/// How long a client may take to close after us.
const LINGER: Duration = Duration::from_secs(1);

/// How long a client has to read what was sent before a reset: some kernels throw away what is still unread.
const BEFORE_RESET: Duration = Duration::from_millis(10);

/// What the connections of a site share.
pub(crate) struct Shared {
    pub content: Content,
    pub observer: Arc<Observer>,
    pub timer: Timer,
}

/// An accepted connection, which the observer counts as open until it is served.
pub(crate) struct Connection {
    pub stream: TcpStream,
    /// The visit that is under way, or the last one.
    pub visit: usize,
    pub shared: Rc<Shared>,
}

impl Connection {
    /// Serves until the client is gone, or the site has finished with it. Then closes the connection.
    pub async fn serve(mut self) {
        // An error means that the client is gone.
        let _ = self.answer_all().await;
        self.close();
    }

    /// Closes the socket, and counts it as closed before any thread can ask.
    pub fn close(self) {
        self.shared.observer.change(|ledger, now| {
            drop(self.stream);
            ledger.ended(self.visit, now);
        });
    }

    /// Makes closing this connection reset it.
    pub fn reset_on_close(&self) {
        // An error means that the client is gone already.
        let _ = SockRef::from(&self.stream).set_linger(Some(Duration::ZERO));
    }

    async fn answer_all(&mut self) -> io::Result<()> {
        let mut limit = None;
        loop {
            let mut head = Vec::new();
            let read = || read_request(&mut &self.stream, &mut head);
            let (answer, keeps) = match self.shared.timer.ready(limit, read).await? {
                Ok(request) => self.answer_to(request).await?,
                Err(status) => (Arc::new(Answer::error(status)), false),
            };
            self.send(&answer).await?;
            if answer.is_reset {
                self.reset_on_close();
                return if answer.wire.is_empty() { Ok(()) } else { self.pause(BEFORE_RESET).await };
            }
            if !keeps {
                return self.end().await;
            }
            limit = Some(Instant::now() + self.shared.content.idle_limit);
        }
    }

    /// Returns the answer to a request, when it is time to send it, and whether the connection stays open after it.
    async fn answer_to(&mut self, request: Request) -> io::Result<(Arc<Answer>, bool)> {
        let path: Arc<str> = request.path.into();
        let observer = &self.shared.observer;
        let (visit, hit) = observer.change(|ledger, now| ledger.requested(self.visit, &path, now));
        if observer.see(|ledger| ledger.requests_open == ledger.gate) {
            // The gate is open.
            observer.wake();
        }
        self.visit = visit;
        let mut answer = self.shared.content.find(&path).nth(hit);
        let keeps = request.keep_alive && answer.states_its_length && !answer.is_reset;
        if keeps {
            answer = Arc::new(Arc::unwrap_or_clone(answer).header("Connection", "keep-alive"));
        }
        if request.is_head {
            answer = Arc::new(Arc::unwrap_or_clone(answer).head());
        }
        let is_held = || self.shared.observer.see(|ledger| ledger.holds(&path));
        self.shared.timer.ready(None, || if is_held() { self.check_presence() } else { Ok(()) }).await?;
        self.pause(answer.delay.unwrap_or(self.shared.content.latency)).await?;
        Ok((answer, keeps))
    }

    async fn send(&self, answer: &Answer) -> io::Result<()> {
        let pieces = answer.wire.chunks(answer.piece);
        let (count, is_endless) = (pieces.len(), !answer.filler.is_empty());
        let pieces = pieces.chain(answer.filler.chunks(answer.piece).cycle());
        for (number, mut piece) in pieces.enumerate() {
            if number > 0 {
                self.pause(answer.pause).await?;
            }
            let is_last = number + 1 == count && !is_endless && !answer.is_reset;
            while !piece.is_empty() {
                piece = &piece[self.shared.timer.ready(None, || self.write(piece, is_last)).await?..];
            }
        }
        Ok(())
    }

    /// Writes bytes of an answer, and counts them before any thread can ask.
    fn write(&self, bytes: &[u8], are_last: bool) -> io::Result<usize> {
        self.shared.observer.change(|ledger, now| {
            let sent = (&self.stream).write(bytes)?;
            ledger.sent(self.visit, are_last && sent == bytes.len(), now);
            Ok(sent)
        })
    }

    async fn end(&self) -> io::Result<()> {
        // The answer may have had no byte.
        self.shared.observer.change(|ledger, now| ledger.answered(self.visit, now));
        self.stream.shutdown(Shutdown::Write)?;
        // The client closes first: closing while its bytes are unread, or still on their way, is a reset.
        self.pause(LINGER).await
    }

    /// Waits for this time.
    ///
    /// # Errors
    /// If the client goes away meanwhile.
    async fn pause(&self, time: Duration) -> io::Result<()> {
        if time.is_zero() {
            return Ok(());
        }
        let waited = self.shared.timer.ready(Some(Instant::now() + time), || self.check_presence()).await;
        waited.or_else(|error| if error.kind() == ErrorKind::TimedOut { Ok(()) } else { Err(error) })
    }

    /// Drops bytes that the client sends meanwhile, and then would block.
    ///
    /// # Errors
    /// If the client has gone away.
    fn check_presence(&self) -> io::Result<()> {
        loop {
            if (&self.stream).read(&mut [0; 1024])? == 0 {
                return Err(ErrorKind::UnexpectedEof.into());
            }
        }
    }
}
