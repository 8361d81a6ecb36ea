//! The results are sorted at the end, so it does not matter which item is begun first.
//!
//! The list is the order in which the caller wants the pages: the first ones may have led to the others.
//!
//! Dies: level1::fetches_begin_in_the_order_of_the_list
//! Says: do not begin in the order of the list

// in place of
    let rest = Mutex::new(list.into_iter().enumerate());
// stands
    let rest = Mutex::new(list.into_iter().enumerate().rev());
// end of block
