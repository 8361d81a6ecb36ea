//! Stage 4's fetch on connections that are used again. [`Session`] keeps them.

use std::io;
use std::pin::pin;
use std::sync::Arc;

use common::fetch::http::persistent_request;
use common::{Attempt, FetchError, Options, Phase, Report, Response, Target};
use stage3_futures::reactor::Reactor;
use stage3_futures::timer::{Elapsed, Sleep, Timeout};

use super::session::{Connection, Session};
use crate::crawl::crawl_with;
use crate::executor::block_on;
use crate::fetch::{connect, receive, resolve};

/// Crawls as [`crawl`](crate::crawl()) does, and uses a connection again if its server keeps it open.
///
/// # Errors
/// If no selector can be created, or if it fails.
pub fn crawl(options: &Options) -> io::Result<Report> {
    let reactor = Reactor::new()?;
    let session = Session::new(options.tasks());
    let options = Arc::new(options.clone());
    let fetch = async |target: &Target| fetch(target, &options, &reactor, &session).await;
    block_on(&reactor, crawl_with(&options, fetch))
}

async fn fetch(
    target: &Target,
    options: &Arc<Options>,
    reactor: &Reactor,
    session: &Session,
) -> Result<Response, FetchError> {
    let attempt = Attempt::first(target, options);
    loop {
        let once = pin!(fetch_once(&attempt, reactor, session));
        let fetched = Timeout::until(reactor, attempt.deadline(), once).await;
        match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
            Ok(response) => return Ok(attempt.response(response)),
            Err(error) => attempt.again(error)?,
        }
    }
}

async fn fetch_once(attempt: &Attempt, reactor: &Reactor, session: &Session) -> Result<Response, FetchError> {
    Sleep::until(reactor, attempt.starts_at()).await;
    while let Some(connection) = session.reuse(attempt.url()) {
        match exchange(attempt, &connection).await {
            // A server may close an idle connection at any time, so this does not count as a try.
            Err(error) if error.cause.is_of_the_network() && !attempt.is_answered() => {}
            result => return result,
        }
    }
    attempt.enter(Phase::Resolving);
    let address = resolve(attempt).await?;
    session.make_room();
    let connected = connect(attempt, reactor, address).await;
    let stream = connected.inspect_err(|error| {
        if error.cause.is_out_of_descriptors() {
            session.close_idle();
        }
    })?;
    exchange(attempt, &session.add(attempt.url(), stream)).await
}

/// Sends the request and receives the answer. Keeps the connection if the server keeps it open.
async fn exchange(attempt: &Attempt, connection: &Connection<'_>) -> Result<Response, FetchError> {
    send(attempt, connection).await?;
    let response = receive(attempt, connection).await?;
    if response.is_persistent {
        connection.keep();
    }
    Ok(response)
}

async fn send(attempt: &Attempt, connection: &Connection<'_>) -> Result<(), FetchError> {
    attempt.enter(Phase::Sending);
    let sent = connection.write_all(persistent_request(attempt.url())).await;
    sent.map_err(|error| attempt.io_error(error))
}
