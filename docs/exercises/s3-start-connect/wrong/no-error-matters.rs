//! If the connect fails, the poller will tell.
//!
//! It tells of a connect that was started. One that could not even start has no outcome: the future waits
//! until its deadline.
//!
//! Dies: parts::start_connect::a_connect_that_fails_at_once_is_ready_with_the_error
//! Says: the connect has failed at its start, but the future waits for its end

fn start_connect(address: SocketAddr) -> io::Result<Socket> {
    let socket = non_blocking(Domain::for_address(address))?;
    let _in_progress = socket.connect(&address.into());
    Ok(socket)
}
