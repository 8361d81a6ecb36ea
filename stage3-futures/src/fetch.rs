//! One URL: connect, send, read, decode. Each `.await` that one would write is a state here.

use std::future::Future;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::vec;

use common::http::{Decoder, Response, request};
use common::resolve::{Addresses, Lookup};
use common::{Attempt, Cause, FetchError, Options, Phase, Target};

use crate::reactor::Reactor;
use crate::stream::{Connect, ReadChunk, Stream, WriteAll};
use crate::timer::{Sleep, Timeout};

/// Fetches `target`, trying as often as `options` say.
///
/// # Errors
/// What went wrong on the last try.
pub fn fetch(target: &Target, options: &Rc<Options>, reactor: &Reactor) -> Fetch {
    let attempt = Rc::new(Attempt::first(target, options));
    let state = Trying::Trying(fetch_once(&attempt, options, reactor));
    Fetch { attempt, options: Rc::clone(options), reactor: reactor.clone(), state }
}

/// The future of [`fetch`].
pub struct Fetch {
    attempt: Rc<Attempt>,
    options: Rc<Options>,
    reactor: Reactor,
    state: Trying,
}

#[expect(clippy::large_enum_variant, reason = "a state machine is as large as its largest state")]
enum Trying {
    /// `timeout(deadline, fetch_once()).await`
    Trying(Timeout<FetchOnce>),
    /// `sleep(pause).await`
    Pausing(Sleep),
}

impl Future for Fetch {
    type Output = Result<Response, FetchError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        loop {
            self.state = match &mut self.state {
                Trying::Trying(once) => {
                    let error = match ready!(Pin::new(once).poll(cx)) {
                        Ok(Ok(response)) => return Poll::Ready(Ok(self.attempt.response(response))),
                        Ok(Err(error)) => error,
                        Err(_elapsed) => self.attempt.error(Cause::Timeout),
                    };
                    match self.attempt.again(&error) {
                        Some(pause) => Trying::Pausing(Sleep::new(&self.reactor, pause)),
                        None => return Poll::Ready(Err(error)),
                    }
                }
                Trying::Pausing(pause) => {
                    ready!(Pin::new(pause).poll(cx));
                    Trying::Trying(fetch_once(&self.attempt, &self.options, &self.reactor))
                }
            }
        }
    }
}

fn fetch_once(attempt: &Rc<Attempt>, options: &Rc<Options>, reactor: &Reactor) -> Timeout<FetchOnce> {
    let once = FetchOnce {
        attempt: Rc::clone(attempt),
        options: Rc::clone(options),
        reactor: reactor.clone(),
        step: Step::Resolving(resolve(attempt, options)),
    };
    Timeout::until(reactor, attempt.deadline(), once)
}

/// One try, without its deadline.
struct FetchOnce {
    attempt: Rc<Attempt>,
    options: Rc<Options>,
    reactor: Reactor,
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
        let Self { attempt, options, reactor, step } = &mut *self;
        loop {
            *step = match step {
                Step::Resolving(resolve) => {
                    let addresses = ready!(Pin::new(resolve).poll(cx))?;
                    Step::Connecting(connect(attempt, addresses, reactor))
                }
                Step::Connecting(connect) => {
                    let stream = ready!(Pin::new(connect).poll(cx))?;
                    let send = send(attempt, &stream);
                    Step::Sending(stream, send)
                }
                Step::Sending(stream, send) => {
                    let sent = ready!(Pin::new(send).poll(cx));
                    sent.map_err(|error| attempt.io_error(error))?;
                    Step::Receiving(receive(attempt, stream, Decoder::new(options.max_body)))
                }
                Step::Receiving(receive) => return Pin::new(receive).poll(cx),
            }
        }
    }
}

/// The addresses of the URL's host. The resolver's thread wakes this task.
fn resolve(attempt: &Rc<Attempt>, options: &Options) -> Resolve {
    attempt.enter(Phase::Resolving);
    Resolve { attempt: Rc::clone(attempt), lookup: options.resolver.lookup(attempt.url()) }
}

struct Resolve {
    attempt: Rc<Attempt>,
    lookup: Lookup,
}

impl Future for Resolve {
    type Output = Result<Arc<Addresses>, FetchError>;

    fn poll(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        let waker = cx.waker().clone();
        match self.lookup.answer(move || waker.wake()) {
            Some(answer) => Poll::Ready(answer.map_err(|error| self.attempt.io_error(error))),
            None => Poll::Pending,
        }
    }
}

/// A connection to the first address that takes one.
fn connect(attempt: &Rc<Attempt>, addresses: Arc<Addresses>, reactor: &Reactor) -> ConnectInTurn {
    attempt.enter(Phase::Connecting);
    let in_turn = Arc::clone(&addresses).in_turn(attempt.tries()).collect::<Vec<_>>();
    ConnectInTurn {
        attempt: Rc::clone(attempt),
        reactor: reactor.clone(),
        addresses,
        untried: in_turn.into_iter(),
        connecting: None,
        refusal: ErrorKind::NotFound.into(),
    }
}

struct ConnectInTurn {
    attempt: Rc<Attempt>,
    reactor: Reactor,
    addresses: Arc<Addresses>,
    untried: vec::IntoIter<SocketAddr>,
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
            let Some(address) = self.untried.next() else {
                let refusal = std::mem::replace(&mut self.refusal, ErrorKind::NotFound.into());
                return Poll::Ready(Err(self.attempt.io_error(refusal)));
            };
            self.connecting = Some((address, Stream::connect(&self.reactor, address)));
        }
    }
}

/// Writes the request. A write may take only a part of it.
fn send(attempt: &Attempt, stream: &Stream) -> WriteAll {
    attempt.enter(Phase::Sending);
    stream.write_all(request(attempt.url()))
}

/// Reads until the decoder has a whole response: one read is not one message.
fn receive(attempt: &Rc<Attempt>, stream: &Stream, decoder: Decoder) -> Receive {
    Receive { attempt: Rc::clone(attempt), chunk: stream.read_chunk(), decoder }
}

struct Receive {
    attempt: Rc<Attempt>,
    /// `stream.read_chunk().await`
    chunk: ReadChunk,
    decoder: Decoder,
}

impl Future for Receive {
    type Output = Result<Response, FetchError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        loop {
            self.attempt.enter(Phase::Reading);
            let chunk = ready!(Pin::new(&mut self.chunk).poll(cx));
            let chunk = chunk.map_err(|error| self.attempt.io_error(error))?;
            self.attempt.enter(Phase::Decoding);
            match self.decoder.decode(&chunk) {
                Ok(Some(response)) => return Poll::Ready(Ok(response)),
                Ok(None) => {}
                Err(cause) => return Poll::Ready(Err(self.attempt.error(cause))),
            }
        }
    }
}
