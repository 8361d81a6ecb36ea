//! Closing needs no code, because the stream closes its socket itself.
//!
//! The socket is closed, but the session does not know it. After a few errors it counts itself full, and
//! closes every idle connection to make room.
//!
//! Dies: connection::a_kept_connection_leaves_idle_ones_open
//! Says: Does `busy` count the permits that exist

impl Drop for Permit<'_> {
    fn drop(&mut self) {}
}
