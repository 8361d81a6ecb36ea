//! An item that is put after the end stays in the queue, where it does no harm.
//!
//! The caller believes that it will be done, and it is lost.
//!
//! Dies: level3::a_later_put_returns_its_item
//! Says: loses its item

// in place of
        if state.closed {
            return Err(item);
        }
// stands
// end of block
