//!     cargo run -p stage3-futures --example sleep_and_read
//!
//! An event loop from nothing, whose tasks have two reasons to wait: one writes a word now and then, and the
//! other one reads the words at the other end of a connection. A task hands the loop the event for which it
//! waits: a time, or a socket that can be read. When all tasks wait, one call of the selector waits for all
//! sockets, at most until the earliest time.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io::{self, ErrorKind, Read, Write};
use std::net::TcpListener;
use std::time::{Duration, Instant};

use mio::net::TcpStream;
use mio::{Events, Interest, Poll, Token};

fn main() -> io::Result<()> {
    let (listener, selector) = (TcpListener::bind("127.0.0.1:0")?, Poll::new()?);
    let mut here = TcpStream::connect(listener.local_addr()?)?;
    let (there, _) = listener.accept()?;
    selector.registry().register(&mut here, Token(0), Interest::READABLE)?;
    let writer = Writer { stream: there, words: VecDeque::from(["slow", "and", "steady"]) };
    let reader = Reader { stream: here, socket: Token(0) };
    run(selector, VecDeque::from([Box::new(writer) as Box<dyn Task>, Box::new(reader)]))
}

trait Task {
    /// Goes on from where it stopped, up to the next place where the others may have their turn.
    fn resume(&mut self) -> io::Result<Step>;
}

/// What a task says when it gives the turn to the others: the event at which to resume it.
enum Step {
    Sleep { until: Instant },
    Read { socket: Token },
    Done,
}

/// Runs tasks until all of them are done. Where a task is kept says what it waits for.
fn run(mut selector: Poll, mut ready: VecDeque<Box<dyn Task>>) -> io::Result<()> {
    let (mut sleepers, mut readers) = (BTreeMap::new(), HashMap::new());
    let (mut events, mut resumed) = (Events::with_capacity(16), 0);
    loop {
        while let Some(mut task) = ready.pop_front() {
            resumed += 1;
            match task.resume()? {
                // The count is part of the key, because two times may be equal.
                Step::Sleep { until } => _ = sleepers.insert((until, resumed), task),
                Step::Read { socket } => _ = readers.insert(socket, task),
                Step::Done => {}
            }
        }
        if sleepers.is_empty() && readers.is_empty() {
            println!("resumed {resumed} times");
            return Ok(());
        }
        println!("    the loop waits: {} for a time, {} for a socket", sleepers.len(), readers.len());
        let earliest = sleepers.first_key_value().map(|(&(until, _), _)| until);
        selector.poll(&mut events, earliest.map(|at| at.saturating_duration_since(Instant::now())))?;
        ready.extend(events.iter().filter_map(|event| readers.remove(&event.token())));
        while let Some(sleeper) = sleepers.first_entry().filter(|sleeper| sleeper.key().0 <= Instant::now()) {
            ready.push_back(sleeper.remove());
        }
    }
}

/// Writes a word, and sleeps. After the last word, its end of the connection is closed.
struct Writer {
    stream: std::net::TcpStream,
    words: VecDeque<&'static str>,
}

impl Task for Writer {
    fn resume(&mut self) -> io::Result<Step> {
        let Some(word) = self.words.pop_front() else { return Ok(Step::Done) };
        println!("writes {word:?}");
        self.stream.write_all(word.as_bytes())?;
        Ok(Step::Sleep { until: Instant::now() + Duration::from_millis(200) })
    }
}

/// Reads what there is, and waits for more.
struct Reader {
    stream: TcpStream,
    socket: Token,
}

impl Task for Reader {
    fn resume(&mut self) -> io::Result<Step> {
        let mut bytes = [0; 100];
        loop {
            let length = match self.stream.read(&mut bytes) {
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    return Ok(Step::Read { socket: self.socket });
                }
                read => read?,
            };
            println!("reads {:?}", String::from_utf8_lossy(&bytes[..length]));
            if length == 0 {
                return Ok(Step::Done);
            }
        }
    }
}
