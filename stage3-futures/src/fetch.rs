//! One URL: connect, send, receive. Each future stands below the `async fn` that it replaces; each `.await` is a state.

use std::net::SocketAddr;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use common::{Attempt, Decoder, FetchError, Phase, Response, Services, Target};

use crate::connect::Connect;
use crate::reactor::Reactor;
use crate::resolve::Resolve;
use crate::stream::{ReadChunk, TcpStream, WriteAll};
use crate::timer::{Elapsed, Sleep, Timeout};

/// Fetches `target`, with as many tries as the options allow.
///
/// # Errors
/// If every try fails: the error of the last one.
pub fn fetch(target: &Target, services: &Arc<Services>, reactor: &Reactor) -> Fetch {
    let attempt = Rc::new(Attempt::start(target, services));
    let once = Timeout::until(reactor, attempt.deadline(), fetch_once(&attempt, reactor));
    Fetch { attempt, reactor: reactor.clone(), once }
}

// async fn fetch(target: &Target, services: &Arc<Services>, reactor: &Reactor) -> Result<Response, FetchError> {
//     let attempt = Attempt::start(target, services);
//     loop {
//         // `pin!` makes a temporary, which this statement drops at its end: a late try closes its socket.
//         let fetched = Timeout::until(reactor, attempt.deadline(), pin!(fetch_once(&attempt, reactor))).await;
//         match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
//             Ok(response) => return Ok(attempt.finish(response)),
//             Err(error) => attempt.again(error)?,
//         }
//     }
// }
/// The future of [`fetch`].
pub struct Fetch {
    attempt: Rc<Attempt>,
    reactor: Reactor,
    once: Timeout<FetchOnce>,
}

impl Future for Fetch {
    type Output = Result<Response, FetchError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { attempt, reactor, once } = &mut *self;
        loop {
            let fetched = ready!(Pin::new(&mut *once).poll(cx));
            match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
                Ok(response) => return Poll::Ready(Ok(attempt.finish(response))),
                Err(error) => attempt.again(error)?,
            }
            *once = Timeout::until(reactor, attempt.deadline(), fetch_once(attempt, reactor));
        }
    }
}

fn fetch_once(attempt: &Rc<Attempt>, reactor: &Reactor) -> FetchOnce {
    let state = State::Pausing(Sleep::until(reactor, attempt.starts_at()));
    FetchOnce { attempt: Rc::clone(attempt), reactor: reactor.clone(), state }
}

// async fn fetch_once(attempt: &Attempt, reactor: &Reactor) -> Result<Response, FetchError> {
//     Sleep::until(reactor, attempt.starts_at()).await;
//     let address = resolve(attempt).await?;
//     let stream = connect(attempt, reactor, address).await?;
//     send(attempt, &stream).await?;
//     receive(attempt, &stream).await
// }
struct FetchOnce {
    attempt: Rc<Attempt>,
    reactor: Reactor,
    state: State,
}

enum State {
    Pausing(Sleep),
    Resolving(Resolve),
    Connecting(Timeout<Connect>),
    Sending(WriteAll, TcpStream),
    Receiving(Receive),
    /// The response was returned, and the socket is closed.
    Ended,
}

impl Future for FetchOnce {
    type Output = Result<Response, FetchError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { attempt, reactor, state } = &mut *self;
        let io_error = |error| attempt.io_error(error);
        loop {
            *state = match state {
                State::Pausing(pause) => {
                    ready!(Pin::new(pause).poll(cx));
                    State::Resolving(resolve(attempt))
                }
                State::Resolving(resolve) => {
                    let address = attempt.address(ready!(Pin::new(resolve).poll(cx)))?;
                    State::Connecting(connect(attempt, reactor, address))
                }
                State::Connecting(connect) => {
                    let connected = ready!(Pin::new(connect).poll(cx));
                    let stream = connected.map_err(|Elapsed| attempt.timed_out())?.map_err(io_error)?;
                    State::Sending(send(attempt, &stream), stream)
                }
                State::Sending(send, stream) => {
                    ready!(Pin::new(send).poll(cx)).map_err(io_error)?;
                    State::Receiving(receive(attempt, stream))
                }
                State::Receiving(receive) => {
                    let received = ready!(Pin::new(receive).poll(cx));
                    *state = State::Ended;
                    return Poll::Ready(received);
                }
                State::Ended => panic!("a future must not be polled after its end"),
            }
        }
    }
}

// The next three return leaf futures. `FetchOnce` makes `FetchError`s of their errors.
fn resolve(attempt: &Attempt) -> Resolve {
    Resolve(attempt.lookup())
}

fn connect(attempt: &Attempt, reactor: &Reactor, address: SocketAddr) -> Timeout<Connect> {
    attempt.enter(Phase::Connecting);
    Timeout::until(reactor, attempt.connect_deadline(), TcpStream::connect(reactor, address))
}

/// Writes the request.
fn send(attempt: &Attempt, stream: &TcpStream) -> WriteAll {
    attempt.enter(Phase::Sending);
    stream.write_all(attempt.request())
}

/// Reads until the decoder has a whole response: one read is not one message.
fn receive(attempt: &Rc<Attempt>, stream: &TcpStream) -> Receive {
    attempt.enter(Phase::Reading);
    Receive { attempt: Rc::clone(attempt), decoder: attempt.decoder(), chunk: stream.read_chunk() }
}

// async fn receive(attempt: &Attempt, stream: &TcpStream) -> Result<Response, FetchError> {
//     attempt.enter(Phase::Reading);
//     let mut decoder = attempt.decoder();
//     loop {
//         let chunk = stream.read_chunk().await.map_err(|error| attempt.io_error(error))?;
//         if let Some(response) = attempt.decode(&mut decoder, &chunk)? {
//             return Ok(response);
//         }
//     }
// }
struct Receive {
    attempt: Rc<Attempt>,
    decoder: Decoder,
    chunk: ReadChunk,
}

impl Future for Receive {
    type Output = Result<Response, FetchError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { attempt, decoder, chunk } = &mut *self;
        loop {
            let chunk = ready!(Pin::new(&mut *chunk).poll(cx)).map_err(|error| attempt.io_error(error))?;
            if let Some(response) = attempt.decode(decoder, &chunk)? {
                return Poll::Ready(Ok(response));
            }
        }
    }
}
