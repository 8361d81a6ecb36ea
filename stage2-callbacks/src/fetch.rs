//! One URL: connect, send, read, decode. Each step ends by naming the callback of the next one.

use std::cell::{RefCell, RefMut};
use std::io::{ErrorKind, Read, Write};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use common::fetch::http::request;
use common::fetch::resolve::InTurn;
use common::fetch::time::after;
use common::{Attempt, Cause, Decoder, FetchError, Options, Phase, Response, Target};
use mio::Interest;
use mio::net::TcpStream;

use crate::reactor::Reactor;
use crate::state::State;

/// How many times a fetch reads before it lets others have a turn.
const READS_IN_A_ROW: usize = 16;

type Fetched = dyn FnOnce(Target, Result<Response, FetchError>);

/// Fetches `target`, trying as often as `options` say, and calls `fetched` in the end.
///
/// Nothing is called before this has returned, whatever goes wrong.
pub fn fetch(
    target: Target,
    options: &Rc<Options>,
    reactor: &Rc<Reactor>,
    fetched: impl FnOnce(Target, Result<Response, FetchError>) + 'static,
) {
    let attempt = Attempt::first(&target, options);
    let fetcher = Rc::new(Fetcher {
        options: Rc::clone(options),
        reactor: Rc::clone(reactor),
        attempt,
        state: RefCell::default(),
        fetched: RefCell::new(Some((target, Box::new(fetched)))),
    });
    fetcher.pause(fetcher.attempt.pause());
}

/// A fetch that is under way. Its callbacks own it; nobody else does.
struct Fetcher {
    options: Rc<Options>,
    reactor: Rc<Reactor>,
    attempt: Attempt,
    state: RefCell<State>,
    /// Taken when the fetch ends, so that it ends once.
    fetched: RefCell<Option<(Target, Box<Fetched>)>>,
}

/// A callback. There is no caller to return an error to, so it goes to [`Fetcher::failed`].
type Step = fn(&Rc<Fetcher>) -> Result<(), FetchError>;

impl Fetcher {
    fn callback(self: &Rc<Self>, step: Step) -> impl Fn() + 'static {
        let fetcher = Rc::clone(self);
        move || {
            if let Err(error) = step(&fetcher) {
                fetcher.failed(error);
            }
        }
    }

    /// Waits, in that it has the next try begin when its time has come.
    fn pause(self: &Rc<Self>, pause: Duration) {
        let fetcher = Rc::clone(self);
        self.reactor.set_timer(after(Instant::now(), pause), move || fetcher.start());
    }

    /// Begins a try: its first step is for the next turn.
    fn start(self: &Rc<Self>) {
        let mut state = self.state.borrow_mut();
        let timed_out = self.callback(Fetcher::timed_out);
        state.deadline = Some(self.reactor.set_timer(self.attempt.deadline(), timed_out));
        let token = self.reactor.add(self.callback(Fetcher::resolve));
        state.token = Some(token);
        self.reactor.post(token);
    }

    /// Asks for the addresses of the URL's host. The resolver's thread has this called again.
    fn resolve(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.enter(Phase::Resolving);
        let Some(token) = state.token else { return Ok(()) };
        let remote = self.reactor.remote(token);
        let lookup = state.lookup.take();
        let lookup = lookup.unwrap_or_else(|| self.options.lookup(self.attempt.url()));
        let Some(answer) = lookup.answer(move || remote.wake()) else {
            state.lookup = Some(lookup);
            return Ok(());
        };
        let addresses = answer.map_err(|error| self.attempt.io_error(error))?;
        self.reactor.remove(token);
        state.token = None;
        state.untried = Some(Arc::clone(&addresses).in_turn(self.attempt.tries()));
        state.addresses = Some(addresses);
        drop(state);
        self.connect()
    }

    /// Begins to connect to the next address.
    fn connect(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.enter(Phase::Connecting);
        while let Some(address) = state.untried.as_mut().and_then(InTurn::next) {
            match TcpStream::connect(address) {
                Ok(stream) => {
                    state.stream = Some(stream);
                    drop(state);
                    return self.connected();
                }
                Err(error) => state.refusal = Some(error),
            }
        }
        let refusal = state.refusal.take().unwrap_or_else(|| ErrorKind::NotFound.into());
        Err(self.attempt.io_error(refusal))
    }

    /// The stream may be connected: a peer tells that it is, and SO_ERROR why it will not be.
    fn connected(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.enter(Phase::Connecting);
        let Some(stream) = &state.stream else { return Ok(()) };
        let outcome = match stream.peer_addr() {
            Err(error) if error.kind() == ErrorKind::NotConnected => match stream.take_error() {
                Ok(Some(error)) | Err(error) => Err(error),
                Ok(None) => return self.call_back(&mut state, Interest::WRITABLE, Fetcher::connected),
            },
            outcome => outcome,
        };
        match outcome {
            Ok(address) => state.addresses.iter().for_each(|addresses| addresses.prefer(address)),
            Err(error) => {
                state.refusal = Some(error);
                state.disconnect(&self.reactor);
                drop(state);
                return self.connect();
            }
        }
        state.unsent = request(self.attempt.url());
        drop(state);
        self.writable()
    }

    /// Writes the request. A write may take only a part of it; the rest waits for its turn.
    fn writable(self: &Rc<Self>) -> Result<(), FetchError> {
        let mut state = self.enter(Phase::Sending);
        while !state.unsent.is_empty() {
            let State { stream: Some(stream), unsent, .. } = &mut *state else { return Ok(()) };
            match stream.write(unsent) {
                Ok(0) => return Err(self.attempt.io_error(ErrorKind::WriteZero.into())),
                Ok(count) => drop(unsent.drain(..count)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    return self.call_back(&mut state, Interest::WRITABLE, Fetcher::writable);
                }
                Err(error) => return Err(self.attempt.io_error(error)),
            }
        }
        state.decoder = Some(Decoder::new(self.options.max_body));
        self.attempt.enter(Phase::Reading);
        self.call_back(&mut state, Interest::READABLE, Fetcher::readable)
    }

    /// Reads what there is, until the stream says `WouldBlock`: of that, no other event will tell.
    fn readable(self: &Rc<Self>) -> Result<(), FetchError> {
        for _ in 0..READS_IN_A_ROW {
            let mut state = self.enter(Phase::Reading);
            let State { stream: Some(stream), decoder: Some(decoder), .. } = &mut *state else {
                return Ok(());
            };
            let mut buffer = self.reactor.buffer();
            let count = match stream.read(&mut buffer) {
                Ok(count) => count,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(self.attempt.io_error(error)),
            };
            self.attempt.enter(Phase::Decoding);
            match decoder.decode(&buffer[..count]) {
                Ok(Some(response)) => {
                    let response = self.attempt.response(response);
                    drop((state, buffer));
                    self.end(Ok(response));
                    return Ok(());
                }
                Ok(None) => {}
                Err(cause) => return Err(self.attempt.error(cause)),
            }
        }
        // There may be more, but others have waited: go on when they have had their turn.
        self.state.borrow().token.into_iter().for_each(|token| self.reactor.post(token));
        Ok(())
    }

    /// Has the next step called when the stream is ready for `interest`: at once, if it is ready now.
    fn call_back(
        self: &Rc<Self>,
        state: &mut State,
        interest: Interest,
        next: Step,
    ) -> Result<(), FetchError> {
        let State { stream: Some(stream), token, .. } = state else { return Ok(()) };
        let next = self.callback(next);
        let waiting = match *token {
            Some(token) => self.reactor.reregister(stream, token, interest, next),
            None => self.reactor.register(stream, interest, next).map(|new| *token = Some(new)),
        };
        waiting.map_err(|error| self.attempt.io_error(error))
    }

    /// The deadline of the try has passed, whatever it was doing.
    fn timed_out(self: &Rc<Self>) -> Result<(), FetchError> {
        Err(self.attempt.error(Cause::Timeout))
    }

    /// A try has failed: the next one starts after a pause, or the fetch ends.
    fn failed(self: &Rc<Self>, error: FetchError) {
        self.state.take().close(&self.reactor);
        match self.attempt.again(&error) {
            Some(pause) => self.pause(pause),
            None => self.end(Err(error)),
        }
    }

    /// The fetch has ended.
    fn end(self: &Rc<Self>, result: Result<Response, FetchError>) {
        self.state.take().close(&self.reactor);
        // All borrows have ended: what is called may start other fetches.
        let fetched = self.fetched.borrow_mut().take();
        if let Some((target, fetched)) = fetched {
            fetched(target, result);
        }
    }

    fn enter(&self, phase: Phase) -> RefMut<'_, State> {
        self.attempt.enter(phase);
        self.state.borrow_mut()
    }
}
