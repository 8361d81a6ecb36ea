//! If anything is ready, the loop need not ask the selector or the clock.
//!
//! If something is always ready, no sleep ends, and no socket is seen.
//!
//! Dies: level3::sleeps_end_though_others_are_always_ready
//! Says: look at the clock also while something is ready

// in place of
        let timeout = if self.ready.lock().is_empty() { None } else { Some(Duration::ZERO) };
// stands
        if !self.ready.lock().is_empty() {
            return Ok(mem::take(&mut *self.ready.lock()));
        }
        let timeout = if self.ready.lock().is_empty() { None } else { Some(Duration::ZERO) };
// end of block
