//! Stage 4's fetch on connections that are used again. [`Session`] keeps them.
//!
//! What is sent on them may pass through a layer.

use std::io::{self, ErrorKind};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use common::fetch::http::{Again, Needs};
use common::{Attempt, Cause, FetchError, Job, Phase, Report, Response, Services, Target};
use stage3_futures::reactor::Reactor;
use stage3_futures::stream::TcpStream;
use stage3_futures::timer::{Elapsed, Sleep, Timeout};

use super::session::{Connection, Session};
use super::stream::Stream;
use crate::crawl::crawl_with;
use crate::executor::block_on;
use crate::fetch::{connect, resolve};

/// Crawls as [`crawl`](crate::crawl()) does, and uses a connection again if its server keeps it open.
///
/// # Errors
/// If no selector can be created, or if it fails.
pub fn crawl(job: Job) -> io::Result<Report> {
    crawl_over(job, async |_: &Attempt, tcp| Ok(Stream::plain(tcp)))
}

/// Does the same, with a `layer` over each connection.
///
/// # Errors
/// If no selector can be created, or if it fails.
pub fn crawl_over<L>(job: Job, layer: L) -> io::Result<Report>
where
    L: AsyncFn(&Attempt, TcpStream) -> Result<Stream, FetchError>,
{
    let services = Arc::new(job.services);
    let session = Session::new(services.options.tasks());
    let client = Client { reactor: Reactor::new()?, session, layer };
    let fetch = async |target: &Target| client.fetch(target, &services).await;
    block_on(&client.reactor, crawl_with(&services, job.frontier, fetch))
}

/// What the fetches share.
struct Client<L> {
    reactor: Reactor,
    session: Session,
    layer: L,
}

impl<L> Client<L>
where
    L: AsyncFn(&Attempt, TcpStream) -> Result<Stream, FetchError>,
{
    async fn fetch(&self, target: &Target, services: &Arc<Services>) -> Result<Response, FetchError> {
        let attempt = Attempt::start(target, services);
        let mut may_reuse = true;
        loop {
            // Take an idle connection only after the pause. During it, the server could close the connection.
            Sleep::until(&self.reactor, attempt.starts_at()).await;
            let idle = if may_reuse { self.session.reuse(attempt.url()) } else { None };
            let is_reused = idle.is_some();
            let once = self.fetch_once(&attempt, idle);
            // `pin!` makes a temporary, which this statement drops at its end: a late try gives its connection back.
            let fetched = Timeout::until(&self.reactor, attempt.deadline(), pin!(once)).await;
            match fetched.unwrap_or_else(|Elapsed| Err(attempt.timed_out())) {
                // A server may give up an idle connection at any time, so this costs no try.
                fetched if is_reused && is_given_up(&attempt, &fetched) => {
                    may_reuse = false;
                    attempt.again(at_once(&attempt))?;
                }
                Ok(response) => return Ok(attempt.finish(response)),
                Err(error) if matches!(error.cause, Cause::OutOfDescriptors(_)) => {
                    self.session.close_idle();
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
        &self,
        attempt: &Attempt,
        idle: Option<Connection<'_>>,
    ) -> Result<Response, FetchError> {
        if let Some(connection) = idle {
            // A connection whose fetch comes too early stays idle.
            attempt.begin_request().inspect_err(|_| connection.keep())?;
            return exchange(attempt, &connection).await;
        }
        let address = resolve(attempt).await?;
        let permit = self.session.reserve();
        let tcp = connect(attempt, &self.reactor, address).await?;
        let stream = (self.layer)(attempt, tcp).await?;
        exchange(attempt, &permit.connection(attempt.url(), stream)).await
    }
}

/// Returns whether the server has given up the connection instead of answering: it has closed it, ended its TLS, or timed
/// out before the request came (RFC 9110, sections 9.2.2 and 15.5.9).
fn is_given_up(attempt: &Attempt, fetched: &Result<Response, FetchError>) -> bool {
    match fetched {
        Ok(response) => response.status == 408,
        Err(error) => {
            let is_of_connection = matches!(error.cause, Cause::Closed | Cause::Reset(_) | Cause::Tls(_));
            is_of_connection && !attempt.current().is_answered
        }
    }
}

/// Makes the error after which the same request is made at once. That costs no try.
fn at_once(attempt: &Attempt) -> FetchError {
    let request = attempt.current().request;
    attempt.error(Cause::Again(Again { request, costs_try: false, pause: Duration::ZERO }))
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

/// Returns the bytes of a request that asks the server to keep the connection open, if the answer is read to its end.
fn request(attempt: &Attempt) -> Vec<u8> {
    let request = attempt.current().request;
    request.bytes(attempt.url(), request.needs != Needs::Nothing)
}

async fn send(attempt: &Attempt, stream: &Stream) -> Result<(), FetchError> {
    attempt.enter(Phase::Sending);
    stream.write_all(&request(attempt)).await.map_err(|error| attempt.io_error(error))
}

async fn receive(attempt: &Attempt, stream: &Stream) -> Result<Response, FetchError> {
    attempt.enter(Phase::Reading);
    let mut decoder = attempt.decoder();
    loop {
        let read = stream.read(|bytes| attempt.decode(&mut decoder, bytes)).await;
        let decoded = read.map_err(|error| match error.kind() {
            // A layer has noticed that the stream ends here although the server has not ended it.
            ErrorKind::UnexpectedEof => attempt.error(decoder.cut_off()),
            _ => attempt.io_error(error),
        })?;
        if let Some(response) = decoded? {
            return Ok(response);
        }
    }
}
