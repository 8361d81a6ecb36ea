//! A scope waits for its threads, so they need no `join`.
//!
//! It waits until their closures have returned. Their thread-local values are dropped later, or after the scope.
//!
//! Dies: level1::no_thread_is_left_when_it_returns
//! Says: `thread::scope` waits for closures

// in place of
    let done: BTreeMap<_, _> = thread::scope(|scope| {
        let threads = Vec::from_iter((0..threads).map(|_| scope.spawn(work)));
        // The end of the scope waits for the closures, and `join` for the whole threads.
        threads.into_iter().flat_map(|thread| thread.join().expect("panics of `fetch` are caught")).collect()
    });
    done.into_values().collect()
// stands
    let done = Mutex::new(BTreeMap::new());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let pages = work();
                lock(&done).extend(pages);
            });
        }
    });
    done.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()
// end of block
