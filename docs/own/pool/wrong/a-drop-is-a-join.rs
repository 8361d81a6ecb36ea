//! What was put must be done before the pool is gone.
//!
//! A drop comes also when the caller panics or returns early, and a server that hangs would hold it up.
//!
//! Dies: level2::a_drop_waits_for_nothing_and_lets_nothing_begin
//! Says: a drop is no `join`

// in place of
    fn drop(&mut self) {
// stands
    fn drop(&mut self) {
        self.join();
// end of block
