//! One URL: connect, send, receive. Each step ends by naming the callback of the next one.

use std::cell::{RefCell, RefMut};
use std::io::{ErrorKind, Read, Write};
use std::net::SocketAddr;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Instant;

use common::{Attempt, FetchError, Phase, Response, Services, Target};
use mio::Interest;
use mio::net::TcpStream;

use crate::connect::connect_outcome;
use crate::reactor::Reactor;
use crate::state::State;

/// How many times in a row a fetch may read before the others have their turn.
const BUDGET: usize = 16;

/// The callback for the end of a fetch.
type Fetched = dyn FnOnce(Target, Result<Response, FetchError>);

/// Fetches `target`, with as many tries as the options allow, and calls `fetched` with the result.
///
/// It returns at once; the event loop does the rest.
pub fn fetch(
    target: Target,
    services: &Arc<Services>,
    reactor: &Rc<Reactor>,
    fetched: impl FnOnce(Target, Result<Response, FetchError>) + 'static,
) {
    let attempt = Attempt::start(&target, services);
    let fetched = RefCell::new(Some((target, Box::new(fetched) as Box<Fetched>)));
    Rc::new(Fetcher { attempt, reactor: Rc::clone(reactor), state: RefCell::default(), fetched }).pause();
}

/// A fetch in flight. Only its callbacks own it.
struct Fetcher {
    attempt: Attempt,
    reactor: Rc<Reactor>,
    state: RefCell<State>,
    /// Taken when the fetch ends, so that it is called once.
    fetched: RefCell<Option<(Target, Box<Fetched>)>>,
}

/// A method that is registered as a callback. It has no caller to return an error to.
type Step = fn(&Rc<Fetcher>) -> Result<(), FetchError>;

impl Fetcher {
    /// Makes a callback from `step`, which passes an error to [`Fetcher::failed`].
    fn callback(self: &Rc<Self>, step: Step) -> impl Fn() + 'static {
        let fetcher = Rc::clone(self);
        move || {
            if let Err(error) = step(&fetcher) {
                fetcher.failed(error);
            }
        }
    }

    /// Starts the try after its pause. Nothing can end a try before that, so the timer is not kept.
    fn pause(self: &Rc<Self>) {
        self.reactor.set_timer(self.attempt.starts_at(), self.callback(Fetcher::started));
    }

    /// Starts the try and its deadline.
    fn started(self: &Rc<Self>) -> Result<(), FetchError> {
        self.set_deadline(self.attempt.deadline());
        self.resolve()
    }

    /// Asks for the address to connect to. If it is not known yet, the resolver's thread makes the event
    /// loop call this again.
    fn resolve(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { token, lookup, .. } = &mut *state;
        let callback = *token.get_or_insert_with(|| self.reactor.add(self.callback(Fetcher::resolve)));
        let remote = self.reactor.remote(callback);
        let lookup = lookup.get_or_insert_with(|| self.attempt.lookup());
        let Some(found) = lookup.answer(move || remote.wake()) else { return Ok(()) };
        *token = None;
        self.reactor.remove(callback);
        drop(state);
        self.connect(self.attempt.address(found)?)
    }

    fn connect(self: &Rc<Self>, address: SocketAddr) -> Result<(), FetchError> {
        self.set_deadline(self.attempt.connect_deadline());
        let mut state = self.enter(Phase::Connecting);
        state.stream = Some(TcpStream::connect(address).map_err(|error| self.attempt.io_error(error))?);
        drop(state);
        self.connected()
    }

    fn connected(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let Some(stream) = &state.stream else { return Ok(()) };
        match connect_outcome(stream) {
            // Writable is not connected.
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                return self.wait_for(&mut state, Interest::WRITABLE, Fetcher::connected);
            }
            outcome => outcome.map_err(|error| self.attempt.io_error(error))?,
        }
        drop(state);
        self.send()
    }

    fn send(self: &Rc<Self>) -> Result<(), FetchError> {
        self.set_deadline(self.attempt.deadline());
        self.enter(Phase::Sending).unsent = self.attempt.request();
        self.writable()
    }

    fn writable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), unsent, .. } = &mut *state else { return Ok(()) };
        while !unsent.is_empty() {
            match stream.write(unsent) {
                Ok(0) => return Err(self.attempt.io_error(ErrorKind::WriteZero.into())),
                // A write may take only a part. The rest waits for an event.
                Ok(count) => drop(unsent.drain(..count)),
                Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::Interrupted) => {
                    return self.wait_for(&mut state, Interest::WRITABLE, Fetcher::writable);
                }
                Err(error) => return Err(self.attempt.io_error(error)),
            }
        }
        drop(state);
        self.receive()
    }

    fn receive(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.enter(Phase::Reading);
        state.decoder = Some(self.attempt.decoder());
        // The answer is rarely here yet.
        self.wait_for(&mut state, Interest::READABLE, Fetcher::readable)
    }

    fn readable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.state.borrow_mut();
        let State { stream: Some(stream), decoder: Some(decoder), token, .. } = &mut *state else {
            return Ok(());
        };
        // Until `WouldBlock`: an edge-triggered selector reports bytes once.
        for _ in 0..BUDGET {
            let mut buffer = self.reactor.buffer();
            let count = match stream.read(&mut buffer) {
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(self.attempt.io_error(error)),
            };
            if let Some(response) = self.attempt.decode(decoder, &buffer[..count])? {
                drop((state, buffer));
                self.finish(Ok(self.attempt.finish(response)));
                return Ok(());
            }
        }
        // There may be more to read, but the other fetches come first.
        if let Some(token) = token {
            self.reactor.post(*token);
        }
        Ok(())
    }

    /// Registers `next` for the `wanted` readiness. If the stream has it already, the next turn calls `next`.
    fn wait_for(self: &Rc<Self>, state: &mut State, wanted: Interest, next: Step) -> Result<(), FetchError> {
        let registered = state.register(&self.reactor, wanted, self.callback(next));
        registered.map_err(|error| self.attempt.io_error(error))
    }

    fn set_deadline(self: &Rc<Self>, at: Instant) {
        self.state.borrow_mut().set_deadline(&self.reactor, at, self.callback(Fetcher::timed_out));
    }

    /// Fails the try at its deadline, whatever it waits for.
    fn timed_out(self: &Rc<Self>) -> Result<(), FetchError> {
        Err(self.attempt.timed_out())
    }

    /// Takes the error of a step.
    fn failed(self: &Rc<Self>, error: FetchError) {
        self.state.take().close(&self.reactor);
        match self.attempt.again(error) {
            Ok(()) => self.pause(),
            Err(error) => self.finish(Err(error)),
        }
    }

    /// Ends the fetch.
    fn finish(self: &Rc<Self>, result: Result<Response, FetchError>) {
        self.state.take().close(&self.reactor);
        // End all borrows before the call: `fetched` may start other fetches.
        let fetched = self.fetched.borrow_mut().take();
        if let Some((target, fetched)) = fetched {
            fetched(target, result);
        }
    }

    /// Enters `phase`, and borrows the state.
    fn enter(&self, phase: Phase) -> RefMut<'_, State> {
        self.attempt.enter(phase);
        self.state.borrow_mut()
    }
}
