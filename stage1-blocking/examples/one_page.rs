//!     cargo run -p stage1-blocking --example one_page_blocking
//!
//! One page of the practice site. Each call returns when it is done; until then, the thread waits.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpStream};

use practice_site::Site;

fn main() -> io::Result<()> {
    let site = Site::comics()?;
    let page = fetch(site.address())?;
    io::stdout().write_all(&page)
}

fn fetch(address: SocketAddr) -> io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(address)?;
    stream.write_all(b"GET / HTTP/1.0\r\n\r\n")?;
    let mut page = Vec::new();
    stream.read_to_end(&mut page)?;
    Ok(page)
}
