//!     cargo run -p stage3-futures --example sleep_and_read
//!
//! One thread waits for time and for a socket at once. A task sleeps and ticks; another one reads what
//! a slow server sends, piece by piece. Neither knows of the other. When both wait, the reactor sleeps
//! in the selector until bytes come, but not beyond the next tick.

use std::future::Future;
use std::io::{self, Write};
use std::net::{SocketAddr, TcpListener};
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::thread;
use std::time::Duration;

use stage3_futures::connect::Connect;
use stage3_futures::executor::Executor;
use stage3_futures::reactor::Reactor;
use stage3_futures::stream::{ReadChunk, TcpStream};
use stage3_futures::timer::Sleep;

const TICKS: u32 = 8;
const TICK: Duration = Duration::from_millis(100);
const WORDS: [&str; 4] = ["slow ", "and ", "steady ", "wins"];
const PAUSE: Duration = Duration::from_millis(150);

fn main() -> io::Result<()> {
    let address = start_slow_server()?;
    let executor = Executor::new()?;
    let (reactor, spawner) = (executor.reactor(), executor.spawner());
    let ticker = Ticker { ticks: 0, reactor: reactor.clone(), sleep: Sleep::new(reactor, TICK) };
    let ticker = spawner.spawn(ticker);
    let reader = spawner.spawn(Reader::Connecting(TcpStream::connect(reactor, address)));
    // Both tasks run meanwhile.
    executor.join(ticker)?;
    executor.join(reader)?
}

/// The future of a task that ticks.
struct Ticker {
    ticks: u32,
    reactor: Reactor,
    /// `sleep(TICK).await`
    sleep: Sleep,
}

impl Future for Ticker {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        while self.ticks < TICKS {
            ready!(Pin::new(&mut self.sleep).poll(cx));
            self.ticks += 1;
            println!("tick {}", self.ticks);
            self.sleep = Sleep::new(&self.reactor, TICK);
        }
        Poll::Ready(())
    }
}

/// The future of a task that reads to the end of a stream.
enum Reader {
    /// `connect(address).await`
    Connecting(Connect),
    /// `stream.read_chunk().await`
    Reading(ReadChunk),
}

impl Future for Reader {
    type Output = io::Result<()>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        loop {
            match &mut *self {
                Reader::Connecting(connect) => {
                    let stream = ready!(Pin::new(connect).poll(cx))?;
                    *self = Reader::Reading(stream.read_chunk());
                }
                Reader::Reading(read) => {
                    let chunk = ready!(Pin::new(read).poll(cx))?;
                    if chunk.is_empty() {
                        println!("          the end");
                        return Poll::Ready(Ok(()));
                    }
                    println!("          read {:?}", String::from_utf8_lossy(&chunk));
                }
            }
        }
    }
}

/// Serves one client on a thread of its own, which pauses before each word.
fn start_slow_server() -> io::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let address = listener.local_addr()?;
    thread::spawn(move || -> io::Result<()> {
        let (mut client, _) = listener.accept()?;
        for word in WORDS {
            thread::sleep(PAUSE);
            client.write_all(word.as_bytes())?;
        }
        Ok(())
    });
    Ok(address)
}
