//! `swap_remove` takes a page out of what is left, and is the fastest.
//!
//! It puts the last one into its place. What is left has another order than the list.
//!
//! Dies: level4::what_is_left_is_returned_in_the_order_of_the_list
//! Says: and others are left

// in place of
    left: BTreeMap<usize, String>,
// stands
    left: Vec<(usize, String)>,
// end of block

// in place of
        Some((self.left.remove(&place)?, fetched))
// stands
        let at = self.left.iter().position(|(left, _)| *left == place)?;
        Some((self.left.swap_remove(at).1, fetched))
// end of block

// in place of
        self.left.into_values().collect()
// stands
        self.left.into_iter().map(|(_, url)| url).collect()
// end of block
