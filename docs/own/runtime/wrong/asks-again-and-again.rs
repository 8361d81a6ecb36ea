//! A future that waits for a socket wakes itself, and asks again in the next poll.
//!
//! The thread never parks. A thousand connections that wait cost a thousand system calls in each round.
//!
//! Dies: level5::sockets_that_are_ready_for_nothing_awaited_use_no_cpu_time
//! Says: and the thread was busy

// in place of
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => waiter.wait(cx),
// stands
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                cx.waker().wake_by_ref();
                waiter.wait(cx)
            }
// end of block
