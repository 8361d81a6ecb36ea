//! What stops the server may share its listener.
//!
//! The socket is closed when the last of its owners is dropped, and listens until then.
//!
//! Dies: level3::all_sockets_are_closed_with_the_server
//! Says: its sockets may not

// in place of
    listener: TcpListener,
// stands
    listener: Arc<TcpListener>,
// end of block

// in place of
            listener,
// stands
            listener: Arc::new(listener),
// end of block

// in place of
        Stopper(Arc::clone(&self.waker))
// stands
        Stopper(Arc::clone(&self.waker), Arc::clone(&self.listener))
// end of block

// in place of
pub struct Stopper(Arc<Waker>);
// stands
pub struct Stopper(Arc<Waker>, #[expect(dead_code)] Arc<TcpListener>);
// end of block
