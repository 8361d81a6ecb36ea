//!     cargo run -p stage3-futures --example one_page_futures
//!
//! One page of the practice site. A future is a value that knows how far it has come. If its poll
//! would have to wait, it stores its waker with the reactor and returns `Pending`. When the socket is
//! ready, the reactor calls the waker, and the future is polled again.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Wake, Waker, ready};

use practice_site::Site;
use stage3_futures::connect::Connect;
use stage3_futures::reactor::Reactor;
use stage3_futures::stream::{ReadAll, TcpStream, WriteAll};

fn main() -> io::Result<()> {
    let (site, reactor) = (Site::comics()?, Reactor::new()?);
    let page = block_on(&reactor, fetch(&reactor, site.address()))??;
    io::stdout().write_all(&page)
}

fn fetch(reactor: &Reactor, address: SocketAddr) -> Fetch {
    Fetch::Connecting(TcpStream::connect(reactor, address))
}

/// The future of a page: in each state, it polls the future that it waits for.
enum Fetch {
    Connecting(Connect),
    Sending(WriteAll, TcpStream),
    Receiving(ReadAll),
}

impl Future for Fetch {
    type Output = io::Result<Vec<u8>>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        loop {
            let next = match &mut *self {
                Fetch::Connecting(connect) => {
                    let stream = ready!(Pin::new(connect).poll(cx))?;
                    Fetch::Sending(stream.write_all(b"GET / HTTP/1.0\r\n\r\n".into()), stream)
                }
                Fetch::Sending(send, stream) => {
                    ready!(Pin::new(send).poll(cx))?;
                    Fetch::Receiving(stream.read_all())
                }
                Fetch::Receiving(receive) => return Pin::new(receive).poll(cx),
            };
            *self = next;
        }
    }
}

/// The smallest executor: it polls its only future whenever the future's waker was called.
fn block_on<F: Future>(reactor: &Reactor, future: F) -> io::Result<F::Output> {
    let flag = Arc::new(Flag(AtomicBool::new(true)));
    let waker = Waker::from(Arc::clone(&flag));
    let mut future = pin!(future);
    loop {
        if flag.0.swap(false, Ordering::SeqCst)
            && let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker))
        {
            return Ok(output);
        }
        // Waits for an event, and calls the waker that was stored for it.
        reactor.turn(|| flag.0.load(Ordering::SeqCst))?;
    }
}

/// Whether the waker was called.
struct Flag(AtomicBool);

impl Wake for Flag {
    fn wake(self: Arc<Self>) {
        self.0.swap(true, Ordering::SeqCst);
    }
}
