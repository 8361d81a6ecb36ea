//! The site's thread: accepting connections, and answering each of them.

use std::cell::Cell;
use std::io;
use std::net::{TcpListener, TcpStream};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use async_executor::LocalExecutor;
use async_io::{Async, Timer};
use event_listener::EventListener;
use futures_lite::future;

use super::answer::Answer;
use super::connection::Connection;
use super::content::Content;
use super::observe::Observer;
use super::request::{Request, read_request};

/// How long accepting rests when it fails, which it does as long as there are no descriptors left.
const BREATHER: Duration = Duration::from_millis(10);

/// How many connections are accepted before those already there have their turn.
const ACCEPTED_AT_ONCE: usize = 64;

/// All that the connections of a site share.
#[derive(Debug)]
pub(super) struct Server {
    pub content: Content,
    pub latency: Duration,
    /// How many more connections are reset as soon as they are accepted.
    pub resets: Cell<u64>,
    /// How long a connection may stay open between two requests.
    pub idle_limit: Duration,
    pub observer: Arc<Observer>,
}

/// Serves until `stop`; then every connection is closed.
pub(super) fn serve(listener: Async<TcpListener>, server: Server, stop: EventListener) {
    let server = Rc::new(server);
    let executor = LocalExecutor::new();
    let accepting = accept(&listener, &server, &executor);
    async_io::block_on(executor.run(future::or(stop, accepting)));
}

async fn accept(listener: &Async<TcpListener>, server: &Rc<Server>, executor: &LocalExecutor<'_>) {
    loop {
        for _ in 0..ACCEPTED_AT_ONCE {
            match listener.accept().await {
                Ok((stream, _)) => executor.spawn(Rc::clone(server).converse(stream)).detach(),
                Err(_) => {
                    Timer::after(BREATHER).await;
                }
            }
        }
        future::yield_now().await;
    }
}

impl Server {
    async fn converse(self: Rc<Self>, stream: Async<TcpStream>) {
        let connection = Connection::new(stream, Arc::clone(&self.observer));
        // An error means that the client is gone, which the observer learns as the connection is dropped.
        let _ = self.answer_all(&connection).await;
    }

    /// Answers requests until the connection is to be closed.
    async fn answer_all(&self, connection: &Connection) -> io::Result<()> {
        if let Some(left) = self.resets.get().checked_sub(1) {
            self.resets.set(left);
            return connection.reset_on_drop();
        }
        let mut request = read_request(connection).await?;
        while self.answer(connection, request).await? {
            let idle = async {
                Timer::after(self.idle_limit).await;
                Err(io::ErrorKind::TimedOut.into())
            };
            request = future::or(read_request(connection), idle).await?;
        }
        Ok(())
    }

    /// Answers a request, and returns whether the connection waits for another one.
    async fn answer(&self, connection: &Connection, request: Result<Request, u16>) -> io::Result<bool> {
        let request = match request {
            Ok(request) => request,
            Err(405) => {
                return connection.send(&Answer::error(405).header("Allow", "GET, HEAD"), false).await;
            }
            Err(status) => return connection.send(&Answer::error(status), false).await,
        };
        let arrival = self.observer.requested(connection.visit.get(), &request.path);
        connection.visit.set(arrival.visit);
        let content = self.content.find(&request.path).await;
        let answer = content.nth(arrival.hit).in_manner_of(&request);
        if arrival.held {
            connection.unless_gone(self.observer.released(&arrival.path)).await?;
        }
        connection.pause(answer.delay.unwrap_or(self.latency)).await?;
        connection.send(&answer, request.head_only).await
    }
}
