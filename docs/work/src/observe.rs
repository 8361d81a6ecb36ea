//! `--console`: lets tokio-console look at the tasks.

use std::io;

/// Starts the server to which tokio-console connects, on its usual port on loopback.
///
/// # Errors
/// If the program was built without it.
pub fn serve_console() -> io::Result<()> {
    #[cfg(feature = "console")]
    console_subscriber::init();
    #[cfg(not(feature = "console"))]
    return Err(io::Error::other(
        "built without the console; this has it: RUSTFLAGS='--cfg tokio_unstable' cargo run -p work --features console -- --console",
    ));
    #[cfg(feature = "console")]
    Ok(())
}
