//! A flag is cleared when its work is done: after the poll.
//!
//! A wake-up may come during the poll. Its number is not queued, because the flag is set, and then the flag is cleared.
//!
//! Dies: level1::a_wake_up_by_another_thread_during_the_poll_leads_to_another_poll
//! Says: a wake-up during it counts for the next one

// in place of
                main.begin_poll();
                if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                    return Ok(output);
                }
// stands
                if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                    return Ok(output);
                }
                main.begin_poll();
// end of block
