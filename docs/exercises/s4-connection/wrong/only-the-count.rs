//! Keeping a connection means not to close it.
//!
//! The fields are dropped after `drop`, and the last clone of the stream closes the socket. To keep it, a
//! clone must be put elsewhere.
//!
//! Dies: parts::connection::a_kept_connection_is_used_again
//! Says: a kept connection was closed

impl Drop for Connection<'_> {
    fn drop(&mut self) {
        if !self.is_kept.get() {
            let _ = self.stream.tcp().registration().socket().shutdown(std::net::Shutdown::Both);
        }
    }
}
