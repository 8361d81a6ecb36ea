//! Reading until `WouldBlock` is always right.
//!
//! A client that sends as fast as this server reads keeps it there. The others wait.
//!
//! Dies: level1::clients_that_send_much_do_not_keep_another_one_waiting
//! Says: Bound what a client may do in a turn

// in place of
        for calls in 0..BUDGET {
// stands
        for calls in 0..usize::MAX {
// end of block
