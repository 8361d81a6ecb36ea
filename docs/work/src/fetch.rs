//! One URL: connect, send, receive. At each await, the task may move to another thread.

use std::future::poll_fn;
use std::io::ErrorKind::UnexpectedEof;
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Poll, ready};
use std::time::Instant;

use common::{Attempt, FetchError, Phase, Response, Services, Target};
use futures::FutureExt;
use tokio::io::{AsyncRead, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::task::yield_now;
use tokio::time::{sleep_until, timeout_at};

use crate::stream::{Stream, Tls};

/// What a fetch ends with.
pub type FetchResult = Result<Response, FetchError>;

/// Fetches `target`, with as many tries as the options allow.
///
/// # Errors
/// If every try fails: the error of the last one.
pub async fn fetch(target: &Target, services: &Arc<Services>, tls: &Tls) -> Result<Response, FetchError> {
    // It holds cells, so threads cannot share it: `&Attempt` is not `Send`, but `&mut Attempt` is.
    let mut attempt = Attempt::start(target, services);
    loop {
        let fetched = timeout_with_last_look(attempt.deadline(), fetch_once(&mut attempt, tls)).await;
        match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
            Ok(response) => return Ok(attempt.finish(response)),
            Err(error) => attempt.again(error)?,
        }
    }
}

async fn fetch_once(attempt: &mut Attempt, tls: &Tls) -> FetchResult {
    sleep_until(attempt.starts_at().into()).await;
    let address = resolve(attempt).await?;
    let tcp = connect(attempt, address).await?;
    let mut stream = tls.layer(attempt, tcp).await?;
    send(attempt, &mut stream).await?;
    receive(attempt, &mut stream).await
}

async fn resolve(attempt: &mut Attempt) -> Result<SocketAddr, FetchError> {
    let mut lookup = attempt.lookup();
    let found = poll_fn(|cx| {
        let waker = cx.waker().clone();
        lookup.answer(move || waker.wake()).map_or(Poll::Pending, Poll::Ready)
    });
    // In one expression with the await, `&Attempt` would be kept across it.
    let found = found.await;
    attempt.address(found)
}

async fn connect(attempt: &mut Attempt, address: SocketAddr) -> Result<TcpStream, FetchError> {
    attempt.enter(Phase::Connecting);
    let connect = timeout_with_last_look(attempt.connect_deadline(), TcpStream::connect(address));
    connect.await.map_err(|Elapsed| attempt.timed_out())?.map_err(|error| attempt.io_error(error))
}

/// Writes the request.
async fn send(attempt: &mut Attempt, stream: &mut Stream) -> Result<(), FetchError> {
    attempt.enter(Phase::Sending);
    stream.write_all(&attempt.request()).await.map_err(|error| attempt.io_error(error))
}

/// Reads until the decoder has a whole response: one read is not one message.
async fn receive(attempt: &mut Attempt, stream: &mut Stream) -> FetchResult {
    attempt.enter(Phase::Reading);
    let mut decoder = attempt.decoder();
    loop {
        let decoded = poll_fn(|cx| {
            // Otherwise the closure, and so the future, would keep a `&Attempt`.
            let attempt = &mut *attempt;
            // On the stack, because no future keeps it across an await.
            let mut buffer = [0; 16 * 1024];
            let mut buffer = ReadBuf::new(&mut buffer);
            Poll::Ready(match ready!(Pin::new(&mut *stream).poll_read(cx, &mut buffer)) {
                Ok(()) => attempt.decode(&mut decoder, buffer.filled()),
                // TLS has noticed that the stream ends here although the server has not ended it.
                Err(error) if error.kind() == UnexpectedEof => Err(attempt.error(decoder.cut_off())),
                Err(error) => Err(attempt.io_error(error)),
            })
        });
        if let Some(response) = decoded.await? {
            return Ok(response);
        }
    }
}

/// The deadline has passed.
pub struct Elapsed;

/// Waits for `future` until `deadline`, and looks at it once more after that.
///
/// If a signal ends tokio's wait for sockets and timers, tokio looks at the timers alone. But a process that was stopped may
/// have its answer in the socket. `yield_now` lets tokio look there.
pub async fn timeout_with_last_look<F: Future>(deadline: Instant, future: F) -> Result<F::Output, Elapsed> {
    let mut future = pin!(future);
    if let Ok(output) = timeout_at(deadline.into(), &mut future).await {
        return Ok(output);
    }
    yield_now().await;
    future.now_or_never().ok_or(Elapsed)
}
