//! A future that is being polled need not be woken: it is running.
//!
//! It may have looked already. What it wakes itself for comes after that, and only the next poll can see it.
//!
//! Dies: level1::a_future_that_is_woken_during_its_own_poll_is_polled_again
//! Says: a wake-up during a poll counts for the next one

// in place of
                if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                    return Ok(output);
                }
// stands
                let before = runtime.ready.lock().len();
                if let Poll::Ready(output) = future.as_mut().poll(&mut Context::from_waker(&waker)) {
                    return Ok(output);
                }
                main.begin_poll();
                runtime.ready.lock().truncate(before);
// end of block
