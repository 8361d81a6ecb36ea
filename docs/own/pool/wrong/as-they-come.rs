//! Each thread returns the pages that it has fetched: together, they are the list.
//!
//! The first thread that ends a fetch takes the next item, so its pages are not neighbours in the list.
//!
//! Dies: level1::the_results_are_in_the_order_of_the_list
//! Says: not in the order of the list

// in place of
use std::{collections::BTreeMap, iter, thread};
// stands
use std::{iter, thread};
// end of block

// in place of
    let done: BTreeMap<_, _> = thread::scope(|scope| {
        let threads = Vec::from_iter((0..threads).map(|_| scope.spawn(work)));
        // The end of the scope waits for the closures, and `join` for the whole threads.
        threads.into_iter().flat_map(|thread| thread.join().expect("panics of `fetch` are caught")).collect()
    });
    done.into_values().collect()
// stands
    let done: Vec<(usize, _)> = thread::scope(|scope| {
        let threads = Vec::from_iter((0..threads).map(|_| scope.spawn(work)));
        // The end of the scope waits for the closures, and `join` for the whole threads.
        threads.into_iter().flat_map(|thread| thread.join().expect("panics of `fetch` are caught")).collect()
    });
    done.into_iter().map(|(_, result)| result).collect()
// end of block
