//!     cargo run -p completion --example one_page_completion
//!
//! One page of the practice site. The program orders what the kernel does, and the kernel reports its end. The buffer belongs to
//! the order, and so to the ring.

#[cfg(target_os = "linux")]
fn main() -> std::io::Result<()> {
    use completion::ring::{Event, Ring};

    let (site, mut ring) = (practice_site::Site::comics()?, Ring::new(1)?);
    ring.fetch(0, site.address(), b"GET / HTTP/1.0\r\n\r\n".to_vec())?;
    loop {
        for (slot, event) in ring.turn(std::time::Duration::from_secs(60))? {
            let Event::Report(_phase, count) = event else { continue };
            match ring.received(slot, count?) {
                [] => return Ok(()),
                bytes => print!("{}", String::from_utf8_lossy(bytes)),
            }
            ring.receive(slot)?;
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn main() {
    println!("only Linux has io_uring");
}
