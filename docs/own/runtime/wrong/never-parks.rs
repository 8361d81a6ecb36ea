//! The loop asks the selector again and again, so it misses nothing.
//!
//! It needs a whole processor while nothing happens.
//!
//! Dies: level1::a_future_that_waits_uses_no_cpu_time
//! Says: while nothing is woken, it must park

// in place of
        let timeout = if self.ready.lock().is_empty() { None } else { Some(Duration::ZERO) };
// stands
        let timeout = Some(Duration::ZERO);
// end of block
