//! One connection: sending an answer in its manner, noticing that the client has gone, and closing.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use async_io::{Async, Timer};
use futures_lite::future;
use socket2::SockRef;

use super::answer::Answer;
use super::manner::End;
use super::observe::Observer;

/// How long we wait for the client to close after us.
const LINGER: Duration = Duration::from_secs(1);

/// How long a client has to read what was sent before a reset: some kernels throw away what is still unread.
const BEFORE_RESET: Duration = Duration::from_millis(10);

/// An accepted connection, which the observer counts as open until it is dropped.
#[derive(Debug)]
pub(super) struct Connection {
    stream: Option<Async<TcpStream>>,
    observer: Arc<Observer>,
    /// The visit that is under way, or the last one.
    pub visit: Cell<u64>,
    /// Whether bytes from the client were dropped: the start of its next request may have been among them.
    has_dropped_bytes: Cell<bool>,
}

impl Connection {
    pub fn new(stream: Async<TcpStream>, observer: Arc<Observer>) -> Connection {
        let visit = Cell::new(observer.accepted());
        Connection { stream: Some(stream), observer, visit, has_dropped_bytes: Cell::new(false) }
    }

    /// Sends `answer` and ends the connection as it demands. Returns whether the connection stays open for another
    /// request. Fails if the client goes away.
    pub async fn send(&self, answer: &Answer, head_only: bool) -> io::Result<bool> {
        if let End::Silent = answer.end {
            return self.unless_gone(future::pending()).await;
        }
        let bytes = answer.bytes(head_only);
        let ends = head_only || matches!(answer.end, End::Close | End::Keep | End::Cut(_));
        let mut sent = 0;
        while sent < bytes.len() {
            let next = sent + answer.piece(sent, bytes.len());
            if sent > 0 {
                self.pause(answer.pace.pause).await?;
            }
            self.write(&bytes[sent..next], ends && next == bytes.len()).await?;
            sent = next;
        }
        match &answer.end {
            End::Keep if !self.has_dropped_bytes.get() => return Ok(true),
            End::Endless(filler) if !head_only => self.send_forever(filler, answer).await?,
            End::Reset(_) if !head_only => self.reset(sent > 0).await?,
            _ => self.close().await?,
        }
        Ok(false)
    }

    async fn send_forever(&self, filler: &[u8], answer: &Answer) -> io::Result<()> {
        loop {
            let mut sent = 0;
            while sent < filler.len() {
                // A fast client must not keep the thread from everyone else.
                self.pause(answer.pace.pause).await?;
                future::yield_now().await;
                let next = sent + answer.piece(answer.body_at + sent, answer.body_at + filler.len());
                self.write(&filler[sent..next], false).await?;
                sent = next;
            }
        }
    }

    async fn write(&self, mut bytes: &[u8], last: bool) -> io::Result<()> {
        while !bytes.is_empty() {
            let end = last.then_some(bytes.len());
            let write =
                |mut stream: &TcpStream| self.observer.sent(self.visit.get(), end, || stream.write(bytes));
            let sent = self.stream().write_with(|stream| write(stream)).await?;
            bytes = &bytes[sent..];
        }
        Ok(())
    }

    /// Reads what has come, and appends it to `buffer`; 0 means that the client sends no more.
    pub async fn read(&self, buffer: &mut Vec<u8>) -> io::Result<usize> {
        let start = buffer.len();
        buffer.resize(start + 1024, 0);
        let read = self.stream().read_with(|mut stream| stream.read(&mut buffer[start..])).await;
        buffer.truncate(start + read.as_ref().unwrap_or(&0));
        read
    }

    /// Waits for `event`; fails if the client goes away before that.
    pub async fn unless_gone<T>(&self, event: impl Future<Output = T>) -> io::Result<T> {
        let gone = async {
            self.sent_no_more().await?;
            Err(io::ErrorKind::UnexpectedEof.into())
        };
        future::or(async { Ok(event.await) }, gone).await
    }

    /// Waits this long; fails if the client goes away before that.
    pub async fn pause(&self, pause: Duration) -> io::Result<()> {
        if !pause.is_zero() {
            self.unless_gone(Timer::after(pause)).await?;
        }
        Ok(())
    }

    /// Closes in good order: says that nothing follows, and lets the client close first.
    async fn close(&self) -> io::Result<()> {
        self.observer.answered(self.visit.get());
        self.stream().get_ref().shutdown(Shutdown::Write)?;
        // Closing while bytes from the client are unread, or still on their way, would be a reset.
        let timeout = async {
            Timer::after(LINGER).await;
            Ok(())
        };
        future::or(self.sent_no_more(), timeout).await
    }

    /// Makes the end of this connection a reset.
    async fn reset(&self, after_bytes: bool) -> io::Result<()> {
        if after_bytes {
            self.pause(BEFORE_RESET).await?;
        }
        self.reset_on_drop()
    }

    /// Makes dropping this connection reset it.
    pub fn reset_on_drop(&self) -> io::Result<()> {
        SockRef::from(self.stream().get_ref()).set_linger(Some(Duration::ZERO))
    }

    /// Reads and forgets, until the client says that nothing follows.
    async fn sent_no_more(&self) -> io::Result<()> {
        while self.stream().read_with(|mut stream| stream.read(&mut [0; 1024])).await? > 0 {
            self.has_dropped_bytes.set(true);
        }
        Ok(())
    }

    fn stream(&self) -> &Async<TcpStream> {
        self.stream.as_ref().expect("only drop takes the stream")
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.observer.ended(self.visit.get(), self.stream.take());
    }
}
