//! Stage 4's fetch on connections that are used again. [`Session`] keeps them.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use common::{Attempt, Cause, FetchError, Options, Phase, Report, Response, Target};
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
    let mut may_reuse = true;
    loop {
        // Take an idle connection only after the pause. During it, the server could close the connection.
        Sleep::until(reactor, attempt.starts_at()).await;
        let idle = if may_reuse { session.reuse(attempt.url()) } else { None };
        let is_reused = idle.is_some();
        let once = fetch_once(&attempt, reactor, session, idle);
        // `pin!` makes a temporary, which this statement drops at its end: a late try gives its connection back.
        let fetched = Timeout::until(reactor, attempt.deadline(), pin!(once)).await;
        match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
            // A server may give up an idle connection at any time, so this costs no try.
            fetched if is_reused && is_given_up(&attempt, &fetched) => {
                may_reuse = false;
                attempt.repeat(Duration::ZERO);
            }
            Ok(response) => return Ok(attempt.response(response)),
            Err(error) if error.cause.is_out_of_descriptors() => {
                session.close_idle();
                attempt.again(error)?;
            }
            Err(error) => {
                // After a failure, the other idle connections may be dead, too.
                may_reuse &= matches!(error.cause, Cause::TooEarly);
                attempt.again(error)?;
            }
        }
    }
}

async fn fetch_once(
    attempt: &Attempt,
    reactor: &Reactor,
    session: &Session,
    idle: Option<Connection<'_>>,
) -> Result<Response, FetchError> {
    if let Some(connection) = idle {
        // A connection whose fetch comes too early stays idle.
        attempt.begin().inspect_err(|_| connection.keep())?;
        return exchange(attempt, &connection).await;
    }
    let address = resolve(attempt).await?;
    let permit = session.reserve();
    let stream = connect(attempt, reactor, address).await?;
    exchange(attempt, &permit.connection(attempt.url(), stream)).await
}

/// Returns whether the server has given up the connection instead of answering: it has closed it, or timed out
/// before the request came (RFC 9110, sections 9.2.2 and 15.5.9).
fn is_given_up(attempt: &Attempt, fetched: &Result<Response, FetchError>) -> bool {
    match fetched {
        Ok(response) => response.status == 408,
        Err(error) => matches!(error.cause, Cause::Closed | Cause::Reset(_)) && !attempt.is_answered(),
    }
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
    let sent = connection.write_all(attempt.persistent_request()).await;
    sent.map_err(|error| attempt.io_error(error))
}
