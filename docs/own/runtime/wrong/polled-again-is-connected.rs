//! A connect is polled again because it has ended.
//!
//! Its task may be woken for something else.
//!
//! Dies: level5::a_connect_in_progress_blocks_nothing
//! Says: an extra poll has ended it

// in place of
        stream.wait_for(&stream.writers, || stream.connected()).await?;
// stands
        let _ = TcpStream::connected;
        let (waiter, mut is_begun) = (Waiter::new(&stream.writers, stream.id), false);
        poll_fn(|cx| if mem::replace(&mut is_begun, true) { Poll::Ready(()) } else { waiter.wait(cx) }).await;
        drop(waiter);
// end of block
