//! One URL: connect, send, read, decode. Each call awaits, and what it knows is in its future.

use std::future::poll_fn;
use std::io::ErrorKind;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

use common::fetch::http::{persistent_request, request};
use common::fetch::resolve::Addresses;
use common::{Attempt, Cause, Decoder, FetchError, Options, Phase, Response, Target};
use stage3_futures::stream::Stream;
use stage3_futures::timer::{Sleep, Timeout};

use crate::session::{Connection, Session};

/// Fetches `target`, trying as often as `options` say.
///
/// # Errors
/// What went wrong on the last try.
pub async fn fetch(target: &Target, options: &Options, session: &Session) -> Result<Response, FetchError> {
    let reactor = session.reactor();
    let attempt = Attempt::first(target, options);
    // Even no pause lets the others read their answers first: so requests go out together, and a server
    // is woken once for all of them.
    Sleep::new(reactor, attempt.pause()).await;
    loop {
        let once = fetch_once(&attempt, options, session);
        let error = match Timeout::until(reactor, attempt.deadline(), pin!(once)).await {
            Ok(Ok(response)) => return Ok(attempt.response(response)),
            Ok(Err(error)) => error,
            Err(_elapsed) => attempt.error(Cause::Timeout),
        };
        match attempt.again(&error) {
            Some(pause) => Sleep::new(reactor, pause).await,
            None => return Err(error),
        }
    }
}

async fn fetch_once(attempt: &Attempt, options: &Options, session: &Session) -> Result<Response, FetchError> {
    while let Some(connection) = session.reuse(attempt.url()) {
        match exchange(attempt, &connection, options).await {
            // A server may close when it likes, and that is not the fault of this try.
            Err(error) if connection.was_stale() && error.cause.is_of_the_network() => {}
            result => return result,
        }
    }
    let addresses = resolve(attempt, options).await?;
    let stream = connect(attempt, &addresses, session).await?;
    exchange(attempt, &session.add(attempt.url(), stream), options).await
}

/// Sends the request and receives the answer; then the connection is kept, if it can be.
async fn exchange(
    attempt: &Attempt,
    connection: &Connection<'_>,
    options: &Options,
) -> Result<Response, FetchError> {
    send(attempt, connection, options).await?;
    let response = receive(attempt, connection, options).await?;
    if options.keep_alive && response.is_persistent {
        connection.keep();
    }
    Ok(response)
}

/// The addresses of the URL's host. The resolver's thread wakes this task.
async fn resolve(attempt: &Attempt, options: &Options) -> Result<Arc<Addresses>, FetchError> {
    attempt.enter(Phase::Resolving);
    let lookup = options.lookup(attempt.url());
    let answer = poll_fn(|cx| {
        let waker = cx.waker().clone();
        lookup.answer(move || waker.wake()).map_or(Poll::Pending, Poll::Ready)
    });
    answer.await.map_err(|error| attempt.io_error(error))
}

/// A connection to the first address that takes one.
async fn connect(
    attempt: &Attempt,
    addresses: &Arc<Addresses>,
    session: &Session,
) -> Result<Stream, FetchError> {
    attempt.enter(Phase::Connecting);
    session.make_room();
    let mut refusal = None;
    for address in Arc::clone(addresses).in_turn(attempt.tries()) {
        match Stream::connect(session.reactor(), address).await {
            Ok(stream) => {
                addresses.prefer(address);
                return Ok(stream);
            }
            Err(error) => refusal = Some(error),
        }
    }
    let error = attempt.io_error(refusal.unwrap_or_else(|| ErrorKind::NotFound.into()));
    if error.cause.is_out_of_descriptors() {
        session.close_idle();
    }
    Err(error)
}

/// Writes the request. A write may take only a part of it.
async fn send(attempt: &Attempt, connection: &Connection<'_>, options: &Options) -> Result<(), FetchError> {
    attempt.enter(Phase::Sending);
    let request = if options.keep_alive { persistent_request } else { request };
    let sent = connection.write_all(request(attempt.url())).await;
    sent.map_err(|error| attempt.io_error(error))
}

/// Reads until the decoder has a whole response: one read is not one message.
async fn receive(
    attempt: &Attempt,
    connection: &Connection<'_>,
    options: &Options,
) -> Result<Response, FetchError> {
    let mut decoder = Decoder::new(options.max_body);
    loop {
        attempt.enter(Phase::Reading);
        let chunk = connection.read_chunk().await.map_err(|error| attempt.io_error(error))?;
        attempt.enter(Phase::Decoding);
        match decoder.decode(&chunk) {
            Ok(Some(response)) => return Ok(response),
            Ok(None) => {}
            Err(cause) => return Err(attempt.error(cause)),
        }
    }
}
