//! A thread counts from the moment at which it runs.
//!
//! It may run late. Until then, each `put` sees too few threads, and starts another one.
//!
//! Dies: level2::as_many_are_in_flight_as_the_cap_allows
//! Says: counts from its start

// in place of
            thread::spawn(move || Pool(shared).run());
            // Counted here, because the thread may begin late.
            state.threads += 1;
// stands
            thread::spawn(move || {
                lock(&shared.state).threads += 1;
                Pool(shared).run();
            });
// end of block
