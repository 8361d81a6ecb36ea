//! A socket has the waker of what reads from it.
//!
//! The stream may move to another task. The first waker is called then, and the future that waits is not polled.
//!
//! Dies: level5::the_latest_waker_of_a_reader_counts
//! Says: the latest one was not called

// in place of
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => waiter.wait(cx),
// stands
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                let is_known = waiters.borrow().contains_key(&waiter.key);
                if is_known { Poll::Pending } else { waiter.wait(cx) }
            }
// end of block
