//! Closing needs no code, because the stream closes its socket itself.
//!
//! The socket is closed, but the session does not know it. After a few errors it counts itself full, and
//! closes every idle connection to make room.
//!
//! Dies: connection::a_connection_that_is_closed_makes_room
//! Says: one connection is closed and one is idle

impl Drop for Permit<'_> {
    fn drop(&mut self) {}
}
