//! I wait for the seconds that are left.
//!
//! In the last second, that is 0: the server asks again and again.
//!
//! Dies: level2::the_wait_for_a_limit_takes_no_cpu
//! Says: wait until its deadline

// in place of
        let timeout = timeout.or(deadline.map(|(at, _)| at.saturating_duration_since(Instant::now())));
// stands
        let left = deadline.map(|(at, _)| at.saturating_duration_since(Instant::now()).as_secs());
        let timeout = timeout.or(left.map(Duration::from_secs));
// end of block
