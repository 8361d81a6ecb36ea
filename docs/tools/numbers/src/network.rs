//! What sockets cost, on loopback: no wire is in the way.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use common::{Options, Services, Target};
use practice_site::{Answer, Site};
use stage3_futures::reactor::Reactor;
use stage4_async::executor::block_on;
use stage4_async::fetch::fetch;

use crate::measure::{CONNECTIONS, Takes, measure, measure_each};

/// Measures one byte to another thread and back, on an open connection.
pub fn round_trip() -> io::Result<Takes> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let mut here = TcpStream::connect(listener.local_addr()?)?;
    let (there, _) = listener.accept()?;
    here.set_nodelay(true)?;
    there.set_nodelay(true)?;
    let echo = thread::Builder::new().spawn(move || echo(there))?;
    let time = measure_each(u64::MAX, || {
        here.write_all(b"?")?;
        here.read_exact(&mut [0])
    })?;
    drop(here);
    echo.join().map_err(|_panic| io::Error::other("the other end panicked"))?;
    Ok(time)
}

/// Sends back what comes, until the other end closes.
fn echo(mut stream: TcpStream) {
    let mut byte = [0];
    while stream.read_exact(&mut byte).is_ok() && stream.write_all(&byte).is_ok() {}
}

/// Measures a connection, both ends of which are in this thread.
pub fn connect() -> io::Result<Takes> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
    let address = listener.local_addr()?;
    measure_each(CONNECTIONS, || {
        let here = TcpStream::connect(address)?;
        let there = listener.accept()?;
        drop((here, there));
        Ok(())
    })
}

/// Measures a small page from the practice site, which runs in a thread of its own.
pub fn fetch_page() -> io::Result<Takes> {
    let site = Site::builder().page("/", Answer::html("<!DOCTYPE html>\n<p>Hello.\n")).start()?;
    let target = Target::page(Arc::new(site.url("/")));
    let services = Arc::new(Services::new(Options::new([site.url("/")])));
    let reactor = Reactor::new()?;
    measure(CONNECTIONS, |times| {
        let (target, services, on) = (target.clone(), services.clone(), reactor.clone());
        block_on(&reactor, async move {
            let started = Instant::now();
            for _ in 0..times {
                fetch(&target, &services, &on).await.map_err(io::Error::other)?;
            }
            io::Result::Ok(started.elapsed())
        })?
    })
}
