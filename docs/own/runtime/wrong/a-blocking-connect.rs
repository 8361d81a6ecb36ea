//! A connect takes no time: only the transfer does.
//!
//! It takes a round trip at least, and minutes if no answer comes. No task runs meanwhile.
//!
//! Dies: level5::a_connect_in_progress_blocks_nothing
//! Says: and nothing else goes on

// in place of
        let mut socket = mio::net::TcpStream::connect(address)?;
// stands
        let socket = std::net::TcpStream::connect(address)?;
        socket.set_nonblocking(true)?;
        let mut socket = mio::net::TcpStream::from_std(socket);
// end of block
