//! One URL: connect, send, read, decode. Each `.await` that one would write is a state here.

use std::future::Future;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use common::fetch::http::request;
use common::fetch::resolve::{Addresses, InTurn, Lookup};
use common::{Attempt, Cause, Decoder, FetchError, Options, Phase, Response, Target};

use crate::connect::Connect;
use crate::reactor::Reactor;
use crate::stream::{ReadChunk, Stream, WriteAll};
use crate::timer::{Sleep, Timeout};

/// Fetches `target`, trying as often as `options` say.
///
/// # Errors
/// What went wrong on the last try.
pub fn fetch(target: &Target, options: &Rc<Options>, reactor: &Reactor) -> Fetch {
    let attempt = Attempt::first(target, options);
    // Even no pause lets the others read their answers first: so requests go out together, and a server
    // is woken once for all of them.
    let state = State::Pausing(Sleep::new(reactor, attempt.pause()));
    let env = Rc::new(Env { attempt, options: Rc::clone(options), reactor: reactor.clone() });
    Fetch { env, state }
}

/// What the futures of one fetch share.
struct Env {
    attempt: Attempt,
    options: Rc<Options>,
    reactor: Reactor,
}

/// The future of [`fetch`].
pub struct Fetch {
    env: Rc<Env>,
    state: State,
}

enum State {
    /// `sleep(pause).await`
    Pausing(Sleep),
    /// `timeout(deadline, fetch_once()).await`
    Trying(Timeout<FetchOnce>),
    /// Nothing is left of it: whoever has the result need not keep the socket.
    Ended,
}

impl Future for Fetch {
    type Output = Result<Response, FetchError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { env, state } = &mut *self;
        loop {
            *state = match state {
                State::Pausing(pause) => {
                    ready!(Pin::new(pause).poll(cx));
                    State::Trying(fetch_once(env))
                }
                State::Trying(once) => {
                    let error = match ready!(Pin::new(once).poll(cx)) {
                        Ok(Ok(response)) => {
                            *state = State::Ended;
                            return Poll::Ready(Ok(env.attempt.response(response)));
                        }
                        Ok(Err(error)) => error,
                        Err(_elapsed) => env.attempt.error(Cause::Timeout),
                    };
                    match env.attempt.again(&error) {
                        Some(pause) => State::Pausing(Sleep::new(&env.reactor, pause)),
                        None => {
                            *state = State::Ended;
                            return Poll::Ready(Err(error));
                        }
                    }
                }
                State::Ended => panic!("a future is not polled after its end"),
            }
        }
    }
}

fn fetch_once(env: &Rc<Env>) -> Timeout<FetchOnce> {
    let once = FetchOnce { env: Rc::clone(env), step: Step::Resolving(resolve(env)) };
    Timeout::until(&env.reactor, env.attempt.deadline(), once)
}

/// One try, without its deadline.
struct FetchOnce {
    env: Rc<Env>,
    step: Step,
}

enum Step {
    /// `resolve().await`
    Resolving(Resolve),
    /// `connect().await`
    Connecting(ConnectInTurn),
    /// `send().await`
    Sending(Stream, WriteAll),
    /// `receive().await`
    Receiving(Receive),
}

impl Future for FetchOnce {
    type Output = Result<Response, FetchError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let Self { env, step } = &mut *self;
        loop {
            *step = match step {
                Step::Resolving(resolve) => {
                    let addresses = ready!(Pin::new(resolve).poll(cx))?;
                    Step::Connecting(connect(env, addresses))
                }
                Step::Connecting(connect) => {
                    let stream = ready!(Pin::new(connect).poll(cx))?;
                    let send = send(env, &stream);
                    Step::Sending(stream, send)
                }
                Step::Sending(stream, send) => {
                    let sent = ready!(Pin::new(send).poll(cx));
                    sent.map_err(|error| env.attempt.io_error(error))?;
                    Step::Receiving(receive(env, stream))
                }
                Step::Receiving(receive) => return Pin::new(receive).poll(cx),
            }
        }
    }
}

/// The addresses of the URL's host. The resolver's thread wakes this task.
fn resolve(env: &Rc<Env>) -> Resolve {
    env.attempt.enter(Phase::Resolving);
    Resolve { env: Rc::clone(env), lookup: env.options.lookup(env.attempt.url()) }
}

struct Resolve {
    env: Rc<Env>,
    lookup: Lookup,
}

impl Future for Resolve {
    type Output = Result<Arc<Addresses>, FetchError>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let waker = cx.waker().clone();
        match self.lookup.answer(move || waker.wake()) {
            Some(answer) => Poll::Ready(answer.map_err(|error| self.env.attempt.io_error(error))),
            None => Poll::Pending,
        }
    }
}

/// A connection to the first address that takes one.
fn connect(env: &Rc<Env>, addresses: Arc<Addresses>) -> ConnectInTurn {
    env.attempt.enter(Phase::Connecting);
    ConnectInTurn {
        env: Rc::clone(env),
        untried: Arc::clone(&addresses).in_turn(env.attempt.tries()),
        addresses,
        connecting: None,
        refusal: ErrorKind::NotFound.into(),
    }
}

struct ConnectInTurn {
    env: Rc<Env>,
    addresses: Arc<Addresses>,
    untried: InTurn,
    /// `Stream::connect(address).await`
    connecting: Option<(SocketAddr, Connect)>,
    refusal: std::io::Error,
}

impl Future for ConnectInTurn {
    type Output = Result<Stream, FetchError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        loop {
            if let Some((address, connecting)) = &mut self.connecting {
                let address = *address;
                match ready!(Pin::new(connecting).poll(cx)) {
                    Ok(stream) => {
                        self.addresses.prefer(address);
                        return Poll::Ready(Ok(stream));
                    }
                    Err(error) => self.refusal = error,
                }
            }
            self.connecting = None;
            let Some(address) = self.untried.next() else {
                let refusal = std::mem::replace(&mut self.refusal, ErrorKind::NotFound.into());
                return Poll::Ready(Err(self.env.attempt.io_error(refusal)));
            };
            self.connecting = Some((address, Stream::connect(&self.env.reactor, address)));
        }
    }
}

/// Writes the request. A write may take only a part of it.
fn send(env: &Env, stream: &Stream) -> WriteAll {
    env.attempt.enter(Phase::Sending);
    stream.write_all(request(env.attempt.url()))
}

/// Reads until the decoder has a whole response: one read is not one message.
fn receive(env: &Rc<Env>, stream: &Stream) -> Receive {
    let decoder = Decoder::new(env.options.max_body);
    Receive { env: Rc::clone(env), chunk: stream.read_chunk(), decoder }
}

struct Receive {
    env: Rc<Env>,
    /// `stream.read_chunk().await`
    chunk: ReadChunk,
    decoder: Decoder,
}

impl Future for Receive {
    type Output = Result<Response, FetchError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        loop {
            self.env.attempt.enter(Phase::Reading);
            let chunk = ready!(Pin::new(&mut self.chunk).poll(cx));
            let chunk = chunk.map_err(|error| self.env.attempt.io_error(error))?;
            self.env.attempt.enter(Phase::Decoding);
            match self.decoder.decode(&chunk) {
                Ok(Some(response)) => return Poll::Ready(Ok(response)),
                Ok(None) => {}
                Err(cause) => return Poll::Ready(Err(self.env.attempt.error(cause))),
            }
        }
    }
}
