//! A connect outside of `block_on` waits for the answer itself.
//!
//! What it returns can wait for nothing. A panic says so where the mistake is.
//!
//! Dies: level5::a_connect_outside_of_block_on_panics
//! Says: nothing would wake it

// in place of
        let (runtime, id) = (Runtime::current(), next_number());
// stands
        if CURRENT.with_borrow(Option::is_none) {
            drop(std::net::TcpStream::connect(address)?);
            return Err(io::ErrorKind::Unsupported.into());
        }
        let (runtime, id) = (Runtime::current(), next_number());
// end of block
