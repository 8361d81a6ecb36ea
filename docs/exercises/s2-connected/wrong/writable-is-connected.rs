//! `connected` is called when the stream is writable, so it is connected.
//!
//! A refused connect is writable, too. And the first call comes before any event.
//!
//! Dies: parts::try_connect::a_refused_connect_is_an_error_with_its_reason
//! Says: a refused connect was taken for a connection

pub(crate) fn connect_outcome(socket: &TcpStream) -> io::Result<()> {
    let _ = socket;
    Ok(())
}
