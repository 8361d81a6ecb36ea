//! What was woken last is polled first: its data is still in the cache.
//!
//! A task that wakes itself in each poll is always the last one. No other task is polled any more.
//!
//! Dies: level2::what_is_always_ready_starves_nothing
//! Says: another task is not polled any more

// in place of
        for id in runtime.turn(&mut events)? {
// stands
        let mut ids = runtime.turn(&mut events)?;
        while let Some(id) = ids.pop() {
// end of block
// in place of
            runtime.poll_task(id);
// stands
            runtime.poll_task(id);
            ids.append(&mut runtime.ready.lock());
// end of block
