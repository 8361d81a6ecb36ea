//! The cap is the size of a group: fetch a group, wait for it, and go on with the next one.
//!
//! The slowest fetch of each group holds up the next group, and its places under the cap are unused meanwhile.
//!
//! Dies: level1::as_many_are_in_flight_as_the_cap_allows
//! Says: it holds up no other one

// in place of
    let work = || Vec::from_iter(iter::from_fn(next).map(visit));
// stands
// end of block

// in place of
    let done: BTreeMap<_, _> = thread::scope(|scope| {
        let threads = Vec::from_iter((0..threads).map(|_| scope.spawn(work)));
        // The end of the scope waits for the closures, and `join` for the whole threads.
        threads.into_iter().flat_map(|thread| thread.join().expect("panics of `fetch` are caught")).collect()
    });
// stands
    let done: BTreeMap<_, _> = thread::scope(|scope| {
        let mut done = BTreeMap::new();
        loop {
            let start = |page| scope.spawn(move || visit(page));
            let group = Vec::from_iter(iter::from_fn(next).take(threads).map(start));
            if group.is_empty() {
                return done;
            }
            done.extend(group.into_iter().map(|thread| thread.join().expect("panics of `fetch` are caught")));
        }
    });
// end of block
