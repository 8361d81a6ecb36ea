//! The end of the pool comes after all that was put before it.
//!
//! It comes when the caller wants no more. A queue of a thousand pages would be fetched all the same.
//!
//! Dies: level2::a_drop_waits_for_nothing_and_lets_nothing_begin
//! Says: an item began later

// in place of
        let items = mem::take(&mut state.items);
        state.unfinished -= items.len();
        items
// stands
        mem::take(&mut VecDeque::new())
// end of block
