//! One URL: connect, send, receive. Each call is awaited; what it needs afterwards is kept in its future.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;

use common::{Attempt, FetchError, Phase, Response, Services, Target};
use stage3_futures::reactor::Reactor;
use stage3_futures::resolve::Resolve;
use stage3_futures::stream::TcpStream;
use stage3_futures::timer::{Elapsed, Sleep, Timeout};

/// Fetches `target`, with as many tries as the options allow.
///
/// # Errors
/// If every try fails: the error of the last one.
pub async fn fetch(
    target: &Target,
    services: &Arc<Services>,
    reactor: &Reactor,
) -> Result<Response, FetchError> {
    let attempt = Attempt::start(target, services);
    loop {
        // `pin!` makes a temporary, which this statement drops at its end: a late try closes its socket.
        let fetched = Timeout::until(reactor, attempt.deadline(), pin!(fetch_once(&attempt, reactor))).await;
        match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
            Ok(response) => return Ok(attempt.finish(response)),
            Err(error) => attempt.again(error)?,
        }
    }
}

async fn fetch_once(attempt: &Attempt, reactor: &Reactor) -> Result<Response, FetchError> {
    Sleep::until(reactor, attempt.starts_at()).await;
    let address = resolve(attempt).await?;
    let stream = connect(attempt, reactor, address).await?;
    send(attempt, &stream).await?;
    receive(attempt, &stream).await
}

pub(crate) async fn resolve(attempt: &Attempt) -> Result<SocketAddr, FetchError> {
    attempt.address(Resolve(attempt.lookup()).await)
}

pub(crate) async fn connect(
    attempt: &Attempt,
    reactor: &Reactor,
    address: SocketAddr,
) -> Result<TcpStream, FetchError> {
    attempt.enter(Phase::Connecting);
    let connect = Timeout::until(reactor, attempt.connect_deadline(), TcpStream::connect(reactor, address));
    connect.await.map_err(|Elapsed| attempt.timed_out())?.map_err(|error| attempt.io_error(error))
}

/// Writes the request.
async fn send(attempt: &Attempt, stream: &TcpStream) -> Result<(), FetchError> {
    attempt.enter(Phase::Sending);
    stream.write_all(attempt.request()).await.map_err(|error| attempt.io_error(error))
}

/// Reads until the decoder has a whole response: one read is not one message.
pub(crate) async fn receive(attempt: &Attempt, stream: &TcpStream) -> Result<Response, FetchError> {
    attempt.enter(Phase::Reading);
    let mut decoder = attempt.decoder();
    loop {
        let chunk = stream.read_chunk().await.map_err(|error| attempt.io_error(error))?;
        if let Some(response) = attempt.decode(&mut decoder, &chunk)? {
            return Ok(response);
        }
    }
}
