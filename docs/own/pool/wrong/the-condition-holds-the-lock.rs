//! `while let` locks for its condition, and unlocks before its body.
//!
//! A temporary of the condition lives to the end of the body, and so does the guard: one thread fetches at a time.
//!
//! Dies: level1::as_many_are_in_flight_as_the_cap_allows
//! Says: hold no lock while you fetch

// in place of
use std::{collections::BTreeMap, iter, thread};
// stands
use std::{collections::BTreeMap, thread};
// end of block

// in place of
    // The lock is held for one step of the iterator, and not during the fetch.
    let next = || lock(&rest).next();
    let visit = |(index, item)| (index, catch_unwind(AssertUnwindSafe(|| fetch(item))));
    let work = || Vec::from_iter(iter::from_fn(next).map(visit));
// stands
    let work = || {
        let mut done = Vec::new();
        while let Some((index, item)) = lock(&rest).next() {
            done.push((index, catch_unwind(AssertUnwindSafe(|| fetch(item)))));
        }
        done
    };
// end of block
