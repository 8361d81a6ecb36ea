//!     cargo run -p stage3-futures --example callback_future
//!
//! One page of the practice site, fetched as by the first tasks of Python: a bridge from stage 2's callbacks.
//! A future is a place for a result, and a list of callbacks. A generator yields a future, and stops. Its
//! task adds its own step to the callbacks. The program prints beside each step what Rust does instead.

use std::cell::RefCell;
use std::io::{self, ErrorKind, Read, Write};
use std::rc::Rc;

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};
use practice_site::Site;

/// What is called with a result. The event loop here has one of these at most, for the next event.
type Callback<T> = Box<dyn FnOnce(T) -> io::Result<()>>;

fn main() -> io::Result<()> {
    let (site, mut selector, mut events) = (Site::comics()?, Poll::new()?, Events::with_capacity(1));
    let mut stream = TcpStream::connect(site.address())?;
    selector.registry().register(&mut stream, Token(0), Interest::READABLE | Interest::WRITABLE)?;
    let (event_loop, page) = (Rc::new(RefCell::new(None)), Rc::new(Future::default()));
    let generator = Fetch { event_loop: Rc::clone(&event_loop), stream, state: State::Connecting };
    println!("AS IN PYTHON                            IN RUST");
    Task { generator, future: Rc::clone(&page) }.step()?;
    while let Some(callback) = event_loop.take() {
        selector.poll(&mut events, None)?;
        println!("event loop: sets the future's result    reactor: calls the waker");
        callback(())?;
    }
    writeln!(io::stdout(), "The page has {} bytes.", page.result.take().unwrap_or_default().len())
}

/// A place for a result, and what to call when it is there.
#[derive(Default)]
struct Future<T> {
    result: RefCell<Option<T>>,
    callbacks: RefCell<Vec<Callback<T>>>,
}

impl<T: Clone> Future<T> {
    fn add_done_callback(&self, callback: impl FnOnce(T) -> io::Result<()> + 'static) {
        self.callbacks.borrow_mut().push(Box::new(callback));
    }

    fn set_result(&self, result: T) -> io::Result<()> {
        self.result.replace(Some(result.clone()));
        self.callbacks.take().into_iter().try_for_each(|callback| callback(result.clone()))
    }
}

/// Takes a generator from one future to the next. Its own future gets what the generator returns.
struct Task {
    generator: Fetch,
    future: Rc<Future<Vec<u8>>>,
}

impl Task {
    fn step(mut self) -> io::Result<()> {
        println!("task: resumes the generator             executor: polls the future");
        match self.generator.resume()? {
            Step::Yield(future) => future.add_done_callback(|()| {
                println!("future: calls the step of the task      waker: marks the task as ready");
                self.step()
            }),
            Step::Done(page) => self.future.set_result(page)?,
        }
        Ok(())
    }
}

enum Step {
    Yield(Rc<Future<()>>),
    Done(Vec<u8>),
}

/// A generator, written by hand. The state is the `yield` at which it has stopped.
struct Fetch {
    event_loop: Rc<RefCell<Option<Callback<()>>>>,
    stream: TcpStream,
    state: State,
}

enum State {
    Connecting,
    Receiving(Vec<u8>),
}

impl Fetch {
    fn resume(&mut self) -> io::Result<Step> {
        let stream = &mut self.stream;
        match &mut self.state {
            // Writable is not connected: look for an error, or wait for the next event.
            State::Connecting if stream.peer_addr().is_err() => stream.take_error()?.map_or(Ok(()), Err)?,
            State::Connecting => {
                stream.write_all(b"GET / HTTP/1.0\r\n\r\n")?;
                self.state = State::Receiving(Vec::new());
            }
            State::Receiving(page) => match stream.read_to_end(page) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {}
                end => return end.map(|_| Step::Done(std::mem::take(page))),
            },
        }
        println!("generator: yields a future              future: stores a waker, returns Pending");
        let future = Rc::new(Future::default());
        let event = Rc::clone(&future);
        self.event_loop.replace(Some(Box::new(move |()| event.set_result(()))));
        Ok(Step::Yield(future))
    }
}
