//! The pause is the same before each try.
//!
//! A server that has failed three times is in trouble, and gets requests as fast as after the first failure.
//!
//! Dies: level3::each_pause_is_twice_as_long_as_the_one_before
//! Says: the next ones 8 and 16

// in place of
            let pause = self.options.pause.saturating_mul(2u32.saturating_pow(page.pauses));
// stands
            let pause = self.options.pause;
// end of block
