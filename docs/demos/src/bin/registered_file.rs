//! On Linux, a selector accepts a socket, and refuses a file.
//!
//!     cargo run -p demos --bin registered_file

#[cfg(unix)]
fn main() -> std::io::Result<()> {
    use std::fs::File;
    use std::net::TcpListener;

    let poller = polling::Poller::new()?;
    println!("a socket: {:?}", register(&poller, TcpListener::bind("127.0.0.1:0")?));
    println!(
        "a file: {:?}",
        register(&poller, File::open(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))?)
    );
    Ok(())
}

#[cfg(unix)]
fn register(
    poller: &polling::Poller,
    source: impl std::os::fd::AsFd + std::os::fd::AsRawFd,
) -> std::io::Result<()> {
    // SAFETY: the source must stay open until it is deleted from the poller: in the next line.
    #[allow(unsafe_code)]
    unsafe {
        poller.add(&source, polling::Event::readable(0))?;
    }
    poller.delete(&source)
}

#[cfg(not(unix))]
fn main() {
    println!("on Windows, only a socket has the type that a selector accepts");
}
