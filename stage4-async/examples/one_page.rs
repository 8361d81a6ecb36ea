//!     cargo run -p stage4-async --example one_page_async
//!
//! One page of the practice site. The compiler makes stage 3's `Fetch` of this `async fn`.

use std::io::{self, Write};
use std::net::SocketAddr;

use practice_site::Site;
use stage3_futures::reactor::Reactor;
use stage3_futures::stream::TcpStream;
use stage4_async::executor::block_on;

fn main() -> io::Result<()> {
    let (site, reactor) = (Site::comics()?, Reactor::new()?);
    let page = block_on(&reactor, fetch(&reactor, site.address()))??;
    io::stdout().write_all(&page)
}

async fn fetch(reactor: &Reactor, address: SocketAddr) -> io::Result<Vec<u8>> {
    let stream = TcpStream::connect(reactor, address).await?;
    stream.write_all(b"GET / HTTP/1.0\r\n\r\n".into()).await?;
    stream.read_all().await
}
